"""A solution is exact when all that was asked for is proven."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver import PlayoffPosition, solve
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.playoff.solution import Bounds
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS


def positions() -> list[PlayoffPosition]:
    return [
        position
        for rules in PINOCHLE_BOOKS.values()
        for position in random_playoffs(5, 3, 1, rules)
    ]


def test_with_moves_every_card_and_the_whole_line_have_to_be_proven() -> None:
    for position in positions():
        solution = solve(position)
        assert solution.exact
        assert not replace(solution, line=solution.line[:-1]).exact
        *others, last = solution.moves
        (low, _), (least, most) = last.bounds
        in_doubt = replace(last, bounds=Bounds((low, low + 1), (least - 1, most)))
        assert not replace(solution, moves=(*others, in_doubt)).exact


def test_without_moves_the_value_alone_has_to_be_proven() -> None:
    for position in positions():
        solution = replace(solve(position), moves=(), line=())
        assert solution.exact
