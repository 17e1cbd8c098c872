"""The engine that plays hands out in worlds, every seat by the cards that it sees."""

from __future__ import annotations

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.engines.table.analysing import AnalysisEngine
from pinochle_solver.hidden_hands.game_worths import GameWorth, has_game
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.stock.analysis import WIN


class HiddenHandsEngine(AnalysisEngine):
    """Plays hands out with the cards hidden."""

    name = "default"
    summary = "worlds played out, each seat by the cards it sees"

    def _analysis(
        self, position: TablePosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> ChanceAnalysis:
        plays_for_game = self._objective == WIN and has_game(position)
        game = GameWorth(position) if plays_for_game else None
        return analyze_hidden(position, limits, seed, self._threads, stop, game)
