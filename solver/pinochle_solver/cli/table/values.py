"""The values of positions of three and four, found once each; Ctrl-C keeps what was found."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.burial_solutions import BurialSolution, solve_burial
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import POINTS
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.hidden_hands.comparing import difference
from pinochle_solver.hidden_hands.search import SECONDS, analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.reviews.table.reviewing import best_of as best_chance
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, PlayCard
from pinochle_solver.table.views import AnyMove

Values = TableSolution | BurialSolution | ChanceAnalysis
"""What the moves of a position are worth: solved with open hands, else analysed."""


class Lost(NamedTuple):
    """What a move loses against the best.

    Attributes:
        amount: how much, and the standard error of that; 0 if it is exact.
        unit: of what.
    """

    amount: Estimate
    unit: str


class KnownTableValues:
    """What the moves of positions are worth, as far as they have been looked at.

    Args:
        limits: of each search; open hands are solved for its seconds, else for one second.
        seed: the seed of the worlds.
        threads: how many threads try worlds.
    """

    def __init__(self, limits: Limits, seed: int = 1, threads: int = 1) -> None:
        self._limits, self._seed, self._threads = limits, seed, threads
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
        is_solved = _can_be_solved(position)
        if not (is_solved or _can_be_analyzed(position)):
            return None
        found = self.known(position)
        if found is None or (again and not _is_finished(found)):
            search = self._solve if is_solved else self._analyze
            found = search(position, again)
            self._found[position.text()] = found
        return found

    def known(self, position: TablePosition) -> Values | None:
        """The values as far as they are known; None where nothing was looked for."""
        return self._found.get(position.text())

    def _solve(self, position: TablePosition, again: bool) -> Values:
        seconds = None if again else self._limits.seconds or SECONDS
        with stopping_searches() as stop:
            if position.act is Act.BURY:
                return solve_burial(position, seconds=seconds, stop=stop)
            return solve_open(position, seconds=seconds, stop=stop)

    def _analyze(self, position: TablePosition, again: bool) -> Values:
        with stopping_searches() as stop:
            return analyze_hidden(position, self._limits, self._seed, self._threads, stop)


def _is_finished(values: Values) -> bool:
    return values.finished if isinstance(values, ChanceAnalysis) else values.exact


def _can_be_solved(position: TablePosition) -> bool:
    """Whether all hands are open, and cards are played by two sides or buried before that."""
    if not position.is_open or position.has_stock or position.sides is None:
        return False
    return position.act in (Act.PLAY, Act.BURY)


def _can_be_analyzed(position: TablePosition) -> bool:
    """Whether the hand to move is known, and nothing is drawn or shown from a stock."""
    if position.has_stock or position.hands[position.turn].hidden:
        return False
    is_play = position.act is Act.PLAY and isinstance(next(position.legal_moves()), PlayCard)
    return is_play or position.rules.stock is None


def best_first(values: Values) -> list[AnyMove]:
    """The moves in the order in which their values are shown."""
    if isinstance(values, TableSolution):
        return [PlayCard(value.card) for value in values.moves]
    return [value.move for value in values.moves]


def best_of(values: Values) -> AnyMove | None:
    """The best move; None where it is not known."""
    if isinstance(values, ChanceAnalysis):
        return best_chance(values).move if values.moves else None
    if isinstance(values, BurialSolution):
        return values.best.move if values.exact else None
    return PlayCard(values.moves[0].card) if values.exact else None


def loss_of(values: Values, move: object) -> Lost | None:
    """What a move loses against the best; None where that is not known."""
    if isinstance(values, ChanceAnalysis):
        best = best_of(values)
        found = best and difference(values, best, move)  # type: ignore[arg-type]
        return Lost(found.ahead, values.objective) if found else None
    if isinstance(values, BurialSolution):
        burial = next((v for v in values.moves if isinstance(move, Bury) and v.move == move), None)
        lost = None if burial is None else values.loss_of(burial)
    else:
        card = next((value for value in values.moves if value.card.text() == str(move)), None)
        lost = None if card is None or not values.exact else card.loss
    return None if lost is None else Lost(Estimate(float(lost), 0.0), POINTS)
