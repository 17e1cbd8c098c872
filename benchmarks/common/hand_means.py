"""Means of many decisions, with errors in which those of one hand count as one.

Decisions of one hand share its luck, and those of the two seats have it with opposite signs: all
standard errors are those of sums by hand (cluster-robust).
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.stock.estimates import Estimate

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


def mean_by_hand(values: Floats, hands: Ints) -> Estimate:
    """The mean of all values, and its standard error where only hands are independent."""
    mean = float(values.mean())
    _, which = np.unique(hands, return_inverse=True)
    sums = np.bincount(which, values - mean)
    number = len(sums)
    if number < 2:
        return Estimate(mean, inf)
    return Estimate(mean, sqrt(number / (number - 1) * float((sums**2).sum())) / len(values))
