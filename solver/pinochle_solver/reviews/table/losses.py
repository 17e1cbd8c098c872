"""What a decision at a table lost, and its mark by the share of what was at stake."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.marks import Mark, mark_of

# From what share of the stake a loss gets each mark. In the two-handed game the bounds are 5, 15
# and 40 points, of the 500 between winning all card points and winning none.
STAKE_SHARES = ((0.08, Mark.BLUNDER), (0.03, Mark.MISTAKE), (0.01, Mark.DUBIOUS))


class TableLoss(NamedTuple):
    """The loss of a decision.

    Attributes:
        amount: how much more the best move promised, in the currency of the game; below 0 if in
            other worlds it promised less.
        exact: whether it is exact.
        stake: what was at stake for the seat, as `stake_of_seat`.
    """

    amount: Estimate
    exact: bool
    stake: float

    @property
    def is_significant(self) -> bool:
        """Whether the decision was surely worse than the best: by more than 1.96 errors."""
        return self.amount.mean > SURE * self.amount.se

    @property
    def is_small(self) -> bool:
        """Whether it would get no mark, however sure it is."""
        return mark_of(self.amount.mean, self.stake, STAKE_SHARES) is None

    @property
    def mark(self) -> Mark | None:
        """The mark of a significant loss; None for a small loss and for one that is not sure."""
        if not self.is_significant:
            return None
        return mark_of(self.amount.mean, self.stake, STAKE_SHARES)
