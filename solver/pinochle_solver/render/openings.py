"""Classes of opening hands."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.render.page import PER_CENT, Page, view
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words, melds_in_words

if TYPE_CHECKING:
    from pinochle_solver.openings.report import ClassReport, OpeningReport, OpeningSource
    from pinochle_solver.openings.tallies import Tally

_SHOWN_LEADS = 6


class ClassViews(Page):
    """What views of classes of opening hands share, of all games with a turned-up trump."""

    def _write_class(self, report: ClassReport) -> None:
        """Write the class, then what each source has of it, then the engine's word."""
        self.line((", " if self._ascii else " · ").join(report.facts))
        for source in report.sources:
            self.line()
            self._write_source(source)
        if report.words:
            self.line()
            self._write_words(report)
        self.line()
        if report.contradiction is not None:
            self.line(report.contradiction)
        for note in report.notes:
            self.line(note)
        self.line(f"{self._plus_minus} and brackets: 95% intervals")

    def _write_source(self, source: OpeningSource) -> None:
        tally = source.tally
        self.line(f"{source.name}, {counted(source.played, 'hand')} played")
        if tally is None:
            self.line("no hand of this class")
            return
        table = self._table()
        table.add_column("", no_wrap=True)
        for name in ("hands", "share", "mean", "wins", "trick"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_row("all", *self._figures(tally.all, tally.all.hands), "")
        for name, each in tally.most_led():
            table.add_row(f"leads {name}", *self._figures(each, tally.leaders), "")
        for name, each in tally.most_laid():
            trick = f"{each.trick:.1f}"
            table.add_row(f"lays {in_words(name)}", *self._figures(each, tally.all.hands), trick)
        self._write("")
        self._write_table(table, self._width)

    def _figures(self, tally: Tally, hands: int) -> tuple[str, ...]:
        error = "" if isinf(tally.mean_se) else f" {self._plus_minus} {SURE * tally.mean_se:.0f}"
        share = PER_CENT * tally.hands / hands
        return (
            f"{tally.hands:,}",
            f"{share:.0f}%",
            f"{tally.mean:+.0f}{error}",
            _chance(tally.win, tally.win_se),
        )

    def _write_words(self, report: ClassReport) -> None:
        self.line(f"the engine's word about this hand ({report.worlds} worlds)")
        table = self._table()
        table.add_column("", no_wrap=True)
        for name in ("mean", "wins"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in report.words[:_SHOWN_LEADS]:
            mean = f"{each.mean:+.1f} {self._plus_minus} {SURE * each.mean_se:.1f}"
            is_known = each.win is not None and each.win_se is not None
            wins = _chance(each.win or 0.0, each.win_se or 0.0) if is_known else self._dash
            move = self.in_symbols(melds_in_words(each.move))
            table.add_row(f"{each.verb} {move}", mean, wins)
        self._write("")
        self._write_table(table, self._width)


class OpeningViews(ClassViews):
    """Views of classes of opening hands of two."""

    @view()
    def opening(self, report: OpeningReport) -> None:
        """Write the class, then what each source has of it, then the engine's word."""
        self._write_class(report)


def _chance(chance: float, error: float) -> str:
    """``76% (62-90)``: a chance and its 95% interval."""
    low, high = chance_interval(chance, error)
    return f"{PER_CENT * chance:.0f}% ({PER_CENT * low:.0f}-{PER_CENT * high:.0f})"
