"""A position of the games for three and four stepped through: moves, and what they lost."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from pinochle_solver.render.table.positions import TablePositionViews
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.moves import PlayCard, TableMove
from pinochle_solver.table.stock_hands import StockMove


class TableExplorationViews(TablePositionViews):
    """Views of the moves that are tried."""

    def table_moves(self, moves: Iterable[TableMove | StockMove]) -> None:
        """Write moves, each with the number by which it can be made."""
        for number, move in enumerate(moves, start=1):
            self.line(Text(f"  {number:2} ").append(self._tried(move)))

    def table_step(
        self, move: TableMove | StockMove, loss: int, best: TableMove | StockMove | None
    ) -> None:
        """Write what a move has lost; the best one where it was another."""
        text = self._tried(move)
        if loss == 0:
            self.line(text.append(" is best"))
            return
        text.append(f" loses {counted(loss, 'point')}")
        if best is not None:
            text.append("; best is ").append(self._tried(best))
        self.line(text)

    def table_tried(
        self, who: str, move: TableMove | StockMove, loss: int | None, *, is_here: bool
    ) -> None:
        """Write a line of the trail: who made which move, and what it lost where that is known."""
        text = Text(f"  {who} ").append(self._tried(move))
        if loss is not None:
            text.append(f", loses {loss}" if loss else ", best")
        self.line(text.append("  <- here" if is_here else ""))

    def _tried(self, move: TableMove | StockMove) -> Text:
        if isinstance(move, PlayCard):
            return self._card(move.card)
        return self._move(move) if isinstance(move, Play) else Text(move.text())
