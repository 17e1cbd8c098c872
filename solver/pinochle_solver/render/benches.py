"""Figures of a bench."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.table import Table

from pinochle_solver.render.page import Page

if TYPE_CHECKING:
    from pinochle_solver.bench import BenchResult, SetResult


class BenchViews(Page):
    """Views of speed."""

    def bench(self, result: BenchResult, earlier: BenchResult | None = None) -> None:
        """Write the figures of a bench, and beside them the ratios to an earlier one."""
        before = {found.name: found for found in earlier.sets} if earlier else {}
        self.line(result.machine)
        if earlier:
            same = "the same" if earlier.signature == result.signature else "another"
            self.line(f"compared with: {earlier.machine}, {same} signature {earlier.signature}")
            for name in before.keys() - {found.name for found in result.sets}:
                self.line(f"not in this run: {name}")
        table = self._table()
        table.add_column("positions", no_wrap=True)
        for unit in ("nodes", "ms"):
            for figure in ("mean", "median", "p99", "max"):
                table.add_column(f"{unit}\n{figure}", justify="right")
        table.add_column("all cards\ntime", justify="right")
        for found in result.sets:
            table.add_row(*_bench_row(found, before.get(found.name)))
        self._print(table)
        peak = "" if result.peak_mib is None else f", {result.peak_mib:.0f} MiB at the most"
        self.line(f"table {result.table_mib:.0f} MiB{peak}")
        self.line(f"node signature: {result.signature}")
        if result.hands:
            self.line()
            self._print(self._hands_table(result, earlier))
            self.line(f"hand signature: {result.hand_signature}")

    def _hands_table(self, result: BenchResult, earlier: BenchResult | None) -> Table:
        before = {found.name: found for found in earlier.hands} if earlier else {}
        table = self._table()
        table.add_column("whole hands at random", no_wrap=True)
        table.add_column("moves", justify="right")
        table.add_column("million moves/s", justify="right")
        for found in result.hands:
            speed = f"{found.millions_a_second:.1f}"
            if found.name in before:
                ratio = found.millions_a_second / before[found.name].millions_a_second
                speed += f" ({ratio:.2f}x)"
            table.add_row(f"{found.hands:,} {found.name}", f"{found.moves:,}", speed)
        return table


def _bench_row(found: SetResult, before: SetResult | None) -> Iterable[str]:
    yield f"{found.positions} {found.name}"
    for figures, earlier, form in (
        (found.nodes, before and before.nodes, ",.0f"),
        (found.milliseconds, before and before.milliseconds, ".3f"),
    ):
        for name in ("mean", "median", "p99", "max"):
            figure = getattr(figures, name)
            divisor = getattr(earlier, name) if earlier else 0
            ratio = f" ({figure / divisor:.2f}x)" if divisor else ""
            yield format(figure, form) + ratio
    yield f"{found.all_cards_time:.2f}x"
