"""What can be melded, and plans of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import percent, shown_kinds, view
from pinochle_solver.render.positions import PositionViews
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.melding.outs import Need, Out, Use
    from pinochle_solver.melding.planner import Plan, Step
    from pinochle_solver.melding.report import MeldReport
    from pinochle_solver.rules.meld_table import MeldOption


class PlanViews(PositionViews):
    """Views of melds and of plans."""

    @view(apart=True)
    def melds(self, report: MeldReport) -> None:
        """Write what a hand can meld, in a position after that, and its plan if there is one."""
        if isinstance(report.of, StockPosition):
            self.stock_position(report.of)
            self.line()
        self.meld_options(report.options)
        if report.plan:
            self.line()
            self.plan(report.plan)

    def meld_options(self, options: Sequence[MeldOption]) -> None:
        """Write what may be shown: the points, and where the cards come from."""
        if not options:
            self.line("nothing to meld")
            return
        table = self._table()
        table.add_column("meld", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("from the hand")
        table.add_column("on the table")
        table.may_fold("meld")
        for option in options:
            table.add_row(
                shown_kinds(option.show),
                str(option.points),
                self._cards(option.from_hand),
                self._copies(option.from_table) if option.from_table else self._dash,
            )
        self._print(table)

    def plan(self, plan: Plan) -> None:
        """Write a plan: the steps, what each card is needed for, and the outs."""
        points = counted(plan.points, "point") if plan.steps else "nothing to show"
        self._print(Text(f"in {counted(plan.turns, 'turn')}: {points}", style="bold"))
        if plan.steps:
            self._print(self._steps_table(plan.steps))
        self._print(self._needs_table(plan.needs))
        if plan.outs:
            self._print(self._outs_table(plan.outs))

    def _steps_table(self, steps: Sequence[Step]) -> Table:
        table = self._table()
        table.add_column("turn", justify="right")
        table.add_column("meld", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("total", justify="right")
        table.add_column("from the hand")
        table.add_column("on the table")
        table.may_lose("total", "turn")
        table.may_fold("meld")
        for step in steps:
            option = step.option
            table.add_row(
                str(step.turn),
                shown_kinds(option.show),
                str(step.points),
                str(step.total),
                self._cards(option.from_hand),
                self._copies(option.from_table) if option.from_table else self._dash,
            )
        return table

    def _needs_table(self, needs: Sequence[Need]) -> Table:
        table = self._table()
        table.add_column("card", no_wrap=True)
        table.add_column("still needed for (missing)")
        for need in needs:
            source = need.play.source
            card = self._card(need.play.card)
            if source is not None:
                card.append(" in hand" if source == "hand" else f" on table{_number(source)}")
            uses = Text(", ").join(map(self._use, need.uses))
            table.add_row(card, uses if need.uses else self._dash)
        return table

    def _use(self, use: Use) -> Text:
        text = Text(shown_kinds(use.show))
        if use.missing:
            text.append(" (").append(self._cards(use.missing)).append(")")
        return text

    def _outs_table(self, outs: Sequence[Out]) -> Table:
        table = self._table()
        table.add_column("waits for cards", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("missing", no_wrap=True)
        table.add_column("unseen", no_wrap=True)
        table.add_column("draws", justify="right")
        table.add_column("chance", justify="right")
        table.may_lose("draws", "unseen")
        table.may_fold("waits for cards")
        for out in outs:
            table.add_row(
                shown_kinds(out.show),
                str(out.points),
                self._cards(out.missing),
                " ".join(map(str, out.unseen)),
                self._dash if out.draws is None else str(out.draws),
                self._dash if out.chance is None else percent(out.chance),
            )
        return table


def _number(source: str | int) -> str:
    """The number of a copy on the table, from 2 on."""
    return "" if source == 1 else f" {source}"
