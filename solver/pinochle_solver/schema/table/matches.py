"""Matches of engines at tables of three and four."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.matches.table.report import TableMatchReport, TableSideReport
from pinochle_solver.schema.filling import filled
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.matches import (
    FailureObject,
    MeanObject,
    SequentialTestObject,
    failure_object,
    mean_object,
    sequential_test_object,
)
from pinochle_solver.schema.objects import JsonObject


class TablePlayerObject(JsonObject, kw_only=True):
    """What one player did: its contracts by what became of them, and its time."""

    contracts: dict[str, int]
    mean_contract: float | None
    decisions: int
    seconds: float
    seconds_a_decision: float | None
    slowest: float
    failures: int


class TablePlayersObject(JsonObject, kw_only=True):
    """What both did."""

    a: TablePlayerObject
    b: TablePlayerObject


class TableMatchLine(JsonObject, kw_only=True):
    """A match of three or four, as far as it was played.

    ``margin`` is what a seat of A got a hand minus what a seat of B got, in ``objective``: cents,
    checks or points. Its deviation is that of the means of deals; ``won``, ``lost`` and ``tied``
    count deals. ``guess`` is true, and else left out, if fewer than 20 deals were played.
    """

    a: str
    b: str
    names: tuple[str, str]
    rules: str
    options: list[str]
    count: str | None
    contract: bool
    seed: int
    seconds: float | None
    worlds: int | None
    deals: int
    hands: int
    passed_out: int
    finished: bool
    guess: bool | UnsetType = UNSET
    objective: str
    margin: MeanObject
    won: int
    lost: int
    tied: int
    players: TablePlayersObject
    failures: list[FailureObject]
    sprt: SequentialTestObject | UnsetType = UNSET


@line("match")
def table_match_line(report: TableMatchReport) -> TableMatchLine:
    """The line of ``match`` for three and four."""
    return filled(
        partial(
            TableMatchLine,
            options=list(report.settings.options),
            deals=report.margin.number,
            guess=report.is_guess or UNSET,
            objective=report.currency,
            margin=mean_object(report.margin),
            players=TablePlayersObject(a=_player(report.a), b=_player(report.b)),
            failures=[failure_object(failure) for failure in report.failures],
            sprt=UNSET if report.test is None else sequential_test_object(report.test),
        ),
        report.settings,
        report,
    )


def _player(side: TableSideReport) -> TablePlayerObject:
    mean, decisions = side.mean_contract, side.decisions
    return filled(
        partial(
            TablePlayerObject,
            contracts=dict(sorted(side.outcomes.items())),
            mean_contract=None if mean is None else round(mean, 3),
            seconds=round(side.seconds, 3),
            seconds_a_decision=round(side.seconds / decisions, 6) if decisions else None,
            slowest=round(side.slowest, 6),
        ),
        side,
    )
