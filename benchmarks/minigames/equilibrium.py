"""Two-person zero-sum games with hidden information, solved in sequence form by CFR+.

A seat's *sequence* is what it has done so far, its *information set* what it knows when it has to
move. With perfect recall the two make a tree of each seat's own, its `Treeplex`; a *plan* gives
each sequence the product of the probabilities of its moves. What south expects is then bilinear in
the two plans: a sum over the pairs of sequences that can end a game (`SequenceGame`). Chance is in
the payoffs, so every pass over a game is exact.

CFR+ is that of Tammelin (2014): regrets that are never negative, seats updated in turn, averages
weighted by the number of the pass. What it finds is certified by both seats' best responses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Plans = tuple[Floats, Floats]

SOUTH, NORTH = 0, 1
_SIGNS = (1.0, -1.0)
_CHECK_EVERY = 50


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The information sets that follow on equally many own moves.

    Attributes:
        sets: their numbers.
        parents: for each set the sequence before it.
        counts: for each set the number of its moves.
        sequences: the sequences of all its moves, set by set.
        starts: where in `sequences` each set begins.
    """

    sets: Ints
    parents: Ints
    counts: Ints
    sequences: Ints
    starts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Treeplex:
    """What one seat can do.

    Sequence 0 is empty; the others are numbered in the order of their information sets.

    Attributes:
        parents: for each information set the sequence before it.
        counts: for each set the number of its moves.
        firsts: for each set the sequence that ends in its first move.
        levels: the sets by the number of own moves before them.
    """

    parents: Ints
    counts: Ints
    firsts: Ints
    levels: tuple[_Level, ...]

    @classmethod
    def of(cls, parents: Sequence[int], counts: Sequence[int]) -> Treeplex:
        """Of information sets each of which comes after the one that its parent belongs to."""
        firsts = np.cumsum([1, *counts], dtype=np.intp)[:-1]
        owner = np.repeat(np.arange(len(counts)), counts)
        depths: list[int] = []
        for parent in parents:
            depths.append(1 + depths[owner[parent - 1]] if parent else 0)
        parents_array, counts_array = np.array(parents, np.intp), np.array(counts, np.intp)
        levels = []
        for depth in range(1 + max(depths, default=-1)):
            sets = np.flatnonzero(np.array(depths) == depth)
            starts = np.cumsum(counts_array[sets]) - counts_array[sets]
            offsets = np.repeat(firsts[sets] - starts, counts_array[sets])
            sequences = offsets + np.arange(len(offsets))
            levels.append(_Level(sets, parents_array[sets], counts_array[sets], sequences, starts))
        return cls(parents_array, counts_array, firsts, tuple(levels))

    @property
    def size(self) -> int:
        """The number of sequences, the empty one included."""
        return 1 + int(self.counts.sum())

    def uniform(self) -> Floats:
        """The behaviour that plays every move alike: for each sequence its last move's part."""
        return np.concatenate([[1.0], np.repeat(1 / self.counts, self.counts)])

    def plan(self, behaviour: Floats) -> Floats:
        """The plan of a behaviour."""
        plan = np.ones(self.size)
        for level in self.levels:
            before = np.repeat(plan[level.parents], level.counts)
            plan[level.sequences] = before * behaviour[level.sequences]
        return plan

    def best_response(self, gradient: Floats) -> float:
        """The most that a plan can reach when each sequence is worth so much to its seat."""
        worth = gradient.copy()
        for level in reversed(self.levels):
            best = np.maximum.reduceat(worth[level.sequences], level.starts)
            worth += np.bincount(level.parents, best, self.size)
        return float(worth[0])

    def best_choices(self, gradient: Floats) -> Ints:
        """For each information set the first of the moves by which `best_response` is reached."""
        worth, choices = gradient.copy(), np.zeros(len(self.counts), np.intp)
        for level in reversed(self.levels):
            values = worth[level.sequences]
            best = np.maximum.reduceat(values, level.starts)
            found = np.flatnonzero(values == np.repeat(best, level.counts))
            owner = np.repeat(np.arange(len(level.sets)), level.counts)[found]
            first = found[np.unique(owner, return_index=True)[1]]
            choices[level.sets] = first - level.starts
            worth += np.bincount(level.parents, best, self.size)
        return choices

    def pure(self, choices: Ints) -> Floats:
        """The plan that makes this choice in each information set."""
        behaviour = np.zeros(self.size)
        behaviour[0] = behaviour[self.firsts + choices] = 1
        return self.plan(behaviour)


@dataclass(frozen=True, slots=True, eq=False)
class SequenceGame:
    """A game: what each seat can do, and what it comes to.

    Attributes:
        seats: of south and of north.
        south, north: for each way to end the last sequence of the seat.
        payoffs: for each way what south gains, times the probability of the chance moves in it.
    """

    seats: tuple[Treeplex, Treeplex]
    south: Ints
    north: Ints
    payoffs: Floats

    @classmethod
    def of(
        cls, seats: tuple[Treeplex, Treeplex], south: Ints, north: Ints, payoffs: Floats
    ) -> SequenceGame:
        """The same, ways with the same sequences made one."""
        pairs, where = np.unique(south * seats[NORTH].size + north, return_inverse=True)
        merged: Floats = np.bincount(where, payoffs).astype(np.float64)
        south, north = np.divmod(pairs, seats[NORTH].size)
        return cls(seats, south, north, merged)

    def gradient(self, seat: int, other: Floats) -> Floats:
        """What each sequence of `seat` is worth to it against the plan of the other seat."""
        own, others = (self.south, self.north) if seat == SOUTH else (self.north, self.south)
        gains = _SIGNS[seat] * self.payoffs * other[others]
        return np.bincount(own, gains, self.seats[seat].size).astype(np.float64)

    def value(self, plans: Plans) -> float:
        """What south expects to gain."""
        return float(plans[SOUTH] @ self.gradient(SOUTH, plans[NORTH]))

    def bounds(self, plans: Plans) -> tuple[float, float]:
        """Of the value for south: the least south's plan, and the most north's lets happen."""
        low = -self.seats[NORTH].best_response(self.gradient(NORTH, plans[SOUTH]))
        high = self.seats[SOUTH].best_response(self.gradient(SOUTH, plans[NORTH]))
        return low, high

    def exploitability(self, plans: Plans) -> float:
        """What a perfect opponent gains above the value, on the average of the two seats."""
        low, high = self.bounds(plans)
        return (high - low) / 2

    def result(self, plans: Plans, opponent: Plans) -> float:
        """What the plans gain against an opponent's, on the average of the two seats.

        Above the game's value in each of them; against an equilibrium it is a loss.
        """
        as_south = self.value((plans[SOUTH], opponent[NORTH]))
        as_north = -self.value((opponent[SOUTH], plans[NORTH]))
        return (as_south + as_north) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """A pair of plans that nearly nothing beats.

    Attributes:
        plans: of south and of north.
        low, high: what south has for certain, and what north concedes at most; the value of the
            game is between them.
        passes: how many passes of CFR+ it took.
    """

    plans: Plans
    low: float
    high: float
    passes: int = 0

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """Of the plans; the value is as close to the middle of the bounds."""
        return (self.high - self.low) / 2


class Learner:
    """One seat's regrets, its current plan, and the sum of its plans so far."""

    def __init__(self, treeplex: Treeplex) -> None:
        self._treeplex = treeplex
        self._regrets = np.zeros(treeplex.size)
        self._behaviour = treeplex.uniform()
        self.plan = treeplex.plan(self._behaviour)
        self._sum = np.zeros(treeplex.size)

    def update(self, gradient: Floats, weight: float) -> None:
        """Learn what its sequences are worth; `weight` is that of the plan which it makes of it."""
        worth = gradient
        for level in reversed(self._treeplex.levels):
            moves = level.sequences
            values = np.add.reduceat(worth[moves] * self._behaviour[moves], level.starts)
            gains = worth[moves] - np.repeat(values, level.counts)
            regrets = np.maximum(self._regrets[moves] + gains, 0)
            self._regrets[moves] = regrets
            self._behaviour[moves] = _matched(regrets, level)
            worth = worth + np.bincount(level.parents, values, self._treeplex.size)
        self.plan = self._treeplex.plan(self._behaviour)
        self._sum += weight * self.plan

    @property
    def average(self) -> Floats:
        """The average of its plans."""
        average: Floats = self._sum / self._sum[0]
        return average


def _matched(regrets: Floats, level: _Level) -> Floats:
    """Moves in proportion to their regrets, alike where there are none."""
    sums = np.repeat(np.add.reduceat(regrets, level.starts), level.counts)
    alike = 1 / np.repeat(level.counts, level.counts)
    return np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), alike)


def solve_game(
    game: SequenceGame,
    within: float,
    most_passes: int = 100_000,
    report: Callable[[Equilibrium], None] | None = None,
) -> Equilibrium:
    """Find plans of no more exploitability than `within`, or the best of so many passes.

    Args:
        game: the game.
        within: when to stop.
        most_passes: when to stop in any case.
        report: is told now and then how far it is.
    """
    learners = (Learner(game.seats[SOUTH]), Learner(game.seats[NORTH]))
    for number in range(1, most_passes + 1):
        for seat in (SOUTH, NORTH):
            gradient = game.gradient(seat, learners[1 - seat].plan)
            learners[seat].update(gradient, number)
        if number % _CHECK_EVERY == 0 or number == most_passes:
            plans = (learners[SOUTH].average, learners[NORTH].average)
            found = Equilibrium(plans, *game.bounds(plans), number)
            if report:
                report(found)
            if found.exploitability <= within:
                break
    return found
