"""Two moves of a stock-phase position compared in worlds in which neither was chosen.

The move that a search calls best was lucky in the worlds in which it was found. Measured again in
other worlds, one move's lead over another is right on average, whoever chose the moves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN, Analysis, least_of
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.expectation import analyze_few_worlds
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.reasons import Reason
from pinochle_solver.stock.search import DEFAULT_SECONDS
from pinochle_solver.stock.settings import Request, SearchSettings


class Comparison(NamedTuple):
    """How far a move is ahead of another, for the seat to decide; below 0 it is behind.

    Attributes:
        points: the lead in the expected final difference, the seat's points less the other's.
        win: the lead in the chance to win the hand, or with a game score to win the game.
        worlds: in how many worlds they were tried.
        exact: whether it is an expectation over all worlds, with all playoffs solved.
        sampled: whether the worlds are some of many; False if all were gone through.
        reason: why the first move is better, if it surely is; None otherwise.
    """

    points: Estimate
    win: Estimate
    worlds: int
    exact: bool
    sampled: bool
    reason: Reason | None = None


def compare(
    position: StockPosition,
    first: Move,
    second: Move,
    settings: SearchSettings,
    *,
    stop: StopFlag | None = None,
) -> Comparison:
    """Compare two moves; neither is assumed to be the better one.

    Args:
        position: the position, as the seat to decide sees it.
        first: a legal move.
        second: another one.
        settings: how they are compared, for 2 seconds if no limit is given. Its seed must differ
            from the one by which the moves were chosen; its objective makes no difference.
        stop: ends the comparison with the results so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        IllegalMoveError: when one of the moves cannot be made.
    """
    settings = replace(settings, objective=POINTS)
    hidden = Belief(position, settings.belief, where=settings.where)
    problem = hidden.problem
    # Of copies that are alike the one by which the move is known.
    first, second = moves = [problem.moves[problem.number_of(each)] for each in (first, second)]
    request, timed = Request.of(moves, stop), settings.or_seconds(DEFAULT_SECONDS)
    deadline = Deadline(timed.limits.seconds)
    of_all_worlds = analyze_few_worlds(hidden, settings, request)
    if of_all_worlds is not None:
        return _of_all_worlds(of_all_worlds, first)
    search = PlayoutSearch(hidden, timed, request, deadline)
    search.run()
    tried = {problem.moves[each.number]: each for each in search.standings.tried}
    ahead = {
        unit: search.standings.behind(tried[first], tried[second], unit) for unit in OBJECTIVES
    }
    number = min(each.worlds for each in tried.values())
    points, reason = ahead[POINTS], None
    if least_of(points, POINTS) > 0:
        reason = search.reason(first, second, points, points)
    return Comparison(points, ahead[WIN], number, exact=False, sampled=True, reason=reason)


def _of_all_worlds(analysis: Analysis, first: Move) -> Comparison:
    """The same for two moves if all worlds were gone through."""
    best, other = analysis.moves
    sign = 1 if best.move == first else -1
    points, win = (
        Estimate(sign * each.mean, each.se) for each in (other.points_behind, other.win_behind)
    )
    reason = analysis.reason if best.move == first else None
    return Comparison(points, win, analysis.worlds, analysis.exact, analysis.sampled, reason)
