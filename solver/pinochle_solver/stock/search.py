"""The stock phase analysed: what every move is worth to a seat that cannot see the other's cards.

If there are few worlds, all of them are gone through (`expectation`); otherwise the moves are tried
in sampled worlds (`playout_search`). A position that names every card, and the order of the stock,
is searched as a game of perfect information (`open_stock`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import POINTS, Analysis, in_order
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.doubling import analyze_doubling, in_stakes, progress_in_stakes
from pinochle_solver.stock.doubling_playouts import analyze_window
from pinochle_solver.stock.doubling_policy import doubling_policy
from pinochle_solver.stock.expectation import analyze_few_worlds
from pinochle_solver.stock.nets import nets_of
from pinochle_solver.stock.open_stock import DEFAULT_NODES, analyze_open, is_open
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.settings import Request, SearchSettings, as_conditions

DEFAULT_SECONDS = 2.0


def analyze(
    position: StockPosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = "inferred",
    objective: str = "points",
    call_out: bool = False,
    where: str | Iterable[str] = (),
    moves: Iterable[Move | str] | None = None,
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Value every move of a stock-phase position.

    With `worlds` or `target_error` and without `seconds`, the answer depends only on the position,
    these limits and the seed, not on the machine or the number of threads. If there are few enough
    worlds to go through all of them, that is tried first, in most of the time asked for.

    Args:
        position: the position, as the player to move sees it.
        seconds: end after this time; 2 if no limit is given.
        worlds: end when the best moves have been tried in this many worlds.
        target_error: end when the standard error of the leading difference, in points, is this low.
        seed: the seed of the worlds.
        threads: how many threads to use.
        belief: ``inferred`` or ``uniform``.
        objective: ``points``, or ``win`` to order the moves by the chance to win. With doubles it
            is always ``stake``: moves are valued by the expected payment.
        call_out: whether the game is played with call-outs, so that chances to win are those of a
            race to the target. The position must then have the points of the hand.
        where: a condition that the hidden cards are assumed to meet, or several, such as ``"north
            holds AS"`` or with a weight ``"0.7: north holds AS"`` (docs/ANALYSIS.md). Later choices
            in the hand are made without it.
        moves: the only moves to value, so that these are compared with one another in all worlds;
            every legal move if not given.
        stop: end when this flag is set, with the results so far, or with a short look at every
            move.
        progress: called now and then with the results so far.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when the hand of the player to move is not known; (``where``) for what
            no world meets.
        NotationError: (``where``) for words that are no condition.
        IllegalMoveError: when one of `moves` cannot be made.
        ValueError: for invalid limits, seeds, threads, beliefs and objectives, and for an empty
            list of moves.
    """
    settings = SearchSettings(
        limits=Limits(seconds=seconds, worlds=worlds, target_error=target_error),
        seed=seed,
        threads=threads,
        belief=belief,
        objective=objective,
        call_out=call_out,
        where=as_conditions(where),
    )
    return analyze_position(position, settings, Request.of(moves, stop, progress))


def analyze_position(
    position: StockPosition, settings: SearchSettings, request: Request
) -> Analysis:
    """As `analyze`, with its arguments as values."""
    expect_position(position, StockPosition)
    if settings.where:
        # What cannot be assumed is refused in the position itself, not in those that follow.
        _ = Belief(position, where=settings.where)
    analysis = _with_doubles(position, settings, request)
    return replace(analysis, where=settings.where)


def _with_doubles(position: StockPosition, settings: SearchSettings, request: Request) -> Analysis:
    """What `analyze` finds, in stakes if the hand is played with doubles."""
    if position.stakes is None:
        return _found(position, settings, request)
    by_points = replace(settings, objective=POINTS)
    if position.act.doubles:
        quietly = replace(request, progress=None)
        return analyze_doubling(
            position,
            lambda each, some: _found(each, by_points, replace(quietly, moves=some)),
            lambda some: _at_window(position, settings, request.stop, some),
            request.moves,
        )
    in_points = replace(request, progress=progress_in_stakes(request.progress))
    return in_stakes(_found(position, by_points, in_points))


def _at_window(
    position: StockPosition, settings: SearchSettings, stop: StopFlag, wanted: Collection[Move]
) -> Analysis | None:
    """The choices at a window for a double, by playouts; None if no thresholds were learned."""
    rules, count, stakes = position.rules, position.count, position.stakes
    assert stakes is not None
    policy, nets = doubling_policy(rules, count, stakes.doubles), nets_of(rules, count)
    if policy is None or nets is None:
        return None
    settings = settings.or_seconds(DEFAULT_SECONDS)
    return analyze_window(position, policy, nets, settings, stop=stop, wanted=wanted)


def _found(position: StockPosition, settings: SearchSettings, request: Request) -> Analysis:
    """What `analyze` finds once nobody doubles any more."""
    hidden = Belief(position, settings.belief, where=settings.where)
    if is_open(position):
        numbers = hidden.numbers(request.moves)
        timed = settings.or_seconds(DEFAULT_SECONDS)
        if timed.limits.seconds is None:
            timed = replace(timed, limits=Limits(nodes=DEFAULT_NODES))
        analysis = analyze_open(position, timed, stop=request.stop)
        return analysis if request.moves is None else _only(analysis, hidden, numbers)
    timed = settings.or_seconds(DEFAULT_SECONDS)
    deadline = Deadline(timed.limits.seconds)
    of_all_worlds = analyze_few_worlds(hidden, settings, request)
    return of_all_worlds or PlayoutSearch(hidden, timed, request, deadline).run()


def _only(analysis: Analysis, belief: Belief, numbers: bytes) -> Analysis:
    """The same analysis of some of the moves."""
    wanted = {belief.problem.moves[number] for number in numbers}
    first, *others = (move for move in analysis.moves if move.move in wanted)
    best = first.against(first)
    kept = in_order(best, (move.against(first) for move in others))
    return replace(analysis, moves=kept, choice=best.move, selected=True)
