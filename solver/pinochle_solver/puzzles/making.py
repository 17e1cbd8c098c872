"""Makes puzzles of positions: at most one of each hand, and no twins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.puzzles.playoff_puzzles import playoff_puzzle
from pinochle_solver.puzzles.puzzle import Difficulty, Puzzle
from pinochle_solver.puzzles.stock_puzzles import StockPuzzles
from pinochle_solver.puzzles.themes import Theme


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which puzzles are wanted.

    Attributes:
        themes: only puzzles with one of them; empty for any.
        difficulty: only puzzles as difficult as that; None for any.
    """

    themes: frozenset[Theme] = frozenset()
    difficulty: Difficulty | None = None

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is wanted."""
        if self.difficulty not in (None, puzzle.difficulty):
            return False
        return not self.themes or not self.themes.isdisjoint(puzzle.themes)


def puzzles(
    hands: Iterable[Iterable[Position]],
    wanted: Wanted,
    stock: StockPuzzles | None = None,
    most_of_a_hand: int | None = 1,
) -> Iterator[Puzzle]:
    """The puzzles among positions, lazily, in order, of twins the first one alone.

    Twins have the same pattern, or are of one hand, one further on with the same solution.

    Args:
        hands: the positions of each hand.
        wanted: which puzzles.
        stock: makes those of the stock phase; None to leave its positions out.
        most_of_a_hand: how many of each hand; None for all.
    """
    known: set[str] = set()
    for positions in hands:
        of_hand: list[Puzzle] = []
        for position in positions:
            puzzle = _puzzle(position, stock)
            if puzzle is None or puzzle.pattern in known or not wanted.has(puzzle):
                continue
            if any(map(puzzle.goes_on, of_hand)):
                continue
            known.add(puzzle.pattern)
            of_hand.append(puzzle)
            yield puzzle
            if len(of_hand) == most_of_a_hand:
                break


def _puzzle(position: Position, stock: StockPuzzles | None) -> Puzzle | None:
    if isinstance(position, PlayoffPosition):
        return playoff_puzzle(position)
    return None if stock is None else stock.puzzle(position)
