"""The stock phase analysed: what every move is worth to a seat that cannot see the other's cards.

If there are few worlds, all of them are gone through (`expectation`); otherwise the moves are tried
in sampled worlds (`playout_search`). A position that names every card, and the order of the stock,
is searched as a game of perfect information (`open_stock`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.limits import Limits, check_seed
from pinochle_solver.notation.position_text import expect_position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, Analysis, in_order
from pinochle_solver.stock.beliefs import WEIGHING_WORLDS, Belief, check_belief
from pinochle_solver.stock.deadline import Deadline
from pinochle_solver.stock.doubling import analyze_doubling, in_stakes, told_in_stakes
from pinochle_solver.stock.doubling_playouts import analyze_window
from pinochle_solver.stock.doubling_policy import doubling_policy
from pinochle_solver.stock.expectation import analyze_by_expectation, has_few_worlds
from pinochle_solver.stock.nets import nets_of
from pinochle_solver.stock.open_stock import DEFAULT_NODES, analyze_open, is_open
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.threads import check_threads

DEFAULT_SECONDS = 2.0
# Going through all worlds may take this part of the time asked for; the rest is kept for a search
# in case that fails. If no time is asked for, it may take this many seconds, because its result is
# exact.
ALL_WORLDS_SHARE, ALL_WORLDS_SECONDS = 0.75, 8.0
# For each second asked for, this many worlds of chains weigh all worlds; they take about a quarter
# of it. The second number is the same for each world asked for.
WEIGHING_A_SECOND, WEIGHING_A_WORLD = 4_096, 16
# With a limit of fewer worlds than this an answer is wanted fast, and later choices are made by
# estimates.
WORLDS_TO_SOLVE = 256


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
    moves: Iterable[Move | str] | None = None,
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Value every move of a stock-phase position.

    With `worlds` or `target_error` and without `seconds`, the answer depends only on the position,
    these limits and the seed, not on the machine or the number of threads. If there are few enough
    worlds to go through all of them, that is tried first, in most of the time asked for.

    Args:
        position: the position, as the seat to decide sees it.
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
        moves: the only moves to value, so that these are compared with one another in all worlds;
            every legal move if not given.
        stop: end when this flag is set, with the results so far, or with a short look at every
            move.
        progress: called now and then with the results so far.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when the hand of the seat to decide is not known.
        IllegalMoveError: when one of `moves` cannot be made.
        ValueError: for invalid limits, seeds, threads, beliefs and objectives, and for an empty
            list of moves.
    """
    check_belief(belief)
    if objective not in OBJECTIVES:
        raise ValueError(f"objective is {objective!r}, expected one of {', '.join(OBJECTIVES)}")
    check_seed(seed)
    check_threads(threads)
    limits = Limits(seconds=seconds, worlds=worlds, target_error=target_error)
    asked = _Asked(limits, seed, threads, belief, objective, call_out, stop or StopFlag(), progress)
    wanted = None if moves is None else tuple(moves)
    expect_position(position, StockPosition)
    if position.stakes is None:
        return _found(position, asked, wanted)
    by_points = asked._replace(objective=POINTS, progress=told_in_stakes(progress))
    if position.act.doubles:
        quietly = by_points._replace(progress=None)
        return analyze_doubling(
            position,
            lambda each, some: _found(each, quietly, some),
            lambda some: _at_window(position, asked, some),
            wanted,
        )
    return in_stakes(_found(position, by_points, wanted))


class _Asked(NamedTuple):
    """The arguments of `analyze`, except the position and the moves."""

    limits: Limits
    seed: int
    threads: int
    belief: str
    objective: str
    call_out: bool
    stop: StopFlag
    progress: Callable[[Analysis], None] | None


def _at_window(position: StockPosition, asked: _Asked, wanted: Collection[Move]) -> Analysis | None:
    """The choices at a window for a double, by playouts; None if no thresholds were learnt."""
    rules, count, stakes = position.rules, position.count, position.stakes
    assert stakes is not None
    policy, nets = doubling_policy(rules, count, stakes.doubles), nets_of(rules, count)
    if policy is None or nets is None:
        return None
    limits = asked.limits.or_seconds(DEFAULT_SECONDS)
    return analyze_window(
        position,
        policy,
        nets,
        limits=limits,
        seed=asked.seed,
        belief=asked.belief,
        stop=asked.stop,
        wanted=wanted,
    )


def _found(
    position: StockPosition, asked: _Asked, wanted: tuple[Move | str, ...] | None
) -> Analysis:
    """What `analyze` finds once nobody doubles any more."""
    limits, stop, objective = asked.limits, asked.stop, asked.objective
    seed, threads = asked.seed, asked.threads
    hidden = Belief(position, asked.belief)
    if is_open(position):
        numbers = hidden.numbers(wanted)
        own = limits.or_seconds(DEFAULT_SECONDS)
        if own.seconds is None:
            own = Limits(nodes=DEFAULT_NODES)
        analysis = analyze_open(
            position, own, objective=objective, stop=stop, call_out=asked.call_out
        )
        return analysis if wanted is None else _only(analysis, hidden, numbers)
    few_seconds = seconds_for_all_worlds(limits)
    limits = limits.or_seconds(DEFAULT_SECONDS)
    deadline = Deadline(limits.seconds)
    if has_few_worlds(hidden, few_seconds):
        few = Deadline(few_seconds)
        number, hurries = weighing(limits)
        with suppress(TimeoutError, InterruptedError):
            return analyze_by_expectation(
                hidden, seed, threads, objective, stop, few, wanted, number, hurries, asked.call_out
            )
    search = PlayoutSearch(hidden, seed, threads, objective, stop, deadline, wanted, asked.call_out)
    return search.run(limits, asked.progress)


def seconds_for_all_worlds(limits: Limits) -> float | None:
    """How long going through all worlds may take; None for as long as it takes."""
    if limits.seconds is not None:
        return ALL_WORLDS_SHARE * limits.seconds
    return None if limits.end_the_stock_phase else ALL_WORLDS_SECONDS


def weighing(limits: Limits) -> tuple[int, bool]:
    """How many worlds of chains weigh all worlds, and whether an answer is wanted fast."""
    number = WEIGHING_WORLDS
    if limits.seconds is not None:
        number = min(number, int(WEIGHING_A_SECOND * limits.seconds))
    if limits.worlds is not None:
        number = min(number, WEIGHING_A_WORLD * limits.worlds)
    return number, (limits.worlds or WORLDS_TO_SOLVE) < WORLDS_TO_SOLVE


def _only(analysis: Analysis, belief: Belief, numbers: bytes) -> Analysis:
    """The same analysis of some of the moves."""
    wanted = {belief.problem.moves[number] for number in numbers}
    first, *others = (move for move in analysis.moves if move.move in wanted)
    best = first.against(first)
    kept = in_order(best, (move.against(first) for move in others))
    return replace(analysis, moves=kept, choice=best.move, selected=True)
