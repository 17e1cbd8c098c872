"""How a game is settled by agreement (RULES-TABLE.md, section 7): the ways, and what each means.

Help, tags and messages name them from here. It imports none of the games.
"""

from __future__ import annotations

from enum import Enum


class TablePays(Enum):
    """A way to settle a game for three or four; the value is the word for it.

    ``DIFFERENCE``: each loser pays the winner the difference of their scores and, in games that
    have one, the victor's bonus. ``DIFFERENCE_ALONE``: the same without the bonus.
    ``ALL_DIFFERENCES``: every player pays each player above him the difference of their scores.
    ``STAKES``: each loser pays what the rules name, also for hands if they say so.
    """

    DIFFERENCE = "difference"
    DIFFERENCE_ALONE = "difference-alone"
    ALL_DIFFERENCES = "all-differences"
    STAKES = "stakes"

    @property
    def meaning(self) -> str:
        """Its meaning, for people: a sentence without its full stop."""
        return _MEANINGS[self]


_MEANINGS = {
    TablePays.DIFFERENCE: (
        "each loser pays the winner the difference of their final scores, and in auction-score a "
        "bonus of 500"
    ),
    TablePays.DIFFERENCE_ALONE: "in auction-score the same without the bonus",
    TablePays.ALL_DIFFERENCES: (
        "in games of three or four, each for himself, every player pays each player above him the "
        "difference of their final scores"
    ),
    TablePays.STAKES: (
        "in games of three or four each loser pays 1 for the game, in corners 1.00 and 0.25 a hand"
    ),
}
