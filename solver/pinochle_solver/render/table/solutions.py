"""Solutions of open hands for three and four."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.burials import BurialValue
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.render.grids import STOPPED, STOPPED_IN_LINE, STOPPED_ORDER, Table
from pinochle_solver.render.page import view
from pinochle_solver.render.table.answers import burial_said
from pinochle_solver.render.table.positions import TablePositionViews
from pinochle_solver.table.seats import Seat

_MOST_BURIALS = 12
"""So many decisions of the bidder are shown, those that may be best."""


class TableSolutionViews(TablePositionViews):
    """Views of what the search of open hands found."""

    @view(apart=True)
    def table_solution(self, solution: TableSolution) -> None:
        """Write a position and all that the search found of it."""
        self.table_position(solution.position)
        self.line()
        self._print(self._table_verdict(solution))
        if solution.moves:
            self._print(self._table_cards(solution))
            if not _has_all_values(solution):
                self._print(Text(STOPPED_ORDER, style="dim"))
        if solution.tricks:
            self._print(self._table_line(solution))
        self._print(self._cost(solution))

    @view(apart=True)
    def burial_solution(self, solution: BurialSolution) -> None:
        """Write a position in which the bidder buries, and what his decisions come to."""
        self.table_position(solution.position)
        self.line()
        self._tell_best_burial(solution)
        if solution.moves:
            self._print(self._burials(solution))
            rest = solution.moves[_MOST_BURIALS:]
            if rest:
                self.line(f"{len(rest):,} more come to {rest[0].total[1]} at the most")
        self._print(self._cost(solution))

    def table_values(self, solution: TableSolution | BurialSolution) -> None:
        """Write what each move is worth, by the numbers under which it can be made."""
        if isinstance(solution, BurialSolution):
            self._tell_best_burial(solution)
            self._print(self._burials(solution, numbered=True))
        else:
            self._print(self._table_verdict(solution))
            self._print(self._table_cards(solution, numbered=True))

    def table_line(self, solution: object) -> bool:
        """Write the best line of a solution; whether there is one."""
        if not isinstance(solution, TableSolution) or not solution.tricks:
            return False
        self._print(self._table_line(solution))
        return True

    def _cost(self, solution: TableSolution | BurialSolution) -> Text:
        noun = "node" if solution.nodes == 1 else "nodes"
        seconds = solution.seconds
        time = f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:,.1f} s"
        return Text(f"{solution.nodes:,} {noun}, {time}", style="dim")

    def _side(self, solution: TableSolution | BurialSolution, side: Iterable[Seat]) -> str:
        return "+".join(self._seat(solution.position, seat) for seat in side)

    def _tell_best_burial(self, solution: BurialSolution) -> None:
        """Write which trump and burial are best, and what they score."""
        best, side = solution.best, self._side(solution, solution.side)
        self._print(Text(f"Trump {self.in_symbols(burial_said(best.move))}.", style="bold"))
        parts = f": melds {best.melds}, buried {best.buried}, cards "
        verdict = Text(f"{side} scores ").append(self._bounds(solution.total))
        verdict.append(parts).append(self._bounds(best.cards))
        if not solution.exact:
            verdict.append(f" {STOPPED}")
        self._print(verdict)

    def _burials(self, solution: BurialSolution, numbered: bool = False) -> Table:
        shown = solution.moves[:_MOST_BURIALS]
        table = self._table()
        if numbered:
            table.add_column("", justify="right")
        said = self._moves_said(solution.position, [value.move for value in shown])
        for name in said:
            table.add_column(name, no_wrap=True)
        for name in ("melds", "buried", "cards", "total", "loss"):
            table.add_column(name, justify="right")
        for number, value in enumerate(shown, start=1):
            move = (column[number - 1] for column in said.values())
            loss = solution.loss_of(value)
            cells = (
                Text(str(value.melds)),
                Text(str(value.buried)),
                self._at_most(value, value.cards),
                self._at_most(value, value.total),
                Text("" if loss is None else str(loss) if loss else self._dash),
            )
            style = "bold" if loss == 0 else ""
            before = [str(number)] if numbered else []
            table.add_row(*before, *move, *cells, style=style)
        table.may_lose("buried", "melds", "loss")
        table.may_fold(*said)
        return table

    def _at_most(self, value: BurialValue, bounds: tuple[int, int]) -> Text:
        """A value; else its bounds, or the upper one where that is all there is."""
        if value.exact or value.cards[0]:
            return self._bounds(bounds)
        return Text(f"at most {bounds[1]}")

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
            verdict.append(f" {STOPPED_IN_LINE if _has_all_values(solution) else STOPPED}")
        return verdict

    def _table_cards(self, solution: TableSolution, numbered: bool = False) -> Table:
        table = self._table()
        if numbered:
            table.add_column("", justify="right")
        table.add_column("card")
        for side in solution.sides:
            table.add_column(self._side(solution, side), justify="right")
        if solution.exact:
            table.add_column("loss", justify="right")
        for number, move in enumerate(solution.moves, start=1):
            row: list[Text | str] = [str(number)] if numbered else []
            row += [self._card(move.card), *map(self._bounds, move.bounds)]
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


def _has_all_values(solution: TableSolution) -> bool:
    """Whether the value of every card was found, and was asked for."""
    return bool(solution.moves) and all(move.bounds.exact for move in solution.moves)
