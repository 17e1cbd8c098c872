"""Means over hands: of what decisions lost, of results, and whether they change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.matches.statistics import Mean
from pinochle_solver.stock.estimates import Estimate

Floats = NDArray[np.float64]
FEWEST_FOR_A_TREND = 10
"""With fewer hands no change is told."""
_A_HUNDRED = 100


def rating_of(lost: Sequence[float] | Floats, decisions: Sequence[int] | NDArray[Any]) -> Mean:
    """Points lost a decision; its error is that of whole hands, whose decisions go together.

    The same as `Mean.of_ratio`, for tens of thousands of hands at once.

    Args:
        lost: the points lost in each hand.
        decisions: how many decisions of each hand count; hands without one are passed over.
    """
    numbers = np.asarray(decisions, dtype=np.float64)
    is_there = numbers > 0
    numbers, totals = numbers[is_there], np.asarray(lost, dtype=np.float64)[is_there]
    if not numbers.size:
        return Mean.of(())
    ratio = float(totals.sum() / numbers.sum())
    off = (totals - ratio * numbers) / numbers.mean()
    return Mean(off.size, ratio, float(off.std(ddof=1)) if off.size > 1 else inf)


def times_of(days: Sequence[date]) -> Floats:
    """When hands were played, counted in hands; those of one day are of one time, its middle.

    >>> times_of([date(2026, 1, 1), date(2026, 1, 1), date(2026, 5, 1)]).tolist()
    [0.5, 0.5, 2.0]

    Args:
        days: of the hands, in order.
    """
    every = np.asarray(days, dtype="datetime64[D]")
    first, last = (np.searchsorted(every, every, side=side) for side in ("left", "right"))
    return np.asarray((first + last - 1) / 2, dtype=np.float64)


def change_of(lost: Floats, decisions: NDArray[Any], times: Floats) -> Estimate | None:
    """By how much points lost a decision change in a hundred hands.

    None for too few hands, and if all are of one time.

    The slope by least squares, weighted by decisions, with the error that holds whatever hands vary
    by (White, Econometrica 48, 1980).

    Args:
        lost: the points lost in each hand.
        decisions: how many decisions of each hand count.
        times: when each was played, counted in hands.
    """
    is_there = decisions > 0
    weights = decisions[is_there].astype(np.float64)
    if len(weights) < FEWEST_FOR_A_TREND:
        return None
    rates = lost[is_there] / weights
    times = times[is_there] - np.average(times[is_there], weights=weights)
    squares = float(np.sum(weights * times**2))
    if not squares:
        return None
    slope = float(np.sum(weights * times * rates)) / squares
    off = rates - np.average(rates, weights=weights) - slope * times
    error = sqrt(float(np.sum((weights * times * off) ** 2))) / squares
    return Estimate(_A_HUNDRED * slope, _A_HUNDRED * error)


def level_of(points: float) -> str:
    """The level of `pinochle play` that loses about as many points a decision."""
    from pinochle_solver.engines.levels import NAMED

    bounds = sorted(NAMED.items(), key=lambda each: each[1])
    (best, least), (worst, most) = bounds[0], bounds[-1]
    if points < least / sqrt(2):
        return f"better than {best}"
    if points > most * sqrt(2):
        return f"weaker than {worst}"
    return min(bounds, key=lambda each: abs(np.log(points / each[1])))[0]
