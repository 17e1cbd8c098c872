"""Solutions of open hands for three and four."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.render.table_positions import TablePositionViews
from pinochle_solver.render.tables import Table
from pinochle_solver.table.seats import Seat


class TableSolutionViews(TablePositionViews):
    """Views of what the search of open hands found."""

    def table_solution(self, solution: TableSolution) -> None:
        """Write a position and all that the search found of it."""
        self.table_position(solution.position)
        self.line()
        self._print(self._table_verdict(solution))
        if solution.moves:
            self._print(self._table_cards(solution))
        if solution.tricks:
            self._print(self._table_line(solution))
        noun = "node" if solution.nodes == 1 else "nodes"
        cost = f"{solution.nodes:,} {noun}, {1000 * solution.seconds:.3g} ms"
        self._print(Text(cost, style="dim"))

    def _side(self, solution: TableSolution, side: Iterable[Seat]) -> str:
        return "+".join(self._seat(solution.position, seat) for seat in side)

    def _bounds(self, bounds: tuple[int, int]) -> Text:
        low, high = bounds
        return Text(str(low) if low == high else f"{low}{self._dash}{high}")

    def _table_verdict(self, solution: TableSolution) -> Text:
        begins = "still to come: "
        verdict = Text(begins)
        totals = (
            Text(f"{self._side(solution, side)} ").append(self._bounds(bounds))
            for side, bounds in zip(solution.sides, solution.bounds, strict=True)
        )
        verdict.append(Text(", ").join(totals))
        verdict.stylize("bold", len(begins))
        if not solution.exact:
            verdict.append(" (bounds: the search was stopped)")
        return verdict

    def _table_cards(self, solution: TableSolution) -> Table:
        table = self._table()
        table.add_column("card")
        for side in solution.sides:
            table.add_column(self._side(solution, side), justify="right")
        if solution.exact:
            table.add_column("loss", justify="right")
        for move in solution.moves:
            row = [self._card(move.card), *map(self._bounds, move.bounds)]
            if solution.exact:
                row.append(Text(str(move.loss) if move.loss else self._dash))
            table.add_row(*row, style="bold" if solution.exact and not move.loss else "")
        return table

    def _table_line(self, solution: TableSolution) -> Table:
        table = self._table()
        table.add_column("trick", justify="right")
        table.add_column("best play", no_wrap=True)
        table.add_column("taken by")
        for number, trick in enumerate(solution.tricks, start=1):
            seats = [seat for seat, _ in trick.cards]
            cards = [card for _, card in trick.cards]
            table.add_row(
                str(number),
                self._by_seat(solution.position, seats, cards),
                self._seat(solution.position, trick.winner),
            )
        return table
