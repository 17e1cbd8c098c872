"""Means over random deals, and how sure they are.

After few deals much has not happened yet: a contract made in three deals of three may be set in the
fourth. So the error of a mean has two parts: the error from the deals, and an allowance for other
results that a deal could have had. The allowance is as if two more deals had been met, each as far
off the mean as a single deal may well be. With many deals that adds little; for n deals with the
same result it leaves the rule of three, 3/n at 95%. Chances have intervals of their own
(`intervals.chance_interval`), for which their error is at least that of the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf, sqrt
from typing import NamedTuple

from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.intervals import SURE, UNSEEN

_POINTS_OF_A_CARD = 6.0


def points_of_a_deal(cards: int) -> float:
    """How far off its mean a deal may well be, in points, with this many cards in a hand."""
    return _POINTS_OF_A_CARD * cards


class Stake(NamedTuple):
    """What a deal may come to.

    Attributes:
        apart: how far off the mean one more deal may well be; 0 if all deals have the same result.
        least, most: the bounds of the result.
    """

    apart: float = 0.0
    least: float = -inf
    most: float = inf

    @classmethod
    def sure(cls, value: float) -> Stake:
        """The stake of a certain result."""
        return cls(0.0, value, value)

    @classmethod
    def of_any(cls, stakes: Iterable[Stake]) -> Stake:
        """The stake of deals each of which has one of these stakes, of which there is one."""
        apart, least, most = zip(*stakes, strict=True)
        return cls(max(apart), min(least), max(most))

    def less(self, other: Stake) -> Stake:
        """The stake of the difference of two results from the same deals."""
        return Stake(max(self.apart, other.apart), self.least - other.most, self.most - other.least)


class Estimate(NamedTuple):
    """A mean and its standard error; 0 if only one deal is possible."""

    mean: float
    se: float


def mean_of(samples: Samples, stake: Stake | None = None) -> Estimate:
    """The mean of independent samples, at least one.

    Args:
        samples: the result of each deal.
        stake: the possible results of a deal; the 95% interval reaches no further. With None, the
            error is that of these samples alone.
    """
    number, mean = len(samples), samples.mean
    if number == 1:
        return Estimate(mean, 0.0)
    squares = [(total / deals - mean) ** 2 * deals for deals, total in samples.groups()]
    error = sqrt(sum(squares) / (len(squares) - 1) / number)
    if stake is None:
        return Estimate(mean, error)
    furthest = max(mean - stake.least, stake.most - mean, 0.0)
    return Estimate(mean, min(hypot(error, UNSEEN * stake.apart / number), furthest / SURE))


def chance_of(samples: Samples) -> Estimate:
    """The chance of something that happened in some deals, with the error of the rule of three.

    Args:
        samples: for each deal 1 or 0, or a share; at least one.
    """
    chance, number = mean_of(samples), len(samples)
    return chance._replace(se=max(chance.se, UNSEEN / number)) if number > 1 else chance


def difference(samples: Samples, others: Samples, stake: Stake | None = None) -> Estimate:
    """How far the mean of some samples is above that of others, in the deals that both have."""
    return mean_of(samples.minus(others), stake)
