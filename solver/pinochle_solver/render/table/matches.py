"""What a match of three or four came to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pinochle_solver.render.grids import Table
from pinochle_solver.render.matches import sequential_test_text, time_text
from pinochle_solver.render.page import Page, guess_from, view
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.matches.table.report import TableMatchReport

# The words of the outcomes of contracts, in the order of their rows.
_OUTCOMES = ("made", "set", "conceded")


class TableMatchViews(Page):
    """Views of matches of three and four."""

    @view()
    def table_match(self, report: TableMatchReport) -> None:
        """Write who is better by how much, what contracts either played, and the time they took."""
        for side, name in zip("AB", report.settings.names, strict=True):
            self.line(f"{side}: {name}")
        self.line(", ".join(self._conditions(report)))
        deals = report.margin.number
        if not deals:
            return
        self.line()
        self._print(self._margin_table(report))
        if report.is_guess:
            self.line(guess_from(counted(deals, "deal")))
        self.line(f"deals for A: {report.won} won, {report.lost} lost, {report.tied} tied")
        if report.test is not None:
            self.line(sequential_test_text(report.test, report.currency, "deals"))
        self.line()
        if report.a.played or report.b.played:
            self._print(self._contracts_table(report))
        for (side, did), allowed in zip(report.sides, report.allowed, strict=True):
            self.line(time_text(side, did, allowed))
        for failure in report.failures:
            place = f"hand {failure.hand} of deal {failure.pair}"
            self.line(f"{failure.side} lost {place}: {failure.why}")

    def _conditions(self, report: TableMatchReport) -> Iterable[str]:
        settings, deals = report.settings, report.margin.number
        hands = counted(report.hands, "hand")
        yield f"{counted(deals, 'deal')}, {hands}" + ("" if report.finished else " so far")
        yield " ".join((settings.rules, *settings.options))
        if settings.count is not None:
            yield f"{settings.count} count"
        if settings.contract:
            yield "after the auction"
        yield (
            f"{settings.seconds:g} s a move"
            if settings.seconds
            else f"{counted(settings.worlds or 0, 'deal')} a move"
        )
        yield f"seed {settings.seed}"

    def _margin_table(self, report: TableMatchReport) -> Table:
        table, mean = self._table(), report.margin
        what = f"{report.currency} a hand"
        table.add_column(what, no_wrap=True)
        table.add_column("deals", justify="right")
        table.add_column("mean", justify="right")
        table.add_column("95% interval", justify="right", no_wrap=True)
        table.add_column("deviation\nof a deal", justify="right")
        table.may_lose("deviation of a deal", "deals")
        table.may_fold(what, "95% interval")
        cells = [f"{mean.number:,}", f"{mean.mean:+.2f}", self._dash, self._dash]
        if mean.number > 1:
            low, high = mean.interval
            cells[2:] = f"{low:+.2f} to {high:+.2f}", f"{mean.deviation:.2f}"
        table.add_row("a seat of A over one of B", *cells)
        return table

    def _contracts_table(self, report: TableMatchReport) -> Table:
        table = self._table()
        table.add_column("contracts", no_wrap=True)
        for side in "AB":
            table.add_column(side, justify="right")
        for outcome in _OUTCOMES:
            numbers = [did.outcomes[outcome] for _, did in report.sides]
            if any(numbers):
                table.add_row(outcome, *(f"{number:,}" for number in numbers))
        means = (did.mean_contract for _, did in report.sides)
        table.add_row("mean bid", *(self._dash if m is None else f"{m:.0f}" for m in means))
        if report.passed_out:
            table.add_row("passed out, of both", f"{report.passed_out:,}", "")
        return table
