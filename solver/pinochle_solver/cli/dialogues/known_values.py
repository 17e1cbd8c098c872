"""The values of positions, found once each; Ctrl-C stops a search and keeps what it has found."""

from __future__ import annotations

from pinochle_solver.cli.input.options import asked_engine
from pinochle_solver.cli.output.interrupts import stopping_searches
from pinochle_solver.cli.output.thinking import thinking
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.stock.analysis import Analysis


class KnownValues:
    """What the moves of positions are worth, as far as they have been looked at.

    Args:
        limits: of each search of the stock phase.
        seed: of its worlds.
        threads: for it.
    """

    def __init__(self, limits: Limits, seed: int, threads: int) -> None:
        self._limits, self._seed = limits, seed
        self._engine = asked_engine("--engine", DEFAULT, threads=threads)
        self._found: dict[str, Solution | Analysis] = {}

    def of(self, position: Position, again: bool = False) -> Solution | Analysis:
        """The values, searched for where nothing is known; the mover's hand must be known.

        The first Ctrl-C stops the search, which gives what it has found; a second one raises
        KeyboardInterrupt.

        Args:
            position: the position.
            again: whether to search once more where a search was stopped.
        """
        found = self.known(position)
        if found is None or (again and not _is_finished(found)):
            found = self._search(position)
            self._found[position.text()] = found
        return found

    def known(self, position: Position) -> Solution | Analysis | None:
        """The values as far as they are known; None where nothing was looked for."""
        return self._found.get(position.text())

    def _search(self, position: Position) -> Solution | Analysis:
        with stopping_searches() as stop:
            if isinstance(position, PlayoffPosition):
                return solve(position, stop=stop)
            with thinking(1, 1) as progress:
                return self._engine.analyze(
                    position, self._limits, seed=self._seed, stop=stop, progress=progress
                )


def _is_finished(values: Solution | Analysis) -> bool:
    return values.exact if isinstance(values, Solution) else values.finished
