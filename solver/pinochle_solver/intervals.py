"""How sure an estimate is: intervals of 95%, those of chances between 0 and 1.

A chance plus or minus 1.96 standard errors promises what cannot be: 100% plus or minus 150 after
two deals that were won. So the interval of a chance is Wilson's score interval with the correction
for continuity (Wilson, Journal of the American Statistical Association 22, 1927; Newcombe,
Statistics in Medicine 17, 1998, method 4). From 2 outcomes on it holds the true chance in at least
94.5% of cases, whatever that chance is.

The chances of this program are seldom plain counts: worlds resemble each other or have weights, the
value of a world may lie between 0 and 1, and networks correct the mean. What all have is a mean and
a standard error. So the interval is that of as many independent outcomes, won or lost, as would
have this error (the effective sample size: Kish, Survey Sampling, 1965, section 8.2; Korn and
Graubard, Survey Methodology 24, 1998).

May use: nothing.
"""

from __future__ import annotations

from math import ceil, floor, isnan, nan, sqrt
from typing import NamedTuple

SURE = 1.96
"""How many standard errors a 95% interval of a mean reaches to either side."""

UNSEEN = 1.5
"""The least standard error of a chance is this over the number of outcomes.

A result that did not happen in n outcomes happens in less than 3 / n of all, at 95% (the rule of
three: Hanley and Lippman-Hand, Journal of the American Medical Association 249, 1983).
"""

FEW = 20
"""From fewer worlds, deals or pairs an estimate is hardly more than a guess."""

GUESS = "hardly more than a guess"
"""What is told of such an estimate."""

_SQUARE = SURE**2
_CORRECTION = 0.5
_TENTHS_OF_PER_CENT = 1000
_ROUNDING = 1e-9


class Interval(NamedTuple):
    """A 95% interval, both ends in the unit of what it is of; NaN if that is not known."""

    low: float
    high: float

    @property
    def per_cent(self) -> str:
        """Both ends in per cent, rounded outwards to tenths: ``51.9 to 58.7``."""
        low = floor(_TENTHS_OF_PER_CENT * self.low + _ROUNDING)
        high = ceil(_TENTHS_OF_PER_CENT * self.high - _ROUNDING)
        return f"{low / 10:.1f} to {high / 10:.1f}"


def is_guess(number: int) -> bool:
    """Whether an estimate from this many worlds, deals or pairs is hardly more than a guess."""
    return 0 < number < FEW


def chance_interval(chance: float, error: float) -> Interval:
    """The 95% interval of a chance, between 0 and 1 and around the chance.

    Args:
        chance: the estimated chance; beyond 0 or 1, where corrections may carry it, it counts as 0
            or 1. NaN: it is not known.
        error: its standard error, at least `UNSEEN` over the number of outcomes; 0 if the chance is
            exact. NaN or infinite: it is not known, and the interval is from 0 to 1.
    """
    if isnan(chance):
        return Interval(nan, nan)
    chance = min(max(chance, 0.0), 1.0)
    if error == 0:
        return Interval(chance, chance)
    number = _effective_number(chance, error)
    if not number > 0:
        return Interval(0.0, 1.0)
    return Interval(_lowest(chance, number), 1.0 - _lowest(1.0 - chance, number))


def difference_interval(difference: float, error: float) -> Interval:
    """The 95% interval of the difference of two chances, between -1 and 1.

    Args:
        difference: from -1 to 1; NaN: it is not known.
        error: its standard error, as in `chance_interval`.
    """
    low, high = chance_interval((1 + difference) / 2, error / 2)
    return Interval(2 * low - 1, 2 * high - 1)


def _effective_number(chance: float, error: float) -> float:
    """How many independent outcomes, won or lost, have this error; 0 if it is not known.

    Their error is that of the binomial distribution, and at least that of the rule of three.
    """
    if isnan(error):
        return 0.0
    return max(chance * (1 - chance) / error**2, UNSEEN / error)


def _lowest(chance: float, number: float) -> float:
    """The lower end for this many outcomes of which this share was won."""
    won = number * chance
    # The correction is half an outcome: with no more of them won, no chance is too low.
    if won <= _CORRECTION:
        return 0.0
    square = _SQUARE - 2 - 1 / number + 4 * chance * (number - won + 1)
    low = (2 * won + _SQUARE - 1 - SURE * sqrt(max(square, 0.0))) / (2 * (number + _SQUARE))
    return min(max(low, 0.0), chance)
