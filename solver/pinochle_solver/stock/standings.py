"""How moves tried in the same worlds stand: which is best, how far behind the others are.

Whatever is asked, by the search or for showing, comes from one estimator (`estimates`), so that
what is ordered, what is printed and what is played never disagree. Only a move that was tried in as
many worlds as any can be the best; one that is ahead of it in fewer worlds has to be tried in the
others, too, before that counts (`PlayoutSearch` sees to it while there is time).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN, surer_than_seldom
from pinochle_solver.stock.call_out_chances import AnyChance, CallOutChance
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Estimate, Expected, Samples
from pinochle_solver.stock.sampling import LEAST_WORLDS, Groups, Solving
from pinochle_solver.stock.valued_chances import BLIND_ALONE, BLIND_APART, ValuedChance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A move of the better half goes on unless it is so many standard errors behind,
CLEARLY = 3.0
# one of the worse half unless it is so many.
DOUBTFULLY = 1.5


@dataclass(frozen=True, slots=True)
class Chunk:
    """Worlds that follow one another, and what each move came to in them.

    Attributes:
        points: (worlds, moves, 4): what south and north have at the end, with the playoff
            estimated, and how much of it from melds.
        solved: (worlds solved, moves, 2): the first with the playoff solved.
        shown: (moves, 2, melds + 1): how often each seat laid each meld, a dix last.
        valued: (worlds, moves): what south has more at the end as a network values a lead,
            None where none is.
        claimed: (worlds, moves, 4): when both would win by a claim (`Playouts.evaluate`), None
            where there are no call-outs.
        luck: (worlds, moves, 2): by how many points south was lucky in the draws up to the lead
            that is valued, and after it; None where that is not known.
    """

    points: NDArray[np.int32]
    solved: NDArray[np.int32]
    shown: NDArray[np.int64]
    valued: NDArray[np.int32] | None = None
    claimed: NDArray[np.int32] | None = None
    luck: NDArray[np.float64] | None = None


@dataclass
class Tried:
    """What one move came to so far.

    Attributes:
        number: the move's number in the compiled hand.
        shown: (2, melds + 1), as in `Chunk`; None before the first world.
        worlds: in how many it was tried: the first so many of them.
    """

    number: int
    shown: NDArray[np.int64] | None = None
    worlds: int = 0
    _points: list[NDArray[np.int32]] = field(default_factory=list)
    _solved: list[NDArray[np.int32]] = field(default_factory=list)
    _valued: list[NDArray[np.int32]] = field(default_factory=list)
    _claimed: list[NDArray[np.int32]] = field(default_factory=list)
    _luck: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, chunk: Chunk, place: int) -> None:
        """Take in the worlds of a chunk in which it was the move at this place."""
        self._points.append(chunk.points[:, place])
        self._solved.append(chunk.solved[:, place])
        if chunk.valued is not None:
            self._valued.append(chunk.valued[:, place])
        if chunk.claimed is not None:
            self._claimed.append(chunk.claimed[:, place])
        if chunk.luck is not None:
            self._luck.append(chunk.luck[:, place])
        shown = chunk.shown[place]
        self.shown = shown if self.shown is None else self.shown + shown
        self.worlds += len(chunk.points)

    def points(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """For each world, shape (worlds, 4), and with the playoff solved, (worlds solved, 2)."""
        import numpy as np

        self._points, self._solved = [np.concatenate(self._points)], [np.concatenate(self._solved)]
        return self._points[0], self._solved[0]

    def valued(self) -> NDArray[np.int32] | None:
        """For each world what a network says, shape (worlds,); None without one."""
        import numpy as np

        if not self._valued:
            return None
        self._valued = [np.concatenate(self._valued)]
        return self._valued[0]

    def luck(self) -> NDArray[np.float64] | None:
        """For each world south's luck, as in `Chunk`, shape (worlds, 2); None where not known."""
        import numpy as np

        if not self._luck:
            return None
        self._luck = [np.concatenate(self._luck)]
        return self._luck[0]

    def claimed(self) -> NDArray[np.int32] | None:
        """For each world when both would win by a claim, shape (worlds, 4); None without any."""
        import numpy as np

        if not self._claimed:
            return None
        self._claimed = [np.concatenate(self._claimed)]
        return self._claimed[0]


class Standings:
    """How moves stand in the view of one seat.

    Args:
        tried: the moves, each in the first so many of the same worlds.
        chance: of that seat to win.
        objective: what orders the moves, ``points`` or ``win``.
        solving: in which worlds playoffs are solved.
        groups: how these worlds are like one another.
        expected: by objective, what is expected of moves alone and of differences.
        optimism: how many points the seat's lead is smaller than its playouts say.
        meld_unit: of the rulebook.
    """

    def __init__(
        self,
        tried: Sequence[Tried],
        chance: AnyChance,
        objective: str,
        solving: Solving,
        groups: Groups,
        expected: Mapping[str, tuple[Expected, Expected]],
        optimism: float = 0.0,
        meld_unit: int = 10,
    ) -> None:
        self.tried, self._solving, self._groups = tuple(tried), solving, groups
        self._expected, self._optimism, self._meld_unit = expected, optimism, meld_unit
        self._chance, self._objective = chance, objective
        # They are asked for again and again.
        self._known: dict[tuple[int, str], Samples] = {}
        self._behind: dict[tuple[int, int, str], tuple[int, Estimate]] = {}

    def samples(self, tried: Tried, objective: str) -> Samples:
        """What a move came to: the seat's points less the other's, or its chances to win."""
        known = self._known.get((tried.number, objective))
        if known is None or len(known.values) < tried.worlds:
            known = self._known[tried.number, objective] = self._samples(tried, objective)
        return known

    def _samples(self, tried: Tried, objective: str) -> Samples:
        points, solved = tried.points()
        if objective == WIN:
            values, exact = self._wins(tried, points, solved)
        else:
            values, exact = (
                _lead(each, self._chance.seat) - self._optimism for each in (points, solved)
            )
        groups, numbers = self._groups.starts(len(values)), self._solving.among(0, len(values))
        first_luck, luck = self._luck(tried)
        if objective == POINTS:
            values, exact = values - luck, exact - luck[numbers]
        expected = self._expected[objective]
        if self._solving.every == 1:
            return Samples(exact, exact[:0], numbers[:0], groups, *expected)
        learned = self._valued(tried)
        is_race = isinstance(self._chance, CallOutChance)
        if objective == WIN and (self._objective != WIN or is_race):
            # Chances that order nothing are those of playouts alone, as their stretch was found.
            # And who is first to the target, a value of the end does not tell.
            learned = None
        if learned is None:
            return Samples(values, exact - values[numbers], numbers, groups, *expected)
        if objective == POINTS:
            learned = learned - first_luck - self._optimism
        else:
            learned = self._chances.at(learned)
            alone, apart = expected
            expected = (
                alone._replace(blindness=BLIND_ALONE),
                apart._replace(blindness=BLIND_APART),
            )
        return Samples(values, exact - values[numbers], numbers, groups, *expected, learned)

    def _wins(
        self, tried: Tried, points: NDArray[np.int32], solved: NDArray[np.int32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The chances to win by estimated playoffs, and by solved ones where there are any."""
        chance, claimed = self._chance, tried.claimed()
        if isinstance(chance, CallOutChance) and claimed is not None:
            among = claimed[self._solving.among(0, len(points))]
            return (
                chance.of_points(points, self._optimism, claimed),
                chance.of_points(solved, self._optimism, among),
            )
        values, exact = (chance.of_points(each[:, :2], self._optimism) for each in (points, solved))
        return values, exact

    def _valued(self, tried: Tried) -> NDArray[np.float64] | None:
        """The seat's lead in each world as a network values it; None without one."""
        import numpy as np

        valued = tried.valued()
        if valued is None:
            return None
        by_south: NDArray[np.float64] = valued.astype(np.float64)
        return by_south if self._chance.seat is Seat.SOUTH else -by_south

    def _luck(self, tried: Tried) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The seat's luck in each world up to the lead that is valued, and in all."""
        import numpy as np

        luck = tried.luck()
        if luck is None:
            none = np.zeros(tried.worlds)
            return none, none
        first, after = luck.T
        if self._chance.seat is not Seat.SOUTH:
            first, after = -first, -after
        return first, first + after

    @cached_property
    def _chances(self) -> ValuedChance:
        """The chance to win at each value of a lead, by the first worlds of all moves."""
        import numpy as np

        assert isinstance(self._chance, WinChance)
        points, values = [], []
        for tried in self.tried:
            valued = self._valued(tried)
            assert valued is not None
            points.append(tried.points()[0][:LEAST_WORLDS, :2])
            values.append(valued[:LEAST_WORLDS])
        return ValuedChance.of(
            self._chance, np.concatenate(points), np.concatenate(values), self._optimism
        )

    def best_apart(self) -> dict[str, Samples]:
        """What the best comes to where it is told apart from being chosen, by objective.

        In each part of the worlds it is what the move came to there that is the best in all the
        others: what is best in some worlds has been lucky in them.
        """
        most = self.most_worlds
        leaders = [
            {unit: self.samples(tried, unit) for unit in OBJECTIVES}
            for tried in self.tried
            if tried.worlds == most
        ]
        best, parts = self.best(), self._groups.parts(most)
        apart = {unit: self.samples(best, unit).copy() for unit in OBJECTIVES}
        if len(leaders) == 1:
            return apart
        for part in range(1 + parts.max() if parts.any() else 0):
            within = parts == part

            def promise(
                leader: dict[str, Samples], others: NDArray[np.bool_] = ~within
            ) -> tuple[float, float]:
                of = {unit: leader[unit].mean_among(others) for unit in OBJECTIVES}
                return of[self._objective], of[POINTS]

            chosen = max(leaders, key=promise)
            for unit, its in apart.items():
                its.values[within] = chosen[unit].values[within]
                learned = chosen[unit].learned
                if its.learned is not None and learned is not None:
                    its.learned[within] = learned[within]
                solved = within[its.solved]
                its.corrections[solved] = chosen[unit].corrections[solved]
        return apart

    def best(self) -> Tried:
        """Of the moves tried in most worlds the one that none of them is ahead of.

        This looks at all their worlds: not for every step of a search.
        """
        most = self.most_worlds
        leaders = (tried for tried in self.tried if tried.worlds == most)
        best = next(leaders)
        for tried in leaders:
            if self._is_better(tried, best):
                best = tried
        return best

    @property
    def most_worlds(self) -> int:
        """In how many worlds the best was tried, and none in more."""
        return max(tried.worlds for tried in self.tried)

    def _is_better(self, tried: Tried, best: Tried) -> bool:
        """Of moves that win alike the one that makes more points is the better."""
        behind = self.behind(best, tried).mean
        if behind == 0 and self._objective == WIN:
            return self.behind(best, tried, POINTS).mean < 0
        return behind < 0

    def behind(self, best: Tried, tried: Tried, objective: str | None = None) -> Estimate:
        """How far one move is behind another, in the worlds that both were tried in.

        Below 0 it is ahead. In the unit of the standings' objective if none is given.
        """
        objective = objective or self._objective
        worlds = min(best.worlds, tried.worlds)
        asked = best.number, tried.number, objective
        known = self._behind.get(asked)
        if known is None or known[0] != worlds:
            more = self.samples(best, objective).less(self.samples(tried, objective)).estimate()
            known = worlds, surer_than_seldom(more, objective, worlds, self._meld_unit)
            self._behind[asked] = known
        return known[1]

    def ahead_in_fewer(self) -> list[Tried]:
        """The moves that look better than the best in fewer worlds than that was tried in."""
        best = self.best()
        return [
            tried
            for tried in self.tried
            if tried.worlds < best.worlds and self.behind(best, tried).mean < 0
        ]

    def still_in_it(self) -> list[Tried]:
        """The better half, but for those clearly behind, and whoever else is not quite so."""
        best = self.best()
        ranked = [(self.behind(best, tried), tried) for tried in self.tried if tried is not best]
        ranked.sort(key=lambda entry: entry[0].mean)
        half = max(1, len(self.tried) // 2)
        return [best] + [
            tried
            for rank, (behind, tried) in enumerate(ranked)
            if rank == 0 or behind.mean <= (CLEARLY if rank < half else DOUBTFULLY) * behind.se
        ]


def _lead(points: NDArray[np.int32], seat: Seat) -> NDArray[np.float64]:
    import numpy as np

    return points[:, seat].astype(np.float64) - points[:, seat.other].astype(np.float64)
