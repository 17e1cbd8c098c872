"""Figures of a bench."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, view

if TYPE_CHECKING:
    from pinochle_solver.bench import BenchReport, BenchResult, SetResult

_FIGURES = ("mean", "median", "p99", "max")
_ENDS = ("mean", "max")


class BenchViews(Page):
    """Views of speed."""

    @view()
    def bench(self, report: BenchReport) -> None:
        """Write the figures of a bench, and beside them the ratios to an earlier one."""
        result, earlier = report
        before = {each.name: each for each in earlier.sets} if earlier else {}
        self.line(result.machine)
        if earlier:
            same = "the same" if earlier.signature == result.signature else "another"
            self.line(f"compared with: {earlier.machine}, {same} signature {earlier.signature}")
            these = {each.name for each in result.sets}
            for name in before:
                if name not in these:
                    self.line(f"not in this run: {name}")
        self._print(self._figures_table("nodes", ",.0f", result, before))
        self._print(self._figures_table("milliseconds", ".3f", result, before))
        peak = "" if result.peak_mib is None else f", {result.peak_mib:.0f} MiB at the most"
        self.line(f"table {result.table_mib:.0f} MiB{peak}")
        self.line(f"node signature: {result.signature}")
        if result.open_hands:
            self.line()
            self._print(self._open_table(result, earlier))
            self.line(f"open signature: {result.open_signature}")
            for each in result.open_hands:
                if each.stopped:
                    self.line(f"{each.name}: {each.stopped} of {each.deals} stopped by the limit")
        if result.hands:
            self.line()
            self._print(self._hands_table(result, earlier))
            self.line(f"hand signature: {result.hand_signature}")

    def _figures_table(
        self, unit: str, form: str, result: BenchResult, before: Mapping[str, SetResult]
    ) -> Table:
        """The figures of each set; of its time also how much more that of all cards is."""
        table = self._table()
        table.add_column(unit, no_wrap=True)
        for name in _FIGURES:
            table.add_column(name, justify="right")
        if unit == "milliseconds":
            table.add_column("all cards", justify="right")
        table.may_lose("p99", "median")
        if unit == "milliseconds":
            table.may_lose("all cards")
        table.may_fold(unit)
        for each in result.sets:
            row = _figures(getattr(each, unit), getattr(before.get(each.name), unit, None), form)
            if unit == "milliseconds":
                row.append(f"{each.all_cards_time:.2f}x")
            table.add_row(f"{each.positions} {each.name}", *row)
        return table

    def _open_table(self, result: BenchResult, earlier: BenchResult | None) -> Table:
        """Nodes, time and processor time of deals for three and four."""
        before = {each.name: each for each in earlier.open_hands} if earlier else {}
        table = self._table()
        table.add_column("face-up solver", no_wrap=True)
        for heading in ("nodes", "the most", "milliseconds", "the longest", "CPU ms"):
            table.add_column(heading, justify="right")
        table.may_lose("the most", "the longest")
        table.may_fold("face-up solver")
        for each in result.open_hands:
            was = before.get(each.name)
            nodes = _figures(each.nodes, was and was.nodes, ",.0f", _ENDS)
            times = _figures(each.milliseconds, was and was.milliseconds, ",.1f", _ENDS)
            cpu = _figures(each.cpu_milliseconds, was and was.cpu_milliseconds, ",.1f", ("mean",))
            table.add_row(f"{each.deals} {each.name}", *nodes, *times, *cpu)
        return table

    def _hands_table(self, result: BenchResult, earlier: BenchResult | None) -> Table:
        before = {each.name: each for each in earlier.hands} if earlier else {}
        table = self._table()
        table.add_column("whole hands at random", no_wrap=True)
        table.add_column("moves", justify="right")
        table.add_column("million moves/s", justify="right")
        for each in result.hands:
            speed = f"{each.millions_a_second:.1f}"
            if each.name in before:
                ratio = each.millions_a_second / before[each.name].millions_a_second
                speed += f" ({ratio:.2f}x)"
            table.add_row(f"{each.hands:,} {each.name}", f"{each.moves:,}", speed)
        return table


def _figures(
    each: object, earlier: object, form: str, names: Iterable[str] = _FIGURES
) -> list[str]:
    """Figures, each with its ratio to the earlier one."""
    texts = []
    for name in names:
        figure, divisor = getattr(each, name), getattr(earlier, name, 0)
        ratio = f" ({figure / divisor:.2f}x)" if divisor else ""
        texts.append(format(figure, form) + ratio)
    return texts
