"""What an engine decides in a position of either phase, by what the seat to decide can see.

The playoff is decided exactly by all engines but ``random``, for there is nothing hidden in it; the
stock phase as each engine does (`engines`). An answer always comes soon after a stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.registry import DEFAULT, ENGINES, RANDOM, analyze_with, random_move
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solution import MoveValue, Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.beliefs import INFERRED, Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Which engine decides, and how long it may think.

    Attributes:
        engine: one of `ENGINES`.
        seconds: of time in the stock phase; a playoff takes milliseconds, and is not cut short.
        worlds: in which the best moves are tried, in the stock phase.
        nodes: of the search of a playoff.
        seed: of what is random.
        threads: how many to use in the stock phase.
        belief: ``inferred`` or ``uniform``.
        objective: ``points`` or ``win``, in the stock phase.

    Raises:
        ValueError: for an engine that is none.
    """

    engine: str = DEFAULT
    seconds: float | None = None
    worlds: int | None = None
    nodes: int | None = None
    seed: int = 1
    threads: int = 1
    belief: str = INFERRED
    objective: str = "points"

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise ValueError(f"engine is {self.engine!r}, expected one of {', '.join(ENGINES)}")


@dataclass(frozen=True, slots=True)
class Decision:
    """What an engine plays or shows.

    Attributes:
        move: the move.
        mean: the expected final difference, the mover's points less the other's, over the whole
            hand where the position has its points, else from there on; None where it is not known.
        se: the standard error of the mean, 0 for an exact one; None where it is not known.
        worlds: in how many worlds the move was tried, 0 for a playoff.
        exact: whether the mean is exact, not estimated.
        win: the chance to win the hand, or with a game score the game; None where it is not known.
        win_se: the standard error of that; None where it is not known.
    """

    move: Move
    mean: float | None = None
    se: float | None = None
    worlds: int = 0
    exact: bool = False
    win: float | None = None
    win_se: float | None = None

    @classmethod
    def of_analysis(cls, analysis: Analysis) -> Decision:
        """What an analysis says is to be played."""
        chosen = next(move for move in analysis.moves if move.move == analysis.choice)
        mean, se, win, win_se = (
            value if isfinite(value) else None
            for value in (chosen.mean, chosen.mean_se, chosen.win, chosen.win_se)
        )
        return cls(chosen.move, mean, se, chosen.visits, chosen.exact, win, win_se)


def decide(
    position: Position,
    effort: Effort,
    stop: StopFlag | None = None,
    progress: Callable[[Decision], None] | None = None,
) -> Decision:
    """What an engine does in a position, by what the seat to decide can see of it.

    Args:
        position: the position; whatever it names of what is hidden from that seat is not looked at
            (`as_mover_sees`).
        effort: which engine, and its limits.
        stop: ends the thinking with what was found so far, or with a short look at every move.
        progress: called now and then with the best move so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        ValueError: for limits, beliefs and objectives that are none.
    """
    if isinstance(position, PlayoffPosition):
        return _decide_playoff(position, effort, stop)
    return _decide_stock(as_mover_sees(position), effort, stop or StopFlag(), progress)


def as_mover_sees(position: StockPosition) -> StockPosition:
    """The position without what its notation says is hidden from the seat to decide.

    A stock named card by card becomes a number, and of another hand wholly named remains what lies
    on its table. The cards named in a hand that ends in ``+n`` are known to the seat to decide.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
    """
    Belief(position)
    other = position.hand(position.turn.other)
    on_table = len(position.on_table(position.turn.other))
    if isinstance(position.stock, int) and (other.hidden or len(other) == on_table):
        return position
    seen = Referee.of_position(position, tuple(position.unseen)).view(position.turn)
    assert isinstance(seen, StockPosition)
    return seen


# The stock phase


def _decide_stock(
    position: StockPosition,
    effort: Effort,
    stop: StopFlag,
    progress: Callable[[Decision], None] | None,
) -> Decision:
    def tell(analysis: Analysis) -> None:
        if progress is not None:
            progress(Decision.of_analysis(analysis))

    analysis = analyze_with(
        effort.engine,
        position,
        seconds=effort.seconds,
        worlds=effort.worlds,
        seed=effort.seed,
        threads=effort.threads,
        belief=effort.belief,
        objective=effort.objective,
        stop=stop,
        progress=tell,
    )
    return Decision.of_analysis(analysis)


# The playoff


def _decide_playoff(position: PlayoffPosition, effort: Effort, stop: StopFlag | None) -> Decision:
    if effort.engine == RANDOM:
        return Decision(random_move(position, effort.seed))
    solution = solve(position, nodes=effort.nodes, stop=stop)
    if not all(move.bounds.exact for move in solution.moves):
        return Decision(Play(_most_promising(solution)))
    best = solution.moves[0].card
    return Decision(Play(best), float(_final_difference(solution)), 0.0, exact=True)


def _final_difference(solution: Solution) -> int:
    """The mover's points less the other's at the end: of the hand, or of what is still to come."""
    points = solution.final or solution.value
    turn = solution.position.turn
    return points[turn] - points[turn.other]


def _most_promising(solution: Solution) -> Card:
    """The card of a stopped search for which most is proven; of equals the first."""
    turn = solution.position.turn

    def proven(move: MoveValue) -> tuple[int, int]:
        return move.bounds.south if turn is Seat.SOUTH else move.bounds.north

    return max(solution.moves, key=proven).card
