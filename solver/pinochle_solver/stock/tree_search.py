"""Stock-phase positions by tree search: what the default engine is measured against.

``ismcts`` looks for the moves of both seats in trees of what each has observed, a new world in
every iteration (`observed_trees`). ``pimc`` supposes, world by world, that both hands lie open, and
averages (`open_trees`): what the moves are worth to players who see everything but the order of the
stock. To lay cards open costs nothing there; how far its values are from the others' is what hidden
cards are worth. The trees themselves are in ``_core.stock.trees``.
"""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import POINTS, Analysis
from pinochle_solver.stock.beliefs import UNIFORM, Belief
from pinochle_solver.stock.models import OBSERVED_TREE, OPEN_TREES
from pinochle_solver.stock.observed_trees import ObservedTrees
from pinochle_solver.stock.open_trees import OpenTrees
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.settings import DEFAULTS, Request, SearchSettings
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

_VALUED = "; values are the averages of its iterations, playoffs exact in the mean"
MODELS = {
    ISMCTS: OBSERVED_TREE + _VALUED,
    PIMC: OPEN_TREES + _VALUED,
}


def analyze_tree(
    position: StockPosition,
    settings: SearchSettings = DEFAULTS,
    request: Request | None = None,
    *,
    kind: str = ISMCTS,
) -> Analysis:
    """Value every move of a stock-phase position by tree search.

    The best move is that of the highest average, of ``ismcts`` among the moves that were tried
    often; what ``ismcts`` plays for points is the move tried most, if it cannot be told from the
    best. The trees go for points; with the objective ``win`` their iterations are averaged as
    chances to win. Call-outs make no difference. With limits and without one of time the answer
    does not depend on the machine or the number of threads.

    Args:
        position: the position, as the seat to decide sees it.
        settings: how it is analysed; for 2 seconds if no limit is given. Worlds are of ``ismcts``
            the iterations, each of which has a world of its own, spread over `TREES` trees, or in
            one in a short time; of ``pimc`` the worlds, each of which has a tree of its own. At
            least as many as try every move.
        request: who waits for it; every legal move is valued.
        kind: ``ismcts`` or ``pimc``.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        ValueError: for a kind that is none.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}, expected one of {', '.join(KINDS)}")
    settings = replace(settings.or_seconds(DEFAULT_SECONDS), call_out=False)
    request, seconds = request or Request(), settings.limits.seconds
    deadline = Deadline(seconds)
    hidden = Belief(position, settings.belief, where=settings.where)
    trees: Trees
    if kind == ISMCTS:
        is_short = seconds is not None and seconds < SHORT_SECONDS
        trees = ObservedTrees(hidden, settings, request.stop, 1 if is_short else TREES)
    else:
        trees = OpenTrees(hidden, settings, request.stop)
    return _run(trees, kind, hidden, settings, request, deadline)


def open_average(
    position: StockPosition,
    settings: SearchSettings = DEFAULTS,
    *,
    stop: StopFlag | None = None,
) -> dict[str, float]:
    """What the moves are worth on average when both hands lie open, by the text of the move.

    All worlds are equally likely, and the moves are valued in points. Limits, seed, threads and
    `stop` are those of ``pimc`` in `analyze_tree`.
    """
    by_points = replace(settings, belief=UNIFORM, objective=POINTS)
    analysis = analyze_tree(position, by_points, Request.of(stop=stop), kind=PIMC)
    return {move.move.text(): move.mean for move in analysis.moves}


def _run(
    trees: Trees,
    kind: str,
    belief: Belief,
    settings: SearchSettings,
    request: Request,
    deadline: Deadline,
) -> Analysis:
    limits, progress = settings.limits, request.progress
    most = trees.most(limits.worlds)
    done, milestone = 0, FIRST_MILESTONE[kind]

    def analysis(finished: bool) -> Analysis:
        moves = trees.moves()
        return Analysis(
            position=belief.position,
            engine=kind,
            objective=settings.objective,
            belief=belief.effective_kind,
            model=MODELS[kind],
            moves=with_prices(belief.problem, moves),
            choice=trees.choice(moves),
            worlds=trees.worlds,
            seed=settings.seed,
            seconds=deadline.passed,
            finished=finished,
            where=settings.where,
        )

    while done < most:
        size = min(trees.chunk, most - done, milestone - done)
        if not trees.advance(size):
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
