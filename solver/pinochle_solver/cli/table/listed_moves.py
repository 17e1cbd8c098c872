"""The moves of the seat on turn, with the numbers by which they can be said (``said_moves``)."""

from __future__ import annotations

from pinochle_solver.notation.table.said_moves import by_suit
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Call
from pinochle_solver.table.views import AnyHand


def list_moves(hand: AnyHand, renderer: TableRenderer) -> None:
    """Show what the seat on turn may do.

    Args:
        hand: a hand that is not over.
        renderer: shows it.
    """
    assert hand.turn is not None
    if isinstance(hand, TableHand) and hand.act is Act.BURY:
        renderer.play_cards(by_suit(hand.hands[hand.turn]))
    elif isinstance(hand, TableHand) and hand.act is Act.MELD:
        possible = hand.most_melds(hand.turn, hand.hands[hand.turn])
        renderer.play_melds(possible, hand.rules.melds)
    elif hand.act is Act.BID:
        calls = [move for move in hand.legal_moves() if isinstance(move, Call)]
        renderer.play_calls(hand.turn, calls)
    else:
        renderer.play_moves(hand.legal_moves())
