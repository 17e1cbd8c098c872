"""The results of a match: games, points a hand, melds, time, failures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pinochle_solver.intervals import is_guess
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.results import (
    SIDES,
    AnyPair,
    GamePairResult,
    HandResult,
    MatchSettings,
    PairResult,
)
from pinochle_solver.matches.statistics import Mean, SequentialTest, Share
from pinochle_solver.rules.checks import counted
from pinochle_solver.shown import ShownAsText


@dataclass
class SideReport:
    """What one player did in the match.

    Attributes:
        hands: how many it played.
        melds: its points for melds, tricks: and in tricks.
        shown: for each kind of meld, how often it was laid and the points for it.
        decisions: how many decisions it made in the stock phase.
        seconds: the time that it took for them.
        slowest: the time for the longest of them.
        failures: the hands, or the games, that it lost by failing.
        contests: how many hands it played, or games if games are won.
    """

    hands: int = 0
    melds: int = 0
    tricks: int = 0
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: int = 0
    contests: int = 0

    def add(self, hand: HandResult, side: str) -> None:
        """Take in a hand."""
        did = hand.side(side)
        self.hands += 1
        self.melds += did.melds
        self.tricks += did.tricks
        for kind, (number, points) in did.shown.items():
            before = self.shown.get(kind, (0, 0))
            self.shown[kind] = (before[0] + number, before[1] + points)
        self.decisions += did.decisions
        self.seconds += did.seconds
        self.slowest = max(self.slowest, did.slowest)
        self.failures += hand.failed == side

    @property
    def failed_always(self) -> bool:
        """Whether it played, and lost every hand or game by failing."""
        return 0 < self.contests == self.failures


@dataclass(frozen=True, slots=True)
class Failure:
    """A hand or game lost by a failure: which, by whom (``A`` or ``B``), and why.

    In a match of games `game` is the game in the pair, and `hand` the hand in that game.
    """

    pair: int
    hand: int
    side: str
    why: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class GamesReport:
    """The games of a match.

    Attributes:
        number: how many were played.
        won: how many of them A won.
        share: the share that A won, over pairs.
        hands: how many hands all of them had.
    """

    number: int
    won: int
    share: Share
    hands: int

    @classmethod
    def of(cls, pairs: Sequence[GamePairResult]) -> GamesReport:
        """Sum up pairs of games."""
        return cls(
            number=2 * len(pairs),
            won=sum(game.winner == "A" for pair in pairs for game in pair.games),
            share=share_of(Mean.of(pair.share for pair in pairs)),
            hands=sum(len(pair.hands) for pair in pairs),
        )


@dataclass(frozen=True, slots=True, repr=False)
class MatchReport(ShownAsText):
    """A match, as far as it was played.

    Attributes:
        settings: the settings of the match.
        finished: whether everything that was asked for was played.
        points: A's points over B per hand; with doubles what is paid to A, in initial stakes.
        adjusted: the same without the luck of the draws (`luck`); with doubles the same.
        won, lost, tied: the numbers of hands, for A.
        a, b: what the players did.
        allowed: the seconds that A and B had for a move; None where worlds were their limit.
        by_rules: the points by rulebook, if several were played.
        failures: the hands that were lost by failing.
        test: the sequential test, None without one.
        games: the results of games; None if hands were played.
    """

    settings: MatchSettings
    finished: bool
    points: Mean
    adjusted: Mean
    won: int
    lost: int
    tied: int
    a: SideReport
    b: SideReport
    allowed: tuple[float | None, float | None]
    by_rules: dict[str, Mean]
    failures: tuple[Failure, ...]
    test: SequentialTest | None
    games: GamesReport | None = None

    @classmethod
    def of(
        cls,
        settings: MatchSettings,
        pairs: Iterable[AnyPair],
        finished: bool,
        allowed: tuple[float | None, float | None] | None = None,
    ) -> MatchReport:
        """Sum up pairs; in order of their numbers, whatever the order they came in.

        Args:
            settings: what the match was played by.
            pairs: the pairs.
            finished: whether everything that was asked for was played.
            allowed: as in the report; what the settings give the players that they name if None.
        """
        ordered = sorted(pairs, key=lambda pair: pair.pair)
        hands = [hand for pair in ordered for hand in pair.hands]
        sides = {side: SideReport() for side in SIDES}
        for hand in hands:
            for side, report in sides.items():
                report.add(hand, side)
        for report in sides.values():
            report.contests = 2 * len(ordered)
        return cls(
            settings=settings,
            finished=finished,
            points=_points(ordered),
            adjusted=_without_luck(ordered),
            won=sum(hand.counts > 0 for hand in hands),
            lost=sum(hand.counts < 0 for hand in hands),
            tied=sum(hand.counts == 0 for hand in hands),
            a=sides["A"],
            b=sides["B"],
            allowed=allowed or (_allowed(settings, settings.a), _allowed(settings, settings.b)),
            by_rules=_by_rules(settings, ordered),
            failures=tuple(_failures(ordered)),
            test=_test(settings, ordered),
            games=GamesReport.of(_game_pairs(ordered)) if settings.game else None,
        )

    def __repr__(self) -> str:
        a, b = self.settings.names
        if self.games is not None:
            found = f"{self.games.won} of {counted(self.games.number, 'game')}"
        else:
            digits = 1 if self.settings.doubles is None else 2
            found = f"{self.points.mean:+.{digits}f} ± {self.points.half:.{digits}f} a hand"
        pairs = counted(self.points.number, "pair")
        return f"<MatchReport {a} against {b}: {found}; {pairs}, {'+'.join(self.settings.rules)}>"

    @property
    def is_guess(self) -> bool:
        """Whether so few pairs were played that the result is hardly more than a guess."""
        return is_guess(self.points.number)

    @property
    def sides(self) -> tuple[tuple[str, SideReport], ...]:
        """The results of each player, by its letter."""
        return tuple(zip(SIDES, (self.a, self.b), strict=True))


def share_of(won: Mean) -> Share:
    """A mean of pairs that is a share of games."""
    return Share(won.number, won.mean, won.deviation)


def _game_pairs(pairs: Iterable[AnyPair]) -> list[GamePairResult]:
    return [pair for pair in pairs if isinstance(pair, GamePairResult)]


def _hand_pairs(pairs: Iterable[AnyPair]) -> list[PairResult]:
    return [pair for pair in pairs if isinstance(pair, PairResult)]


def _points(pairs: Sequence[AnyPair]) -> Mean:
    """A's points over B per hand."""
    if games := _game_pairs(pairs):
        totals = [sum(hand.margin for hand in pair.hands) for pair in games]
        return Mean.of_ratio(totals, [len(pair.hands) for pair in games])
    return Mean.of(pair.mean for pair in _hand_pairs(pairs))


def _without_luck(pairs: Sequence[AnyPair]) -> Mean:
    """The same less what A drew better than B."""
    if games := _game_pairs(pairs):
        totals = [sum(hand.margin - hand.luck for hand in pair.hands) for pair in games]
        return Mean.of_ratio(totals, [len(pair.hands) for pair in games])
    return Mean.of(pair.without_luck for pair in _hand_pairs(pairs))


def _allowed(settings: MatchSettings, player: str) -> float | None:
    return PlayerSpec.parse(player).limits(settings.limits).seconds


def _by_rules(settings: MatchSettings, pairs: Sequence[AnyPair]) -> dict[str, Mean]:
    if len(settings.rules) == 1:
        return {}
    return {
        name: _without_luck([pair for pair in pairs if pair.rules == name])
        for name in settings.rules
    }


def _failures(pairs: Sequence[AnyPair]) -> Iterable[Failure]:
    for pair in pairs:
        for hand, game, number in pair.played:
            if hand.failed is not None:
                yield Failure(pair.pair, number, hand.failed, hand.failure or "", game)


def _test(settings: MatchSettings, pairs: Sequence[AnyPair]) -> SequentialTest | None:
    if settings.sprt is None:
        return None
    test = SequentialTest(*settings.sprt)
    for pair in _hand_pairs(pairs):
        test.add(pair.without_luck)
    return test
