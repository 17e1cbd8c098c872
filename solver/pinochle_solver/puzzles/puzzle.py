"""A puzzle: a position with one best move, why it is the best, and how difficult it is to find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from hashlib import blake2b
from textwrap import wrap

from pinochle_solver.notation.position_lines import Position
from pinochle_solver.puzzles.themes import Theme

_WIDTH = 98
_ID_BYTES = 3


class Difficulty(Enum):
    """How difficult it is to find the best move; the value is its name."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle.

    Attributes:
        position: what the player to move sees. In a playoff it tells the best card and its value.
        natural: the move that a simple rule makes, in words with the rule and its loss.
        best: the best move, and what follows it, in words.
        themes: what it is about, the most special theme first.
        difficulty: how difficult it is.
        missed: who misses the best move and who finds it, in words.
        key: the same text for all puzzles that are alike.
    """

    position: Position
    natural: str
    best: str
    themes: tuple[Theme, ...]
    difficulty: Difficulty
    missed: str
    key: str

    @property
    def name(self) -> str:
        """Its name, made of its key, so that it does not give the theme away: ``puzzle-5f0c1a``."""
        return f"puzzle-{blake2b(self.key.encode(), digest_size=_ID_BYTES).hexdigest()}"

    def text(self) -> str:
        """The lines of a puzzle file: comments, and below them the position with its answer."""
        paragraphs = (
            self.natural,
            self.best,
            f"theme: {', '.join(theme.value for theme in self.themes)}",
            f"difficulty: {self.difficulty.value}: {self.missed}",
        )
        broken = (wrap(each, _WIDTH, break_on_hyphens=False) for each in paragraphs)
        lines = [f"# {line}" for each in broken for line in each]
        return "\n".join((*lines, replace(self.position, id=self.name).text(), ""))
