"""The legal moves of a position, by the referee."""

from __future__ import annotations

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move


def legal_moves(position: Position) -> tuple[Move, ...]:
    """The legal moves of the seat to decide, as a position's `legal_moves` gives them."""
    if not isinstance(position, StockPosition):
        return Referee.of_position(position).moves()
    expect_own_hand(position)
    # Hidden cards make no difference to them.
    return Referee.of_position(position, position.unseen).moves()


def expect_own_hand(position: StockPosition) -> None:
    """Raise `IllegalPositionError` when the hand of the seat to decide is not wholly known."""
    hand = position.hand(position.turn)
    if hand.hidden:
        raise IllegalPositionError("turn", f"{position.turn.text()}, but {hand.hidden_fact}")
