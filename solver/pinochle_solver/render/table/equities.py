"""The chances to win a game of three or four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver.render.equities import WORTH_OF
from pinochle_solver.render.page import PER_CENT, Page, percent, view

if TYPE_CHECKING:
    from pinochle_solver.equities.table.equity import TableEquity


class TableEquityViews(Page):
    """Views of games for three and four by their scores."""

    @view()
    def table_equity(self, equity: TableEquity) -> None:
        """Write the chances of all, what points are worth to them, and a table for two sides."""
        rules, dealer = equity.rules, equity.dealer
        deals = "whoever deals" if dealer is None else f"{dealer.text()} deals the next hand"
        facts = [" ".join((rules.name, *rules.options)), f"to {rules.target}", deals]
        self.line((", " if self._ascii else " · ").join(facts))
        table = self._table()
        table.add_column("", no_wrap=True)
        table.add_column("score", justify="right")
        table.add_column("wins the game", justify="right")
        for points in WORTH_OF:
            table.add_column(f"{points} points more", justify="right")
        for unit, score, chance in zip(equity.units, equity.score, equity.chances, strict=True):
            worth = (f"{PER_CENT * equity.worth(unit, points):+.1f}%" for points in WORTH_OF)
            names = "+".join(seat.text() for seat in unit)
            table.add_row(names, str(score), percent(chance), *worth)
        self._print(table)
        if len(equity.units) == 2:
            self._write_sides(equity)

    def _write_sides(self, equity: TableEquity) -> None:
        scores, chances = equity.grid()
        own, others = ("+".join(seat.text() for seat in unit) for unit in equity.units)
        self.line(f"The chance of {own}, in per cent, by its score (down) and {others}'s (across):")
        table = self._table()
        for heading in ("", *map(str, scores)):
            table.add_column(heading, justify="right", no_wrap=not heading)
        for score, row in zip(scores, chances, strict=True):
            table.add_row(str(score), *(f"{PER_CENT * chance:.0f}" for chance in row))
        table.may_lose(*map(str, reversed(scores[1::2])))
        self._print(table)
