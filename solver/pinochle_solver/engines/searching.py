"""The engines that search: sampled worlds and playouts (`stock.search`), or trees of them."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from pinochle_solver.engines.engine import Choice, Request, StockEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, Analysis
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.doubling import in_stakes, told_in_stakes
from pinochle_solver.stock.search import analyze
from pinochle_solver.stock.tree_search import ISMCTS, PIMC, analyze_tree

_OPTIONS = {"belief": Choice(BELIEFS), "objective": Choice(OBJECTIVES)}
_LIMITS = {"seconds": "seconds", "worlds": "worlds"}


class SearchingEngine(StockEngine):
    """Searches; decisions about doubles are always found by playouts."""

    def _by_playouts(self, position: StockPosition, limits: Limits, request: Request) -> Analysis:
        return analyze(
            position,
            seconds=limits.seconds,
            worlds=limits.worlds,
            target_error=limits.target_error,
            seed=request.seed,
            threads=self._threads,
            belief=self._belief,
            objective=self._objective,
            call_out=self._with_call_outs(position),
            moves=request.moves,
            stop=request.stop,
            progress=request.progress,
        )


class DefaultEngine(SearchingEngine):
    """Tries every move in sampled worlds, which a learnt policy plays on."""

    name = "default"
    summary = "playouts of sampled worlds by a learnt policy"
    options = _OPTIONS
    limits = _LIMITS
    selects_moves = True

    def _analyze(self, position: StockPosition, limits: Limits, request: Request) -> Analysis:
        return self._by_playouts(position, limits, request)

    def _waiting_chance(
        self, position: StockPosition, limits: Limits, request: Request
    ) -> tuple[float, float]:
        """The chance of the best move after the call-out, in the worlds of the search."""
        called = replace(position, called=(*position.called, position.turn))
        best = self._by_playouts(called, limits, request._replace(progress=None)).best
        return best.win, best.win_se


class TreeEngine(SearchingEngine):
    """Searches trees; its kind says which."""

    options = _OPTIONS
    limits = _LIMITS

    kind: ClassVar[str]

    def _analyze(self, position: StockPosition, limits: Limits, request: Request) -> Analysis:
        if position.act.doubles:
            return replace(self._by_playouts(position, limits, request), engine=self.name)
        has_stakes, progress = position.stakes is not None, request.progress
        analysis = analyze_tree(
            position,
            limits,
            kind=self.kind,
            seed=request.seed,
            threads=self._threads,
            belief=self._belief,
            objective=POINTS if has_stakes else self._objective,
            stop=request.stop,
            progress=told_in_stakes(progress) if has_stakes else progress,
        )
        return in_stakes(analysis) if has_stakes else analysis


class IsmctsEngine(TreeEngine):
    """Searches trees of what the seats observe."""

    name = kind = ISMCTS
    summary = "trees of what each seat has observed (MO-ISMCTS)"


class PimcEngine(TreeEngine):
    """Searches a tree for each world, with both hands open, and averages."""

    name = kind = PIMC
    summary = "a tree of each world with both hands open, averaged"
