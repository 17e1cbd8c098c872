"""Trees of states with both hands open: one for each world, the values averaged (PIMC)."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import hypot, inf
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import (
    OBJECTIVES,
    POINTS,
    MoveEstimate,
    in_order,
    surer_than_seldom,
)
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.tree_values import Iterations, Sums, Values, copied, corrected, mean_of
from pinochle_solver.stock.trees import (
    MOST_ITERATIONS,
    new_tree,
    solved_iterations,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Of the tree of one world.
ITERATIONS = 400


@dataclass(frozen=True)
class _OpenWorld:
    """What one world's tree found: for points and for wins."""

    sums: list[tuple[Sums, Sums]]


class OpenTrees:
    """A tree for each world, both hands open, the stock shuffled in every iteration.

    A stock whose order the position gives stays as it is: it lies open as well.
    """

    def __init__(
        self, belief: Belief, seed: int, threads: int, objective: str, stop: StopFlag
    ) -> None:
        self._belief, self._seed, self._objective, self._stop = belief, seed, objective, stop
        shuffles = isinstance(belief.position.stock, int)
        self._solve = solved_iterations(belief, first=0)
        self._searches = [
            (
                new_tree(belief, 2 * ITERATIONS, is_open=True, shuffles=shuffles),
                belief.playouts(),
            )
            for _ in range(threads)
        ]
        self._numbers = self._searches[0][0].legal()
        self._iterations = max(ITERATIONS, 4 * len(self._numbers))
        self._values = Values(WinChance.of(belief.position), self._numbers)
        self._worlds: list[_OpenWorld] = []
        self.chunk = threads

    @property
    def worlds(self) -> int:
        """How many there were."""
        return len(self._worlds)

    def most(self, worlds: int | None) -> int:
        """How many worlds there may be."""
        return MOST_ITERATIONS if worlds is None else max(worlds, 2)

    def advance(self, size: int, threads: int) -> bool:
        """Look into so many worlds more; False if that was stopped."""
        first = len(self._worlds)
        parts = [range(first + i, first + size, threads) for i in range(threads)]
        if threads == 1:
            looked_into = [self._look_into(0, parts[0])]
        else:
            with ThreadPoolExecutor(threads) as pool:
                looked_into = list(pool.map(self._look_into, range(threads), parts))
        for number in range(first, first + size):
            part, place = (number - first) % threads, (number - first) // threads
            if place >= len(looked_into[part]):
                return False
            self._worlds.append(looked_into[part][place])
        return True

    def _look_into(self, thread: int, worlds: range) -> list[_OpenWorld]:
        tree, sampler = self._searches[thread]
        looked_into = []
        for number in worlds:
            tree.clear(self._seed, number)
            world = self._belief.sample(sampler, self._seed, number, 1)
            stop = self._stop if number > 1 else StopFlag()
            grown = Iterations.grow(tree, world, self._iterations, self._solve, stop)
            if grown is None:
                break
            looked_into.append(_OpenWorld(list(self._values.sums(grown))))
        return looked_into

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, that of the highest average first."""
        averages = {unit: self._averages(which) for which, unit in enumerate(OBJECTIVES)}
        ordering, points = averages[self._objective].mean, averages[POINTS].mean
        best = max(range(len(points)), key=lambda i: (ordering[i], points[i]))

        def behind(unit: str, i: int) -> Estimate:
            if i == best:
                return Estimate(0.0, 0.0)
            return self._sure(averages[unit].behind(best, i), unit)

        moves = [
            MoveEstimate.of(
                self._belief.problem.moves[number],
                self._objective,
                {unit: self._sure(of.estimate(i), unit) for unit, of in averages.items()},
                {unit: behind(unit, i) for unit in averages},
                self.worlds,  # the tree of each tries every move
            )
            for i, number in enumerate(self._numbers)
        ]
        return in_order(moves.pop(best), moves)

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """The best move."""
        return moves[0].move

    def _sure(self, estimate: Estimate, unit: str) -> Estimate:
        return surer_than_seldom(estimate, unit, self.worlds, self._belief.position.rules.meld_unit)

    def _averages(self, which: int) -> _Averages:
        import numpy as np

        values = np.array([world.sums[which][0].total for world in self._worlds])
        values /= np.array([world.sums[which][0].count for world in self._worlds])
        more = copied(self._worlds[0].sums[which][1])
        for world in self._worlds[1:]:
            more.add(world.sums[which][1])
        corrections = [more.correction(i, inf) for i in range(len(self._numbers))]
        return _Averages(values, corrections)


@dataclass(frozen=True)
class _Averages:
    """What each move came to in each world, and what is to be added to it on average.

    Attributes:
        values: (worlds, moves).
        more: for each move.
    """

    values: NDArray[np.float64]
    more: list[Estimate]

    @property
    def mean(self) -> NDArray[np.float64]:
        """Of each move."""
        import numpy as np

        more: NDArray[np.float64] = np.array([more.mean for more in self.more])
        return self.values.mean(axis=0) + more  # type: ignore[no-any-return]

    def estimate(self, place: int) -> Estimate:
        """The mean of one move."""
        return corrected(mean_of(self.values[:, place]), self.more[place])

    def behind(self, best: int, place: int) -> Estimate:
        """How much less a move is worth than the best, world by world."""
        difference = mean_of(self.values[:, best] - self.values[:, place])
        more, less = self.more[best], self.more[place]
        if more == less:  # of all moves together
            return difference
        return Estimate(
            difference.mean + more.mean - less.mean, hypot(difference.se, more.se, less.se)
        )
