"""What hands that were played out are worth to the seat to decide, many at once.

A hand is worth what its end is paid, in the currency of the game (``double_dummy/outcomes.py``).
Many hands end alike: each different end is valued once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.double_dummy.estimates import Stake
from pinochle_solver.double_dummy.outcomes import (
    Contract,
    Laid,
    Sums,
    Unit,
    Worth,
    scores_of,
    worth_of,
)
from pinochle_solver.hidden_hands.game_worths import GameWorth
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# An end as a number: of each unit what its cards count and whether it has no trick, and at last
# which melds have been laid.
_UNIT_BITS, _MELDS_AT = 12, 48


class Outcomes(NamedTuple):
    """What moves came to in worlds; arrays of (worlds, moves).

    Attributes:
        means: what the hand is worth to the seat to decide, as in `Worth`.
        wins: its `Worth.win`.
        cards: the card points that its unit wins from this decision on.
    """

    means: NDArray[np.float64]
    wins: NDArray[np.float64]
    cards: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What the end of a hand is paid by, apart from what is won by playing it out.

    Attributes:
        rules: the game.
        players: the seats that play, in the order of the results of playouts.
        units: who scores together.
        seat: the seat to decide.
        trump: the trump suit.
        bidder: the bidder, if there is one.
        melds: what each unit has laid in the end.
        cards: what the cards of each unit count so far.
        with_trick: the units that have won a trick so far, or whose melds count without one.
        contract: what has been bid; None: nothing has been bid, or it is not known.
        game: the chances to win the game, which hands are valued by; None: by what they are paid.
    """

    rules: TableRules
    players: tuple[Seat, ...]
    units: tuple[Unit, ...]
    seat: Seat
    trump: Suit
    bidder: Seat | None
    melds: Mapping[Unit, Laid]
    cards: Mapping[Unit, float]
    with_trick: frozenset[Unit]
    contract: Contract | None
    game: GameWorth | None = None


class Payoffs:
    """Values the ends of hands.

    Args:
        ending: what they have in common.
    """

    def __init__(self, ending: Ending) -> None:
        self._ending = ending
        self._worths: dict[int, Worth] = {}
        none = (Laid(),) * len(ending.units)
        self._laid, self._numbers = [none], {none: 0}

    def __call__(
        self,
        results: NDArray[np.int16],
        buried: NDArray[np.int64] | int = 0,
        *,
        laid: NDArray[np.int64] | None = None,
    ) -> Outcomes:
        """What the hands are worth.

        Args:
            results: (worlds, moves, seats, 2) the card points and the tricks that each seat wins.
            buried: (worlds,) what the buried cards count, for the bidder.
            laid: (worlds, units, 2) the points and the checks for melds that the ending does not
                have; None if there are none.
        """
        import numpy as np

        ending = self._ending
        own = np.zeros(results.shape[:2], dtype=np.int64)
        keys = np.zeros(results.shape[:2], dtype=np.int64)
        if laid is not None:
            keys |= self._numbers_of(laid)[:, None] << _MELDS_AT
        for place, unit in enumerate(ending.units):
            seats = [ending.players.index(seat) for seat in unit if seat in ending.players]
            won = results[:, :, seats].sum(axis=2, dtype=np.int64)
            points, tricks = won[..., 0], won[..., 1]
            if ending.seat in unit:
                own = points
            if ending.bidder in unit:
                points = points + np.reshape(buried, (-1, 1))
            idle = (tricks == 0) & (unit not in ending.with_trick)
            keys |= (points << 1 | idle) << (place * _UNIT_BITS)
        ends, which = np.unique(keys, return_inverse=True)
        worths = np.array([self._worth(int(key)) for key in ends], dtype=np.float64)
        found = worths[which.reshape(keys.shape)]
        return Outcomes(found[..., 0], found[..., 1], own.astype(np.float64))

    def stake(self, to_come: int) -> Stake:
        """The possible results of a deal: one unit wins all that is to come, and no more melds.

        Args:
            to_come: the card points that are to come.
        """
        means = [worth.mean for worth in self._extremes(to_come)]
        return Stake(max(means) - min(means), min(means), max(means))

    def is_settled(self, to_come: int) -> bool:
        """Whether no card that is to come can decide who wins."""
        return len({worth.win for worth in self._extremes(to_come)}) == 1

    def _extremes(self, to_come: int) -> list[Worth]:
        """The worths if one unit wins all that is to come, the others a trick or none."""
        found = []
        for winner in range(len(self._ending.units)):
            for is_alone in (False, True):
                key = 0
                for place, unit in enumerate(self._ending.units):
                    points = to_come if place == winner else 0
                    idle = is_alone and place != winner and unit not in self._ending.with_trick
                    key |= (points << 1 | idle) << (place * _UNIT_BITS)
                found.append(self._worth(key))
        return found

    def _numbers_of(self, laid: NDArray[np.int64]) -> NDArray[np.int64]:
        """(worlds,) a number for what the units have laid."""
        import numpy as np

        ways, which = np.unique(laid.reshape(len(laid), -1), axis=0, return_inverse=True)
        numbers = []
        for way in ways.tolist():
            melds = tuple(Laid(*way[at : at + 2]) for at in range(0, len(way), 2))
            if melds not in self._numbers:
                self._numbers[melds] = len(self._laid)
                self._laid.append(melds)
            numbers.append(self._numbers[melds])
        return np.array(numbers, dtype=np.int64)[which.reshape(-1)]

    def _worth(self, key: int) -> Worth:
        if key not in self._worths:
            self._worths[key] = self._worth_of(key)
        return self._worths[key]

    def _worth_of(self, key: int) -> Worth:
        ending, rules = self._ending, self._ending.rules
        cards, melds, idle = dict(ending.cards), dict[Unit, Laid](), list[Unit]()
        more = self._laid[key >> _MELDS_AT]
        for place, unit in enumerate(ending.units):
            end = key >> (place * _UNIT_BITS) & ((1 << _UNIT_BITS) - 1)
            cards[unit] += end >> 1
            melds[unit] = ending.melds[unit].plus(more[place])
            if end & 1:
                idle.append(unit)
        busy = [unit for unit in ending.units if unit not in idle]
        uncounted = frozenset(
            unit
            for unit in idle
            if not rules.melds_count(is_bidding=ending.bidder in unit, has_trick=False)
        )
        sums = Sums(melds, cards, uncounted, busy[0] if len(busy) == 1 else None)
        worth = worth_of(rules, ending.seat, sums, ending.trump, ending.contract)
        if ending.game is None:
            return worth
        scores, made = scores_of(sums, ending.contract)
        bidder = None if ending.contract is None else ending.contract.bidder
        return worth._replace(mean=ending.game.of_hand(scores, bidder, made))
