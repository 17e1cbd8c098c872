"""The chances to win a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver.render.page import PER_CENT, Page, percent, view
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.equities.equity import Equity

WORTH_OF = (10, 100)


class EquityViews(Page):
    """Views of games by their scores."""

    @view()
    def equity(self, equity: Equity) -> None:
        """Write both seats' chances, what points are worth to them, and the table of all scores."""
        settings, dealer = equity.settings, equity.dealer
        won = (
            f"to {settings.target}" if settings.ahead is None else f"won by {settings.ahead} ahead"
        )
        deals = "whoever deals" if dealer is None else f"{dealer.text()} deals the next hand"
        chips = ["in chips"] if settings.chips else []
        facts = [settings.rules.name, f"{settings.count.name} count", won, *chips, deals]
        self.line((", " if self._ascii else " · ").join(facts))
        table = self._table()
        table.add_column("", no_wrap=True)
        table.add_column("score", justify="right")
        table.add_column("wins the game", justify="right")
        for points in WORTH_OF:
            table.add_column(f"{points} points more", justify="right")
        for seat in Seat:
            worth = (f"{PER_CENT * equity.worth(seat, points):+.1f}%" for points in WORTH_OF)
            chance = percent(equity.chance(seat))
            table.add_row(seat.text(), str(equity.score[seat]), chance, *worth)
        self._print(table)
        self._write_grid(equity)

    def _write_grid(self, equity: Equity) -> None:
        rows, columns, chances = equity.grid()
        by = "south's score (down) and north's (across)"
        if equity.settings.ahead is not None:
            by = "how far south is ahead"
        self.line(f"South's chance, in per cent, by {by}:")
        table = self._table()
        table.add_column("", justify="right", no_wrap=True)
        for score in columns:
            table.add_column(str(score) if len(columns) > 1 else "wins", justify="right")
        for score, row in zip(rows, chances, strict=True):
            table.add_row(str(score), *(f"{PER_CENT * chance:.0f}" for chance in row))
        table.may_lose(*map(str, reversed(columns[1::2])))
        self._print(table)
