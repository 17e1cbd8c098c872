"""What makes one move better than another: melds, the trick under way, later tricks.

Two moves tried in the same worlds are compared group by group of these worlds (a group is a chunk,
`sampling`, or a single world where all are gone through). So every part of a difference has an
error of its own. The difference itself is known better than the playouts tell it: learned values
and the luck of the draws take part in it (`standings`). What it is more than the playouts' is put
down to the parts as far as they make the difference vary, so that they add up to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.intervals import SURE
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate, student

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Of fewer groups no error is told.
_LEAST_GROUPS = 4


class Tally(NamedTuple):
    """What one move came to: sums over groups of worlds that follow one another.

    Attributes:
        worlds: (groups,), the number of worlds of each.
        points: (groups, 4), the points of south and of north at the end, and their meld points.
        shown: (groups, 2, melds + 1), how often each seat laid each meld, a dix last.
        taken: (groups, 3), how often south took the trick under way, and the card points of it
            that south and north took; None for moves that are no cards.
    """

    worlds: NDArray[np.float64]
    points: NDArray[np.float64]
    shown: NDArray[np.float64]
    taken: NDArray[np.float64] | None

    def first(self, groups: int) -> Tally:
        """The first groups."""
        worlds, points, shown, taken = self
        some = None if taken is None else taken[:groups]
        return Tally(worlds[:groups], points[:groups], shown[:groups], some)


@dataclass(frozen=True, slots=True)
class Apart:
    """Group by group, what one move comes to more than another, for the seat to decide.

    Attributes:
        own_melds: (groups,), how many more meld points the seat makes.
        other_melds: how many fewer the opponent makes.
        cards: by how much the difference in card points is better.
        trick: how much of that is in the trick under way; None if that is not known.
        takes: how much more often the seat takes that trick; None if that is not known.
        shows: (2, groups, melds + 1), how much more often the seat, and the opponent, lays each
            meld.
        worlds: (groups,), the number of worlds.
        estimate: the mean of such sums over a world, and its standard error.
        is_sampled: whether the worlds are some of many; False if all were gone through.
    """

    own_melds: NDArray[np.float64]
    other_melds: NDArray[np.float64]
    cards: NDArray[np.float64]
    trick: NDArray[np.float64] | None
    takes: NDArray[np.float64] | None
    shows: NDArray[np.float64]
    worlds: NDArray[np.float64]
    estimate: Callable[[NDArray[np.float64]], Estimate]
    is_sampled: bool

    @classmethod
    def of_tallies(cls, seat: Seat, first: Tally, second: Tally) -> Apart | None:
        """Two moves in the worlds of both; None if these are too few to tell errors.

        Args:
            seat: the seat to decide.
            first: what the first move came to.
            second: and the second.
        """
        common = min(len(first.worlds), len(second.worlds))
        unlike = (first.worlds[:common] != second.worlds[:common]).nonzero()[0]
        groups = int(unlike[0]) if len(unlike) else common
        if groups < _LEAST_GROUPS:
            return None
        one, two = first.first(groups), second.first(groups)
        points, shown, taken = one.points - two.points, one.shown - two.shown, None
        if one.taken is not None and two.taken is not None:
            taken = one.taken - two.taken
        own, other = int(seat), int(seat.other)
        sign = 1 if seat is Seat.SOUTH else -1
        cards = points[:, :2] - points[:, 2:]
        return cls(
            points[:, 2 + own],
            -points[:, 2 + other],
            cards[:, own] - cards[:, other],
            None if taken is None else taken[:, 1 + own] - taken[:, 1 + other],
            None if taken is None else sign * taken[:, 0],
            shown[:, (own, other)].swapaxes(0, 1),
            one.worlds,
            _MeanOfGroups(one.worlds),
            is_sampled=True,
        )

    def often(self, sums: NDArray[np.float64]) -> Estimate:
        """How often something happens more, by sums over groups; surer than nothing can be."""
        mean, error = self.estimate(sums)
        least = 1 / float(self.worlds.sum()) if self.is_sampled else 0.0
        return Estimate(mean, max(error, least))

    def parts(self, lead: Estimate, unit: int) -> tuple[Estimate, ...]:
        """The parts of a lead: own melds, the opponent's, the trick, later tricks; melds, cards.

        The first four add up to the lead; the last two are sums of two each, with errors of their
        own. Where nothing is known of the trick, its part is exactly 0.

        Args:
            lead: by how much the first move is better, in points.
            unit: the `meld_unit` of the rulebook: a world that was not tried may differ by it.
        """
        import numpy as np

        least = unit / float(self.worlds.sum()) if self.is_sampled else 0.0

        none = np.zeros(len(self.cards))
        trick = none if self.trick is None else self.trick
        melds, later = self.own_melds + self.other_melds, self.cards - trick
        sums = self.own_melds, self.other_melds, trick, later, melds, self.cards
        whole = self.own_melds + self.other_melds + self.cards
        seen = self.estimate(whole)
        around = whole - seen.mean * self.worlds
        squares = float(around @ around)
        parts = []
        for each in sums:
            mean = self.estimate(each).mean
            share = float((each - mean * self.worlds) @ around) / squares if squares else 0.0
            apart = self.estimate(each - share * whole).se
            error = max(hypot(apart, share * lead.se), least if each.any() else 0.0)
            parts.append(Estimate(mean + share * (lead.mean - seen.mean), error))
        if not squares:
            # Nothing varies: what the lead is more than the playouts' belongs to later tricks.
            more = lead.mean - seen.mean
            for place in (3, 5):
                parts[place] = Estimate(parts[place].mean + more, lead.se)
        return tuple(parts)


class _MeanOfGroups:
    """The mean over worlds of sums over groups of them."""

    def __init__(self, worlds: NDArray[np.float64]) -> None:
        self._worlds, self._all = worlds, float(worlds.sum())

    def __call__(self, sums: NDArray[np.float64]) -> Estimate:
        mean, groups = float(sums.sum()) / self._all, len(sums)
        around = sums - mean * self._worlds
        squares = float(around @ around) * groups / (groups - 1)
        # The groups may be few: 1.96 of these errors reach as far as Student's distribution says.
        return Estimate(mean, student(groups - 1) / SURE * sqrt(squares) / self._all)
