"""The decisions about doubles in a recorded hand, and the payment they lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from pinochle_solver.intervals import SURE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.reviews.decisions import Decision, MoveWorth
from pinochle_solver.reviews.marks import STAKE_LOSSES, Mark, mark_of
from pinochle_solver.rules.moves import Doubling
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate


@dataclass(frozen=True, slots=True)
class DoublingDecision:
    """A decision to offer a double or not, or an answer to one.

    All payments are in initial stakes.

    Attributes:
        trick: the number of the trick after which it was said.
        act: ``o``, ``a`` or ``b``, as in `Moment`.
        seat: whose decision it was.
        position: what that seat saw.
        played: what it said.
        best: what was best.
        loss: how much more the best choice was expected to pay. As for cards, the best was chosen
            in other worlds than those in which the loss was measured, so that losses are right on
            average.
        exact: whether the loss is exact, as it is once every card is known.
        values: what all choices are expected to pay the seat, and how far behind the best they are,
            as `worths` has them.
        worlds: in how many worlds the best was chosen or, if these are fewer, the loss was
            measured; 0 if no worlds were sampled.
    """

    trick: int
    act: str
    seat: Seat
    position: StockPosition
    played: Doubling
    best: Doubling
    loss: Estimate
    exact: bool
    values: tuple[MoveWorth, ...]
    worlds: int

    @property
    def moment(self) -> str:
        """``7o``."""
        return f"{self.trick}{self.act}"

    @property
    def is_significant(self) -> bool:
        """Whether the choice was surely worse than the best: by more than 1.96 standard errors."""
        return self.loss.mean > SURE * self.loss.se

    @property
    def is_close(self) -> bool:
        """Whether the choice made was not the best, but not surely worse."""
        return self.played != self.best and not self.exact and not self.is_significant

    @property
    def mark(self) -> Mark | None:
        """The mark of a significant loss, by its share of the stake; None for a small loss."""
        assert self.position.stakes is not None
        if not self.is_significant:
            return None
        return mark_of(self.loss.mean, self.position.stakes.stake, STAKE_LOSSES)


AnyDecision = Decision | DoublingDecision


def stakes_lost(doublings: Iterable[DoublingDecision]) -> Estimate:
    """The total loss of some decisions, in initial stakes."""
    losses = [each.loss for each in doublings]
    return Estimate(sum(each.mean for each in losses), sqrt(sum(each.se**2 for each in losses)))
