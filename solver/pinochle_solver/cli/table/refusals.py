"""What is said to a person about a move that cannot be made."""

from __future__ import annotations

from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.views import AnyHand, AnyMove


def why_refused(hand: AnyHand, move: AnyMove) -> str | None:
    """What is wrong with a move, said about the seat on turn; None: it is legal.

    Args:
        hand: a hand that is not over; the cards of the seat on turn are known.
        move: the move.
    """
    assert hand.turn is not None
    if isinstance(hand, TableHand) and isinstance(move, Bury) and hand.act is Act.BURY:
        seat, widow, number = hand.turn.text(), hand.rules.widow, len(move.cards)
        if number != widow:
            buried = counted(number, "card") if number else "no card"
            if not widow:
                return f"nothing is buried in {hand.rules.name}. Type the trump suit alone"
            return f"that buries {buried}. Type the trump suit and {counted(widow, 'card')}"
        if missing := _missing(move.cards, hand.hands[hand.turn]):
            return f"{seat} holds {missing}"
    return hand.why_illegal(move)  # type: ignore[arg-type]  # the hand refuses others


def _missing(cards: Hand, held: Hand) -> str | None:
    """The first card of which more are named than held: ``no 9D``, ``only one 9D``."""
    for card in beyond(cards, held):
        has = held.count(card)
        return f"only {'one' if has == 1 else has} {card}" if has else f"no {card}"
    return None
