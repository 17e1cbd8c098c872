"""Stock-phase positions by tree search: what the default engine is measured against.

``ismcts`` looks for the moves of both seats in trees of what each has observed, a new world in
every iteration (`observed_trees`). ``pimc`` supposes, world by world, that both hands lie open, and
averages (`open_trees`): what the moves are worth to players who see everything but the order of the
stock. To lay cards open costs nothing there; how far its values are from the others' is what hidden
cards are worth. The trees themselves are in ``_core.trees``.
"""

from __future__ import annotations

from collections.abc import Callable

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import POINTS, Analysis
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.deadline import Deadline
from pinochle_solver.stock.observed_trees import ObservedTrees
from pinochle_solver.stock.open_trees import OpenTrees
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.trees import Trees

ISMCTS, PIMC = "ismcts", "pimc"
KINDS = (ISMCTS, PIMC)
DEFAULT_SECONDS = 2.0
# Trees of observations, each of its own iterations: as many as this, however many threads there
# are; their results are put together.
TREES = 4
# In less time a single tree: several would be small ones.
SHORT_SECONDS = 1.0
# After so many iterations of each tree, or worlds, it is asked first whether they are enough.
FIRST_MILESTONE = {ISMCTS: 512, PIMC: 16}

NO_LIMITS = Limits()

_VALUED = "; values are the averages of its iterations, playoffs exact in the mean"
MODELS = {
    ISMCTS: "both choose in a tree of what they observe, then by the learnt policy" + _VALUED,
    PIMC: "both choose in trees with both hands open, the stock's order unknown" + _VALUED,
}


def analyze_tree(
    position: StockPosition,
    limits: Limits = NO_LIMITS,
    *,
    kind: str = ISMCTS,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = POINTS,
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Value every move of a stock-phase position by tree search.

    The best move is that of the highest average, of ``ismcts`` among the moves that were tried
    often; what ``ismcts`` plays for points is the move tried most, if it cannot be told from the
    best. The trees go for points; with `objective` ``win`` their iterations are averaged as chances
    to win. With limits and without one of time the answer does not depend on the machine or the
    number of threads.

    Args:
        position: the position, as the seat to decide sees it.
        limits: when to end; after 2 seconds if none is given. Worlds are of ``ismcts`` the
            iterations, each of which has a world of its own, spread over `TREES` trees, or in one
            in a short time; of ``pimc`` the worlds, each of which has a tree of its own. At least
            as many as try every move.
        kind: ``ismcts`` or ``pimc``.
        seed: of the worlds.
        threads: how many to use.
        belief: ``inferred`` or ``uniform``.
        objective: ``points`` or ``win``.
        stop: end when this flag is set, with what was found so far.
        progress: called now and then with what was found so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        ValueError: for a kind that is none.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}, expected one of {', '.join(KINDS)}")
    limits = limits.or_seconds(DEFAULT_SECONDS)
    deadline = Deadline(limits.seconds)
    hidden = Belief(position, belief)
    stop = stop or StopFlag()
    trees: Trees
    if kind == ISMCTS:
        is_short = limits.seconds is not None and limits.seconds < SHORT_SECONDS
        trees = ObservedTrees(hidden, seed, objective, stop, 1 if is_short else TREES)
    else:
        trees = OpenTrees(hidden, seed, threads, objective, stop)
    return _run(trees, kind, hidden, seed, threads, objective, limits, deadline, progress)


def open_average(
    position: StockPosition,
    limits: Limits = NO_LIMITS,
    *,
    seed: int = 1,
    threads: int = 1,
    stop: StopFlag | None = None,
) -> dict[str, float]:
    """What the moves are worth on average when both hands lie open, by the text of the move.

    The limits, `stop` among them, are those of ``pimc`` in `analyze_tree`.
    """
    analysis = analyze_tree(
        position, limits, kind=PIMC, seed=seed, threads=threads, belief=UNIFORM, stop=stop
    )
    return {move.move.text(): move.mean for move in analysis.moves}


def _run(
    trees: Trees,
    kind: str,
    belief: Belief,
    seed: int,
    threads: int,
    objective: str,
    limits: Limits,
    deadline: Deadline,
    progress: Callable[[Analysis], None] | None,
) -> Analysis:
    most = trees.most(limits.worlds)
    done, milestone = 0, FIRST_MILESTONE[kind]

    def analysis(finished: bool) -> Analysis:
        moves = trees.moves()
        return Analysis(
            position=belief.position,
            engine=kind,
            objective=objective,
            belief=belief.effective_kind,
            model=MODELS[kind],
            moves=with_prices(belief.problem, moves),
            choice=trees.choice(moves),
            worlds=trees.worlds,
            seed=seed,
            seconds=deadline.passed,
            finished=finished,
        )

    while done < most:
        size = min(trees.chunk, most - done, milestone - done)
        if not trees.advance(size, threads):
            return analysis(finished=False)
        done += size
        if deadline.is_due():
            break
        if done == milestone:
            milestone *= 2
            if limits.target_error is not None:
                moves = trees.moves()
                if len(moves) < 2 or moves[1].behind_se <= limits.target_error:
                    break
            if progress is not None:
                progress(analysis(finished=True))
    return analysis(finished=True)
