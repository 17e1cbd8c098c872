"""Tournaments of many players."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.matches import (
    MeanObject,
    SequentialTestObject,
    mean_object,
    sequential_test_object,
)
from pinochle_solver.schema.objects import JsonObject, rounded
from pinochle_solver.tournaments.report import Entrant, MatchOfTwo, TournamentReport
from pinochle_solver.tournaments.workers import WorkerReport

_DIGITS = 4


class EntrantObject(JsonObject, kw_only=True):
    """A player: ``points`` a hand over the mean of all, with error and 95% interval.

    ``ahead_of_next`` is the likelihood that it is ahead of the next one.
    """

    name: str
    points: float | None
    se: float | None
    low: float | None
    high: float | None
    ahead_of_next: float | None
    pairs: int
    decisions: int
    seconds: float
    failures: int


class TournamentMatchObject(JsonObject, kw_only=True):
    """A match, of the entrants with these places from 0, and its margin by the fit."""

    a: int
    b: int
    margin: MeanObject
    fitted: float | None
    sprt: SequentialTestObject | UnsetType = UNSET


class WorkerObject(JsonObject, kw_only=True):
    """What one process did.

    ``pace`` is its time over the usual time for its decisions, ``residual`` by how much its results
    differ from the fit, in deviations of a pair, and ``residual_se`` the error of that.
    """

    worker: str
    pairs: int
    decisions: int
    seconds: float
    pace: float | None
    residual: float | None
    residual_se: float | None
    slow: bool
    suspect: bool


class TournamentLine(JsonObject, kw_only=True):
    """A tournament, as far as it was played, the strongest first.

    ``covariance`` is that of the points, and ``likelihoods`` says how likely each entrant is ahead
    of each; null is not known. ``misfit`` is how often chance alone makes the matches differ as
    much from the fit; null if the fit cannot be wrong.
    """

    kind: str
    rules: list[str]
    seed: int
    seconds: float | None
    worlds: int | None
    currency: str
    pairs: int
    finished: bool
    guess: bool | UnsetType = UNSET
    entrants: list[EntrantObject]
    covariance: list[list[float | None]]
    likelihoods: list[list[float | None]]
    matches: list[TournamentMatchObject]
    misfit: float | None
    workers: list[WorkerObject]


@line("tournament")
def tournament_line(report: TournamentReport) -> TournamentLine:
    """The line of ``tournament``."""
    settings = report.settings
    rules = [settings.rules] if isinstance(settings.rules, str) else list(settings.rules)
    return filled(
        partial(
            TournamentLine,
            rules=rules,
            guess=report.is_guess or UNSET,
            covariance=[[rounded(each, _DIGITS) for each in row] for row in report.covariance],
            likelihoods=[[rounded(each, _DIGITS) for each in row] for row in report.likelihoods],
            misfit=None if report.misfit is None else rounded(report.misfit, _DIGITS),
        ),
        report,
        settings,
    )


@makes(EntrantObject)
def entrant_object(entrant: Entrant) -> EntrantObject:
    """A player."""
    chance = entrant.ahead_of_next
    return filled(
        partial(
            EntrantObject,
            points=rounded(entrant.points.mean, _DIGITS),
            se=rounded(entrant.points.se, _DIGITS),
            low=rounded(entrant.interval.low, _DIGITS),
            high=rounded(entrant.interval.high, _DIGITS),
            ahead_of_next=None if chance is None else rounded(chance, _DIGITS),
            seconds=round(entrant.seconds, 3),
        ),
        entrant,
    )


@makes(TournamentMatchObject)
def match_object(match: MatchOfTwo) -> TournamentMatchObject:
    """A match."""
    return filled(
        partial(
            TournamentMatchObject,
            margin=mean_object(match.mean),
            fitted=rounded(match.fitted.mean, _DIGITS),
            sprt=UNSET if match.test is None else sequential_test_object(match.test),
        ),
        match,
    )


@makes(WorkerObject)
def worker_object(worker: WorkerReport) -> WorkerObject:
    """What one process did."""
    return filled(
        partial(
            WorkerObject,
            seconds=round(worker.seconds, 3),
            pace=rounded(worker.pace, _DIGITS),
            residual=rounded(worker.residual.mean, _DIGITS),
            residual_se=rounded(worker.residual.se, _DIGITS),
            slow=worker.is_slow,
            suspect=worker.is_suspect,
        ),
        worker,
    )
