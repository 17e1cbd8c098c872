"""What positions state as their values and best cards, compared with what is proven."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pinochle_solver.cli.streams import tell
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.rules.cards import Card

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.solution import TableSolution


def has_annotations(solution: Solution | TableSolution) -> bool:
    """Whether anything is stated that can be compared with what is proven."""
    value = solution.position.value
    is_compared = value is not None and (solution.bounds.exact or _excludes(solution, value))
    return is_compared or bool(solution.position.best_moves and _best(solution))


def agrees_with_annotations(solution: Solution | TableSolution, place: str) -> bool:
    """Whether nothing that is proven differs from what is stated; what does is told."""
    value, stated, best = solution.position.value, solution.position.best_moves, _best(solution)
    wrong = []
    if value is not None and _excludes(solution, value):
        it_is = "/".join(_range(*bounds) for bounds in solution.bounds)
        wrong.append(f"value: {'/'.join(map(str, value))} is stated, it is {it_is}")
    if stated and best and set(stated) != set(best):
        wrong.append(f"bm: {_cards(stated)} is stated, it is {_cards(best)}")
    for fact in wrong:
        tell(f"{place}: {fact}")
    return not wrong


def _best(solution: Solution | TableSolution) -> list[Card]:
    """The cards that are proven to lose nothing; none where that was not asked for or found out."""
    return [move.card for move in solution.moves if move.loss == 0] if solution.exact else []


def _excludes(solution: Solution | TableSolution, value: Iterable[int]) -> bool:
    """Whether it is proven that the value is another."""
    return any(
        not low <= points <= high
        for points, (low, high) in zip(value, solution.bounds, strict=True)
    )


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _cards(cards: Iterable[Card]) -> str:
    return ",".join(card.text() for card in cards)
