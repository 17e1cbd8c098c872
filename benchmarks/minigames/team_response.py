"""The best defence of two who cannot talk, against a bidder whose play is known.

Both may agree on all that they will do before they see their cards: of a known bidder no more can
be gained by drawing lots, so that a pair of pure plans is best. To find it is hard, as what the one
should do depends on what the other does with cards that the first does not see. It is found by
branch and bound. Defenders who see each other's cards do at least as well: that is easily answered
and bounds what can be reached. Where their answer has one of them do different things with the same
cards, each of these things is tried as the only one.

A pair of plans, too, comes of each answer: what is done most with the same cards, and then either
defender's best response to the other's plan until neither gains any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np

from benchmarks.minigames.equilibrium import Floats, Ints
from benchmarks.minigames.small_table_tree import BIDDER, NORTH, WEST, SmallTree

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Defence:
    """A defence against a bidder.

    Attributes:
        plans: those of west and of north.
        points: what the bidder takes against them.
        least: no defence holds him to less; the same as `points` if this is the best one.
    """

    plans: tuple[Floats, Floats]
    points: float
    least: float


class BestDefence:
    """Looks for the best defence against a bidder's plan.

    Args:
        tree: the game.
        plan: the bidder's.
    """

    def __init__(self, tree: SmallTree, plan: Floats) -> None:
        self._tree, self._plan = tree, plan
        self._together = tree.together
        reached = plan[tree.ends[BIDDER]]
        size = self._together.size
        self._gains = np.bincount(tree.joint, -tree.points * reached, size).astype(np.float64)
        likely = np.bincount(tree.joint, reached / tree.deals, size)
        self._mass = np.zeros(len(self._together.counts))
        for level in reversed(self._together.levels):
            sums = np.maximum.reduceat(likely[level.sequences], level.starts)
            self._mass[level.sets] = sums
            likely = likely + np.bincount(level.parents, sums, size)
        # A number for each information set of either defender.
        self._part = np.array(
            [number + (seat == NORTH) * len(tree.seats[WEST].counts) for seat, number in tree.parts]
        )
        self._counts = np.concatenate([tree.seats[seat].counts for seat in (WEST, NORTH)])

    def find(self, most_nodes: int) -> Defence:
        """The best defence, or the best that so many answers of the other kind lead to."""
        numbers = count()
        choices, bound = self._answer({})
        best = self._settled(choices)
        left: list[tuple[float, int, dict[int, int], Ints]] = []
        heappush(left, (bound, next(numbers), {}, choices))
        done = 0
        while left and left[0][0] < best.points - _ROUNDING and done < most_nodes:
            bound, _, fixed, choices = heappop(left)
            part = self._divided(choices)
            if part is None:  # it can be done without seeing each other's cards
                best = self._settled(choices)
                continue
            for choice in range(self._counts[part]):
                now = {**fixed, part: choice}
                choices, bound = self._answer(now)
                done += 1
                if bound < best.points - _ROUNDING:
                    found = self._settled(choices)
                    best = min(best, found, key=lambda each: each.points)
                    heappush(left, (bound, next(numbers), now, choices))
        least = min([best.points, *(each[0] for each in left[:1])])
        return Defence(best.plans, best.points, least)

    def _answer(self, fixed: dict[int, int]) -> tuple[Ints, float]:
        """What defenders do who see each other's cards, but for what is fixed; what it leaves."""
        gains = self._gains.copy()
        for part, choice in fixed.items():
            for number in np.flatnonzero(self._part == part):
                first, moves = self._together.firsts[number], self._together.counts[number]
                others = np.arange(first, first + moves) != first + choice
                gains[first : first + moves][others] = -np.inf
        return self._together.best_choices(gains), -self._together.best_response(gains)

    def _divided(self, choices: Ints) -> int | None:
        """The information set in which the most is done that differs; None if there is none."""
        shares = self._shares(choices)
        differing = shares.sum(axis=1) - shares.max(axis=1)
        part = int(differing.argmax())
        return part if differing[part] > _ROUNDING else None

    def _shares(self, choices: Ints) -> Floats:
        """How much each thing is done in each information set of either defender."""
        plan = self._together.pure(choices)
        reached = self._mass * (plan[self._together.parents] > 0)
        shares = np.zeros((len(self._counts), int(self._counts.max())))
        np.add.at(shares, (self._part, choices), reached)
        return shares

    def _settled(self, choices: Ints) -> Defence:
        """A pair of plans by what is done most, made better as long as one of them can be."""
        tree = self._tree
        mostly = self._shares(choices).argmax(axis=1)
        of_west = len(tree.seats[WEST].counts)
        plans = [
            self._plan,
            tree.seats[WEST].pure(mostly[:of_west]),
            tree.seats[NORTH].pure(mostly[of_west:]),
        ]
        points, before = tree.value(plans), np.inf
        while points < before - _ROUNDING:
            before = points
            for seat in (NORTH, WEST):
                gains = tree.gains(seat, plans)
                plans[seat] = tree.seats[seat].pure(tree.seats[seat].best_choices(gains))
            points = tree.value(plans)
        return Defence((plans[WEST], plans[NORTH]), points, -np.inf)
