"""Positions of the games for three and four, as the cards lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from pinochle_solver.notation.players import shown_name
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.holdings import Holding, HoldingViews
from pinochle_solver.render.page import view
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import held, opened
from pinochle_solver.table.melds import TableMeld, TableMelds, meld_points
from pinochle_solver.table.moves import PASS, Bury, Call, Lay, PlayCard
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.views import AnyMove

_DECISIONS = {
    Act.BID: "to call",
    Act.BURY: "to name trump",
    Act.DIX: "may exchange the nine of trumps",
    Act.MELD: "to meld",
}

_STOCK_DECISIONS = {
    Act.DIX: "may meld a dix",
    Act.MELD: "has won the trick and may meld",
}


class TablePositionViews(HoldingViews):
    """Views of positions of the games for three and four."""

    @view(apart=True)
    def checked_table_position(self, position: TablePosition) -> None:
        """Write the canonical line of a position, and what is known of it."""
        self.notation(position.text())
        self.table_position(position)

    def table_position(self, position: TablePosition) -> None:
        """Write what is known of a position: rules, whose turn, hands, auction, melds, points."""
        self._print(self._table_headline(position))
        self._holdings([*self._table_holdings(position)])
        for line in self._table_lines(position):
            self._print(Text("  ").append(line))

    def _table_headline(self, position: TablePosition) -> Text:
        rules, separator = position.rules, ", " if self._ascii else " · "
        parts = [rules.name, *rules.options, f"{rules.count.name} count"]
        headline = Text(separator.join([position.id, *parts] if position.id else parts))
        headline.stylize("bold")
        if position.trump is not None:
            headline.append(f"{separator}trump ").append(self._suit(position.trump))
        decision = _DECISIONS.get(position.act, "to play" if position.led else "to lead")
        if rules.stock is not None and position.act in _STOCK_DECISIONS:
            decision = _STOCK_DECISIONS[position.act]
        if position.act is Act.BURY and rules.widow:
            decision = "to name trump and bury"
        return headline.append(f"{separator}{self._seat(position, position.turn)} {decision}")

    def _seat(self, position: TablePosition, seat: Seat) -> str:
        return shown_name(position.names.get(seat), seat.text())

    def _table_holdings(self, position: TablePosition) -> Iterator[Holding]:
        for seat, hand in position.hands.items():
            yield self._partial(self._seat(position, seat), hand)
        if position.unseen and not position.is_open:
            yield Holding("unseen", "", (*self._suits(position.unseen),))

    def _partial(self, who: str, hand: PartialHand) -> Holding:
        if hand.hidden and not len(hand.known):
            return Holding(who, "", (Text(""),) * len(Suit), f"{hand.hidden} hidden")
        hidden = f"and {hand.hidden} hidden" if hand.hidden else ""
        return Holding(who, "", (*self._suits(hand.known),), hidden)

    def _few(self, hand: PartialHand) -> Text:
        """A few cards in a line."""
        cards = self._cards(hand.known)
        if hand.hidden:
            cards.append(" and " if len(hand.known) else "").append(f"{hand.hidden} hidden")
        return cards

    def _table_lines(self, position: TablePosition) -> Iterator[Text]:
        """What there is to say besides the cards held, a line each."""
        yield from self._auction_lines(position)
        if position.upcard is not None:
            yield Text("turned up: ").append(self._card(position.upcard))
        for place, cards in (("widow", position.widow), ("buried", position.buried)):
            if cards is not None:
                yield Text(f"{place}: ").append(self._few(cards))
        if position.has_stock:
            yield self._table_stock_line(position)
        for seat, melds in position.melds.items():
            yield self._laid(position, seat, melds)
        for seat, laid in position.laid.items():
            yield self._shown_melds(position, seat, laid)
        yield from self._play_lines(position)
        yield from map(Text, self._number_lines(position))

    def _table_stock_line(self, position: TablePosition) -> Text:
        line = Text(f"stock: {position.face_down} face down")
        if isinstance(position.stock, tuple) and position.stock:
            line.append(" (").append(self._cards(position.stock)).append(")")
        return line

    def _shown_melds(self, position: TablePosition, seat: Seat, laid: Iterable[LaidMeld]) -> Text:
        line = Text(f"{self._has(position, seat)} melded ")
        for number, meld in enumerate(laid):
            line.append(", " if number else "").append(in_words(meld.name))
            if meld.copies:
                line.append(" ").append(self._copies(meld.copies))
            line.append(f" (trick {meld.trick})" if meld.trick else "")
        return line

    def _auction_lines(self, position: TablePosition) -> Iterator[Text]:
        dealer, rules = position.dealer, position.rules
        if dealer is not None:
            out = " and is out" if rules.out_dealer else ""
            yield Text(f"{self._seat(position, dealer)} dealt{out}")
        if position.bids and dealer is not None:
            auction, calls = opened(rules, dealer), []
            for call in position.bids:
                assert auction.turn is not None
                said = "pass" if call == PASS else call.text()
                calls.append(f"{self._seat(position, auction.turn)} {said}")
                auction = held(auction, [call])
            yield Text(f"auction: {', '.join(calls)}")
        if position.bidder is not None:
            contract = "" if position.contract is None else f" for {position.contract}"
            yield Text(f"{self._seat(position, position.bidder)} is the bidder{contract}")

    def _has(self, position: TablePosition, seat: Seat) -> str:
        """Who has done something: ``west has``."""
        return f"{self._seat(position, seat)} has"

    def _laid(self, position: TablePosition, seat: Seat, melds: Iterable[TableMeld]) -> Text:
        line = Text(f"{self._has(position, seat)} melded ")
        melds = tuple(melds)
        for number, meld in enumerate(melds):
            line.append(", " if number else "").append(in_words(meld.kind.name))
            if meld.cards:
                line.append(" ").append(self._cards(meld.cards))
        return line.append(f": {meld_points(melds, position.rules.melds)}" if melds else "nothing")

    def _play_lines(self, position: TablePosition) -> Iterator[Text]:
        completed = position.completed_tricks
        if completed and position.act is Act.PLAY:
            won = ""
            if position.won is not None:
                shares = zip(position.players, position.won, strict=True)
                won = ", won " + ", ".join(f"{self._seat(position, s)} {n}" for s, n in shares)
            yield Text(f"{counted(completed, 'trick')} played{won}")
        if position.led:
            seats = clockwise(position.players, position.leader)
            yield Text("this trick: ").append(self._by_seat(position, seats, position.led))

    def _by_seat(
        self, position: TablePosition, seats: Iterable[Seat], cards: Iterable[Card]
    ) -> Text:
        played = [
            Text(f"{self._seat(position, seat)} ").append(self._card(card))
            for seat, card in zip(seats, cards, strict=False)
        ]
        return Text(", ").join(played)

    def table_end(self, position: TablePosition, points: Sequence[UnitPoints]) -> None:
        """Write what the units have after the last card, from the position before it."""
        less = ", without what is buried" if position.buried is not None else ""
        self.line(f"this hand{less}: {self._points(position, points)}")

    def _unit(self, position: TablePosition, unit: Iterable[Seat]) -> str:
        return "+".join(self._seat(position, seat) for seat in unit)

    def _points(self, position: TablePosition, points: Sequence[UnitPoints]) -> str:
        scored = zip(position.units, points, strict=True)
        texts = (
            f"{self._unit(position, unit)} {each.melds} melds + {each.cards} cards"
            for unit, each in scored
        )
        return ", ".join(texts)

    def _number_lines(self, position: TablePosition) -> Iterator[str]:
        def name(unit: Iterable[Seat]) -> str:
            return self._unit(position, unit)

        if position.points is not None:
            yield f"this hand so far: {self._points(position, position.points)}"
        rules = position.rules
        if position.score is not None:
            scores = zip(rules.units(None), position.score, strict=True)
            to = "" if rules.target is None else f", to {rules.target}"
            texts = (f"{name(unit)} {score}" for unit, score in scores)
            money = "" if rules.money is None else f", in {rules.money.unit}s"
            yield f"before this hand{money}: {', '.join(texts)}{to}"
        if position.checks is not None:
            sides = zip(rules.units(None), position.checks, strict=True)
            yield f"checks: {', '.join(f'{name(unit)} {number}' for unit, number in sides)}"
        if position.kitty is not None and rules.money is not None:
            yield f"kitty: {counted(position.kitty, rules.money.unit)}"
        if position.sides is not None and not rules.partners and position.bidder is None:
            yield f"played as {' against '.join(map(name, position.sides))}"

    # Moves

    def _moves_said(
        self, position: TablePosition, moves: Sequence[AnyMove]
    ) -> dict[str, list[Text]]:
        """Columns that say moves: one for most; of burials the trump, the cards and the melds.

        The melds have a column only if some burial lays fewer than it can.
        """
        if position.act is not Act.BURY:
            return {"move": [*map(self._in_words, moves)]}
        burials = [move if isinstance(move, Bury) else None for move in moves]
        said = {
            "trump": [
                self._in_words(move) if burial is None else self._suit(burial.trump)
                for move, burial in zip(moves, burials, strict=True)
            ]
        }
        if position.rules.widow:
            said["bury"] = [self._cards(each.cards) if each else Text("") for each in burials]
        if any(each and each.melds is not None for each in burials):
            said["meld"] = [self._named_melds(each.melds) if each else Text("") for each in burials]
        return said

    def _in_words(self, move: AnyMove) -> Text:
        """A move without the signs of the notation: ``♠ T♥ T♦ T♣``, ``all``, ``pass``."""
        if isinstance(move, Bury):
            text = self._suit(move.trump)
            if len(move.cards):
                text.append(" ").append(self._cards(move.cards))
            return text.append(self._held_back(move))
        if isinstance(move, Lay):
            return self._named_melds(move.melds)
        if isinstance(move, PlayCard):
            return self._card(move.card)
        if isinstance(move, (Play, Show)):
            return self._move(move)
        return Text("pass" if isinstance(move, Call) and move.bid is None else move.text())

    def _held_back(self, move: Bury) -> Text:
        """What is melded if not all that can be."""
        if move.melds is None:
            return Text("")
        return Text(", meld ").append(self._named_melds(move.melds))

    def _named_melds(self, melds: TableMelds | None) -> Text:
        if not melds:
            return Text("all" if melds is None else "none")
        named = (
            Text(f"{in_words(each.kind.name)} ").append(self._cards(each.cards)) for each in melds
        )
        return Text(", ").join(named)
