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
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pinochle_solver.halving.ranking import Ranking
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN, surer_than_seldom
from pinochle_solver.stock.chances import AnyChance, CallOutChance, WinChance
from pinochle_solver.stock.estimates import Blocks, Estimate, Expected, Samples
from pinochle_solver.stock.later_worlds import LaterWorlds, WorldValues
from pinochle_solver.stock.sampling import KEPT_WORLDS, LEAST_WORLDS, PARTS, Groups, Solving
from pinochle_solver.stock.tallies import Tally
from pinochle_solver.stock.valued_chances import BLIND_ALONE, BLIND_APART, ValuedChance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
        taken: (moves, 3): how often south took the trick under way, and the card points of it that
            south and north took; None if the moves are no cards.
    """

    points: NDArray[np.int32]
    solved: NDArray[np.int32]
    shown: NDArray[np.int64]
    valued: NDArray[np.int32] | None = None
    claimed: NDArray[np.int32] | None = None
    luck: NDArray[np.float64] | None = None
    taken: NDArray[np.int64] | None = None


class Raw(NamedTuple):
    """What one move came to in worlds that follow one another, as in `Chunk`.

    Attributes:
        points: (worlds, 4).
        solved: (worlds solved, 2).
        valued: (worlds,); None without a network.
        claimed: (worlds, 4); None if there are no call-outs.
        luck: (worlds, 2); None if it is not known.
    """

    points: NDArray[np.int32]
    solved: NDArray[np.int32]
    valued: NDArray[np.int32] | None
    claimed: NDArray[np.int32] | None
    luck: NDArray[np.float64] | None

    @classmethod
    def of(cls, chunk: Chunk, place: int) -> Raw:
        """Of the move at this place of a chunk."""
        return cls(
            chunk.points[:, place],
            chunk.solved[:, place],
            None if chunk.valued is None else chunk.valued[:, place],
            None if chunk.claimed is None else chunk.claimed[:, place],
            None if chunk.luck is None else chunk.luck[:, place],
        )

    @classmethod
    def joined(cls, parts: Sequence[Raw]) -> Raw:
        """Some, one after the other."""
        import numpy as np

        def one_after_the_other(arrays: Sequence[NDArray[Any] | None]) -> NDArray[Any] | None:
            there = [each for each in arrays if each is not None]
            return np.concatenate(there) if there else None

        points, solved, *others = map(one_after_the_other, zip(*parts, strict=True))
        assert points is not None
        assert solved is not None
        return cls(points, solved, *others)


# Of a chunk the number of worlds, and the sums of `Chunk.points`, `Chunk.shown`, `Chunk.taken`.
_Group: TypeAlias = "tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | None]"


@dataclass
class Tried:
    """What one move came to so far.

    Attributes:
        number: the move's number in the compiled hand.
        shown: (2, melds + 1), as in `Chunk`; None before the first world.
        worlds: in how many it was tried: the first so many of them.
        points: (4,), the sums of `Chunk.points` in all of them.
        leads: the sum of the squares of south's lead, points minus points.
        with_leads: (4,), the sums of the points times that lead.
    """

    number: int
    shown: NDArray[np.int64] | None = None
    worlds: int = 0
    points: NDArray[np.int64] | None = None
    leads: int = 0
    with_leads: NDArray[np.int64] | None = None
    _raw: list[Raw] = field(default_factory=list)
    _groups: list[_Group] = field(default_factory=list)

    def add(self, chunk: Chunk, place: int) -> None:
        """Take in the worlds of a chunk in which it was the move at this place, and keep all."""
        self._raw.append(Raw.of(chunk, place))
        sums = self.count(chunk, place)
        taken = None if chunk.taken is None else chunk.taken[place]
        self._groups.append((len(chunk.points), sums, chunk.shown[place], taken))

    def count(self, chunk: Chunk, place: int) -> NDArray[np.int64]:
        """Take in only the sums of these worlds; return those of the points."""
        import numpy as np

        points = chunk.points[:, place].astype(np.int64)
        leads = points[:, 0] - points[:, 1]
        sums: NDArray[np.int64] = points.sum(axis=0)
        with_leads, shown = leads @ points, chunk.shown[place]
        self.points = sums if self.points is None else self.points + sums
        self.with_leads = with_leads if self.with_leads is None else self.with_leads + with_leads
        self.leads += int(leads @ leads)
        self.shown = shown if self.shown is None else self.shown + shown
        self.worlds += len(points)
        return sums

    def tally(self) -> Tally:
        """What it came to in the worlds of each chunk that was kept."""
        import numpy as np

        worlds, points, shown, taken = zip(*self._groups, strict=True)
        some = [each for each in taken if each is not None]
        return Tally(
            np.array(worlds, np.float64),
            np.array(points, np.float64),
            np.array(shown, np.float64),
            np.array(some, np.float64) if some else None,
        )

    def raw(self) -> Raw:
        """All that is kept, world by world."""
        self._raw = [Raw.joined(self._raw)]
        return self._raw[0]

    def forget(self) -> None:
        """Keep only sums from now on."""
        self._raw = []


class Standings(Ranking[Tried]):
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
        # Of the worlds that are kept, once a move was tried in more, and of those after them.
        self._kept: dict[tuple[int, str], Samples] = {}
        self._later: dict[int, LaterWorlds] = {}
        self._behind: dict[tuple[int, int, str], tuple[int, Estimate]] = {}

    def add(self, tried: Tried, chunk: Chunk, place: int) -> None:
        """Take in the worlds of a chunk in which a move was the one at this place.

        The worlds after the first `KEPT_WORLDS` are not kept one by one.
        """
        start = tried.worlds
        if start < KEPT_WORLDS:
            tried.add(chunk, place)
            return
        later = self._later.get(tried.number)
        if later is None:
            for unit in OBJECTIVES:
                self._kept[tried.number, unit] = self.samples(tried, unit)
            later = self._later[tried.number] = LaterWorlds(OBJECTIVES)
            tried.forget()
        raw = Raw.of(chunk, place)
        later.add(start, {unit: self._values_in(raw, unit, start) for unit in OBJECTIVES})
        tried.count(chunk, place)

    def samples(self, tried: Tried, objective: str) -> Samples:
        """What a move came to: the seat's points minus the opponent's, or its chances to win."""
        asked = tried.number, objective
        known = self._known.get(asked)
        if known is None or known.worlds < tried.worlds:
            known = self._kept.get(asked) or self._samples(tried, objective)
            if tried.number in self._later:
                known = known._replace(later=self._blocks(tried, objective))
            self._known[asked] = known
        elif known.later is not None:
            chunks = self._chunks_in_block
            if self._later[tried.number].chunks_in_block < chunks:
                known = known._replace(later=self._blocks(tried, objective))
            self._known[asked] = known
        return known

    def _blocks(self, tried: Tried, objective: str) -> Blocks:
        return self._later[tried.number].blocks(objective, self._chunks_in_block)

    @property
    def _chunks_in_block(self) -> int:
        """How many chunks make a block of the move tried most, and so of every move."""
        return max(later.chunks_in_block for later in self._later.values())

    def _samples(self, tried: Tried, objective: str) -> Samples:
        """Of the worlds that are kept one by one."""
        values, corrections, learned = self._values_in(tried.raw(), objective, 0)
        number = len(values)
        groups = self._groups.starts(number)
        # Where every playoff is solved, the values are exact and nothing is corrected.
        solved = self._solving.among(0, number)[: len(corrections)]
        alone, apart = self._expected[objective]
        if objective == WIN and learned is not None:
            alone = alone._replace(blindness=BLIND_ALONE)
            apart = apart._replace(blindness=BLIND_APART)
        return Samples(values, corrections, solved, groups, alone, apart, learned)

    def _values_in(self, raw: Raw, objective: str, start: int) -> WorldValues:
        """What worlds from number `start` on come to by an objective."""
        numbers = self._solving.among(start, start + len(raw.points)) - start
        if objective == WIN:
            values, exact = self._wins(raw, numbers)
        else:
            values, exact = (
                _lead(each, self._chance.seat) - self._optimism for each in (raw.points, raw.solved)
            )
        first_luck, luck = self._luck(raw)
        if objective == POINTS:
            values, exact = values - luck, exact - luck[numbers]
        if self._solving.every == 1:
            return WorldValues(exact, exact[:0], None)
        learned = self._valued(raw)
        is_race = isinstance(self._chance, CallOutChance)
        if objective == WIN and (self._objective != WIN or is_race):
            # Chances that order nothing are those of playouts alone, as their stretch was found.
            # And who is first to the target, a value of the end does not tell.
            learned = None
        if learned is None:
            return WorldValues(values, exact - values[numbers], None)
        if objective == POINTS:
            learned = learned - first_luck - self._optimism
        else:
            learned = self._chances.at(learned)
        return WorldValues(values, exact - values[numbers], learned)

    def _wins(
        self, raw: Raw, solved: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The chances to win by estimated playoffs, and by solved ones where there are any."""
        chance = self._chance
        if isinstance(chance, CallOutChance) and raw.claimed is not None:
            return (
                chance.of_points(raw.points, self._optimism, raw.claimed),
                chance.of_points(raw.solved, self._optimism, raw.claimed[solved]),
            )
        values, exact = (
            chance.of_points(each[:, :2], self._optimism) for each in (raw.points, raw.solved)
        )
        return values, exact

    def _valued(self, raw: Raw) -> NDArray[np.float64] | None:
        """The seat's lead in each world as a network values it; None without one."""
        import numpy as np

        if raw.valued is None:
            return None
        by_south: NDArray[np.float64] = raw.valued.astype(np.float64)
        return by_south if self._chance.seat is Seat.SOUTH else -by_south

    def _luck(self, raw: Raw) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The seat's luck in each world up to the lead that is valued, and in all."""
        import numpy as np

        if raw.luck is None:
            none = np.zeros(len(raw.points))
            return none, none
        first, after = raw.luck.T
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
            raw = tried.raw()
            valued = self._valued(raw)
            assert valued is not None
            points.append(raw.points[:LEAST_WORLDS, :2])
            values.append(valued[:LEAST_WORLDS])
        return ValuedChance.of(
            self._chance, np.concatenate(points), np.concatenate(values), self._optimism
        )

    def best_apart(self) -> dict[str, Samples]:
        """What the best comes to where it is told apart from being chosen, by objective.

        In each part of the worlds it is what the move came to there that is the best in all the
        others: what is best in some worlds has been lucky in them.
        """
        import numpy as np

        most = self.most_worlds
        leaders = [
            {unit: self.samples(tried, unit) for unit in OBJECTIVES}
            for tried in self.tried
            if tried.worlds == most
        ]
        best, parts = self.best(), self._groups.parts(min(most, KEPT_WORLDS))
        apart = {unit: self.samples(best, unit).copy() for unit in OBJECTIVES}
        if len(leaders) == 1:
            return apart
        later = apart[POINTS].later
        blocks = None if later is None else np.arange(len(later.worlds)) % PARTS
        for part in range(1 + parts.max() if parts.any() else 0):
            within, block_within = parts == part, None if blocks is None else blocks == part

            def promise(
                leader: dict[str, Samples],
                others: NDArray[np.bool_] = ~within,
                blocks: NDArray[np.bool_] | None = None if block_within is None else ~block_within,
            ) -> tuple[float, float]:
                of = {unit: leader[unit].mean_among(others, blocks) for unit in OBJECTIVES}
                return of[self._objective], of[POINTS]

            chosen = max(leaders, key=promise)
            for unit, its in apart.items():
                its.take(chosen[unit], within, block_within)
        return apart

    def is_better(self, tried: Tried, best: Tried) -> bool:
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


def _lead(points: NDArray[np.int32], seat: Seat) -> NDArray[np.float64]:
    import numpy as np

    return points[:, seat].astype(np.float64) - points[:, seat.other].astype(np.float64)
