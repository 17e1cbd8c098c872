"""The loss of a move against the best, and its mark."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from pinochle_solver.intervals import SURE, Interval, difference_interval
from pinochle_solver.stock.estimates import Estimate


class Mark(Enum):
    """How bad a move was."""

    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


# From how many units of melds a loss gets each mark, the largest first.
LOSSES = ((4.0, Mark.BLUNDER), (1.5, Mark.MISTAKE), (0.5, Mark.DUBIOUS))
# From what share of the current stake: the bounds that GNU Backgammon uses for its cube.
STAKE_LOSSES = ((0.16, Mark.BLUNDER), (0.08, Mark.MISTAKE), (0.04, Mark.DUBIOUS))


def mark_of(lost: float, unit: float, bounds: Sequence[tuple[float, Mark]] = LOSSES) -> Mark | None:
    """The mark of a loss; None for a small one.

    Args:
        lost: the loss.
        unit: the unit of the bounds.
        bounds: from how many units each mark is given, the largest first.
    """
    return next((mark for least, mark in bounds if lost >= least * unit), None)


class Loss(NamedTuple):
    """The loss of a move.

    Attributes:
        points: how much more the best move promised, in points of the margin; below 0 if
            in other worlds it promised less.
        win: the same in chances to win the hand, or with a game score to win the game; None in a
            playoff without a game score, where points decide.
        exact: whether the points are exact.
        unit: the `meld_unit` of the rulebook.
    """

    points: Estimate
    win: Estimate | None
    exact: bool
    unit: int

    @property
    def win_interval(self) -> Interval | None:
        """The 95% interval of `win`, between -1 and 1; None if there is none."""
        return None if self.win is None else difference_interval(*self.win)

    @property
    def is_significant(self) -> bool:
        """Whether the move was surely worse than the best: by more than 1.96 standard errors."""
        return self.points.mean > SURE * self.points.se

    @property
    def mark(self) -> Mark | None:
        """The mark of a significant loss; None for a small loss and for one that is not sure."""
        return mark_of(self.points.mean, self.unit) if self.is_significant else None
