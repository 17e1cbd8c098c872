"""A position of the games for three and four stepped through: moves, and what they lost."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from pinochle_solver.render.table.positions import TablePositionViews
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table.stock_hands import StockMove


class TableExplorationViews(TablePositionViews):
    """Views of the moves that are tried."""

    def table_moves(self, moves: Iterable[TableMove | StockMove]) -> None:
        """Write moves, each with the number by which it can be made."""
        for number, move in enumerate(moves, start=1):
            self.line(Text(f"  {number:2} ").append(self._in_words(move)))

    def table_step(
        self,
        move: TableMove | StockMove,
        loss: tuple[float, float],
        unit: str,
        best: TableMove | StockMove | None,
    ) -> None:
        """Write what a move has lost, with its standard error; the best one where it was another.

        Args:
            move: the move.
            loss: what it loses, and the standard error of that; 0 if it is exact.
            unit: of what, in the plural.
            best: the best move, if it is known.
        """
        text = self._in_words(move)
        if not loss[0]:
            self.line(text.append(" is best"))
            return
        is_one = loss == (1.0, 0.0)
        text.append(f" loses {self._loss(loss)} {unit.removesuffix('s') if is_one else unit}")
        if best is not None:
            text.append("; best is ").append(self._in_words(best))
        self.line(text)

    def table_tried(
        self,
        who: str,
        move: TableMove | StockMove,
        loss: tuple[float, float] | None,
        *,
        is_here: bool,
    ) -> None:
        """Write a line of the trail: who made which move, and what it lost where that is known."""
        text = Text(f"  {who} ").append(self._in_words(move))
        if loss is not None:
            text.append(f", loses {self._loss(loss)}" if loss[0] else ", best")
        self.line(text.append("  <- here" if is_here else ""))

    def _loss(self, loss: tuple[float, float]) -> str:
        return self._figure(loss) if loss[1] else f"{loss[0]:g}"
