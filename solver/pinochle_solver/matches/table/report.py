"""What a match of three or four came to: the margin by deal, contracts, time, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pinochle_solver.engines.registry import TABLE_GAMES
from pinochle_solver.intervals import is_guess
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.report import Failure
from pinochle_solver.matches.results import SIDES
from pinochle_solver.matches.statistics import Mean, SequentialTest
from pinochle_solver.matches.table.results import (
    TableDealResult,
    TableHandResult,
    TableMatchSettings,
    currency,
)
from pinochle_solver.rules.checks import counted
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.scoring import Outcome


@dataclass
class TableSideReport:
    """What one player did in the match.

    Attributes:
        hands: in how many hands it played.
        outcomes: how many contracts it played, by what became of them (a word of `Outcome`).
        contracts: the sum of these contracts.
        decisions: how many decisions it made.
        seconds: the time that it took for them.
        slowest: the time for the longest of them.
        failures: the hands that it lost by failing.
    """

    hands: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    contracts: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: int = 0

    def add(self, hand: TableHandResult, side: str) -> None:
        """Take in a hand."""
        did = hand.side(side)
        self.hands += 1
        if hand.bidder == side and hand.contract is not None and hand.failed is None:
            self.outcomes[hand.outcome] += 1
            self.contracts += hand.contract
        self.decisions += did.decisions
        self.seconds += did.seconds
        self.slowest = max(self.slowest, did.slowest)
        self.failures += hand.failed == side

    @property
    def played(self) -> int:
        """How many contracts it played, conceded ones included."""
        return sum(self.outcomes.values())

    @property
    def mean_contract(self) -> float | None:
        """The mean of its contracts; None without any."""
        return self.contracts / self.played if self.played else None

    @property
    def failed_always(self) -> bool:
        """Whether it played, and lost every hand by failing."""
        return 0 < self.hands == self.failures


@dataclass(frozen=True, slots=True, repr=False)
class TableMatchReport(ShownAsText):
    """A match, as far as it was played.

    Attributes:
        settings: the settings of the match.
        finished: whether everything that was asked for was played.
        currency: what hands are settled in: ``cents``, ``checks`` or ``points``.
        margin: what a seat of A got a hand minus what a seat of B got; its deviation is that of the
            means of deals.
        hands: how many hands were played.
        passed_out: in how many of them nobody bid.
        won, lost, tied: the numbers of deals, for A.
        a, b: what the players did.
        allowed: the seconds that A and B had for a move; None where deals were their limit.
        failures: the hands that were lost by failing.
        test: the sequential test, None without one.
    """

    settings: TableMatchSettings
    finished: bool
    currency: str
    margin: Mean
    hands: int
    passed_out: int
    won: int
    lost: int
    tied: int
    a: TableSideReport
    b: TableSideReport
    allowed: tuple[float | None, float | None]
    failures: tuple[Failure, ...]
    test: SequentialTest | None

    @classmethod
    def of(
        cls,
        settings: TableMatchSettings,
        pairs: Iterable[TableDealResult],
        finished: bool,
        allowed: tuple[float | None, float | None] | None = None,
    ) -> TableMatchReport:
        """Sum up deals; arguments as of `MatchReport.of`."""
        deals = sorted(pairs, key=lambda deal: deal.pair)
        hands = [hand for deal in deals for hand in deal.hands]
        sides = {side: TableSideReport() for side in SIDES}
        for hand in hands:
            for side, report in sides.items():
                report.add(hand, side)
        means = [deal.mean for deal in deals]
        test = None if settings.sprt is None else SequentialTest(*settings.sprt)
        if test is not None:
            for mean in means:
                test.add(mean)
        return cls(
            settings=settings,
            finished=finished,
            currency=currency(settings.table_rules),
            margin=Mean.of(means),
            hands=len(hands),
            passed_out=sum(hand.outcome == Outcome.PASSED_OUT.value for hand in hands),
            won=sum(mean > 0 for mean in means),
            lost=sum(mean < 0 for mean in means),
            tied=sum(mean == 0 for mean in means),
            a=sides["A"],
            b=sides["B"],
            allowed=allowed or (_allowed(settings, settings.a), _allowed(settings, settings.b)),
            failures=tuple(
                Failure(deal.pair, number, hand.failed, hand.failure or "")
                for deal in deals
                for number, hand in enumerate(deal.hands, start=1)
                if hand.failed is not None
            ),
            test=test,
        )

    def __repr__(self) -> str:
        a, b = self.settings.names
        found = f"{self.margin.mean:+.1f} ± {self.margin.half:.1f} {self.currency} a hand"
        deals = counted(self.margin.number, "deal")
        return f"<TableMatchReport {a} against {b}: {found}; {deals}, {self.settings.rules}>"

    @property
    def is_guess(self) -> bool:
        """Whether so few deals were played that the result is hardly more than a guess."""
        return is_guess(self.margin.number)

    @property
    def sides(self) -> tuple[tuple[str, TableSideReport], ...]:
        """What each player did, by its letter."""
        return tuple(zip(SIDES, (self.a, self.b), strict=True))


def _allowed(settings: TableMatchSettings, player: str) -> float | None:
    return PlayerSpec.parse(player, TABLE_GAMES).limits(settings.limits).seconds
