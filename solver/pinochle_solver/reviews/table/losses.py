"""What a decision at a table lost, and its mark by the share of what was at stake."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import (
    POINTS,
    Contract,
    Laid,
    Sums,
    currency_of,
    worth_of,
)
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.marks import Mark, mark_of
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

# From what share of the stake a loss gets each mark. In the two-handed game the bounds are 5, 15
# and 40 points, of the 500 between winning all card points and winning none.
STAKE_SHARES = ((0.08, Mark.BLUNDER), (0.03, Mark.MISTAKE), (0.01, Mark.DUBIOUS))


class TableLoss(NamedTuple):
    """The loss of a decision.

    Attributes:
        amount: how much more the best move promised, in the currency of the game; below 0 if in
            other worlds it promised less.
        exact: whether it is exact.
        stake: what was at stake for the seat, as `at_stake`.
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


def at_stake(
    rules: TableRules,
    units: tuple[tuple[Seat, ...], ...],
    seat: Seat,
    contract: Contract | None,
    trump: Suit,
) -> float:
    """What is at stake for a seat, in the currency of the game.

    With a contract, the difference between one that is just made and one that is just set; in
    points at least the difference between winning all card points and winning none.

    Args:
        rules: the game.
        units: who scores together.
        seat: the seat.
        contract: what has been bid, or would be.
        trump: the trump suit, by which stakes may differ.
    """
    all_or_none = 2.0 * rules.whole_count
    if contract is None:
        return all_or_none
    bidding = next(unit for unit in units if contract.bidder in unit)

    def worth(points: int) -> float:
        melds = dict.fromkeys(units, Laid()) | {bidding: Laid(points)}
        sums = Sums(melds, dict.fromkeys(units, 0.0))
        return worth_of(rules, seat, sums, trump, contract).mean

    swing = abs(worth(contract.points) - worth(contract.points - 1))
    is_in_points = rules.money is None and currency_of(rules, contract) == POINTS
    return max(swing, all_or_none) if is_in_points else swing
