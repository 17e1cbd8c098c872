"""What a tournament came to."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING

from pinochle_solver.intervals import SURE, Interval
from pinochle_solver.matches.statistics import Verdict
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, guess_from, percent, view
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.tournaments.report import TournamentReport
    from pinochle_solver.tournaments.workers import WorkerReport

_MISFIT = 0.05
_TINY = 1e-9
"""No likelihood is nearer to 0 or 1: nothing that is estimated is certain."""
_VERDICTS = {Verdict.OPEN: "open", Verdict.LOW: "low", Verdict.HIGH: "high"}


class TournamentViews(Page):
    """Views of tournaments."""

    @view()
    def tournament(self, report: TournamentReport) -> None:
        """Write who is how strong, and by what matches."""
        self.line(", ".join(self._tournament_conditions(report)))
        self._print(self._entrants_table(report))
        self._print(self._matches_table(report))
        if report.misfit is not None and report.misfit < _MISFIT:
            self.line(
                "one scale does not explain all matches: chance alone differs so much in "
                f"{percent(max(report.misfit, _TINY))} of tournaments. See the column off"
            )
        if report.too_few:
            self.line(f"too few {report.deal}s to say who is stronger")
        elif report.is_guess:
            fewest = min(match.mean.number for match in report.matches)
            self.line(guess_from(counted(fewest, report.deal) + " in a match"))
        is_wrong = any(worker.is_suspect or worker.is_slow for worker in report.workers)
        if len(report.workers) > 1 and (report.shows_workers or is_wrong):
            self._print(self._workers_table(report.workers))
        for worker in report.workers:
            if worker.is_suspect:
                self.line(f"{worker.worker} plays differently from the others: see its residual")
            if worker.is_slow:
                self.line(f"{worker.worker} is slow: {worker.pace:.1f} times the usual time")
        points = f"{report.currency}: a hand, above the mean of all players"
        if report.too_few:
            self.line(points)
            return
        self.line(
            f"{points}; ahead: the likelihood that a player is stronger than the next one; "
            f"{self._plus_minus} is a 95% interval; by the scale: the margin that the "
            f"{report.currency} of the players give; off: how many standard errors the match is "
            "away from that"
        )

    def _tournament_conditions(self, report: TournamentReport) -> Iterable[str]:
        settings = report.settings
        yield report.kind
        yield f"{counted(report.pairs, report.deal)}" + ("" if report.finished else " so far")
        rules = settings.rules
        yield rules if isinstance(rules, str) else " ".join(rules)
        yield (
            f"{settings.seconds:g} s a move"
            if settings.seconds
            else f"{counted(settings.worlds or 0, 'world')} a move"
        )
        yield f"seed {settings.seed}"

    def _entrants_table(self, report: TournamentReport) -> Table:
        table = self._table()
        table.add_column("", justify="right")
        table.add_column("player")
        deals, has_failed = f"{report.deal}s", any(each.failures for each in report.entrants)
        names = (report.currency, "ahead", deals, "ms a decision", *["failed"] * has_failed)
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for place, each in enumerate(report.entrants, start=1):
            points = self._with_interval(each.points.mean, each.interval)
            chance = each.ahead_of_next
            pace = 1000 * each.seconds / each.decisions if each.decisions else 0.0
            table.add_row(
                str(place),
                each.name,
                points if each.points.mean == each.points.mean else self._dash,
                self._dash
                if chance is None or chance != chance
                else percent(min(chance, 1 - _TINY)),
                f"{each.pairs:,}",
                f"{pace:.1f}",
                *[f"{each.failures:,}"] * has_failed,
            )
        table.may_lose(*["failed"] * has_failed, "ms a decision", deals)
        table.may_fold("player")
        return table

    def _with_interval(self, mean: float, interval: Interval) -> str:
        half = (interval.high - interval.low) / 2
        return f"{mean:+.1f}" + (f" {self._plus_minus} {half:.1f}" if isfinite(half) else "")

    def _matches_table(self, report: TournamentReport) -> Table:
        is_tested = any(match.test is not None for match in report.matches)
        table = self._table()
        table.add_column("match")
        deals = f"{report.deal}s"
        for name in (deals, "margin", "by the scale", "off"):
            table.add_column(name, justify="right", no_wrap=True)
        if is_tested:
            table.add_column("test", no_wrap=True)
        for match in report.matches:
            mean = match.mean
            names = (report.entrants[match.a].name, report.entrants[match.b].name)
            cells = [" - ".join(names), f"{mean.number:,}", self._dash, self._dash, ""]
            if mean.number:
                cells[2] = self._with_interval(mean.mean, match.interval)
                cells[3] = f"{match.fitted.mean:+.1f}"
            if match.error > 0:
                cells[4] = f"{(mean.mean - match.fitted.mean) / match.error:+.1f}"
            if is_tested:
                test = match.test
                cells.append("" if test is None else f"{_VERDICTS[test.verdict]} {test.ratio:+.1f}")
            table.add_row(*cells)
        table.may_lose("by the scale", deals)
        table.may_fold("match")
        return table

    def _workers_table(self, workers: Iterable[WorkerReport]) -> Table:
        table = self._table()
        table.add_column("worker")
        for name in ("pairs", "pace", "residual"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in workers:
            pace = f"{each.pace:.2f}" if each.pace == each.pace else self._dash
            mean, error = each.residual
            residual = f"{mean:+.2f}"
            if isfinite(error):
                residual += f" {self._plus_minus} {SURE * error:.2f}"
            table.add_row(
                each.worker,
                f"{each.pairs:,}",
                pace,
                residual,
            )
        table.may_fold("worker")
        return table
