"""What iterations of tree searches came to: sums for each move at the root, and their means.

As in `estimates`, a move's mean is that of its iterations with the playoff estimated, and of what
solving it added where that was done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.trees import TreeSearch
from pinochle_solver.stock.chances import AnyChance
from pinochle_solver.stock.estimates import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Of fewer corrections no mean is taken apart from the other moves'.
FEW_CORRECTIONS = 8


@dataclass(frozen=True)
class Iterations:
    """Iterations that follow one another.

    Attributes:
        chosen: (n,): the number of the move made at the root.
        estimated: (n, 2): what south and north have at the end.
        exact: (n, 2): the same with the playoff solved,
        solved: (n,): where this is 1.
    """

    chosen: NDArray[np.uint8]
    estimated: NDArray[np.int32]
    exact: NDArray[np.int32]
    solved: NDArray[np.uint8]

    @classmethod
    def grow(
        cls,
        tree: TreeSearch,
        worlds: NDArray[np.uint8],
        size: int,
        solve: tuple[int, int],
        stop: StopFlag,
    ) -> Iterations | None:
        """Let a tree grow; None if that was stopped."""
        import numpy as np

        iterations = cls(
            np.zeros(size, np.uint8),
            np.zeros((size, 2), np.int32),
            np.zeros((size, 2), np.int32),
            np.zeros(size, np.uint8),
        )
        done = tree.iterate(
            worlds,
            *solve,
            iterations.chosen,
            iterations.estimated,
            iterations.exact,
            iterations.solved,
            stop,
        )
        return iterations if done == size else None


@dataclass
class Sums:
    """For each move the number, the sum and the sum of squares of some values."""

    count: NDArray[np.float64]
    total: NDArray[np.float64]
    squares: NDArray[np.float64]

    @classmethod
    def of(cls, places: NDArray[np.int64], values: NDArray[np.float64], moves: int) -> Sums:
        """Sum values up by the place of their move."""
        import numpy as np

        return cls(
            np.bincount(places, minlength=moves).astype(np.float64),
            np.bincount(places, values, minlength=moves).astype(np.float64),
            np.bincount(places, values * values, minlength=moves).astype(np.float64),
        )

    def add(self, other: Sums) -> None:
        """Take in more values."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def estimate(self, place: int) -> Estimate:
        """The mean of one move's values, as if they were independent."""
        return estimate_of(*(float(each[place]) for each in (self.count, self.total, self.squares)))

    def correction(self, place: int, of_values: float) -> Estimate:
        """The same of corrections of so many values; of all moves' where this one has few."""
        if self.count[place] >= min(FEW_CORRECTIONS, of_values):
            return self.estimate(place)
        return estimate_of(*(float(each.sum()) for each in (self.count, self.total, self.squares)))


def estimate_of(count: float, total: float, squares: float) -> Estimate:
    """The mean of so many independent values, from their sum and the sum of their squares."""
    if count < 1:
        return Estimate(0.0, inf)
    mean = total / count
    if count < 2:
        return Estimate(mean, inf)
    variance = max(squares / count - mean * mean, 0.0) * count / (count - 1)
    return Estimate(mean, sqrt(variance / count))


class Values:
    """What iterations are worth to the seat to decide: in points, and as a chance to win.

    Args:
        chance: of that seat to win.
        numbers: of its moves.
    """

    def __init__(self, chance: AnyChance, numbers: bytes) -> None:
        import numpy as np

        self._chance = chance
        self.count = len(numbers)
        self._places = np.zeros(256, np.int64)
        for place, number in enumerate(numbers):
            self._places[number] = place

    def sums(self, iterations: Iterations) -> Iterator[tuple[Sums, Sums]]:
        """For points and for wins: the sums of the estimates, and of what is to be added."""
        places, solved = self._places[iterations.chosen], iterations.solved.astype(bool)
        for value in (self._difference, self._chance.of_points):
            estimated = value(iterations.estimated)
            more = value(iterations.exact[solved]) - estimated[solved]
            yield (
                Sums.of(places, estimated, self.count),
                Sums.of(places[solved], more, self.count),
            )

    def of_both(self, iterations: Iterations) -> Sums:
        """The sums of the estimated points of both seats together."""
        places = self._places[iterations.chosen]
        return Sums.of(places, iterations.estimated.sum(axis=1).astype(float), self.count)

    def _difference(self, points: NDArray[np.int32]) -> NDArray[np.float64]:
        import numpy as np

        own, others = points[:, self._chance.seat], points[:, self._chance.seat.other]
        return own.astype(np.float64) - others.astype(np.float64)


def copied(sums: Sums) -> Sums:
    """The same sums, to be added to."""
    return Sums(sums.count.copy(), sums.total.copy(), sums.squares.copy())


def corrected(value: Estimate, correction: Estimate) -> Estimate:
    """A mean with what is to be added to it, as if the two were independent."""
    return Estimate(value.mean + correction.mean, hypot(value.se, correction.se))
