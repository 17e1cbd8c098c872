"""The themes of puzzles: what each is, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Theme(Enum):
    """What a puzzle is about, found by a rule; the value is the name that files and options have.

    The more special a theme is, the earlier it comes. In the rules the *natural* move is that of a
    player who takes the most points at once.
    """

    STRIPPING = "stripping"
    """The best card takes the opponent's last card of a suit, and a throw-in follows."""
    THROW_IN = "throw-in"
    """The opponent has to win a trick, and to be on lead then costs him 10 points or more."""
    OBLIGATION = "obligation"
    """The opponent must head or must trump, and loses 10 points or more by that."""
    DUCKING = "ducking"
    """The player lets the opponent win a trick that he could win by another card of that suit."""
    TRUMPS = "drawing-trumps"
    """A trump led takes a trump, and the opponent ruffs less than after the natural card."""
    LAST_TRICK = "last-trick"
    """The best card takes the last trick, and the natural card does not."""
    KEEPING = "keeping-a-meld"
    """The best card keeps a card for a meld, or a meld for later, and gains most by that."""
    TIMING = "timing-a-meld"
    """The player may meld, and what scores the most at once is not the best."""

    @property
    def is_of_stock(self) -> bool:
        """Whether it is a theme of the stock phase; the others are of the playoff."""
        return self in (Theme.KEEPING, Theme.TIMING)


THEMES = tuple(theme.value for theme in Theme)
"""The names of all themes."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A theme of a position, and what happens there in a sentence."""

    theme: Theme
    words: str
