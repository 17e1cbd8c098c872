"""How strong players are, from the means of their matches: one fit for all of them.

A match says how many points a hand one player is ahead of another. Strengths are numbers whose
differences come nearest to these means by weighted least squares, each match weighted by the
inverse of its variance (Thurstone's scale, with points a hand in place of chances to win; Ordo and
BayesElo fit chess ratings so). They add up to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.intervals import Interval
from pinochle_solver.matches.statistics import Mean, SequentialTest
from pinochle_solver.stock.estimates import Estimate, student

_PRIOR_PAIRS = 10
"""The variance of a match with few pairs is hardly known from these alone: as many pairs of the
variance of all matches are added."""

KNOWN_FREEDOM = 8
"""With fewer degrees of freedom no errors are given.

Of so many, a deviation is itself known to a quarter (1 / sqrt(2 * 8)). Of fewer, a few pairs that
happen to be alike would make any strength certain."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths of players, in order.

    Attributes:
        points: a hand, over the mean of all players; NaN for a player who has no match with the
            others.
        covariance: of the points; NaN unless `knows_errors`.
        freedom: by how many pairs the deviations are known.
        misfit: by how much the matches differ from the differences of points, squared, in their
            variances: chi-squared if the strengths explain everything.
        misfit_freedom: its degrees of freedom; 0 if there are no more matches than needed.
    """

    points: NDArray[np.float64]
    covariance: NDArray[np.float64]
    freedom: int
    misfit: float
    misfit_freedom: int

    @property
    def knows_errors(self) -> bool:
        """Whether there are pairs enough to say how far the points may be wrong."""
        return self.freedom >= KNOWN_FREEDOM

    def estimate(self, player: int) -> Estimate:
        """The points of a player and their standard error; NaN if that is not known."""
        error = sqrt(max(float(self.covariance[player, player]), 0.0))
        return Estimate(float(self.points[player]), error)

    def interval(self, player: int) -> Interval:
        """The 95% interval of the points of a player."""
        return self.around(self.estimate(player))

    def ahead(self, one: int, other: int) -> Estimate:
        """By how many points a hand one player is ahead of another."""
        covariance = self.covariance
        variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
        return Estimate(
            float(self.points[one] - self.points[other]), sqrt(max(float(variance), 0.0))
        )

    def interval_ahead(self, one: int, other: int) -> Interval:
        """The 95% interval of that."""
        return self.around(self.ahead(one, other))

    def likelihood(self, one: int, other: int) -> float:
        """The likelihood that one player is ahead of another (LOS); NaN if nothing is known."""
        mean, error = self.ahead(one, other)
        if not isfinite(mean) or not error > 0:
            return float("nan")
        return erfc(-mean / error / sqrt(2)) / 2

    @property
    def misfit_chance(self) -> float | None:
        """How often chance alone makes the misfit as large; None if there is none to speak of.

        By the cube root of chi-squared, which is nearly normal (Wilson and Hilferty 1931).
        """
        if not self.misfit_freedom or not self.knows_errors:
            return None
        spread = 2 / (9 * self.misfit_freedom)
        root = (self.misfit / self.misfit_freedom) ** (1 / 3)
        return erfc((root - (1 - spread)) / sqrt(spread) / sqrt(2)) / 2

    def around(self, estimate: Estimate) -> Interval:
        """The 95% interval of an estimate whose error comes from the deviations of all matches."""
        half = student(self.freedom) * estimate.se if self.knows_errors else float("inf")
        return Interval(estimate.mean - half, estimate.mean + half)


def deviations(means: Sequence[Mean]) -> list[float]:
    """The deviation of a pair of each match, steadied by that of all matches."""
    known = [mean for mean in means if mean.number > 1]
    freedom = sum(mean.number - 1 for mean in known)
    squares = sum((mean.number - 1) * mean.deviation**2 for mean in known)
    common = squares / freedom if freedom else 0.0

    def steadied(mean: Mean) -> float:
        own = mean.number - 1 if mean.number > 1 else 0
        mixed = own * (mean.deviation**2 if own else 0.0) + _PRIOR_PAIRS * common
        # Players that do nearly the same tie most pairs exactly.
        return max(sqrt(mixed / (own + _PRIOR_PAIRS)), SequentialTest.LEAST_DEVIATION)

    return [steadied(mean) for mean in means]


def fit(players: int, pairings: Sequence[tuple[int, int]], means: Sequence[Mean]) -> Fit:
    """Fit strengths to matches.

    Args:
        players: how many players there are.
        pairings: for each match the numbers of its players.
        means: by how many points a hand the first is ahead, over pairs; without pairs it does not
            count.
    """
    played = [place for place, mean in enumerate(means) if mean.number]
    weights = np.array(
        [
            means[place].number / deviation**2
            for place, deviation in enumerate(deviations(means))
            if means[place].number
        ]
    )
    design = np.zeros((len(played), players))
    for row, place in enumerate(played):
        one, other = pairings[place]
        design[row, one], design[row, other] = 1.0, -1.0
    known = _together(players, [pairings[place] for place in played])
    ahead = np.array([means[place].mean for place in played])
    covariance = np.linalg.pinv(design.T @ (weights[:, None] * design), hermitian=True)
    points = covariance @ design.T @ (weights * ahead)
    off: NDArray[Any] = ahead - design @ points
    unknown = [player for player in range(players) if player not in known]
    points[unknown] = np.nan
    covariance[unknown, :] = covariance[:, unknown] = np.nan
    freedom = sum(means[place].number - 1 for place in played)
    if freedom < KNOWN_FREEDOM:
        covariance[:] = np.nan
    return Fit(
        points,
        covariance,
        freedom,
        float(np.sum(weights * off**2)),
        max(len(played) - max(len(known) - 1, 0), 0),
    )


def _together(players: int, pairings: Sequence[tuple[int, int]]) -> set[int]:
    """The most players of whom each has met another one, directly or by others in between."""
    groups = [{player} for player in range(players)]
    for one, other in pairings:
        first = next(group for group in groups if one in group)
        second = next(group for group in groups if other in group)
        if first is not second:
            first |= second
            groups.remove(second)
    most = max(groups, key=len)
    return most if len(most) > 1 else set()
