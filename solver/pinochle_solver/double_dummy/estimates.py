"""Means over random deals, and how sure they are.

In few deals much has not happened yet: a contract made in three of three may be set in the fourth.
So the error of a mean is that of the deals, and of what else one of them could have come to: as if
two more had been met, each as far off the mean as a single deal may well be. In many deals that
adds nothing; in n that all came to the same it is half again the rule of three, 3/n at 95%.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

SURE = 1.96
"""So many standard errors to either side make a 95% interval."""
_UNSEEN_DEALS = 2.25
POINTS_OF_A_DEAL = 30.0
"""So far off its mean a single deal may well be, in points; a contract is made or set besides."""


class Estimate(NamedTuple):
    """A mean and its standard error, 0 of a single deal: no other is possible then."""

    mean: float
    se: float


def mean_of(samples: Sequence[float], unseen: float = 0.0) -> Estimate:
    """The mean of independent samples, one at least.

    Args:
        samples: what each deal came to.
        unseen: how far off the mean one more deal may well be; 0 tells the error of these samples
            alone.
    """
    number = len(samples)
    mean = sum(samples) / number
    if number == 1:
        return Estimate(mean, 0.0)
    squares = sum((sample - mean) ** 2 for sample in samples)
    if not unseen:
        return Estimate(mean, sqrt(squares / (number - 1) / number))
    return Estimate(mean, sqrt(squares + _UNSEEN_DEALS * unseen**2) / number)


def chance_of(samples: Sequence[float]) -> Estimate:
    """The mean of samples from 0 to 1, whose 95% interval need not reach beyond these."""
    mean, se = mean_of(samples, 1.0)
    return Estimate(mean, min(se, max(mean, 1 - mean) / SURE))


def difference(samples: Sequence[float], others: Sequence[float], unseen: float = 0.0) -> Estimate:
    """How far the mean of some samples is above that of others from the same deals.

    Of the longer sequence only so many as the shorter one has are compared.
    """
    return mean_of([one - other for one, other in zip(samples, others, strict=False)], unseen)
