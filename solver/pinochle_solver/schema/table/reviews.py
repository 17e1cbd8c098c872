"""Hands of the games for three and four gone through decision by decision."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.field_readers import side_text
from pinochle_solver.reviews.table.account import TableAccount
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.reviews.table.review import TableReview, TableTotal
from pinochle_solver.reviews.table.unlaid import Unlaid
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.schema.reviews import EstimateObject
from pinochle_solver.schema.table.double_dummy import (
    BidGroupObject,
    Objective,
    bid_group_objects,
)
from pinochle_solver.schema.table.game import TableFindingObject
from pinochle_solver.table.melds import melds_text
from pinochle_solver.table.seats import Seat


class TableMoveWorthObject(JsonObject, kw_only=True):
    """What a move was worth to the seat, and how far behind the best it was.

    Both are by the search that chose the best move, and null if they are not known.
    """

    move: str
    mean: EstimateObject | None
    behind: EstimateObject | None


class TableUnlaidObject(JsonObject, kw_only=True):
    """Melds that could have been laid with the same trump and burial.

    ``points`` is how many more points all melds would have had, ``loss`` what that cost, in the
    unit of the decision; null if it is not known.
    """

    melds: str
    points: int
    loss: EstimateObject | None


class TableDecisionObject(JsonObject, kw_only=True):
    """A decision at a table of three or four: what was seen, played and best, and what it lost.

    ``trick`` is 0 before the first lead. ``kind`` is ``call``, ``burial``, ``meld``, ``lead`` or
    ``later card``. ``loss`` is in the unit of ``objective``, and ``stake`` is what was at stake for
    the seat in that unit; if the decision is not judged, these, ``exact`` and ``significant`` are
    null. ``mark`` is ``?!``, ``?``, ``??`` or null. Of a call ``groups`` are as in ``analyze``.
    ``expected`` is what the hand is worth to the
    seat with the best move; null if it is not known. ``worlds`` is in how many worlds the best
    move was chosen; it is left out if no card was hidden. ``unlaid`` is left out if all melds were
    laid.
    """

    trick: int
    seat: str
    kind: str
    position: str
    played: str
    best: str
    objective: Objective
    loss: EstimateObject | None
    stake: float | None
    exact: bool | None
    significant: bool | None
    mark: str | None
    expected: EstimateObject | None
    worlds: int | UnsetType = UNSET
    unlaid: TableUnlaidObject | UnsetType = UNSET
    moves: list[TableMoveWorthObject]
    groups: list[BidGroupObject] | UnsetType = UNSET


class TableGivenObject(JsonObject, kw_only=True):
    """What a unit gave away, as it changed the result of the account's side."""

    unit: str
    amount: EstimateObject


class TableAccountObject(JsonObject, kw_only=True):
    """What the result was made of, for one side, in the unit of ``objective``.

    ``result`` is the sum of the others. ``bidding`` and ``widow`` are null where there is none.
    """

    side: str
    objective: Objective
    deal: EstimateObject
    bidding: EstimateObject | None
    widow: EstimateObject | None
    given: list[TableGivenObject]
    rest: float
    result: float


class TableReviewTotalObject(JsonObject, kw_only=True):
    """What the decisions of a seat lost, all or of one kind; ``unjudged`` ones do not count."""

    seat: str
    kind: str | None
    decisions: int
    unjudged: int
    lost: EstimateObject
    marks: dict[str, int]


class TableReviewLine(JsonObject, kw_only=True):
    """A hand of three or four reviewed; ``line`` is where its record begins in its file.

    ``account`` is null where not all decisions of all seats were reviewed, or the hand is not over.
    ``guess`` is true, and else left out, if some decision had fewer than 20 ``worlds``.
    """

    line: int
    rules: str
    dealer: str
    names: dict[str, str] | UnsetType = UNSET
    decisions: list[TableDecisionObject]
    totals: list[TableReviewTotalObject]
    findings: list[TableFindingObject]
    account: TableAccountObject | None
    finished: bool
    seconds: float | None
    worlds: int | None
    guess: bool | UnsetType = UNSET
    seed: int


@line("review")
def table_review_line(review: TableReview) -> TableReviewLine:
    """The line of ``review`` for a game for three or four."""
    record, limits = review.replay.record, review.settings.limits
    return filled(
        partial(
            TableReviewLine,
            rules=record.rules.name,
            names={seat.text(): name for seat, name in record.names.items()} or UNSET,
            totals=[
                _total(seat, kind, review.total(seat, kind))
                for seat in review.seats
                for kind in (None, *TableKind)
            ],
            seconds=limits.seconds,
            worlds=limits.worlds,
            guess=review.is_guess or UNSET,
            seed=review.settings.seed,
        ),
        review,
        review.replay,
        record,
    )


@makes(TableDecisionObject)
def _decision(decision: JudgedDecision) -> TableDecisionObject:
    loss = decision.loss
    return filled(
        partial(
            TableDecisionObject,
            loss=None if loss is None else _estimate(loss.amount),
            stake=None if loss is None else loss.stake,
            exact=None if loss is None else loss.exact,
            significant=None if loss is None else loss.is_significant,
            expected=None if decision.expected is None else _estimate(decision.expected),
            worlds=decision.worlds or UNSET,
            unlaid=UNSET if decision.unlaid is None else _unlaid(decision.unlaid),
            moves=[
                TableMoveWorthObject(
                    move=each.move.text(),
                    mean=None if each.mean is None else _estimate(each.mean),
                    behind=None if each.behind is None else _estimate(each.behind),
                )
                for each in decision.values
            ],
            groups=bid_group_objects(decision.values) or UNSET,
        ),
        decision,
    )


def _unlaid(unlaid: Unlaid) -> TableUnlaidObject:
    return TableUnlaidObject(
        melds=melds_text(unlaid.melds),
        points=unlaid.points,
        loss=None if unlaid.loss is None else _estimate(unlaid.loss),
    )


@makes(TableAccountObject)
def _account(account: TableAccount) -> TableAccountObject:
    def part(estimate: Estimate | None) -> EstimateObject | None:
        return None if estimate is None else _estimate(estimate)

    return filled(
        partial(
            TableAccountObject,
            side=side_text(account.side),
            deal=_estimate(account.deal),
            bidding=part(account.bidding),
            widow=part(account.widow),
            given=[
                TableGivenObject(unit=side_text(unit), amount=_estimate(lost))
                for unit, lost in account.given
            ],
        ),
        account,
    )


def _total(seat: Seat, kind: TableKind | None, total: TableTotal) -> TableReviewTotalObject:
    return filled(
        partial(
            TableReviewTotalObject,
            seat=seat.text(),
            kind=None if kind is None else kind.value,
            lost=_estimate(total.lost),
            marks={mark.value: number for mark, number in total.marks.items()},
        ),
        total,
    )


def _estimate(estimate: Estimate) -> EstimateObject:
    return EstimateObject(mean=round(estimate.mean, 4) + 0.0, se=round(estimate.se, 4))
