"""Positions of both phases, as the cards lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text

from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.render.holdings import Holding, HoldingViews
from pinochle_solver.render.page import view
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Doubles, Seat

_DECISIONS = {
    Act.MELD: "has won the trick and may meld",
    Act.DIX: "has lost the trick and may meld a dix",
    Act.SHOW: "leads next and may meld a dix",
    Act.DOUBLE: "leads next and may double",
    Act.ANSWER: "answers a double",
    Act.ANSWER_REDOUBLE: "answers a redouble",
}


class PositionViews(HoldingViews):
    """Views of positions."""

    @view(apart=True)
    def checked_playoff(self, position: PlayoffPosition) -> None:
        """Write the canonical line of a position, and what is known of it."""
        self.notation(position.text())
        self.position(position)

    @view(apart=True)
    def checked_stock_position(self, position: StockPosition) -> None:
        """Write the canonical line of a position, and the table as it lies."""
        self.notation(position.text())
        self.stock_position(position)

    def position(self, position: PlayoffPosition) -> None:
        """Write what is known of a position: rules, whose turn, hands, points."""
        self._players = position.players
        self._print(self._headline(position, _decision(position)))
        self._holdings(
            [Holding(self._name(seat), "", (*self._suits(position.hand(seat)),)) for seat in Seat]
        )
        if position.led is not None:
            led = f"  {self._name(position.turn.other)} has led "
            self._print(Text(led).append(self._card(position.led)))
        for note in self._notes(position):
            self._print(Text(f"  {note}"))

    def stock_position(self, position: StockPosition) -> None:
        """Write the table as it lies: both seats' cards and melds, what is hidden, the stock."""
        self._players = position.players
        self._print(self._stock_headline(position))
        self._holdings([*self._known_cards(position)])
        if position.led is not None:
            led = f"  {self._name(position.turn.other)} has led "
            self._print(Text(led).append(self._card(position.led)))
        self._print(self._stock_line(position))
        for seat in Seat:
            if position.melds(seat):
                self._print(self._laid_line(position, seat))
        for note in self._notes(position):
            self._print(Text(f"  {note}"))

    def _known_cards(self, position: StockPosition) -> Iterable[Holding]:
        for seat in Seat:
            hand, on_table = position.hand(seat), position.on_table(seat)
            in_hand = hand.known
            for card in on_table:
                in_hand = in_hand.without(card)
            hidden = f"and {hand.hidden} hidden" if hand.hidden else ""
            yield Holding(self._name(seat), "in hand", (*self._suits(in_hand),), hidden)
            if on_table:
                yield Holding(self._name(seat), "on the table", (*self._suits(on_table),))
        if position.unseen:
            yield Holding("unseen", "", (*self._suits(position.unseen),))

    def _laid_line(self, position: StockPosition, seat: Seat) -> Text:
        line = Text(f"  {self._name(seat)} has melded ")
        credits = position.meld_table(seat).credits
        for number, (meld, points) in enumerate(zip(position.melds(seat), credits, strict=True)):
            line.append("; " if number else "").append(meld.name)
            if meld.copies:
                line.append(" ").append(self._copies(meld.copies))
            line.append(f" {points}")
            if meld.trick is not None:
                line.append(f" (trick {meld.trick})")
        return line

    def _stock_line(self, position: StockPosition) -> Text:
        if position.is_last_window:
            line = Text("  the stock is gone")
        elif position.rules.deck.own_piles:
            line = self._piles(position)
        else:
            line = self._stock(position)
        played = position.completed_tricks
        line.append(f"; {played} {'trick' if played == 1 else 'tricks'} played")
        if position.dealer is not None:
            line.append(f", {self._name(position.dealer)} dealt")
        return line

    def _stock(self, position: StockPosition) -> Text:
        line = Text(f"  stock: {position.face_down} face down")
        if not isinstance(position.stock, int) and position.stock:
            line.append(" (").append(self._cards(position.stock)).append(")")
        if position.upcard is not None:
            line.append(", then the upcard ").append(self._card(position.upcard))
        return line

    def _piles(self, position: StockPosition) -> Text:
        line = Text(f"  piles: {position.face_down // 2} face down each")
        dead = None
        if not isinstance(position.stock, int):
            south, north, dead = Piles.of_row(position.stock)
            for seat, pile in zip(Seat, (south, north), strict=True):
                line.append(f", {self._name(seat)} ").append(self._cards(pile))
        if position.upcard is not None:
            line.append("; upcard ").append(self._card(position.upcard))
            line.append(", under it ")
            line.append("the dead card" if dead is None else self._card(dead))
        return line

    def _stock_headline(self, position: StockPosition) -> Text:
        decision = _DECISIONS.get(position.act, _decision(position))
        if position.act is Act.DIX and position.rules.dix_turns:
            decision = "does not lead next and may meld a dix"
        return self._headline(position, decision)

    def _headline(self, position: PlayoffPosition | StockPosition, decision: str) -> Text:
        separator = ", " if self._ascii else " · "
        headline = Text(position.id + separator if position.id else "", style="bold")
        headline.append(f"{position.rules.name}{separator}{position.count.name} count{separator}")
        headline.append("trump ").append(self._suit(position.trump))
        return headline.append(f"{separator}{self._name(position.turn)} {decision}")

    def _stakes(self, stakes: Stakes, *, in_playoff: bool) -> str:
        """What the hand is played for, and who may double it when; nobody in the playoff."""
        text = f"stake: {stakes.stake}"
        if in_playoff:
            return f"{text}; no more doubles"
        if stakes.doubler is not None:
            text += f", {_doubler(stakes, self._name)}"
        when = "every trick" if stakes.doubles is Doubles.EVERY else "the first and the last trick"
        return f"{text}; doubles after {when} of the stock"

    def _notes(self, position: PlayoffPosition | StockPosition) -> Iterable[str]:
        if self._players.legend:
            yield self._players.legend
        if position.points is not None:
            texts = (
                f"{self._name(seat)} {position.points[seat].melds} melds + "
                f"{position.points[seat].tricks} cards"
                for seat in Seat
            )
            yield f"this hand so far: {', '.join(texts)}"
        if isinstance(position, StockPosition) and position.rules.glups:
            south, north = position.glups
            yield f"glups: {self._name(Seat.SOUTH)} {south}, {self._name(Seat.NORTH)} {north}"
        if position.stakes is not None:
            yield self._stakes(position.stakes, in_playoff=isinstance(position, PlayoffPosition))
        is_usual = position.ahead is None and position.target == position.rules.target
        if position.agreed:
            yield f"agreed: {', '.join(position.agreed.words)}"
        if position.score != (0, 0) or not is_usual:
            to = f"to {position.target}" if position.ahead is None else f"to {position.ahead} ahead"
            yield f"game before this hand: {position.score.text()}, {to}"
        for seat in position.called:
            yield f"{self._name(seat)} has called out, and must still win a trick that he leads"


def _doubler(stakes: Stakes, names: Callable[[Seat], str]) -> str:
    if stakes.doubler is Doubler.BOTH:
        return "both may double"
    seat = next(seat for seat in Seat if stakes.doubler is Doubler.of(seat))
    return f"{names(seat)} may double"


def _decision(position: PlayoffPosition | StockPosition) -> str:
    return "to lead" if position.led is None else "to reply"
