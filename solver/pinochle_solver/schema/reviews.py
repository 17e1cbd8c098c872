"""Hands gone through decision by decision."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from pinochle_solver.review.decisions import Decision, Kind
from pinochle_solver.review.marks import Mark
from pinochle_solver.review.review import Review, Total
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.stock.estimates import Estimate


class EstimateObject(JsonObject, kw_only=True):
    """A mean and its standard error, 0 for an exact one."""

    mean: float
    se: float


class DecisionObject(JsonObject, kw_only=True):
    """A decision: what was seen, played and best, and what was lost by that.

    ``loss`` is in points of the final difference, ``win_loss`` in chances to win, null in the
    playoff. ``mark`` is ``?!``, ``?``, ``??`` or null.
    """

    trick: int
    act: str
    seat: str
    kind: str
    position: str
    played: str
    best: str
    loss: EstimateObject
    win_loss: EstimateObject | None
    exact: bool
    significant: bool
    mark: str | None


class ReviewTotalObject(JsonObject, kw_only=True):
    """What the decisions of a seat come to, all or of one kind."""

    seat: str
    kind: str | None
    decisions: int
    lost: EstimateObject
    marks: dict[str, int]


class ReviewLine(JsonObject, kw_only=True):
    """A hand reviewed; ``line`` is where its record begins in its file."""

    line: int
    rules: str
    dealer: str
    view: str | UnsetType = UNSET
    decisions: list[DecisionObject]
    totals: list[ReviewTotalObject]
    finished: bool
    seconds: float | None
    worlds: int | None
    seed: int


def review_line(review: Review) -> ReviewLine:
    """The line of ``review``."""
    record, limits = review.replay.record, review.settings.limits
    return ReviewLine(
        line=record.line,
        rules=record.rules.name,
        dealer=record.dealer.text(),
        view=UNSET if record.view is None else record.view.text(),
        decisions=[_decision(decision) for decision in review.decisions],
        totals=[
            _total(seat.text(), kind, review.total(seat, kind))
            for seat in review.seats
            for kind in (None, *Kind)
        ],
        finished=review.finished,
        seconds=limits.seconds,
        worlds=limits.worlds,
        seed=review.settings.seed,
    )


def _decision(decision: Decision) -> DecisionObject:
    loss = decision.loss
    return DecisionObject(
        trick=decision.trick,
        act=decision.act,
        seat=decision.seat.text(),
        kind=decision.kind.value,
        position=decision.position.text(),
        played=decision.played.text(),
        best=decision.best.text(),
        loss=_estimate(loss.points),
        win_loss=None if loss.win is None else _estimate(loss.win),
        exact=loss.exact,
        significant=loss.is_significant,
        mark=None if decision.mark is None else decision.mark.value,
    )


def _total(seat: str, kind: Kind | None, total: Total) -> ReviewTotalObject:
    return ReviewTotalObject(
        seat=seat,
        kind=None if kind is None else kind.value,
        decisions=total.decisions,
        lost=_estimate(total.lost),
        marks={mark.value: total.marks[mark] for mark in Mark},
    )


def _estimate(estimate: Estimate) -> EstimateObject:
    return EstimateObject(mean=estimate.mean, se=estimate.se)
