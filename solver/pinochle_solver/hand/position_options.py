"""What a seat can show in a position."""

from __future__ import annotations

from pinochle_solver.hand.position_moves import expect_own_hand
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_text import expect_position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.meld_table import MeldOption, hand_options


def position_options(position: StockPosition) -> list[MeldOption]:
    """What the seat whose turn it is can show, the most points first.

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
