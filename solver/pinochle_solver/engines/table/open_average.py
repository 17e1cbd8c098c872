"""The engine that averages over deals of the unseen cards, each played with all cards open."""

from __future__ import annotations

from time import monotonic

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.engines.table.analysing import AnalysisEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition


class OpenAverageEngine(AnalysisEngine):
    """Takes every deal to be played with all cards open."""

    name = "open-average"
    summary = "averages over deals played with all cards face up"
    analyzes_stock = False

    def _analysis(
        self, position: TablePosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> ChanceAnalysis:
        until = None if limits.seconds is None else monotonic() + limits.seconds
        return analyze_chances(position, CompiledSolver(stop=stop, until=until), limits, seed, stop)
