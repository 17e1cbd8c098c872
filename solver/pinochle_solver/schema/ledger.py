"""A player's own numbers, and the decisions that answer a question."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.ledger.answers import Answer, KeptDecision
from pinochle_solver.ledger.report import Part, PlayerReport, Standing
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject, rounded

_DIGITS = 4


class RatingObject(JsonObject, kw_only=True):
    """A mean over hands and its 95% interval; null where it is not known."""

    hands: int
    mean: float | None
    low: float | None
    high: float | None


class LedgerPartObject(JsonObject, kw_only=True):
    """Some of a player's decisions, as ``question`` asks for them: points lost."""

    name: str
    question: str
    decisions: int
    lost: float
    rating: RatingObject


class PeriodObject(JsonObject, kw_only=True):
    """Some hands in a row, numbered among the hands with a day; and its day."""

    first: int
    last: int
    since: str
    rating: RatingObject


class ResultObject(JsonObject, kw_only=True):
    """What a player got a hand, in one currency, as scored and without luck."""

    players: int
    unit: str
    won: int
    mean: RatingObject
    without_luck: RatingObject | None


class ChangeObject(JsonObject, kw_only=True):
    """A change in a hundred hands, and its standard error."""

    mean: float
    se: float


class ReviewedObject(JsonObject, kw_only=True):
    """How some hands were reviewed."""

    hands: int
    engine: str
    program: str
    worlds: int
    seed: int


class PlayerReportLine(JsonObject, kw_only=True):
    """What a ledger knows of a player.

    ``decisions`` were judged, ``unjudged`` others were not; ``trivial`` ones do not count, nor do
    ``forced`` moves.
    ``rating`` is points lost a decision that counts, ``of_all`` trivial ones included. ``guess`` is
    true, and else left out, for fewer than 20 hands. ``where`` is the question that chooses the
    decisions, and else left out. If it chooses among the decisions of a hand, ``level`` and
    ``forced`` are null; if it chooses by what came of them, ``by_outcome`` is true, and ``rating``
    rates nobody. ``change`` and ``periods`` are of hands with a day; ``undated`` hands have none.
    """

    player: str
    where: str | UnsetType = UNSET
    hands: int
    guess: bool | UnsetType = UNSET
    since: str | None
    until: str | None
    decisions: int
    trivial: int
    unjudged: int
    forced: int | None
    by_outcome: bool
    rating: RatingObject
    of_all: RatingObject
    level: str | None
    lost: float
    marks: dict[str, int]
    undated: int
    change: ChangeObject | None
    periods: list[PeriodObject]
    kinds: list[LedgerPartObject]
    tricks: list[LedgerPartObject]
    rulebooks: list[LedgerPartObject]
    results: list[ResultObject]
    settings: list[ReviewedObject]


class StandingLine(JsonObject, kw_only=True):
    """A player beside others; ``rating`` is points lost a decision that counts."""

    player: str
    hands: int
    decisions: int
    rating: RatingObject
    marks: dict[str, int]


class KeptDecisionObject(JsonObject, kw_only=True):
    """A decision of a ledger.

    ``loss`` is in ``unit``, ``points`` in points of the scale that all games share; null where
    it is not known.
    """

    place: str
    day: str | None
    player: str
    rulebook: str
    trick: int
    kind: str
    position: str
    played: str
    best: str
    loss: float | None
    loss_se: float | None
    unit: str
    points: float | None
    points_se: float | None
    exact: bool | None
    mark: str | None
    reason: str | UnsetType = UNSET
    worlds: int
    seed: int


class CurrencyObject(JsonObject, kw_only=True):
    """Decisions of games of one number of players and one currency; ``lost`` is in ``unit``."""

    players: int
    unit: str
    number: int
    marked: int
    lost: RatingObject


class AnswerLine(JsonObject, kw_only=True):
    """The answer to a question: how many of all decisions, and the worst of them.

    ``rating`` is in points of the scale that all games share; ``currencies`` has the same in the
    currencies of the games.
    """

    question: str
    number: int
    total: int
    marked: int
    rating: RatingObject
    currencies: list[CurrencyObject]
    worst: list[KeptDecisionObject]


@line("ledger show")
def player_report_line(report: PlayerReport) -> PlayerReportLine:
    """The line of ``ledger show`` for a player."""
    change = report.change
    return filled(
        partial(
            PlayerReportLine,
            where=report.asked.question or UNSET,
            guess=report.is_guess or UNSET,
            by_outcome=report.is_by_outcome,
            since=_day(report.since),
            until=_day(report.until),
            lost=round(report.lost, _DIGITS),
            change=None
            if change is None
            else ChangeObject(mean=round(change.mean, _DIGITS), se=round(change.se, _DIGITS)),
            periods=[
                filled(partial(PeriodObject, since=str(each.since)), each)
                for each in report.periods
            ],
        ),
        report,
    )


@line("ledger show")
def standing_line(standing: Standing) -> StandingLine:
    """The line of ``ledger show`` for one of several players."""
    return filled(StandingLine, standing)


@line("ledger query")
def answer_line(answer: Answer) -> AnswerLine:
    """The line of ``ledger query``."""
    return filled(AnswerLine, answer)


@makes(RatingObject)
def rating_object(mean: Mean) -> RatingObject:
    """A mean over hands."""
    low, high = mean.interval
    return RatingObject(
        hands=mean.number,
        mean=round(mean.mean, _DIGITS) if mean.number else None,
        low=rounded(low, _DIGITS),
        high=rounded(high, _DIGITS),
    )


@makes(LedgerPartObject)
def part_object(part: Part) -> LedgerPartObject:
    """Some of a player's decisions."""
    return filled(partial(LedgerPartObject, lost=round(part.lost, _DIGITS)), part)


@makes(KeptDecisionObject)
def kept_decision_object(decision: KeptDecision) -> KeptDecisionObject:
    """A decision."""
    return filled(partial(KeptDecisionObject, day=_day(decision.day)), decision)


def _day(day: object) -> str | None:
    return None if day is None else str(day)
