"""Means over random deals, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean and its standard error, 0 of a single deal: no other is possible then."""

    mean: float
    se: float


def mean_of(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples, one at least."""
    number = len(samples)
    mean = sum(samples) / number
    if number == 1:
        return Estimate(mean, 0.0)
    spread = sum((sample - mean) ** 2 for sample in samples) / (number - 1)
    return Estimate(mean, sqrt(spread / number))


def difference(samples: Sequence[float], others: Sequence[float]) -> Estimate:
    """How far the mean of some samples is above that of others from the same deals.

    Of the longer sequence only so many as the shorter one has are compared.
    """
    return mean_of([one - other for one, other in zip(samples, others, strict=False)])
