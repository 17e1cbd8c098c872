"""What an analysis of the stock phase found."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.intervals import chance_interval
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.schema.card_chances import CardChancesObject
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject, rounded
from pinochle_solver.stock.analysis import (
    POINTS,
    STAKE,
    WIN,
    Analysis,
    CallOutValue,
    DoublingOutlook,
    MoveEstimate,
    Price,
    SeatOutlook,
)
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasons import Reason

# Of points, of chances and of stakes.
_DIGITS = {POINTS: 3, WIN: 4, STAKE: 4}
_DIGITS_OF_MEAN = {POINTS: 3, WIN: 3, STAKE: 4}
_PARTS = ("own_melds", "other_melds", "trick", "later")


class OutlookObject(JsonObject, kw_only=True):
    """What a seat can expect from here on: points, and how often it lays each kind of meld."""

    melds: float
    tricks: float
    shows: dict[str, float]


class PriceObject(JsonObject, kw_only=True):
    """A show taken apart, against passing."""

    points: int
    laid: int
    later: float | None
    later_se: float | None
    gained: list[str]
    given_up: list[str]


class MoveObject(JsonObject, kw_only=True):
    """A move; all values are those of the seat to decide, null where they are not known.

    With the objective ``stake`` ``mean`` and ``behind`` are payments in initial stakes, and ``win``
    is the chance to be paid. From ``win_low`` to ``win_high`` is the 95% interval of ``win``,
    within 0 and 1; from ``win_behind_low`` to ``win_behind_high`` that of ``win_behind``, within -1
    and 1.
    """

    move: str
    mean: float | None
    mean_se: float | None
    behind: float | None
    behind_se: float | None
    win: float | None
    win_se: float | None
    win_low: float | UnsetType | None = UNSET
    win_high: float | UnsetType | None = UNSET
    points_behind: float | None
    points_behind_se: float | None
    win_behind: float | None
    win_behind_se: float | None
    win_behind_low: float | UnsetType | None = UNSET
    win_behind_high: float | UnsetType | None = UNSET
    visits: int
    exact: bool
    mover: OutlookObject | UnsetType = UNSET
    other: OutlookObject | UnsetType = UNSET
    price: PriceObject | UnsetType = UNSET


class CallOutObject(JsonObject, kw_only=True):
    """A call-out before the move: what the caller has, and his chance to win the game by it.

    From ``win_low`` to ``win_high`` is the 95% interval of the chance.
    """

    count: int
    target: int
    right: bool
    win: float | None
    win_se: float | None
    win_low: float | UnsetType | None = UNSET
    win_high: float | UnsetType | None = UNSET


class DoublingObject(JsonObject, kw_only=True):
    """How a hand stands where its stake may be doubled, for the seat to decide.

    ``win`` is its chance to win the hand if it is played out, from ``win_low`` to ``win_high`` the
    95% interval of that. For who may offer a double:
    ``accepted`` is what is expected to be paid to it if that is accepted, ``refused`` if it is not,
    in initial stakes; the other seat ``accepts``, ``refuses`` and ``redoubles`` in such shares of
    the worlds, each from ``_low`` to ``_high``, its 95% interval.
    """

    win: float | None
    win_se: float | None
    win_low: float | UnsetType | None = UNSET
    win_high: float | UnsetType | None = UNSET
    accepted: float | UnsetType = UNSET
    accepted_se: float | UnsetType = UNSET
    refused: float | UnsetType = UNSET
    accepts: float | UnsetType = UNSET
    accepts_low: float | UnsetType = UNSET
    accepts_high: float | UnsetType = UNSET
    refuses: float | UnsetType = UNSET
    refuses_low: float | UnsetType = UNSET
    refuses_high: float | UnsetType = UNSET
    redoubles: float | UnsetType = UNSET
    redoubles_low: float | UnsetType = UNSET
    redoubles_high: float | UnsetType = UNSET


class ReasonObject(JsonObject, kw_only=True):
    """Why the best move is better than the move ``over``: ``text``, in a player's words.

    Of a reason before the playoff ``parts`` has the difference in points, in parts that add up to
    it, and ``errors`` their standard errors: ``now``, what is shown at once; ``own_melds`` and
    ``other_melds``, meld points to come (fewer of the opponent's count above 0); ``trick`` and
    ``later``, card points of the trick under way and of later ones.
    """

    over: str
    text: str
    parts: dict[str, float] | UnsetType = UNSET
    errors: dict[str, float] | UnsetType = UNSET


class AnalysisLine(JsonObject, kw_only=True):
    """A position analysed; the best move is the first.

    ``guess`` is true, and else left out, if fewer than 20 worlds were sampled. ``where`` are the
    conditions that the hidden cards were assumed to meet; it is left out if there are none.
    """

    id: str | UnsetType = UNSET
    position: str
    mover: str
    objective: str
    moves: list[MoveObject]
    worlds: int
    seed: int
    seconds: float
    engine: str
    belief: str
    model: str
    close: list[str]
    choice: str
    finished: bool
    guess: bool | UnsetType = UNSET
    reason: ReasonObject | UnsetType = UNSET
    open_average: dict[str, float] | UnsetType = UNSET
    call_out: CallOutObject | UnsetType = UNSET
    doubling: DoublingObject | UnsetType = UNSET
    where: list[str] | UnsetType = UNSET
    cards: CardChancesObject | UnsetType = UNSET


@line("analyze")
def analysis_line(analysis: Analysis) -> AnalysisLine:
    """The line of ``analyze``."""
    average = analysis.open_average
    return filled(
        partial(
            AnalysisLine,
            id=UNSET if analysis.position.id is None else analysis.position.id,
            seconds=round(analysis.seconds, 3),
            close=[move.move.text() for move in analysis.close],
            guess=analysis.is_guess or UNSET,
            where=list(analysis.where) or UNSET,
            reason=UNSET
            if analysis.reason is None
            else reason_object(
                analysis.reason,
                sentence(
                    analysis.reason,
                    analysis.mover.other.text(),
                    of_game=analysis.position.score != NO_SCORE,
                ),
            ),
            open_average=UNSET
            if average is None
            else {move: round(value, 2) for move, value in average.items()},
        ),
        analysis,
    )


def reason_object(reason: Reason, text: str) -> ReasonObject:
    """The object of a reason, and the reason in words."""
    parts = {name: getattr(reason, name) for name in _PARTS}
    return ReasonObject(
        over=reason.other.text(),
        text=text,
        parts={"now": reason.now} | {name: round(part.mean, 3) for name, part in parts.items()},
        errors={"now": 0.0} | {name: round(part.se, 3) for name, part in parts.items()},
    )


@makes(CallOutObject)
def _call_out(value: CallOutValue) -> CallOutObject:
    low, high = value.win_interval
    return CallOutObject(
        count=value.has,
        target=value.target,
        right=value.is_right,
        win=rounded(value.win, 4),
        win_se=rounded(value.win_se, 4),
        win_low=rounded(low, 4),
        win_high=rounded(high, 4),
    )


@makes(DoublingObject)
def _doubling(outlook: DoublingOutlook) -> DoublingObject:
    low, high = outlook.chance_interval
    found = DoublingObject(
        win=rounded(outlook.chance.mean, 4),
        win_se=rounded(outlook.chance.se, 4),
        win_low=rounded(low, 4),
        win_high=rounded(high, 4),
    )
    if outlook.accepted is not None:
        found.accepted = round(outlook.accepted.mean, 4)
        found.accepted_se = round(outlook.accepted.se, 4)
        found.refused = outlook.refused
        found.accepts, found.accepts_low, found.accepts_high = _share(outlook.accepts)
        found.refuses, found.refuses_low, found.refuses_high = _share(outlook.refuses)
        found.redoubles, found.redoubles_low, found.redoubles_high = _share(outlook.redoubles)
    return found


def _share(often: Estimate) -> tuple[float, float, float]:
    """How often something happens, and the 95% interval of that."""
    low, high = chance_interval(*often)
    return round(often.mean, 4), round(low, 4), round(high, 4)


@makes(MoveObject)
def _move(move: MoveEstimate) -> MoveObject:
    (low, high), (lowest, highest) = move.win_interval, move.win_behind_interval
    return filled(
        partial(
            MoveObject,
            mean=rounded(move.mean, _DIGITS_OF_MEAN[move.objective]),
            mean_se=rounded(move.mean_se, _DIGITS_OF_MEAN[move.objective]),
            behind=rounded(move.behind, _DIGITS[move.objective]),
            behind_se=rounded(move.behind_se, _DIGITS[move.objective]),
            win=rounded(move.win, 4),
            win_se=rounded(move.win_se, 4),
            win_low=rounded(low, 4),
            win_high=rounded(high, 4),
            points_behind=rounded(move.points_behind.mean, 3),
            points_behind_se=rounded(move.points_behind.se, 3),
            win_behind=rounded(move.win_behind.mean, 4),
            win_behind_se=rounded(move.win_behind.se, 4),
            win_behind_low=rounded(lowest, 4),
            win_behind_high=rounded(highest, 4),
        ),
        move,
    )


@makes(OutlookObject)
def _outlook(outlook: SeatOutlook) -> OutlookObject:
    return OutlookObject(
        melds=round(outlook.melds, 2),
        tricks=round(outlook.tricks, 2),
        shows={kind: round(often, 4) for kind, often in outlook.shows.items()},
    )


@makes(PriceObject)
def price_object(price: Price | None) -> PriceObject | UnsetType:
    """The object of a price; unset where there is none."""
    if price is None:
        return UNSET
    return filled(
        partial(PriceObject, later=rounded(price.later, 3), later_se=rounded(price.later_se, 3)),
        price,
    )
