"""The stock phase as a game of perfect information: every card known, the stock's order as well.

That is what a hand comes to once it has been played, or in an analysis of what would have been
best. The last two stock tricks of a full deck take about a second, three a few seconds; small decks
can be solved from the deal on. Where the limits do not allow it, the moves are estimated by a tree
search of the same open cards, and say so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.open_stock import OpenStock
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.stock.analysis import POINTS, WIN, Analysis, MoveEstimate, in_order
from pinochle_solver.stock.chances import AnyChance, chance_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.models import OPEN_ESTIMATED, OPEN_SOLVED
from pinochle_solver.stock.open_estimates import Effort, estimate_open
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.settings import DEFAULTS, SearchSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

ENGINE = BELIEF = "open"
DEFAULT_SECONDS = 10.0
DEFAULT_NODES = 1 << 25
"""In place of seconds where the answer may not depend on the machine: about as long."""
MEMORY_MB = 64.0

# This part of the time asked for may go into solving; the rest is kept for the tree.
_SOLVING_SHARE = 0.75

# Of fewer cards a playoff is solved as fast as it is estimated.
_LARGE_HAND = 6

# Of a move: its number, bounds of its value, and the best line, empty where that is not known.
_Bounds = tuple[int, int, int, bytes]
# What bounds are before any question is answered.
_UNBOUNDED = 1 << 20


@dataclass(frozen=True, slots=True)
class OpenValue:
    """What a move comes to when both play best and see everything.

    Attributes:
        move: the move.
        difference: the final points of the seat to decide less the other's.
        points: the final points of the best play; without points in the position those from there
            on.
    """

    move: Move
    difference: int
    points: Points


def is_open(position: StockPosition) -> bool:
    """Whether every card of a position is named, or can have but one place."""
    hidden = max(position.south.hidden, position.north.hidden)
    if not isinstance(position.stock, int):
        return True
    return position.stock == 0 or (hidden == 0 and len(set(position.unseen)) <= 1)


def opened(position: StockPosition) -> StockPosition:
    """The same position with every card in its place named.

    Raises:
        IllegalPositionError: when it is not open.
    """
    if not is_open(position):
        raise IllegalPositionError("stock", "the order of its cards is not known")
    unseen, stock = tuple(position.unseen), position.stock
    if isinstance(stock, int):
        hidden = len(unseen) - stock
        unseen, stock = unseen[:hidden], unseen[hidden:]
    south, north = (
        PartialHand(Hand.of((*hand.known, *unseen))) if hand.hidden else hand
        for hand in (position.south, position.north)
    )
    return replace(position, south=south, north=north, stock=stock)


def solve_open(
    position: StockPosition,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: StopFlag | None = None,
) -> tuple[OpenValue, ...] | None:
    """The exact value of every legal move, the best first; None if a limit was met before.

    Args:
        position: an open position.
        nodes: how many states and playoff positions may be visited; a play by the policy, to order
            moves, counts as four.
        seconds: how long it may take.
        stop: ends it when set.

    Raises:
        IllegalPositionError: when the position is not open.
    """
    return _solve(Problem(opened(position)), Limits(seconds=seconds, nodes=nodes), stop)


def _solve(
    problem: Problem, limits: Limits, stop: StopFlag | None, *, gives_up: bool = False
) -> tuple[OpenValue, ...] | None:
    """The exact value of every legal move of a position that names every card.

    With `gives_up` the limits are not used up where it soon shows that they are too narrow.
    """
    position = problem.position
    is_large = position.rules.deck.hand >= _LARGE_HAND
    search = OpenStock(*problem.record, is_large, MEMORY_MB, weights=problem.weights)
    nodes, seconds, stop = limits.nodes or 0, limits.seconds or 0.0, stop or StopFlag()
    parts = _parts(position) if gives_up else 1
    parts = min(parts, nodes) if nodes else parts  # a part of no nodes would have no limit
    values = search.solve(nodes // parts, seconds / parts, stop)
    if parts > 1 and _is_begun(values) and not _is_solved(values):
        values = search.solve(nodes - nodes // parts, seconds - seconds / parts, stop)
    if not _is_solved(values):
        return None
    sign = 1 if position.turn is Seat.SOUTH else -1
    by_number = {
        number: (sign * low, Points(*search.points_after(line))) for number, low, _, line in values
    }
    moves = [OpenValue(move, *by_number[number]) for number, move in problem.moves.items()]
    return tuple(sorted(moves, key=lambda value: -value.difference))


def _parts(position: StockPosition) -> int:
    """After one of how many parts of the limits without any answer the rest solves nothing.

    The sooner the farther the playoff is. Near it, of two moves the first answer may take half of
    all nodes.
    """
    return max((position.rules.deck.stock_tricks - position.completed_tricks) // 2, 1)


def _is_begun(values: Sequence[_Bounds]) -> bool:
    """Whether any question was answered."""
    return any(low > -_UNBOUNDED or high < _UNBOUNDED for _, low, high, _ in values)


def _is_solved(values: Sequence[_Bounds]) -> bool:
    """Whether every move has its value."""
    return all(line for _, _, _, line in values)


def analyze_open(
    position: StockPosition,
    settings: SearchSettings = DEFAULTS,
    *,
    stop: StopFlag | None = None,
) -> Analysis:
    """Value every move of an open position, exactly where the limits allow it.

    If they do not, no move is exact: the values are those of `estimate_open`, and `model` says so.
    With nodes and without seconds the answer does not depend on the machine.

    Args:
        position: an open position.
        settings: of its limits, the number of states and playoff positions that may be visited
            (`nodes`), and seconds; 10 seconds for solving if neither is given. The objective orders
            the moves; play after them is for points. Beliefs, seeds and threads make no difference.
        stop: ends it when set.

    Raises:
        IllegalPositionError: when the position is not open.
    """
    limits, deadline = settings.limits, Deadline(settings.limits.seconds)
    if limits.seconds is not None:
        limits = replace(limits, seconds=_SOLVING_SHARE * limits.seconds)
    elif limits.nodes is None:
        limits = Limits(seconds=DEFAULT_SECONDS)
    problem = Problem(opened(position))
    values = _solve(problem, limits, stop, gives_up=True)
    if values is None:
        deck = position.rules.deck
        effort = Effort.of(deck, deck.stock_tricks - position.completed_tricks)
        moves = estimate_open(problem.position, effort, settings, stop=stop, deadline=deadline)
    else:
        chance = chance_of(problem.position, settings.call_out)
        moves = _exact_moves(values, settings.objective, chance)
    priced = with_prices(problem, moves)
    return Analysis(
        position=position,
        engine=ENGINE,
        objective=settings.objective,
        belief=BELIEF,
        model=OPEN_ESTIMATED if values is None else OPEN_SOLVED,
        moves=priced,
        choice=priced[0].move,
        worlds=1,
        seed=1,
        seconds=deadline.passed,
        finished=stop is None or not stop.is_set,
        sampled=False,
    )


def _exact_moves(
    values: Sequence[OpenValue], objective: str, chance: AnyChance
) -> tuple[MoveEstimate, ...]:
    import numpy as np

    points = np.array([value.points for value in values], np.int32)
    wins = [float(win) for win in chance.of_points(points)]
    by_objective = {POINTS: [float(value.difference) for value in values], WIN: wins}
    ordering = by_objective[objective]
    best = ordering.index(max(ordering))
    moves = [
        MoveEstimate.of(
            value.move,
            objective,
            {unit: Estimate(of[place], 0.0) for unit, of in by_objective.items()},
            {unit: Estimate(of[best] - of[place], 0.0) for unit, of in by_objective.items()},
            visits=1,
            exact=True,
        )
        for place, value in enumerate(values)
    ]
    return in_order(moves.pop(best), moves)
