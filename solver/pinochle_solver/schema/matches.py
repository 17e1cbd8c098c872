"""Matches of engines."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.matches.report import Failure, GamesReport, MatchReport, SideReport
from pinochle_solver.matches.statistics import Mean, SequentialTest
from pinochle_solver.matches.totals import PlayerTotal, RecordTotals
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject, rounded


class MeanObject(JsonObject, kw_only=True):
    """A mean, its 95% interval, its standard error and the deviation of one.

    The interval of a share is within 0 and 1.
    """

    mean: float | None
    interval: tuple[float | None, float | None]
    se: float | None
    deviation: float | None


class RulebookMeanObject(JsonObject, kw_only=True):
    """The mean of the pairs that one rulebook was played by."""

    pairs: int
    mean: float | None
    interval: tuple[float | None, float | None]
    se: float | None
    deviation: float | None


class LaidObject(JsonObject, kw_only=True):
    """How often a kind of meld was laid, and the points for it."""

    count: int
    points: int


class PlayerObject(JsonObject, kw_only=True):
    """What one player did."""

    melds: float | None
    tricks: float | None
    shown: dict[str, LaidObject]
    decisions: int
    seconds: float
    seconds_a_decision: float | None
    slowest: float
    failures: int


class PlayersObject(JsonObject, kw_only=True):
    """What both did."""

    a: PlayerObject
    b: PlayerObject


class GamesObject(JsonObject, kw_only=True):
    """The games of a match, and what they were played for."""

    target: int | None
    ahead: int | None
    call_out: bool
    number: int
    won: int
    share: MeanObject
    hands_a_game: float | None


class FailureObject(JsonObject, kw_only=True):
    """A hand, or a game, that was lost by failing."""

    pair: int
    game: int | UnsetType = UNSET
    hand: int
    player: str
    why: str


class SequentialTestObject(JsonObject, kw_only=True):
    """How the sequential test stands."""

    low: float
    high: float
    ratio: float
    bound: float
    fewest: int
    differing: int
    verdict: str


class MatchLine(JsonObject, kw_only=True):
    """A match, as far as it was played.

    With ``doubles`` hands count in initial stakes: ``stakes`` is what was paid to A a hand, instead
    of ``points`` and ``without_luck``. ``guess`` is true, and else left out, if fewer than 20 pairs
    were played.
    """

    a: str
    b: str
    names: tuple[str, str]
    rules: list[str]
    count: str | None
    seed: int
    seconds: float | None
    worlds: int | None
    pairs: int
    finished: bool
    guess: bool | UnsetType = UNSET
    points: MeanObject | UnsetType = UNSET
    without_luck: MeanObject | UnsetType = UNSET
    won: int
    lost: int
    tied: int
    players: PlayersObject
    by_rules: dict[str, RulebookMeanObject]
    failures: list[FailureObject]
    sprt: SequentialTestObject | UnsetType = UNSET
    games: GamesObject | UnsetType = UNSET
    doubles: str | UnsetType = UNSET
    stakes: MeanObject | UnsetType = UNSET


@line("match")
def match_line(report: MatchReport) -> MatchLine:
    """The line of ``match``."""
    settings, mean = report.settings, mean_object(report.points)
    in_points = settings.doubles is None
    return filled(
        partial(
            MatchLine,
            pairs=report.points.number,
            guess=report.is_guess or UNSET,
            points=mean if in_points else UNSET,
            without_luck=mean_object(report.adjusted) if in_points else UNSET,
            players=PlayersObject(a=_player(report.a), b=_player(report.b)),
            by_rules={name: _mean_of_rules(mean) for name, mean in report.by_rules.items()},
            sprt=UNSET if report.test is None else sequential_test_object(report.test),
            games=UNSET if report.games is None else _games(report, report.games),
            stakes=UNSET if in_points else mean,
        ),
        settings,
        report,
    )


class SeatGotObject(JsonObject, kw_only=True):
    """What a hand brought the player at a seat; the seat's name stands for a player without one."""

    seat: str
    name: str
    amount: int


class TotalHandObject(JsonObject, kw_only=True):
    """One of the hands added up: its number among the records, and that of its deal, from 1."""

    number: int
    deal: int
    got: list[SeatGotObject]


class PlayerTotalObject(JsonObject, kw_only=True):
    """What a player got.

    ``hands`` counts two hands of one deal for a player at two seats. ``each`` is what one hand
    brought, ``ahead`` how much more than one of the others at the table; null if nobody else sat
    there. Their intervals and deviations are over deals.
    """

    name: str
    hands: int
    total: int
    each: MeanObject
    ahead: MeanObject | None


class TotalsLine(JsonObject, kw_only=True):
    """What the players of many hands got in all; each hand counts by itself.

    ``objective`` is what is counted: points, stakes, cents or checks. ``guess`` is true, and else
    left out, for fewer than 20 deals.
    """

    rules: list[str]
    objective: str
    hands: int
    deals: int
    guess: bool | UnsetType = UNSET
    players: list[PlayerTotalObject]
    each_hand: list[TotalHandObject] | UnsetType = UNSET


@line("score")
def totals_line(totals: RecordTotals) -> TotalsLine:
    """The line of ``score`` for hands that are added up."""
    return filled(
        partial(
            TotalsLine,
            objective=totals.currency,
            guess=totals.is_guess or UNSET,
            players=[_player_total(each) for each in totals.players],
            each_hand=[filled(TotalHandObject, each) for each in totals.each_hand] or UNSET,
        ),
        totals,
    )


@makes(PlayerTotalObject)
def _player_total(player: PlayerTotal) -> PlayerTotalObject:
    ahead = None if player.ahead is None else mean_object(player.ahead)
    return filled(partial(PlayerTotalObject, each=mean_object(player.each), ahead=ahead), player)


def mean_object(mean: Mean) -> MeanObject:
    """A mean of pairs."""
    low, high = mean.interval
    return MeanObject(
        mean=round(mean.mean, 4) if mean.number else None,
        interval=(rounded(low, 4), rounded(high, 4)),
        se=rounded(mean.estimate.se, 4),
        deviation=rounded(mean.deviation, 4),
    )


def _mean_of_rules(mean: Mean) -> RulebookMeanObject:
    return filled(partial(RulebookMeanObject, pairs=mean.number), mean_object(mean))


def _player(side: SideReport) -> PlayerObject:
    return filled(
        partial(
            PlayerObject,
            melds=_share(side.melds, side.hands, 3),
            tricks=_share(side.tricks, side.hands, 3),
            shown={
                kind: LaidObject(count=number, points=points)
                for kind, (number, points) in sorted(side.shown.items())
            },
            seconds=round(side.seconds, 3),
            seconds_a_decision=_share(side.seconds, side.decisions, 6),
            slowest=round(side.slowest, 6),
        ),
        side,
    )


def _games(report: MatchReport, games: GamesReport) -> GamesObject:
    return filled(
        partial(
            GamesObject,
            share=mean_object(games.share),
            hands_a_game=_share(games.hands, games.number, 3),
        ),
        games,
        report.settings,
    )


@makes(FailureObject)
def failure_object(failure: Failure) -> FailureObject:
    """A failure."""
    return filled(partial(FailureObject, player=failure.side.lower()), failure)


def sequential_test_object(test: SequentialTest) -> SequentialTestObject:
    """How a sequential test stands."""
    return filled(
        partial(
            SequentialTestObject,
            ratio=round(test.ratio, 4),
            bound=round(test.bound, 4),
            fewest=test.FEWEST,
        ),
        test,
    )


def _share(total: float, number: int, digits: int) -> float | None:
    return round(total / number, digits) if number else None
