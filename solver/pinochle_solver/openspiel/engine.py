"""OpenSpiel's search (`openspiel.bot`) as an engine; it plays the playoff exactly, as all do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot, nan
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from pinochle_solver.engines.engine import Choice, Number, StockEngine
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import (
    POINTS,
    WIN,
    Analysis,
    MoveEstimate,
    in_order,
    surer_than_seldom,
)
from pinochle_solver.stock.beliefs import UNIFORM
from pinochle_solver.stock.doubling import doubling_by_points
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.observed_trees import SERIOUSLY
from pinochle_solver.stock.search import DEFAULT_SECONDS
from pinochle_solver.stock.settings import Request, SearchSettings

if TYPE_CHECKING:
    from pinochle_solver.openspiel.bot import Searched, Tried

UCT_C = 100.0
"""The exploration constant: returns are points, of which random play varies by about a hundred."""

MODEL = (
    "both choose in OpenSpiel's tree of what they observe, then at random to the end of the hand; "
    "values are the averages of its simulations"
)


class OpenSpielEngine(StockEngine):
    """Chooses what OpenSpiel's search visits most; two simulations are made in any case.

    A world of its analysis is a simulation. Its moves are valued in points, whatever it is asked to
    play for; chances to win are not known. With doubles no values are told, because they are
    stakes, of which the search knows nothing.

    Args:
        uct_c: the exploration constant.
        settings: as `StockEngine` takes them; its own search heeds none of them.
    """

    name = "openspiel-ismcts"
    summary = "OpenSpiel's own information-set search, random playouts"
    options: ClassVar[Mapping[str, Choice | Number]] = {"uct_c": Number(UCT_C)}
    limits: ClassVar[Mapping[str, str]] = {"seconds": "seconds", "sims": "worlds"}

    def __init__(self, *, uct_c: float = UCT_C, **settings: Any) -> None:
        super().__init__(**settings)
        self._uct_c = uct_c

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        if position.act.doubles:
            # The game there is one without doubles.
            return self._only_choice(position, doubling_by_points(position), settings.seed)
        started, seed = perf_counter(), settings.seed
        limits = settings.limits.or_seconds(DEFAULT_SECONDS)
        # Only here: what can be set, and how, is told without OpenSpiel, too.
        from pinochle_solver.openspiel.bot import search

        def analysis(found: Searched) -> Analysis:
            return self._analysis(position, found, seed, perf_counter() - started)

        def report(found: Searched) -> None:
            if request.progress is not None:
                request.progress(analysis(found))

        hand = replace(position, stakes=None)
        return analysis(search(hand, self._uct_c, limits, seed, request.stop, report))

    def _analysis(
        self, position: StockPosition, found: Searched, seed: int, seconds: float
    ) -> Analysis:
        """What was found as an analysis."""
        chosen = self._only_choice(position, found.choice, seed)
        analysis = replace(
            chosen,
            model=MODEL,
            worlds=found.simulations,
            seconds=seconds,
            finished=found.finished,
        )
        if position.stakes is not None:
            return analysis
        return replace(
            analysis, objective=POINTS, belief=UNIFORM, moves=_valued(position, found.moves)
        )


def _valued(position: StockPosition, tried: tuple[Tried, ...]) -> tuple[MoveEstimate, ...]:
    """The moves, the best of those tried seriously first, those never tried last."""
    so_far, unit = _difference(position), position.rules.meld_unit
    values = [
        surer_than_seldom(each.value, POINTS, max(each.visits, 1), unit)._replace(
            mean=so_far + each.value.mean
        )
        for each in tried
    ]
    most = max(each.visits for each in tried)
    best = max(
        (place for place, each in enumerate(tried) if SERIOUSLY * each.visits >= most),
        key=lambda place: values[place].mean,
    )
    unknown = Estimate(nan, nan)

    def of(place: int) -> MoveEstimate:
        own, top = values[place], values[best]
        behind = Estimate(top.mean - own.mean, hypot(top.se, own.se))
        if place == best:
            behind = Estimate(0.0, 0.0)
        return MoveEstimate.of(
            tried[place].move,
            POINTS,
            {POINTS: own, WIN: unknown},
            {POINTS: behind, WIN: unknown},
            tried[place].visits,
        )

    places = [place for place in range(len(tried)) if place != best]
    known = [of(place) for place in places if tried[place].visits]
    never = [of(place) for place in places if not tried[place].visits]
    return (*in_order(of(best), known), *never)


def _difference(position: StockPosition) -> int:
    """What the seat to decide has scored more than the other, as far as the position tells."""
    if position.points is None:
        return 0
    south, north = map(sum, position.points)
    return south - north if position.turn == 0 else north - south
