"""What a tournament came to: who is how strong, who is surely ahead of whom, by what matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from typing import Any

from pinochle_solver.intervals import Interval, is_guess
from pinochle_solver.matches.report import MatchReport
from pinochle_solver.matches.results import SIDES
from pinochle_solver.matches.statistics import Mean, SequentialTest
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.tournaments.fit import deviations, fit
from pinochle_solver.tournaments.playing import Play
from pinochle_solver.tournaments.schedule import pairings
from pinochle_solver.tournaments.workers import WorkerReport, worker_reports


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the tournament.

    Attributes:
        name: as it is written.
        points: a hand over the mean of all players, and the standard error.
        interval: the 95% interval of that.
        ahead_of_next: the likelihood that it is ahead of the next one; None for the last.
        pairs: how many pairs it played.
        decisions: how many decisions it took,
        seconds: and the time for them.
        failures: the hands that it lost by failing.
        failed_always: whether these were all.
    """

    name: str
    points: Estimate
    interval: Interval
    ahead_of_next: float | None
    pairs: int
    decisions: int
    seconds: float
    failures: int
    failed_always: bool


@dataclass(frozen=True, slots=True)
class MatchOfTwo:
    """A match of the tournament.

    Attributes:
        a, b: the places of its players among the entrants.
        mean: the points a hand of the first over the second, over pairs, without luck for two.
        fitted: the same by the fit.
        error: the standard error of the mean, from the deviation by which the fit weighs the match;
            NaN if the fit knows no errors, or without pairs.
        interval: the 95% interval of the mean by that error.
        test: the sequential test; None without one.
    """

    a: int
    b: int
    mean: Mean
    fitted: Estimate
    error: float
    interval: Interval
    test: SequentialTest | None


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """A tournament, as far as it was played.

    Attributes:
        kind: ``round robin`` or ``gauntlet``.
        settings: those that all matches have in common.
        currency: in what hands count.
        finished: whether everything was played.
        entrants: the players, the strongest first.
        covariance: of their points.
        likelihoods: for each entrant, how likely it is ahead of each.
        matches: the matches.
        misfit: how often chance alone makes the matches differ as much from the fit; None if the
            fit cannot be wrong.
        workers: what each process did; empty if that is not known.
        too_few: whether there are too few pairs to know any error; all are NaN or infinite.
        shows_workers: whether somebody chose the workers, and wants to see them.
    """

    kind: str
    settings: Any
    currency: str
    finished: bool
    entrants: tuple[Entrant, ...]
    covariance: tuple[tuple[float, ...], ...]
    likelihoods: tuple[tuple[float, ...], ...]
    matches: tuple[MatchOfTwo, ...]
    misfit: float | None
    workers: tuple[WorkerReport, ...]
    too_few: bool
    shows_workers: bool

    @property
    def deal(self) -> str:
        """What a pair is called: two hands of the same cards, or a deal of three or four."""
        return "deal" if hasattr(self.settings, "table_rules") else "pair"

    @property
    def is_guess(self) -> bool:
        """Whether some match has so few pairs that it is hardly more than a guess."""
        return any(is_guess(match.mean.number) for match in self.matches)

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(match.mean.number for match in self.matches)


def report_of(
    play: Play,
    players: Sequence[str],
    kind: str,
    settings: Any,
    *,
    shows_workers: bool = False,
) -> TournamentReport:
    """Sum up a tournament.

    Args:
        play: what was played.
        players: as they are written.
        kind: which matches there are.
        settings: what they have in common.
        shows_workers: as of the report.
    """
    who = pairings(len(players), kind)
    reports: list[Any] = [each.report() for each in play.sequencers]
    means = [_mean(each) for each in reports]
    found = fit(len(players), who, means)
    order = sorted(
        range(len(players)), key=lambda each: (isnan(found.points[each]), -found.points[each], each)
    )
    places = {player: place for place, player in enumerate(order)}
    errors = [
        deviation / sqrt(mean.number) if mean.number and found.knows_errors else nan
        for mean, deviation in zip(means, deviations(means), strict=True)
    ]
    entrants = []
    for place, player in enumerate(order):
        own = [
            (report, report.sides[side][1])
            for report, pair in zip(reports, who, strict=True)
            for side in range(len(SIDES))
            if pair[side] == player
        ]
        later = order[place + 1] if place + 1 < len(order) else None
        entrants.append(
            Entrant(
                players[player],
                found.estimate(player),
                found.interval(player),
                None if later is None else found.likelihood(player, later),
                sum(_mean(report).number for report, _ in own),
                sum(did.decisions for _, did in own),
                sum(did.seconds for _, did in own),
                sum(did.failures for _, did in own),
                bool(own) and all(did.failed_always for _, did in own),
            )
        )
    return TournamentReport(
        kind,
        settings,
        _currency(settings),
        play.is_over,
        tuple(entrants),
        tuple(tuple(float(found.covariance[a, b]) for b in order) for a in order),
        tuple(tuple(found.likelihood(a, b) for b in order) for a in order),
        tuple(
            MatchOfTwo(
                places[a],
                places[b],
                mean,
                found.ahead(a, b),
                error,
                found.around(Estimate(mean.mean, error)),
                report.test,
            )
            for (a, b), mean, error, report in zip(who, means, errors, reports, strict=True)
        ),
        found.misfit_chance,
        tuple(worker_reports(play, who, found, deviations(means))),
        not found.knows_errors,
        shows_workers,
    )


def _mean(report: Any) -> Mean:
    mean: Mean = report.adjusted if isinstance(report, MatchReport) else report.margin
    return mean


def _currency(settings: Any) -> str:
    if hasattr(settings, "table_rules"):
        from pinochle_solver.matches.table.results import currency

        return currency(settings.table_rules)
    return "points"
