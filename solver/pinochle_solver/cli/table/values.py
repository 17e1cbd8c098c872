"""The values of positions of three and four, found once each; Ctrl-C keeps what was found."""

from __future__ import annotations

from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.double_dummy.burial_solutions import BurialSolution, solve_burial
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, PlayCard, TableMove

Values = TableSolution | BurialSolution
"""What the moves of a position with open hands are worth."""


class KnownTableValues:
    """What the moves of positions are worth, as far as they have been looked at.

    Args:
        seconds: for each search.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._found: dict[str, Values] = {}

    def of(self, position: TablePosition, again: bool = False) -> Values | None:
        """The values, searched for where nothing is known; None where they cannot be told.

        The first Ctrl-C stops the search, which gives what it has found; a second one raises
        KeyboardInterrupt.

        Args:
            position: the position.
            again: whether to search once more where a search was stopped, until it is stopped
                again.
        """
        if not _can_be_solved(position):
            return None
        found = self.known(position)
        if found is None or (again and not found.exact):
            found = self._search(position, None if again else self._seconds)
            self._found[position.text()] = found
        return found

    def known(self, position: TablePosition) -> Values | None:
        """The values as far as they are known; None where nothing was looked for."""
        return self._found.get(position.text())

    def _search(self, position: TablePosition, seconds: float | None) -> Values:
        with stopping_searches() as stop:
            if position.act is Act.BURY:
                return solve_burial(position, seconds=seconds, stop=stop)
            return solve_open(position, seconds=seconds, stop=stop)


def _can_be_solved(position: TablePosition) -> bool:
    """Whether all hands are open, and cards are played by two sides or buried before that."""
    if not position.is_open or position.has_stock or position.sides is None:
        return False
    return position.act in (Act.PLAY, Act.BURY)


def best_first(values: Values) -> list[TableMove]:
    """The moves in the order in which their values are shown."""
    if isinstance(values, BurialSolution):
        return [value.move for value in values.moves]
    return [PlayCard(value.card) for value in values.moves]


def best_of(values: Values) -> TableMove | None:
    """The best move; None where it is not proven."""
    if isinstance(values, BurialSolution):
        return values.best.move if values.exact else None
    return PlayCard(values.moves[0].card) if values.exact else None


def loss_of(values: Values, move: object) -> int | None:
    """How many points a move loses against the best; None where that is not proven."""
    if isinstance(values, BurialSolution):
        burial = next((v for v in values.moves if isinstance(move, Bury) and v.move == move), None)
        return None if burial is None else values.loss_of(burial)
    text = str(move)
    card = next((value for value in values.moves if value.card.text() == text), None)
    return None if card is None or not values.exact else card.loss
