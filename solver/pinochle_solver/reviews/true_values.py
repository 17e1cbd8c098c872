"""What moves were worth in the hand as it really lay: both hands known, the stock's order averaged.

After a move both seats play on by the learned policy, each by what it sees, as in a search; but the
other hand is the true one, and only the face-down cards lie in random orders. The same orders are
used for the whole hand: a card that comes up leaves the others in the order they had. So the luck
of the orders cancels where two moments of a hand are compared.

Playoffs are estimated, and in one of four orders solved, which corrects the mean.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.estimates import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_ORDERS, MOST_ORDERS = 32, 256
_SOLVED_IN = 4
# With so few cards face down the orders differ so little that every playoff is solved.
_FEW = 2


@dataclass(frozen=True, slots=True)
class Worth:
    """South's points less north's at the end, in every order of the stock.

    Attributes:
        values: by order, with the playoff estimated.
        corrections: what the exact playoff adds, in one of four orders.
    """

    values: NDArray[np.float64]
    corrections: NDArray[np.float64]

    def less(self, other: Worth) -> Worth:
        """Order by order, how much more it is."""
        return Worth(self.values - other.values, self.corrections - other.corrections)

    def estimate(self) -> Estimate:
        """The mean over the orders."""
        value, correction = float(self.values.mean()), float(self.corrections.mean())
        orders, solved = len(self.values), len(self.corrections)
        correcting = self.corrections - correction
        both = float((self.values[::_SOLVED_IN] - value) @ correcting) / max(1, solved - 1)
        variance = float(self.values.var(ddof=1)) / orders + 2 * both / orders
        variance += float(self.corrections.var(ddof=1)) / solved
        return Estimate(value + correction, sqrt(max(0.0, variance)))


class TrueHand:
    """Values in a hand of which all cards are known.

    Args:
        face_down: how many face-down cards there were where the values begin.
        orders: in how many orders of these cards a move is valued, a multiple of 4.
        seed: of the orders.
        stop: once it is set values mean nothing.
    """

    def __init__(self, face_down: int, orders: int, seed: int, stop: StopFlag) -> None:
        import numpy as np

        self._orders, self._stop = orders, stop
        self._ranks = np.random.default_rng(seed).random((orders, face_down))

    def certainly(self, points: float) -> Worth:
        """What is the same in every order."""
        import numpy as np

        return Worth(np.full(self._orders, points), np.zeros(self._orders // _SOLVED_IN))

    def worth(self, position: StockPosition, move: Move, drawn: int = 0) -> Worth:
        """What the hand comes to after a move.

        Args:
            position: the position with all its cards.
            move: a legal move of the seat to decide.
            drawn: how many of the next cards lie where they really did; the others in any order.
        """
        import numpy as np

        belief = Belief(as_mover_sees(position))
        solved = np.zeros(self._orders, np.uint8)
        solved[:: 1 if position.face_down <= _FEW else _SOLVED_IN] = 1
        points = np.zeros((self._orders, 1, 4), np.int32)
        exact = np.zeros((np.count_nonzero(solved), 1, 2), np.int32)
        shown = np.zeros((1, 2, len(belief.problem.kinds)), np.int64)
        worlds, numbers = self._worlds(position, belief, drawn), belief.numbers([move])
        search = belief.playouts()
        search.evaluate(
            worlds,
            numbers,
            solved,
            points,
            exact,
            shown,
            self._stop,
            by_network=search.has_nets,
        )
        values, ends = (
            (each[:, 0, 0] - each[:, 0, 1]).astype(np.float64) for each in (points, exact)
        )
        if len(ends) == self._orders:
            return Worth(ends, np.zeros(len(ends[::_SOLVED_IN])))
        return Worth(values, ends - values[::_SOLVED_IN])

    def _worlds(self, position: StockPosition, belief: Belief, drawn: int) -> NDArray[np.uint8]:
        """Rows of `Card.index`: the other hand's cards that the seat does not know, the stock."""
        import numpy as np

        assert not isinstance(position.stock, int)
        stock = np.array([card.index for card in position.stock], np.uint8)
        other = position.turn.other
        hidden = Counter(position.hand(other).known)
        hidden.subtract(belief.position.hand(other).known)
        held = np.array([card.index for card in hidden.elements()], np.uint8)
        ranks = self._ranks[:, self._ranks.shape[1] - len(stock) :].copy()
        ranks[:, :drawn] = np.arange(drawn) - drawn  # before all others
        lying = stock[np.argsort(ranks, axis=1, kind="stable")]
        return np.hstack([np.tile(held, (self._orders, 1)), lying.reshape(self._orders, -1)])
