"""The legal moves of a position and its possible melds, by the referee."""

from __future__ import annotations

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.rules.meld_table import MeldOption, hand_options
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


def position_options(position: StockPosition) -> list[MeldOption]:
    """The possible melds of the player to move, the most points first.

    If the seat is to play a card, or to offer or answer a double, these are the options if it won
    this trick with the cards it holds: before the draw, and whatever card it plays to the trick.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when the seat's hand is not wholly known.
    """
    expect_position(position, StockPosition)
    expect_own_hand(position)
    hand = position.hand(position.turn)
    rules = position.rules
    if not position.act.shows:
        options = hand_options(
            rules, position.trump, hand.known, position.melds(position.turn), position.upcard
        )
        trick = position.completed_tricks + 1
        return [
            option
            for option in options
            if (option.show.meld is None or trick <= rules.last_meld_trick)
            and (not option.show.dix or trick <= rules.last_dix_trick)
        ]
    # Hidden cards make no difference to what may be shown.
    options = Referee.of_position(position, position.unseen).options()
    return sorted(options, key=lambda option: -option.points)
