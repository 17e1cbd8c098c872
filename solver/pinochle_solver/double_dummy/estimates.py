"""Means over random deals, and how sure they are.

In few deals much has not happened yet: a contract made in three of three may be set in the fourth.
So the error of a mean is that of the deals, and of what else one of them could have come to: as if
two more had been met, each as far off the mean as a single deal may well be. In many deals that
adds little; of n that all came to the same it leaves the rule of three, 3/n at 95%.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import NamedTuple

SURE = 1.96
"""So many standard errors to either side make a 95% interval."""
_UNSEEN = 1.5
_POINTS_OF_A_CARD = 6.0


def points_of_a_deal(cards: int) -> float:
    """How far off its mean a deal may well be in points, with so many cards in a hand."""
    return _POINTS_OF_A_CARD * cards


class Stake(NamedTuple):
    """What a deal may come to.

    Attributes:
        apart: how far off the mean one more deal may well be; 0 where all come to the same.
        least, most: between these it lies.
    """

    apart: float = 0.0
    least: float = -inf
    most: float = inf

    @classmethod
    def sure(cls, value: float) -> Stake:
        """Of what is certain."""
        return cls(0.0, value, value)

    @classmethod
    def of_any(cls, stakes: Sequence[Stake]) -> Stake:
        """Of deals that are each of one of these."""
        apart, least, most = zip(*stakes, strict=True)
        return cls(max(apart), min(least), max(most))

    def less(self, other: Stake) -> Stake:
        """Of the difference of two, from the same deals."""
        return Stake(max(self.apart, other.apart), self.least - other.most, self.most - other.least)


CHANCE = Stake(1.0, 0.0, 1.0)
"""Of what happens or does not."""


class Estimate(NamedTuple):
    """A mean and its standard error, 0 of a single deal: no other is possible then."""

    mean: float
    se: float


def mean_of(samples: Sequence[float], stake: Stake | None = None) -> Estimate:
    """The mean of independent samples, one at least.

    Args:
        samples: what each deal came to.
        stake: what a deal may come to; the 95% interval reaches no further. None tells the error
            of these samples alone.
    """
    number = len(samples)
    mean = sum(samples) / number
    if number == 1:
        return Estimate(mean, 0.0)
    error = sqrt(sum((sample - mean) ** 2 for sample in samples) / (number - 1) / number)
    if stake is None:
        return Estimate(mean, error)
    furthest = max(mean - stake.least, stake.most - mean, 0.0)
    return Estimate(mean, min(hypot(error, _UNSEEN * stake.apart / number), furthest / SURE))


def difference(
    samples: Sequence[float], others: Sequence[float], stake: Stake | None = None
) -> Estimate:
    """How far the mean of some samples is above that of others from the same deals.

    Of the longer sequence only so many as the shorter one has are compared.
    """
    return mean_of([one - other for one, other in zip(samples, others, strict=False)], stake)
