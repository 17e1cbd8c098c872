"""The puzzle of a day: whoever asks for it on that day gets the same."""

from __future__ import annotations

from datetime import date

from pinochle_solver.puzzles.making import Wanted, puzzles
from pinochle_solver.puzzles.playoff_puzzles import MOST_CARDS
from pinochle_solver.puzzles.puzzle import Puzzle
from pinochle_solver.puzzles.sources import dealt_playoffs
from pinochle_solver.puzzles.themes import Theme
from pinochle_solver.rules.rules import Rulebook


def daily_puzzle(day: date, rules: Rulebook, theme: Theme | None = None) -> Puzzle:
    """The puzzle of a day, a playoff; it depends on the arguments alone.

    Args:
        day: the day.
        rules: the rulebook.
        theme: a theme of the playoff that it has; None for any.
    """
    wanted = Wanted(frozenset() if theme is None else frozenset((theme,)))
    dealt = dealt_playoffs(rules, rules.count, day.toordinal(), MOST_CARDS)
    return next(puzzles(dealt, wanted))
