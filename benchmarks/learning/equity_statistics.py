"""Points of hands as moments and chances, and weights that move the moments."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS, _CLOSE = 50, 1e-10


class Moments(NamedTuple):
    """Of the dealer's points and of the other's: means, deviations, and their correlation."""

    means: tuple[float, float]
    deviations: tuple[float, float]
    both: float


def moments_of(points: NDArray[Any], weights: Floats | None = None) -> Moments:
    """The moments of hands.

    Args:
        points: (hands, 2): the dealer's and the other's.
        weights: of the hands; alike if not given.
    """
    means = np.average(points, axis=0, weights=weights)
    covariance = np.cov(points.T, aweights=weights, ddof=0)
    dealer, other = np.sqrt(np.diag(covariance))
    return Moments(
        (float(means[0]), float(means[1])),
        (float(dealer), float(other)),
        float(covariance[0, 1] / (dealer * other)),
    )


def weights_for(points: NDArray[Any], wanted: Moments) -> Floats:
    """Weights of sum 1 that give hands other moments and change least else.

    They are exponentials of a quadratic function of the points, found by Newton's method.

    Args:
        points: (hands, 2).
        wanted: the moments.

    Raises:
        ValueError: where no weights do it.
    """
    means, deviations = np.array(wanted.means), np.array(wanted.deviations)
    dealer, other = ((points - means) / deviations).T
    features = np.stack((dealer, other, dealer**2, other**2, dealer * other), axis=1)
    aims = np.array([0.0, 0.0, 1.0, 1.0, wanted.both])
    found = np.zeros(len(aims))
    for _ in range(_STEPS):
        exponents = features @ found
        weights = np.exp(exponents - exponents.max())
        weights /= weights.sum()
        now = weights @ features
        if np.abs(aims - now).max() < _CLOSE:
            return np.asarray(weights)
        around = features - now
        try:
            found += np.linalg.solve(around.T @ (around * weights[:, None]), aims - now)
        except np.linalg.LinAlgError:
            break
    raise ValueError("no weights give the hands these moments")


def in_chips(tricks: NDArray[Any], up_from: int) -> NDArray[np.int64]:
    """Card points rounded to tens: up from this last digit on, else down."""
    points = tricks.astype(np.int64)
    rounded: NDArray[np.int64] = points // 10 * 10 + 10 * (points % 10 >= up_from)
    return rounded


def chances_of(points: NDArray[Any], weights: Floats, step: int) -> tuple[Floats, float]:
    """The chances of pairs of scores on a grid, and which part of its ties are true ones.

    Points between two lines count for both, for each the more the nearer it is; what both seats
    have together is kept where it lies on a line.

    Args:
        points: (hands, 2), 0 or more.
        weights: of the hands, of sum 1.
        step: from one line to the next.
    """
    dealer, total = points[:, 0], points.sum(axis=1)
    lines = int(total.max()) // step + 3
    chances = np.zeros((lines, lines))
    for line, part in _on_lines(dealer, step):
        for both, share in _on_lines(total, step):
            np.add.at(chances, (line, np.maximum(both - line, 0)), weights * part * share)
    width = 1 + max(int(each.max()) for each in np.nonzero(chances))
    tied = float(weights[points[:, 0] == points[:, 1]].sum())
    looks = float(np.trace(chances))
    return chances[:width, :width], min(1.0, tied / looks) if looks else 0.0


def _on_lines(points: NDArray[Any], step: int) -> tuple[tuple[NDArray[Any], Floats], ...]:
    below = points // step
    above = points / step - below
    return (below, 1 - above), (below + 1, above)
