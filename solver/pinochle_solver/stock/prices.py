"""A show taken apart: what it scores, what it lays open, which melds it makes and gives up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.stock.analysis import MoveEstimate, Price
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.problem import Problem


def with_prices(problem: Problem, moves: Sequence[MoveEstimate]) -> tuple[MoveEstimate, ...]:
    """The same moves, each show with its price against passing.

    Args:
        problem: the decision.
        moves: its moves.
    """
    passing = next((move for move in moves if move.move == Show()), None)
    if passing is None:
        return tuple(moves)
    return tuple(
        move if move is passing else replace(move, price=_against(problem, move, passing))
        for move in moves
    )


def _against(problem: Problem, move: MoveEstimate, passing: MoveEstimate) -> Price:
    error = hypot(move.points_behind.se, passing.points_behind.se)
    return price_of(problem, move.move, Estimate(move.mean - passing.mean, error))


def points_shown(problem: Problem, move: Move) -> int:
    """What a move scores at once: its points for a show, else nothing."""
    option = problem.options.get(move)
    return 0 if option is None else option.points


def price_of(problem: Problem, show: Move, ahead: Estimate) -> Price:
    """A show taken apart.

    Args:
        problem: the decision.
        show: a show other than passing.
        ahead: by how many points it is better than passing.
    """
    assert isinstance(show, Show)
    option = problem.options[show]
    before, after = problem.melds_after(Show()), problem.melds_after(show)
    laid = {meld for meld in before if show.meld and meld == show.meld.text()}
    return Price(
        points=option.points,
        laid=len(option.from_hand),
        later=ahead.mean - option.points,
        later_se=ahead.se,
        gained=tuple(sorted(after - before)),
        given_up=tuple(sorted(before - after - laid)),
    )
