"""Means and standard errors of moves tried in the same worlds, each in as many as it was given.

Every move has *samples*: what its playouts came to with an estimated playoff, and, in some of the
worlds, by how much the exact playoff differs. The mean of the first plus the mean of the second is
unbiased. Two moves are compared in the worlds that both were tried in.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


SURE = 1.96
"""How many standard errors a 95% interval reaches to either side."""


OFF_BY = 1.5
"""Points by which the mean of estimated playoffs is off, between two moves, about."""


# Of so few degrees of freedom the expansion below does not serve.
_STUDENT_OF_FEW = {1: 12.706, 2: 4.303}


def student(freedom: int) -> float:
    """The 97.5% point of Student's distribution, good to 1%.

    From three degrees of freedom on by its expansion (Abramowitz and Stegun, 26.7.5).
    """
    if freedom in _STUDENT_OF_FEW:
        return _STUDENT_OF_FEW[freedom]
    first = (SURE**3 + SURE) / 4
    second = (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / 96
    third = (3 * SURE**7 + 19 * SURE**5 + 17 * SURE**3 - 15 * SURE) / 384
    return SURE + first / freedom + second / freedom**2 + third / freedom**3


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    se: float


@dataclass(frozen=True)
class Samples:
    """What one move came to.

    Attributes:
        values: with the playoff estimated, for each world from the first on.
        corrections: in the worlds 0, `every`, 2 * `every`, ... what the exact playoff adds.
        every: see above.
    """

    values: NDArray[np.float64]
    corrections: NDArray[np.float64]
    every: int

    def first(self, worlds: int) -> Samples:
        """The samples of the first worlds; `worlds` is a multiple of `every`, or all there are."""
        assert worlds % self.every == 0 or worlds >= len(self.values)
        solved = -(-worlds // self.every)
        return Samples(self.values[:worlds], self.corrections[:solved], self.every)

    def less(self, other: Samples) -> Samples:
        """World by world, what it comes to more than another move in the worlds of both."""
        worlds = min(len(self.values), len(other.values))
        ours, theirs = self.first(worlds), other.first(worlds)
        return Samples(
            ours.values - theirs.values, ours.corrections - theirs.corrections, self.every
        )

    def estimate(self) -> Estimate:
        """The mean of both together."""
        worlds, solved = len(self.values), len(self.corrections)
        value, correction = self.values.sum() / worlds, self.corrections.sum() / solved
        mean = float(value + correction)
        if solved < 2:
            return Estimate(mean, float("inf"))
        spread, correcting = self.values - value, self.corrections - correction
        variance = float(spread @ spread) / (worlds - 1) / worlds
        # They are few at first: what their number leaves unsure widens the 95% interval as much.
        widened = (student(solved - 1) / SURE) ** 2 / solved
        variance += float(correcting @ correcting) / (solved - 1) * widened
        # The corrections are centred: the mean of what they are multiplied with takes no part.
        covariance = float(spread[:: self.every] @ correcting) / (solved - 1)
        return Estimate(mean, sqrt(max(variance + 2 * covariance / worlds, 0.0)))


def steadiest(samples: Samples) -> Estimate:
    """The mean that is likely to be nearest: with few corrections it is better to do without them.

    Not for showing: what the estimated playoffs are off by in the mean is counted as an error.
    """
    whole = samples.estimate()
    if len(samples.values) < 2:
        return whole
    spread = float(samples.values.var(ddof=1)) / len(samples.values)
    rough = Estimate(float(samples.values.mean()), sqrt(spread + OFF_BY**2))
    return whole if whole.se <= rough.se else rough


def mean_by_difference(move: Samples, best: Samples) -> Estimate:
    """The mean of a move tried in fewer worlds than the best: the best's mean less how far behind.

    What the best came to in the other worlds tells how lucky the worlds of both were.
    """
    worlds, common = len(best.values), len(move.values)
    if common >= worlds:
        return move.estimate()
    behind, whole = best.less(move).estimate(), best.estimate()
    # In the common worlds: move / common + best * (1 / worlds - 1 / common); best / worlds after.
    first = best.first(common)
    share = common / worlds
    mixed = Samples(
        move.values + first.values * (share - 1),
        move.corrections + first.corrections * (share - 1),
        move.every,
    ).estimate()
    rest = Samples(best.values[common:], best.corrections[len(first.corrections) :], best.every)
    rest_se = rest.estimate().se * (1 - share)
    return Estimate(whole.mean - behind.mean, sqrt(mixed.se**2 + rest_se**2))
