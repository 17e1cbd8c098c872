"""The engines that search: sampled worlds and playouts (`stock.search`), or trees of them."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from pinochle_solver.engines.engine import Choice, StockEngine
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, Analysis
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.doubling import in_stakes, progress_in_stakes
from pinochle_solver.stock.search import analyze_position
from pinochle_solver.stock.settings import Request, SearchSettings
from pinochle_solver.stock.tree_search import ISMCTS, PIMC, analyze_tree

_OPTIONS = {"belief": Choice(BELIEFS), "objective": Choice(OBJECTIVES)}
_LIMITS = {"seconds": "seconds", "worlds": "worlds"}


class DefaultEngine(StockEngine):
    """Tries every move in sampled worlds, which a learned policy plays on."""

    name = "default"
    summary = "playouts of sampled worlds by a learned policy"
    options = _OPTIONS
    limits = _LIMITS
    selects_moves = True
    assumes = True

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        return analyze_position(position, settings, request)

    def _waiting_chance(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> tuple[float, float]:
        """The chance of the best move after the call-out, in the worlds of the search."""
        called = replace(position, called=(*position.called, position.turn))
        best = analyze_position(called, settings, replace(request, progress=None)).best
        return best.win, best.win_se


class TreeEngine(StockEngine):
    """Searches trees; its kind says which. Decisions about doubles are found by playouts."""

    options = _OPTIONS
    limits = _LIMITS
    assumes = True

    kind: ClassVar[str]

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        if position.act.doubles:
            return replace(analyze_position(position, settings, request), engine=self.name)
        if position.stakes is None:
            return analyze_tree(position, settings, request, kind=self.kind)
        by_points = replace(settings, objective=POINTS)
        in_points = replace(request, progress=progress_in_stakes(request.progress))
        return in_stakes(analyze_tree(position, by_points, in_points, kind=self.kind))


class IsmctsEngine(TreeEngine):
    """Searches trees of what the seats observe."""

    name = kind = ISMCTS
    summary = "trees of what each seat has observed (MO-ISMCTS)"


class PimcEngine(TreeEngine):
    """Searches a tree for each world, with both hands open, and averages."""

    name = kind = PIMC
    summary = "a tree of each world with both hands face up, averaged"
