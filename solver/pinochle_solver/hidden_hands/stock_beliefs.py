"""Worlds of a game with a stock that a seat holds possible while there is a stock.

Every deal of the unseen cards to the hands and the stock is possible, because any card may be
played. A seat that could have laid a meld hardly ever keeps it back (`KEPT_BACK`), so that deals
are less likely in which somebody had one at his last turn and laid nothing
(``_core.hidden_hands.stock_worlds``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING

from pinochle_solver._core.hidden_hands.stock_worlds import StockSampler
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.hidden_hands.stock_playing_out import StockTable
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import stock_tricks
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT_BACK = 0.1
"""The chance that a seat does not lay a meld that it has at its turn."""
_NOTHING_TOLD = 255


@dataclass(frozen=True, slots=True)
class StockWorlds:
    """Worlds that follow one another.

    Attributes:
        hands: (worlds, seats, CARDS) the copies of each card in each hand, without the tables.
        stock: (worlds, cards) the face-down cards by index, the next to be drawn first.
    """

    hands: NDArray[np.uint8]
    stock: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.hands)


class StockBeliefs:
    """The worlds that a seat holds possible.

    Args:
        position: a position with a stock, as its seat to decide sees it.
        kept_back: the chance that a seat does not lay a meld that it has.
    """

    def __init__(self, position: TablePosition, *, kept_back: float = KEPT_BACK) -> None:
        hand = hand_of(position)
        assert isinstance(hand, StockHand)
        self._hand, self._kept_back = hand, kept_back

    @property
    def number(self) -> int:
        """How many deals there are, identical cards told apart; not all are equally likely."""
        hidden = [seat.hidden for seat in self._hand.seats]
        unseen = len(self._hand.unseen)
        return factorial(unseen) // prod(map(factorial, hidden))

    def worlds(
        self, number: int, seed: int = 1, first: int = 0, stop: StopFlag | None = None
    ) -> StockWorlds:
        """Worlds drawn independently.

        Args:
            number: how many.
            seed: the seed of the worlds.
            first: the number of the first of them; world i depends only on the seed and i.
            stop: ends it early, with fewer worlds.
        """
        import numpy as np

        hand = self._hand
        hands = np.empty((number, len(hand.seats), CARDS), dtype=np.uint8)
        stock = np.empty((number, len(hand.stock)), dtype=np.uint8)
        drawn = self._sampler.draw(hands, stock, seed, first, stop or StopFlag())
        return StockWorlds(hands[:drawn], stock[:drawn])

    @cached_property
    def _sampler(self) -> StockSampler:
        import numpy as np

        hand = self._hand
        return StockSampler(
            StockTable(hand).record,
            bytes(card.index for card in hand.unseen),
            np.array([list(seat.hand.counts) for seat in hand.seats], dtype=np.uint8),
            [seat.hidden for seat in hand.seats],
            [self._drawn_since(seat) for seat in hand.players],
            self._kept_back,
        )

    def _drawn_since(self, seat: Seat) -> int:
        """How many cards a seat has drawn since its last turn to meld, if it laid nothing then."""
        hand = self._hand
        assert hand.rules.stock is not None
        book = hand.rules.stock.book
        # After the last trick of the stock phase nobody lays a meld.
        tricks = enumerate(hand.tricks[: stock_tricks(hand.rules) - 1], start=1)
        won = [place for place, trick in tricks if trick.winner is seat]
        if not won:
            return _NOTHING_TOLD
        laid = [
            meld
            for meld in hand.seats[hand.players.index(seat)].laid.melds
            if meld.name != DIX or book.dix_is_a_meld
        ]
        if any(meld.trick is None or meld.trick == won[-1] for meld in laid):
            return _NOTHING_TOLD
        # Of the last trick nothing has been drawn yet, unless its draws come before melds.
        is_drawn = book.draws_before_melding or hand.act is Act.PLAY
        drawn = hand.completed - won[-1] + is_drawn
        return drawn - book.draws_before_melding
