"""Trees of what the seats have observed, a new world in every iteration (MO-ISMCTS)."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import hypot

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver._core.stock.trees import TreeSearch
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import (
    OBJECTIVES,
    POINTS,
    MoveEstimate,
    in_order,
    surer_than_seldom,
)
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import chance_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.stock.tree_values import Iterations, Sums, Values, copied, corrected
from pinochle_solver.stock.trees import (
    CHUNK,
    MOST_ITERATIONS,
    SOLVE_FIRST,
    new_tree,
    solved_iterations,
)

# The best is among the moves tried one in so many times as the most tried.
SERIOUSLY = 10
# As many edges as make 64 MiB in four trees.
MOST_EDGES = 3 << 17


@dataclass(frozen=True, slots=True)
class OpenSolving:
    """Which playoffs are solved in a tree of open cards.

    Attributes:
        every: of each move at the root, one in so many, the first among them; where that is every
            one the tree grows by exact values.
        nodes: only the first of each after so many positions of playoffs; None for no such limit.
    """

    every: int = 1
    nodes: int | None = None

    def after(self, nodes: int) -> tuple[int, int]:
        """The same as `solved_iterations`, after so many positions."""
        is_enough = self.nodes is not None and nodes >= self.nodes
        return 0, MOST_ITERATIONS if is_enough else self.every


@dataclass
class _Grown:
    """A tree, and what came of it so far; its worlds are those from number `begin` on."""

    tree: TreeSearch
    sampler: Playouts
    begin: int
    done: int = 0
    sums: list[tuple[Sums, Sums]] = field(default_factory=list)


class ObservedTrees:
    """Trees of what the seats observe, each of its own worlds.

    With `solve_open` every card is known: there is one world, and one tree of its states.
    """

    def __init__(
        self,
        belief: Belief,
        settings: SearchSettings,
        stop: StopFlag,
        trees: int,
        solve_open: OpenSolving | None = None,
    ) -> None:
        self._belief, self._settings, self._stop = belief, settings, stop
        self._solve_open = solve_open
        self._solve = solved_iterations(belief, SOLVE_FIRST)
        self._trees = [self._grown(number) for number in range(trees)]
        self._numbers = self._trees[0].tree.legal()
        self._values = Values(chance_of(belief.position, settings.call_out), self._numbers)
        self._of_both: Sums | None = None
        self.worlds = 0

    def _grown(self, number: int) -> _Grown:
        tree = new_tree(self._belief, MOST_EDGES, is_open=self._solve_open is not None)
        return _Grown(tree, self._belief.playouts(), number * MOST_ITERATIONS)

    @property
    def chunk(self) -> int:
        """At first every move once, for that is not stopped."""
        return CHUNK if self.worlds else len(self._numbers)

    def most(self, worlds: int | None) -> int:
        """How many iterations each tree may have."""
        least = len(self._numbers)
        if worlds is None:
            return MOST_ITERATIONS
        return min(max(least, -(-worlds // len(self._trees))), MOST_ITERATIONS)

    def advance(self, size: int) -> bool:
        """Let every tree go through so many iterations; False if that was stopped."""
        threads = self._settings.threads
        if threads == 1 or len(self._trees) == 1:
            grown = [self._grow(tree, size) for tree in self._trees]
        else:
            with ThreadPoolExecutor(threads) as pool:
                grown = list(pool.map(lambda tree: self._grow(tree, size), self._trees))
        self.worlds = sum(tree.done for tree in self._trees)
        return all(grown)

    def _grow(self, tree: _Grown, size: int) -> bool:
        """Go on with one tree; the first iterations are not stopped."""
        stop = self._stop if tree.done else StopFlag()
        first = tree.begin + tree.done
        worlds = self._belief.sample(tree.sampler, self._settings.seed, first, size)
        solve = self._solve_open.after(tree.tree.nodes) if self._solve_open else self._solve
        iterations = Iterations.grow(tree.tree, worlds, size, solve, stop)
        if iterations is None:
            return False
        self._count_both(iterations)
        sums = list(self._values.sums(iterations))
        if tree.sums:
            for before, more in zip(tree.sums, sums, strict=True):
                before[0].add(more[0])
                before[1].add(more[1])
        else:
            tree.sums = sums
        tree.done += size
        return True

    def _count_both(self, iterations: Iterations) -> None:
        if self._solve_open is None:
            return
        more = self._values.of_both(iterations)
        if self._of_both is None:
            self._of_both = more
        else:
            self._of_both.add(more)

    def points_of_both(self) -> dict[Move, float]:
        """What both seats have at the end, together, after each move, where every card is known."""
        if self._of_both is None:
            return {}
        moves = self._belief.problem.moves
        return {
            moves[number]: self._of_both.estimate(place).mean
            for place, number in enumerate(self._numbers)
        }

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, the best of those that were tried seriously first."""
        visits = self._visits()
        values = {
            unit: [
                surer_than_seldom(estimate, unit, number, self._belief.position.rules.meld_unit)
                for estimate, number in zip(self._estimates(which), visits, strict=True)
            ]
            for which, unit in enumerate(OBJECTIVES)
        }
        objective = self._settings.objective
        ordering, points = values[objective], values[POINTS]
        tried = [i for i in self._all if SERIOUSLY * visits[i] >= max(visits)]
        best = max(tried, key=lambda i: (ordering[i].mean, points[i].mean))

        def behind(of: list[Estimate], i: int) -> Estimate:
            if i == best:
                return Estimate(0.0, 0.0)
            return Estimate(of[best].mean - of[i].mean, hypot(of[best].se, of[i].se))

        moves = [
            MoveEstimate.of(
                self._belief.problem.moves[number],
                objective,
                {unit: values[unit][i] for unit in OBJECTIVES},
                {unit: behind(values[unit], i) for unit in OBJECTIVES},
                visits[i],
            )
            for i, number in enumerate(self._numbers)
        ]
        return in_order(moves.pop(best), moves)

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """The move tried most, if for points and it cannot be told from the best; else the best."""
        most = max(moves, key=lambda move: move.visits)
        is_by_points = self._settings.objective == POINTS
        return most.move if is_by_points and most.is_close else moves[0].move

    def _visits(self) -> list[int]:
        return [int(sum(tree.sums[0][0].count[i] for tree in self._trees)) for i in self._all]

    @property
    def _all(self) -> range:
        return range(len(self._numbers))

    def _estimates(self, which: int) -> list[Estimate]:
        """Of points or wins, for each move."""
        first, *others = (tree.sums[which] for tree in self._trees)
        values, more = copied(first[0]), copied(first[1])
        for other in others:
            values.add(other[0])
            more.add(other[1])
        return [
            corrected(values.estimate(i), more.correction(i, values.count[i])) for i in self._all
        ]
