"""The values of positions, found once each; Ctrl-C stops a search and keeps what it has found."""

from __future__ import annotations

from pinochle_solver.cli.input.options import asked_engine
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.thinking import thinking
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.settings import SearchSettings


class KnownValues:
    """What the moves of positions are worth, as far as they have been looked at.

    Args:
        settings: how positions of the stock phase are analysed.
    """

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings
        self._engine = asked_engine("--engine", DEFAULT, settings)
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
                limits, seed = self._settings.limits, self._settings.seed
                return self._engine.analyze(
                    position, limits, seed=seed, stop=stop, progress=progress
                )


def _is_finished(values: Solution | Analysis) -> bool:
    return values.exact if isinstance(values, Solution) else values.finished
