"""The engines by name: each answers what to do in a stock-phase position from what one seat sees.

``default`` tries moves in sampled worlds by playouts of an information-set policy (`stock`),
``ismcts`` and ``pimc`` search trees (`tree_search`), ``advice`` follows the books' maxims,
``greedy`` takes the most points now, ``random`` any legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import nan
from random import Random

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.position_text import expect_position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import Analysis, MoveEstimate
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.estimates import Estimate

DEFAULT = "default"
RANDOM = "random"
ENGINES = (DEFAULT, "pimc", "ismcts", "advice", "greedy", RANDOM)

_ANNOTATIONS = ("id", "bm", "value")


def engine_policy(
    engine: str, *, worlds: int | None = None, seconds: float | None = None, seed: int = 1
) -> Callable[[StockPosition], Mapping[Move, float]]:
    """What an engine plays: for a position the chance of each move it may choose.

    Args:
        engine: one of `ENGINES`.
        worlds: the limit of those that search,
        seconds: or its time.
        seed: of what is random.
    """

    def choose(position: StockPosition) -> Mapping[Move, float]:
        if engine == RANDOM:
            moves = legal_moves(position)
            return {move: 1 / len(moves) for move in moves}
        analysis = analyze_with(engine, position, worlds=worlds, seconds=seconds, seed=seed)
        best = [move.move for move in analysis.moves if move.is_equal]
        chosen = best if analysis.choice in best else [analysis.choice]
        return {move: 1 / len(chosen) for move in chosen}

    return choose


def legal_moves(position: Position) -> tuple[Move, ...]:
    """The legal moves of the seat to decide; what is hidden makes no difference to them."""
    unseen = tuple(position.unseen) if isinstance(position, StockPosition) else ()
    return Referee.of_position(position, unseen).moves()


def random_move(position: Position, seed: int) -> Move:
    """A legal move, each as likely; it depends on the seed and the position alone."""
    tokens = [entry for entry in position.tokens().items() if entry[0] not in _ANNOTATIONS]
    return Random(f"{seed} {tokens}").choice(legal_moves(position))


def analyze_with(
    engine: str,
    position: StockPosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = "points",
    moves: Iterable[Move | str] | None = None,
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The analysis of a position by an engine; the arguments are those of `stock.analyze`.

    The engines that do not search give the move they choose without values.

    Raises:
        TypeError: for anything but a `StockPosition`.
        ValueError: also for an engine that is none, and for `moves` with any but the default one.
    """
    expect_position(position, StockPosition)
    if moves is not None and engine != DEFAULT:
        raise ValueError(f"moves are selected by the engine {DEFAULT} only, not by {engine}")
    if engine in ("advice", "greedy", RANDOM):
        return _choice(engine, position, seed, belief, objective)
    if engine == DEFAULT:
        from pinochle_solver.stock.search import analyze
    elif engine in ("pimc", "ismcts"):
        from pinochle_solver.stock.tree_search import analyze_tree

        return analyze_tree(
            position,
            kind=engine,
            seconds=seconds,
            worlds=worlds,
            target_error=target_error,
            seed=seed,
            threads=threads,
            belief=belief,
            objective=objective,
            stop=stop,
            progress=progress,
        )
    else:
        raise ValueError(f"engine is {engine!r}, expected one of {', '.join(ENGINES)}")
    return analyze(
        position,
        seconds=seconds,
        worlds=worlds,
        target_error=target_error,
        seed=seed,
        threads=threads,
        belief=belief,
        objective=objective,
        moves=moves,
        stop=stop,
        progress=progress,
    )


def _choice(
    engine: str, position: StockPosition, seed: int, belief: str, objective: str
) -> Analysis:
    if engine == "advice":
        from pinochle_solver.engines.advice import advice_move

        move = advice_move(position)
    elif engine == "greedy":
        from pinochle_solver.engines.greedy import greedy_move

        move = greedy_move(position)
    else:
        move = random_move(position, seed)
    chosen = MoveEstimate(
        move=move,
        objective=objective,
        mean=nan,
        mean_se=nan,
        win=nan,
        win_se=nan,
        points_behind=Estimate(0.0, nan),
        win_behind=Estimate(0.0, nan),
        visits=0,
        exact=False,
    )
    return Analysis(
        position=position,
        engine=engine,
        objective=objective,
        belief=belief,
        model="a choice by rules, no values",
        moves=(chosen,),
        choice=move,
        worlds=0,
        seed=seed,
        seconds=0.0,
    )
