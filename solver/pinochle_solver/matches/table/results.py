"""The settings of a match of three or four, and the results of its hands, written as JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import fmean

from pinochle_solver.game.table.recording import record_of_hand, record_of_stock_hand
from pinochle_solver.limits import Limits
from pinochle_solver.matches.results import SIDES
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.offered_moves import move_of
from pinochle_solver.notation.table.rulebook_text import parse_table_rulebook
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.rulebooks import with_options
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.views import AnyHand, AnyMove, begun_hand

CENTS, CHECKS, POINTS = "cents", "checks", "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMatchSettings:
    """What decides how a match goes; a match can only be continued with the same settings.

    Attributes:
        a, b: the players, as they are written.
        rules: the name of the rulebook.
        options: its options.
        count: what cards count; None for the rulebook's own.
        rulebook: the rulebook as TOML if it is not a published one; else empty.
        contract: whether hands begin after the auction (`contracts`).
        seed: the seed of the deals and of what is random in the players.
        seconds: the time for each move; None if `worlds` is given.
        worlds: the deals of the unseen cards for each move.
        timeout: after how many seconds without an answer an external player has lost the hand.
        sprt: the bounds of the sequential test, in the currency of the game; None without one.
        version: the version of the package.
        names: what the players call themselves.
    """

    a: str
    b: str
    rules: str
    options: tuple[str, ...] = ()
    count: str | None = None
    rulebook: str = ""
    contract: bool = False
    seed: int
    seconds: float | None
    worlds: int | None
    timeout: float
    sprt: tuple[float, float] | None = None
    version: str
    names: tuple[str, str]

    @property
    def limits(self) -> Limits:
        """How long each may think about a move, unless its options say otherwise."""
        return Limits(seconds=self.seconds, worlds=self.worlds)

    @property
    def table_rules(self) -> TableRules:
        """The rulebook with its options."""
        plain = parse_table_rulebook(self.rulebook) if self.rulebook else self.rules
        count = None if self.count is None else COUNTS[self.count]
        return with_options(plain, self.options, count=count)

    def deal(self, pair: int) -> TableDeal:
        """The cards of a deal, numbered from 1; each time the next seat deals."""
        rules = self.table_rules
        return random_deal(pair - 1, self.seed, rules, rules.table[(pair - 1) % len(rules.table)])


def seatings(rules: TableRules) -> tuple[str, ...]:
    """Every way in which A and B can sit, both of them: the letter of each seat from south on.

    Partners are one player: ``ABAB`` and ``BABA``. Of three, each for himself, there are six.
    """
    if rules.partners:
        return "ABAB", "BABA"
    return tuple("".join(each) for each in product(SIDES, repeat=rules.seats) if len({*each}) > 1)


def currency(rules: TableRules) -> str:
    """What hands are settled in: ``cents``, ``checks`` or ``points``."""
    if rules.money is not None:
        return POINTS if rules.money.in_points else CENTS
    return POINTS if rules.checks is None else CHECKS


def worths(hand: AnyHand) -> tuple[int, ...]:
    """What a finished hand is worth to each seat that plays, or to its side."""
    result = hand.result()
    each = result.checks or result.scores
    places = (
        next(place for place, unit in enumerate(result.units) if seat in unit)
        for seat in hand.players
    )
    return tuple(each[place] for place in places)


def margin_of(worth: Sequence[float], seating: str) -> float:
    """What a seat of A has on average, minus what a seat of B has."""
    of = {
        side: fmean(each for each, sits in zip(worth, seating, strict=True) if sits == side)
        for side in SIDES
    }
    return of["A"] - of["B"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSideResult:
    """What one player did in one hand.

    Attributes:
        decisions: how many decisions it made.
        seconds: the time that it took for them.
        slowest: the time for the longest of them.
    """

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHandResult:
    """One hand.

    Attributes:
        seating: who sat where, ``ABA``: the letter of each seat from south on.
        margin: what a seat of A got on average minus what a seat of B got; if a player has failed,
            what the hand counts as.
        outcome: what became of the contract, a word of `Outcome`; ``failed`` if a player has.
        bidder: ``A`` or ``B``, who played the contract; None if there was none.
        contract: the contract; None if there was none.
        a, b: what the players did.
        moves: all moves, in order.
        failed: ``A`` or ``B`` if that player has failed, which ended the hand.
        failure: why it failed.
    """

    seating: str
    margin: float
    outcome: str
    bidder: str | None
    contract: int | None
    a: TableSideResult
    b: TableSideResult
    moves: tuple[str, ...]
    failed: str | None = None
    failure: str | None = None

    def side(self, side: str) -> TableSideResult:
        """What A or B did."""
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDealResult:
    """The same cards played with every assignment of the players to the seats.

    Attributes:
        pair: its number, from 1.
        rules: the rulebook.
        hands: a hand for each of `seatings`, in their order.
    """

    pair: int
    rules: str
    hands: tuple[TableHandResult, ...]

    @property
    def mean(self) -> float:
        """The mean of the margins of its hands."""
        return fmean(hand.margin for hand in self.hands)


def records_text(settings: TableMatchSettings, pair: TableDealResult) -> str:
    """The records of all hands; every seat has the name of its player, A or B."""
    deal, texts = settings.deal(pair.pair), []
    for number, hand in enumerate(pair.hands, start=1):
        remarks = [f"; deal {pair.pair}, hand {number}: A {settings.a}, B {settings.b}"]
        if hand.failed is not None:
            remarks.append(f"; {hand.failed} failed: {hand.failure}")
        names = dict(zip(deal.rules.table, hand.seating, strict=True))
        record = replace(_record(deal, hand), names=names)
        texts.append("".join(f"{remark}\n" for remark in remarks) + record.text())
    return "\n".join(texts)


def _record(deal: TableDeal, result: TableHandResult) -> TableRecord:
    hand, made = begun_hand(deal), list[AnyMove]()
    for text in result.moves:
        made.append(move_of(hand, text))
        hand = hand.after(made[-1])  # type: ignore[arg-type]  # of the kind that the hand reads
    if isinstance(hand, TableHand):
        return record_of_hand(hand)
    return record_of_stock_hand(deal, (move for move in made if isinstance(move, StockMove)))
