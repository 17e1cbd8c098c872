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
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.stock.tree_values import Iterations, Sums, Values, corrected, estimate_of
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


# What one world's tree found, for points and for wins: sums of estimates and of corrections.
_OpenWorld = list[tuple[Sums, Sums]]


class OpenTrees:
    """A tree for each world, both hands open, the stock shuffled in every iteration.

    A stock whose order the position gives stays as it is: it lies open as well.
    """

    def __init__(self, belief: Belief, settings: SearchSettings, stop: StopFlag) -> None:
        self._belief, self._settings, self._stop = belief, settings, stop
        shuffles = isinstance(belief.position.stock, int)
        self._solve = solved_iterations(belief, first=0)
        self._searches = [
            (
                new_tree(belief, 2 * ITERATIONS, is_open=True, shuffles=shuffles),
                belief.playouts(),
            )
            for _ in range(settings.threads)
        ]
        self._numbers = self._searches[0][0].legal()
        self._iterations = max(ITERATIONS, 4 * len(self._numbers))
        self._values = Values(WinChance.of(belief.position), self._numbers)
        self._averages = {unit: _Averages.none(len(self._numbers)) for unit in OBJECTIVES}
        self.worlds = 0
        self.chunk = settings.threads

    def most(self, worlds: int | None) -> int:
        """How many worlds there may be."""
        return MOST_ITERATIONS if worlds is None else max(worlds, 2)

    def advance(self, size: int) -> bool:
        """Look into so many worlds more; False if that was stopped."""
        first, threads = self.worlds, self._settings.threads
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
            for unit, (values, more) in zip(OBJECTIVES, looked_into[part][place], strict=True):
                self._averages[unit].add(values.total / values.count, more)
            self.worlds += 1
        return True

    def _look_into(self, thread: int, worlds: range) -> list[_OpenWorld]:
        tree, sampler = self._searches[thread]
        seed = self._settings.seed
        looked_into = []
        for number in worlds:
            tree.clear(seed, number)
            world = self._belief.sample(sampler, seed, number, 1)
            stop = self._stop if number > 1 else StopFlag()
            grown = Iterations.grow(tree, world, self._iterations, self._solve, stop)
            if grown is None:
                break
            looked_into.append(list(self._values.sums(grown)))
        return looked_into

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, that of the highest average first."""
        averages, objective = self._averages, self._settings.objective
        ordering, points = averages[objective].mean, averages[POINTS].mean
        best = max(range(len(points)), key=lambda i: (ordering[i], points[i]))

        def behind(unit: str, i: int) -> Estimate:
            if i == best:
                return Estimate(0.0, 0.0)
            return self._sure(averages[unit].behind(best, i), unit)

        moves = [
            MoveEstimate.of(
                self._belief.problem.moves[number],
                objective,
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


@dataclass
class _Averages:
    """What the moves came to on average, of which only sums over the worlds are kept.

    Values are summed up as they differ from those of the first world, so that no digits are lost.

    Attributes:
        more: the sums of what is to be added.
        first: (moves,), the values of the first world,
        total: (moves,), the sums of how far the others are from it,
        products: (moves, moves), and the sums of their products.
        number: of worlds.
    """

    more: Sums
    first: NDArray[np.float64]
    total: NDArray[np.float64]
    products: NDArray[np.float64]
    number: int = 0

    @classmethod
    def none(cls, moves: int) -> _Averages:
        """Of no world."""
        import numpy as np

        none = np.zeros(moves)
        more = Sums(none.copy(), none.copy(), none.copy())
        return cls(more, none.copy(), none.copy(), np.zeros((moves, moves)))

    def add(self, values: NDArray[np.float64], more: Sums) -> None:
        """Take in a world: the value of each move, and what is to be added."""
        if not self.number:
            self.first = values
        apart = values - self.first
        self.total += apart
        self.products += apart[:, None] * apart
        self.more.add(more)
        self.number += 1

    @property
    def mean(self) -> NDArray[np.float64]:
        """Of each move."""
        import numpy as np

        more = np.array([self._more(place).mean for place in range(len(self.first))])
        mean: NDArray[np.float64] = self.first + self.total / self.number + more
        return mean

    def estimate(self, place: int) -> Estimate:
        """The mean of one move."""
        total, squares = float(self.total[place]), float(self.products[place, place])
        mean, error = estimate_of(self.number, total, squares)
        return corrected(Estimate(float(self.first[place]) + mean, error), self._more(place))

    def behind(self, best: int, place: int) -> Estimate:
        """How much less a move is worth than the best, world by world."""
        total = float(self.total[best] - self.total[place])
        both = float(self.products[best, place])
        squares = float(self.products[best, best]) + float(self.products[place, place]) - 2 * both
        mean, error = estimate_of(self.number, total, max(squares, 0.0))
        mean += float(self.first[best] - self.first[place])
        more, less = self._more(best), self._more(place)
        if more == less:  # of all moves together
            return Estimate(mean, error)
        return Estimate(mean + more.mean - less.mean, hypot(error, more.se, less.se))

    def _more(self, place: int) -> Estimate:
        return self.more.correction(place, inf)
