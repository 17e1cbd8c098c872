"""Hands gone through decision by decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isnan

from msgspec import UNSET, UnsetType

from pinochle_solver.intervals import Interval
from pinochle_solver.reviews.account import Account
from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
from pinochle_solver.reviews.doublings import DoublingDecision
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.review import Review, Total
from pinochle_solver.rules.rules import Seat
from pinochle_solver.schema.card_chances import CardChancesObject
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.game import HandPointsObject, PlayersObject
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import FindingObject, JsonObject
from pinochle_solver.schema.stock import PriceObject, ReasonObject, price_object, reason_object
from pinochle_solver.stock.analysis import Price
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reasons import Reason


class EstimateObject(JsonObject, kw_only=True):
    """A mean and its standard error: 0 for an exact one, null where it is not known."""

    mean: float
    se: float | None


class ChanceObject(JsonObject, kw_only=True):
    """A chance, or a difference of chances, and its standard error, as in ``EstimateObject``.

    From ``low`` to ``high`` is the 95% interval, within 0 and 1, of a difference within -1 and 1.
    """

    mean: float
    se: float | None
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET


class MoveWorthObject(JsonObject, kw_only=True):
    """What a move was worth to the seat, and how far behind the best it is.

    In points of the expected final difference; what is said to a double in initial stakes. Of the
    move played ``behind`` is the ``loss`` of the decision; of the others it is from the worlds in
    which the best move was chosen.
    """

    move: str
    mean: EstimateObject
    behind: EstimateObject
    price: PriceObject | UnsetType = UNSET


class DecisionObject(JsonObject, kw_only=True):
    """A decision: what was seen, played and best, and what was lost by that.

    ``loss`` is in points of the final difference, ``win_loss`` in chances to win: the hand, or the
    game where the record has a score; null in the playoff of a hand without one. ``mark`` is
    ``?!``, ``?``, ``??`` or null. ``expected`` is the seat's points less the other's at the end if
    the best move is made, ``win`` its chance to win then. ``worlds`` is in how many worlds the
    best move was chosen or, if these are fewer, the loss was measured; it is left out if no worlds
    were sampled. ``cards`` says where the cards were that the seat had not seen, and ``held`` what
    the opponent held, if that was asked for. ``reason`` says why the best
    move is surely better than the move played.
    """

    trick: int
    act: str
    seat: str
    kind: str
    position: str
    played: str
    best: str
    loss: EstimateObject
    win_loss: ChanceObject | None
    exact: bool
    significant: bool
    mark: str | None
    expected: EstimateObject
    win: ChanceObject
    worlds: int | UnsetType = UNSET
    reason: ReasonObject | UnsetType = UNSET
    moves: list[MoveWorthObject]
    cards: CardChancesObject | UnsetType = UNSET
    held: str | UnsetType = UNSET


class DoublingObject(JsonObject, kw_only=True):
    """What was said where a double could be offered or was answered; stakes are initial ones.

    ``loss`` is by how much more the best was expected to pay, ``mark`` is ``?!``, ``?``, ``??`` or
    null. Of each choice ``mean`` is what it is expected to pay the seat. ``worlds`` is as in
    ``DecisionObject``.
    """

    trick: int
    act: str
    seat: str
    position: str
    played: str
    best: str
    loss: EstimateObject
    exact: bool
    significant: bool
    mark: str | None
    worlds: int | UnsetType = UNSET
    moves: list[MoveWorthObject]


class DrawObject(JsonObject, kw_only=True):
    """A card drawn, and by how many points the hand became worth more to the seat by it."""

    trick: int
    seat: str
    card: str
    luck: EstimateObject


class UnseenObject(JsonObject, kw_only=True):
    """What a move was worth to its seat as the cards lay, less what could be expected of it."""

    trick: int
    act: str
    seat: str
    points: EstimateObject


class SeatsObject(JsonObject, kw_only=True):
    """What a part of the account came to for each seat, in points."""

    south: EstimateObject
    north: EstimateObject


class AccountObject(JsonObject, kw_only=True):
    """What the result was made of: ``result`` is south's points less north's.

    It is the value of the deal, and south's less north's luck of the draws, points given away
    (negative) and unseen points, and the rest. Where the hand was not played to the end
    (``is_over``), it is what the hand is worth where the record ends.
    """

    result: float
    is_over: bool
    deal: EstimateObject
    luck: SeatsObject
    given: SeatsObject
    unseen: SeatsObject
    rest: float
    unseen_by_decision: list[UnseenObject]


class ReviewTotalObject(JsonObject, kw_only=True):
    """What the decisions of a seat come to, all or of one kind."""

    seat: str
    kind: str | None
    decisions: int
    lost: EstimateObject
    marks: dict[str, int]


class ReviewLine(JsonObject, kw_only=True):
    """A hand reviewed; ``line`` is where its record begins in its file.

    ``account`` is null where not all decisions of both seats were reviewed or not all cards are
    known; the luck of the draws is a rule of thumb then. ``doublings`` is there in hands with
    doubles. ``guess`` is true, and else left out, if some decision had fewer than 20 ``worlds``.
    """

    line: int
    rules: str
    dealer: str
    view: str | UnsetType = UNSET
    players: PlayersObject | UnsetType = UNSET
    decisions: list[DecisionObject]
    doublings: list[DoublingObject] | UnsetType = UNSET
    totals: list[ReviewTotalObject]
    points: HandPointsObject | None
    findings: list[FindingObject]
    draws: list[DrawObject]
    account: AccountObject | None
    finished: bool
    seconds: float | None
    worlds: int | None
    guess: bool | UnsetType = UNSET
    seed: int


@line("review")
def review_line(review: Review) -> ReviewLine:
    """The line of ``review``."""
    replay, limits = review.replay, review.settings.limits
    return filled(
        partial(
            ReviewLine,
            doublings=UNSET
            if replay.record.doubles is None
            else list(map(_doubling, review.doublings)),
            totals=[
                _total(seat, kind, review.total(seat, kind))
                for seat in review.seats
                for kind in (None, *DecisionKind)
            ],
            seconds=limits.seconds,
            worlds=limits.worlds,
            guess=review.is_guess or UNSET,
            seed=review.settings.seed,
        ),
        review,
        replay,
        replay.record,
    )


@makes(DecisionObject)
def _decision(decision: Decision) -> DecisionObject:
    loss = decision.loss
    return filled(
        partial(
            DecisionObject,
            loss=_estimate(loss.points),
            win_loss=_chance(loss.win, loss.win_interval)
            if loss.win and loss.win_interval
            else None,
            exact=loss.exact,
            significant=loss.is_significant,
            win=_chance(decision.win, decision.win_interval_of(decision.seat)),
            worlds=decision.worlds or UNSET,
            reason=_reason(decision),
            moves=[_worth(each, decision.price(each.move)) for each in decision.values],
        ),
        decision,
    )


def _reason(decision: Decision) -> ReasonObject | UnsetType:
    text = decision.why(decision.seat.other.text())
    if text is None:
        return UNSET
    if isinstance(decision.reason, Reason):
        return reason_object(decision.reason, text)
    return ReasonObject(over=decision.played.text(), text=text)


def _doubling(decision: DoublingDecision) -> DoublingObject:
    return filled(
        partial(
            DoublingObject,
            significant=decision.is_significant,
            worlds=decision.worlds or UNSET,
            moves=[_worth(each) for each in decision.values],
        ),
        decision,
    )


def _worth(move: MoveWorth, price: Price | None = None) -> MoveWorthObject:
    return filled(partial(MoveWorthObject, price=price_object(price)), move)


@makes(AccountObject)
def _account(account: Account) -> AccountObject:
    def of_seats(part: Callable[[Seat], Estimate]) -> SeatsObject:
        south, north = (_estimate(part(seat)) for seat in Seat)
        return SeatsObject(south=south, north=north)

    return filled(
        partial(
            AccountObject,
            luck=of_seats(account.luck_of),
            given=of_seats(account.given_by),
            unseen=of_seats(account.unseen_of),
            unseen_by_decision=[
                filled(UnseenObject, each, each.decision) for each in account.unseen
            ],
        ),
        account,
    )


def _total(seat: Seat, kind: DecisionKind | None, total: Total) -> ReviewTotalObject:
    return filled(
        partial(
            ReviewTotalObject,
            seat=seat.text(),
            kind=None if kind is None else kind.value,
            marks={mark.value: total.marks[mark] for mark in Mark},
        ),
        total,
    )


def _chance(chance: Estimate, interval: Interval) -> ChanceObject:
    return filled(ChanceObject, _estimate(chance), interval)


@makes(EstimateObject)
def _estimate(estimate: Estimate) -> EstimateObject:
    return EstimateObject(mean=estimate.mean, se=None if isnan(estimate.se) else estimate.se)
