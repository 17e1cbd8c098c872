"""The deals that a position is tried in, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import TypeVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.bidders import Bidders
from pinochle_solver.double_dummy.open_hands import SolverStoppedError
from pinochle_solver.double_dummy.unseen import BURIED, WIDOW, Unseen
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import NO_CARDS, Hand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.seats import Seat

_Played = TypeVar("_Played")

SECONDS = 1.0
"""How long a search without a limit of seconds or worlds thinks."""
_DEALS_FOR_BIDS = 2_000
"""How many deals are drawn to find one in which all who bid could bid."""


@dataclass(frozen=True, slots=True)
class World:
    """A deal of all cards that a position leaves open.

    Attributes:
        hands: what each playing seat holds.
        widow: the widow's cards during the auction; else none.
        buried: the burial, once it is made.
    """

    hands: dict[Seat, Hand]
    widow: Hand
    buried: Hand


class Worlds:
    """Random deals, the same for the same seed; they can be gone through once.

    Args:
        position: the position as its seat to decide sees it.
        seed: the seed of the deals.
        limits: how many deals, and for how long; with neither, for `SECONDS`.
        stop: no further deal is begun once it is set.

    Raises:
        IllegalPositionError: as `Unseen` does.
    """

    def __init__(
        self, position: TablePosition, seed: int, limits: Limits, stop: StopFlag | None = None
    ) -> None:
        self._stop = stop or StopFlag()
        self._position, self._seed = position, seed
        self._unseen, self._bidders = Unseen(position), Bidders(position)
        self._most = limits.worlds
        self._seconds = limits.seconds
        if limits.seconds is None and limits.worlds is None:
            self._seconds = SECONDS
        self._started = monotonic()
        self._finished = 0

    @property
    def are_fewer(self) -> bool:
        """Whether `each` has finished fewer deals than were asked for."""
        most = 1 if self.is_one else self._most
        return most is not None and self._finished < most

    @property
    def is_one(self) -> bool:
        """Whether there is only one deal, because no card is hidden."""
        return self._unseen.number == 1

    @property
    def spent(self) -> float:
        """The share of the time that has passed, above 1 if it is over; 0 without a time limit."""
        return 0.0 if self._seconds is None else (monotonic() - self._started) / self._seconds

    def __iter__(self) -> Iterator[World]:
        """One deal after the other: without a limit of worlds at least two unless stopped.

        If there is only one, it comes once.
        """
        number = 0
        while True:
            if self._stop.is_set:
                return
            yield self.number(number)
            number += 1
            if self.is_one or number == self._most or (number > 1 and self.spent >= 1):
                return

    def each(self, play: Callable[[World], _Played]) -> Iterator[_Played]:
        """The results of one deal after the other, until the solver is stopped in one.

        Args:
            play: plays a deal out. A deal in which it raises `SolverStoppedError` gives no result.
        """
        for world in self:
            try:
                played = play(world)
            except SolverStoppedError:
                return
            self._finished += 1
            yield played

    def number(self, number: int) -> World:
        """The deal with this number, from 0; `IllegalPositionError` (``bids``) if there is none."""
        position = self._position
        random = Random(f"chances/{self._seed}/{number}")
        for _time in range(_DEALS_FOR_BIDS):
            dealt = self._unseen.deal(random)
            hands = {
                seat: joined(hand.known, dealt.get(seat, NO_CARDS))
                for seat, hand in position.hands.items()
            }
            if self._bidders.could_bid(hands):
                break
        else:
            raise IllegalPositionError("bids", "no deal was found that gives who bid a marriage")
        widow = NO_CARDS if position.widow is None else position.widow.known
        buried = NO_CARDS if position.buried is None else position.buried.known
        return World(
            hands,
            joined(widow, dealt.get(WIDOW, NO_CARDS)),
            joined(buried, dealt.get(BURIED, NO_CARDS)),
        )
