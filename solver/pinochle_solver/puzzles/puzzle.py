"""A puzzle: a position with one best move, why it is the best, and how difficult it is to find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from hashlib import blake2b
from textwrap import wrap

from pinochle_solver.notation.position_lines import Position
from pinochle_solver.puzzles.themes import Theme
from pinochle_solver.rules.moves import Move, Play

# With the mark of a comment as wide as a terminal.
_WIDTH = 78
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
        move: the best move.
        natural: the move that a simple rule makes, in words with the rule and its loss.
        best: the best move, and what follows it, in words.
        themes: what it is about, the most special theme first.
        difficulty: how difficult it is.
        missed: who misses the best move and who finds it, in words.
        key: the same text for all puzzles of positions that are alike.
        line: of a playoff the tricks of best play, ``QS-AS``, the leader's card first.
        pattern: the same text for all puzzles that are twins; those that are alike are.
    """

    position: Position
    move: Move
    natural: str
    best: str
    themes: tuple[Theme, ...]
    difficulty: Difficulty
    missed: str
    key: str
    pattern: str
    line: tuple[str, ...] = ()

    def goes_on(self, other: Puzzle) -> bool:
        """Whether it is another puzzle of the same hand further on, with the same solution.

        It is if the best play of the other comes to it, or the same player has to find the same
        move for the same themes.
        """
        if self.line and other.line[-len(self.line) :] == self.line:
            return True
        is_same = (self.position.turn, self.themes) == (other.position.turn, other.themes)
        return is_same and _without_copy(self.move) == _without_copy(other.move)

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


def _without_copy(move: Move) -> object:
    """The card of a play, whichever of its copies it is; another move as it is."""
    return move.card if isinstance(move, Play) else move
