"""Classes of opening hands."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.openings.classes import MELD_WORDS
from pinochle_solver.render.page import PER_CENT, Page, view
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.openings.report import OpeningReport, OpeningSource
    from pinochle_solver.openings.tallies import Tally
    from pinochle_solver.stock.analysis import Analysis

_SHOWN_LEADS = 6


class OpeningViews(Page):
    """Views of classes of opening hands."""

    @view()
    def opening(self, report: OpeningReport) -> None:
        """Write the class, then what each source has of it, then the engine's word."""
        kind = report.kind
        role = "leads" if kind.leads else "deals"
        facts = [
            report.rules.name,
            role,
            f"{kind.trumps} trumps",
            f"{kind.aces} aces",
            MELD_WORDS[kind.meld],
        ]
        self.line((", " if self._ascii else " · ").join(facts))
        for source in report.sources:
            self.line()
            self._write_source(source)
        if report.analysis is not None:
            self.line()
            self._write_engine(report.analysis)
        self.line()
        if report.contradiction is not None:
            self.line(report.contradiction)
        self.line("hands: of this class, each seat's counted as one")
        self.line("mean: points minus the opponent's; wins: the chance to win the hand")
        self.line("trick: after which it is first laid, on average")
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
            table.add_row(f"leads {name}", *self._figures(each, tally.all.hands), "")
        for name, each in tally.most_laid():
            trick = f"{each.trick:.1f}"
            table.add_row(f"lays {name}", *self._figures(each, tally.all.hands), trick)
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

    def _write_engine(self, analysis: Analysis) -> None:
        self.line(f"the engine's word about this hand ({analysis.worlds} worlds)")
        table = self._table()
        table.add_column("", no_wrap=True)
        for name in ("mean", "wins"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in analysis.moves[:_SHOWN_LEADS]:
            mean = f"{each.mean:+.1f} {self._plus_minus} {SURE * each.mean_se:.1f}"
            table.add_row(f"leads {each.move.text()}", mean, _chance(each.win, each.win_se))
        self._write("")
        self._write_table(table, self._width)


def _chance(chance: float, error: float) -> str:
    """``76% (62-90)``: a chance and its 95% interval."""
    low, high = chance_interval(chance, error)
    return f"{PER_CENT * chance:.0f}% ({PER_CENT * low:.0f}-{PER_CENT * high:.0f})"
