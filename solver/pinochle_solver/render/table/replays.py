"""Hands and games for three and four that were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.render.grids import Table
from pinochle_solver.render.holdings import Holding, HoldingViews
from pinochle_solver.render.page import view
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.checks_paid import CheckPart, sum_of
from pinochle_solver.table.deals import stock_tricks
from pinochle_solver.table.melds import EXCHANGE, MeldValues, TableMeld, meld_points
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.seats import Seat, clockwise

if TYPE_CHECKING:
    from pinochle_solver.game.table.replayed_hand import RecordedTablePosition, TableReplay
    from pinochle_solver.game.table.scoring import ScoredHand, ScoredTableGame
    from pinochle_solver.rules.cards import Card
    from pinochle_solver.table.hands import TableHand
    from pinochle_solver.table.rules import MoneyRules
    from pinochle_solver.table.scoring import HandResult
    from pinochle_solver.table.stock_hands import StockHand
    from pinochle_solver.table.views import AnyHand

YOU = "you"
"""What a person is called who plays."""
_Names = Mapping[Seat, str]


def name_of(names: _Names, seats: Iterable[Seat]) -> str:
    """The names of seats that play together, or the seats."""
    return "+".join(names.get(seat, seat.text()) for seat in seats)


def whose(name: str) -> str:
    """Whose something is: ``your``, or ``west's``."""
    return "your" if name == YOU else f"{name}'s"


class TableRecordViews(HoldingViews):
    """Views of hand records and of games for three and four."""

    @view()
    def recorded_table_position(self, recorded: RecordedTablePosition) -> None:
        """Write the line of a position."""
        self.notation(recorded.position.text())

    @view(apart=True)
    def table_replay(self, replay: TableReplay) -> None:
        """Write a hand trick by trick, what is wrong with it, and what it comes to."""
        record, separator = replay.record, ", " if self._ascii else " · "
        rules, names = record.rules, record.told_apart
        head = [rules.name, *rules.options, f"{rules.count.name} count"]
        dealt = f"{record.name(record.dealer)} dealt" + (" and is out" if rules.out_dealer else "")
        self.line(separator.join([*head, dealt]))
        if names:
            self.line(", ".join(f"{name} is {seat.text()}" for seat, name in record.names.items()))
        for tag, value in record.other_tags:
            self.line(f"{tag}: {value}")
        self._holdings(
            [
                Holding(record.name(seat), "", (*self._suits(hand),))
                for seat, hand in record.hands.items()
            ]
        )
        if record.widow is not None:
            self._print(Text("  widow: ").append(self._cards(record.widow)))
        if record.upcard is not None:
            self._print(Text("  turned up: ").append(self._card(record.upcard)))
        if replay.bidding_hand is not None:
            for line in self._before_the_play(replay.bidding_hand, names):
                self._print(Text("  ").append(line))
        if replay.hand is not None and (replay.hand.tricks or replay.hand.led):
            self._print(self._tricks_table(replay.hand, names))
        if replay.stock_hand is not None:
            for line in self._with_stock(replay.stock_hand, names):
                self._print(line)
        for finding in replay.findings:
            self.line(str(finding))
        result = replay.result
        if result is None:
            self.line(_why_no_result(replay))
            return
        for text in result_lines(result, names, replay.bidding_hand):
            self.line(text)
        if rules.money is not None and rules.money.kitty:
            self.line(f"  kitty: {counted(result.kitty, rules.money.unit)}")

    def _before_the_play(self, hand: TableHand, names: _Names) -> Iterator[Text]:
        """The auction, the burial and the melds, a line each."""
        if hand.auction is not None and hand.auction.calls:
            yield Text(f"auction: {', '.join(_calls(hand, names))}")
        bidder = hand.bidder
        if bidder is not None and hand.trump is not None:
            line = Text(f"{name_of(names, [bidder])}, for {hand.contract}, names ")
            line.append(self._suit(hand.trump))
            if len(hand.buried):
                line.append(" and buries ").append(self._cards(hand.buried.known))
            yield line
        if hand.exchanger is not None:
            yield Text(f"{name_of(names, [hand.exchanger])} exchanges the nine of trumps")
        for seat in hand.players:
            if (melds := hand.laid[seat]) is not None:
                who = name_of(names, [seat])
                yield Text(f"{who} melds ").append(self._laid_melds(melds, hand.rules.melds))

    def _with_stock(self, hand: StockHand, names: _Names) -> Iterator[Text]:
        """What each seat has laid while there was a stock, a line each."""
        for seat in hand.players:
            line = Text(f"{name_of(names, [seat])} has melded ")
            for number, laid in enumerate(hand.seats[seat].laid.melds):
                line.append(", " if number else "").append(in_words(laid.name))
                if laid.copies:
                    line.append(" ").append(self._cards(copy.card for copy in laid.copies))
                line.append(f" (trick {laid.trick})" if laid.trick else "")
            points = hand.melds_made(seat)
            shown = hand.seats[seat].laid.melds
            yield line.append(f": {points}" if shown else f"nothing: {points}")

    def _laid_melds(self, melds: tuple[TableMeld, ...], values: MeldValues) -> Text:
        """Melds with their cards, and the points for them."""
        line = Text()
        for number, meld in enumerate(melds):
            line.append(", " if number else "").append(in_words(meld.kind.name))
            if meld != EXCHANGE:
                line.append(" ").append(self._cards(meld.cards))
        return line.append(f": {meld_points(melds, values)}" if melds else "nothing")

    def _tricks_table(self, hand: AnyHand, names: _Names) -> Table:
        """A line a trick: the cards in the order played, who takes it, the card points so far."""
        units = hand.rules.units(hand.dealer)
        table = self._table()
        table.add_column("trick", justify="right")
        table.add_column("played")
        table.may_fold("played")
        table.add_column("taken by")
        for unit in units:
            table.add_column(name_of(names, unit).replace("+", "+\n"), justify="right")
        taken = dict.fromkeys(units, 0)
        count = hand.rules.count
        for number, trick in enumerate(hand.tricks, start=1):
            unit = next(unit for unit in units if trick.winner in unit)
            taken[unit] += count.of(trick.cards)
            if number == hand.rules.hand + stock_tricks(hand.rules):
                taken[unit] += count.last_trick
            played = self._in_order(hand, trick.leader, trick.cards, names)
            points = (str(taken[unit]) for unit in units)
            table.add_row(str(number), played, name_of(names, [trick.winner]), *points)
        if hand.led and hand.leader is not None:
            played = self._in_order(hand, hand.leader, hand.led, names)
            table.add_row(str(len(hand.tricks) + 1), played, "", *("" for _ in units))
        return table

    def _in_order(self, hand: AnyHand, leader: Seat, cards: Iterable[Card], names: _Names) -> Text:
        seats = clockwise(hand.players, leader)
        return Text(", ").join(
            Text(f"{name_of(names, [seat])} ").append(self._card(card))
            for seat, card in zip(seats, cards, strict=False)
        )

    @view()
    def table_game(self, game: ScoredTableGame) -> None:
        """Write a game as a score sheet: hand by hand what it adds and how the game stands."""
        rules, separator = game.rules, ", " if self._ascii else " · "
        kind = "each hand for itself" if rules.target is None else f"to {rules.target}"
        if game.game.single_hand:
            kind = "single-hand games"
        if rules.money is not None:
            kind += f", in {rules.money.unit}s"
        chips = ["chips"] if Agreed.CHIPS in game.agreed else []
        head = [rules.name, *rules.options, f"{rules.count.name} count", *chips, kind]
        self.line(separator.join(head))
        self._print(self._score_sheet(game))
        for hand in game.hands:
            for remark in (*hand.notes, *hand.faults, *map(str, hand.findings)):
                self.line(f"hand {hand.number}: {remark}")
        self.line(game.verdict)
        now = game.game
        if game.payments is not None and (now.is_settled or any(game.payments.values())):
            texts = (f"{name_of(game.names, u)} {paid:+d}" for u, paid in game.payments.items())
            so_far = "" if now.is_settled else " so far"
            bonus = f", with a bonus of {game.bonus} from each loser" if game.bonus else ""
            self.line(f"paid to each{so_far}, in {game.payments_in}{bonus}: {', '.join(texts)}")
        elif game.payments is not None:
            self.line("nothing is paid before the game is over")
        if now.checks:
            checks_of = zip(rules.score_units, now.checks, strict=True)
            texts = (f"{name_of(game.names, unit)} {checks}" for unit, checks in checks_of)
            self.line(f"checks: {', '.join(texts)}")
        if rules.money is not None and rules.money.kitty:
            self.line(f"kitty: {counted(now.kitty, rules.money.unit)}")

    def _score_sheet(self, game: ScoredTableGame) -> Table:
        units = game.rules.score_units
        bought = ["contract"] if game.rules.auction is not None else []
        table = self._table()
        for heading in ("hand", "dealer", *bought, "outcome"):
            table.add_column(heading)
        table.may_fold("outcome")
        headings = [name_of(game.names, unit).replace("+", "+\n") for unit in units]
        for heading in headings:
            table.add_column(heading, justify="right")
        for heading in headings:
            name = "games" if game.game.single_hand else "score"
            table.add_column(f"{name}\n{heading}", justify="right")
        table.may_lose("dealer", "outcome", *(" ".join(each.split()) for each in headings))
        for hand in game.hands:
            result = hand.result
            dealer = "" if hand.dealer is None else name_of(game.names, [hand.dealer])
            contract = _contract(hand, game.names)
            adds = [""] * len(units) if result is None else map(str, result.scores)
            outcome = "" if result is None else result.outcome.value
            scores = map(str, hand.game.scores)
            contracts = [contract] if bought else []
            table.add_row(str(hand.number), dealer, *contracts, outcome, *adds, *scores)
        return table


def _why_no_result(replay: TableReplay) -> str:
    """Why a hand has no result, in words."""
    if replay.hand is None:
        return "no hand"
    return "the hand ends and is not scored" if replay.is_unscored else "the hand is not over"


def _contract(hand: ScoredHand, names: _Names) -> str:
    """Who plays for how much, where that is known."""
    if hand.bidder is None:
        return ""
    return f"{name_of(names, [hand.bidder])} {hand.contract}"


def _calls(hand: TableHand, names: _Names) -> Iterator[str]:
    from pinochle_solver.table.auction import opened

    assert hand.auction is not None
    auction = opened(hand.rules, hand.auction.dealer)
    for call in hand.auction.calls:
        assert auction.turn is not None
        yield f"{name_of(names, [auction.turn])} {'pass' if call == PASS else call.text()}"
        auction = auction.after(call)


def outcome_told(result: HandResult, hand: TableHand | None) -> str:
    """What became of a hand, and whether the rest of it was given up."""
    said = result.outcome.value
    if hand is None:
        return said
    if hand.ending is Ending.GIVEN_UP or _was_made_before(hand):
        return f"{said}, the rest given up"
    if hand.ending is Ending.DEFENDERS_CONCEDED:
        return f"{said}, conceded by the others"
    return said


def _was_made_before(hand: TableHand) -> bool:
    """Whether the others gave up the rest of a contract that was made already."""
    if hand.ending is not Ending.DEFENDERS_CONCEDED:
        return False
    return replace(hand, act=Act.PLAY, ending=None).settled() is not None


def result_lines(result: HandResult, names: _Names, hand: TableHand | None) -> Iterator[str]:
    """What a hand comes to, in words."""
    said = outcome_told(result, hand)
    if hand is not None and hand.bidder is not None:
        said = f"{whose(name_of(names, [hand.bidder]))} {hand.contract}: {said}"
    elif result.outcome.value == "played":
        said = "the hand ends"
    yield said
    yield from unit_lines(result, names, None if hand is None else hand.rules.money, hand)


def unit_lines(
    result: HandResult, names: _Names, money: MoneyRules | None, hand: TableHand | None
) -> Iterator[str]:
    """What a hand comes to for each unit, a line each."""
    paid_in = "" if money is None else f" {money.unit}s"
    is_given_up = hand is not None and _was_made_before(hand)
    for place, unit in enumerate(result.units):
        checks = f", {_checks_told(result.check_parts[place], names)}" if result.checks else ""
        rest = ", the rest among them" * (is_given_up and unit == result.bidding_side)
        total = f"{result.totals[place]} in melds and cards{rest}, "
        yield f"  {name_of(names, unit)}: {total}{result.scores[place]:+d}{paid_in}{checks}"


def _checks_told(parts: Sequence[CheckPart], names: _Names) -> str:
    """The checks of a unit, and what they are for: ``5 checks: 4 for ..., 1 for west's jacks``."""
    told = ", ".join(f"{part.checks} for {_what_for(part, names)}" for part in parts)
    return f"{counted(sum_of(parts), 'check')}{': ' if told else ''}{told}"


def _what_for(part: CheckPart, names: _Names) -> str:
    if part.seat is None:
        return part.what
    return f"{whose(names.get(part.seat, part.seat.text()))} {part.what}"
