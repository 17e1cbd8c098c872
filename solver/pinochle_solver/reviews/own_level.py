"""How many points a player loses a decision, from reviews of that player's hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from pinochle_solver.stock.estimates import Estimate


@dataclass(frozen=True, slots=True)
class PlayerLevel:
    """How strong a player is.

    Attributes:
        points: the points of the final difference that the player loses a decision, and the
            standard error of that: of the mean over these decisions, whose losses vary, and are
            estimates themselves.
        decisions: the number of decisions with more than one legal move.
    """

    points: Estimate
    decisions: int

    @classmethod
    def of(cls, losses: Sequence[float]) -> PlayerLevel:
        """The level that follows from what decisions lost, two or more.

        Raises:
            ValueError: for fewer.
        """
        number = len(losses)
        if number < 2:
            raise ValueError(f"a level needs 2 decisions, not {number}")
        return cls(Estimate(fmean(losses), stdev(losses) / number**0.5), number)
