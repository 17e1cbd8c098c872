"""OpenSpiel's search (`openspiel.bot`) as an engine; it plays the playoff exactly, as all do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pinochle_solver.engines.engine import Choice, Number, Request, StockEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.doubling import doubling_by_points
from pinochle_solver.stock.search import DEFAULT_SECONDS

UCT_C = 100.0
"""The exploration constant: returns are points, of which random play varies by about a hundred."""


class OpenSpielEngine(StockEngine):
    """Chooses what OpenSpiel's search visits most; two simulations are made in any case.

    Args:
        uct_c: the exploration constant.
        settings: as `StockEngine` takes them; its own search heeds none of them.
    """

    name = "openspiel-ismcts"
    summary = "OpenSpiel's own information-set search, random rollouts"
    options: ClassVar[Mapping[str, Choice | Number]] = {"uct_c": Number(UCT_C)}
    limits: ClassVar[Mapping[str, str]] = {"seconds": "seconds", "sims": "worlds"}

    def __init__(self, *, uct_c: float = UCT_C, **settings: Any) -> None:
        super().__init__(**settings)
        self._uct_c = uct_c

    def _analyze(self, position: StockPosition, limits: Limits, request: Request) -> Analysis:
        if position.act.doubles:
            # The game there is one without doubles.
            return self._only_choice(position, doubling_by_points(position), request.seed)
        limits = limits.or_seconds(DEFAULT_SECONDS)
        # Only here: what can be set, and how, is told without OpenSpiel, too.
        from pinochle_solver.openspiel.bot import most_visited_move

        hand = replace(position, stakes=None)
        move = most_visited_move(hand, self._uct_c, limits, request.seed, request.stop)
        return self._only_choice(position, move, request.seed)
