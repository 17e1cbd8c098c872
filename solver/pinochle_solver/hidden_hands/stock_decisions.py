"""The moves of a decision while there is a stock, tried in worlds that are played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.estimates import Stake, points_of_a_deal
from pinochle_solver.hidden_hands.decisions import Decision
from pinochle_solver.hidden_hands.game_worths import PER_CENT, GameWorth
from pinochle_solver.hidden_hands.payoffs import Outcomes
from pinochle_solver.hidden_hands.stock_beliefs import StockWorlds
from pinochle_solver.hidden_hands.stock_playing_out import StockTable
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.table.acts import Act
from pinochle_solver.table.stock_hands import StockHand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class StockDecision(Decision[StockWorlds]):
    """A card, a meld or a dix while there is a stock.

    Args:
        position: a position with a stock, as its seat sees it.
        game: as in `Ending`.
    """

    def __init__(self, position: TablePosition, game: GameWorth | None = None) -> None:
        hand = hand_of(position)
        assert isinstance(hand, StockHand)
        table = StockTable(hand)
        # To show a dix is usual: whoever does not can only gain by hiding it.
        self.has_usual = hand.act is Act.DIX
        moves = list(hand.legal_moves())
        if self.has_usual:
            moves.reverse()
        self.moves, self._moves = moves, [table.move(move) for move in moves]
        self._playouts = table.playouts()
        self._seat = position.players.index(position.turn)
        self._points = _points_so_far(position)
        self._game = game
        whole = points_of_a_deal(len(position.rules.deck) // position.rules.seats)
        self.stake = Stake(whole if game is None else PER_CENT)
        self.is_settled = False

    def evaluate(self, batch: StockWorlds, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """As in `Decision`."""
        import numpy as np

        worlds, seats = batch.hands.shape[:2]
        moves = np.array([self._moves[number] for number in numbers], dtype=np.uint8)
        results = np.empty((worlds, len(moves), seats, 2), dtype=np.int16)
        if self._playouts.evaluate(batch.hands, batch.stock, moves, results, stop) < worlds:
            return None
        scores = results.sum(axis=3, dtype=np.int64) + self._points
        own, most = scores[..., self._seat], scores.max(axis=2)
        others = (scores.sum(axis=2) - own) / (seats - 1)
        sharing = (scores == most[..., None]).sum(axis=2)
        return Outcomes(
            own - others if self._game is None else self._game(scores),
            np.where(own == most, 1 / sharing, 0.0),
            results[..., self._seat, 1].astype(np.float64),
        )


def _points_so_far(position: TablePosition) -> NDArray[np.int64]:
    """(seats,) what each seat has scored, as far as the position tells it."""
    import numpy as np

    if position.points is not None:
        return np.array([each.melds + each.cards for each in position.points], dtype=np.int64)
    points = [sum(laid_by(position, seat)[1]) for seat in position.players]
    for trick in position.taken:
        points[position.players.index(trick.winner)] += position.rules.count.of(trick.cards)
    return np.array(points, dtype=np.int64)
