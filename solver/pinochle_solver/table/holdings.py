"""Joining and splitting hands."""

from __future__ import annotations

from operator import add, ge, sub

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.seats import Seat


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether all of `cards` are in the hand, copy by copy."""
    return all(map(ge, hand.counts, cards.counts))


def joined(hand: Hand, cards: Hand) -> Hand:
    """Both hands together."""
    return Hand(bytes(map(add, hand.counts, cards.counts)))


def less(hand: Hand, cards: Hand) -> Hand:
    """The hand without these cards, which it must hold."""
    return Hand(bytes(map(sub, hand.counts, cards.counts)))


def beyond(hand: Hand, cards: Hand) -> Hand:
    """The cards of the hand beyond those that are also among `cards`, copy by copy."""
    counts = zip(hand.counts, cards.counts, strict=True)
    return Hand(bytes([max(n - other, 0) for n, other in counts]))


def check_known(hidden: int, seat: Seat) -> None:
    """Refuse to list the moves of a seat some of whose cards are hidden.

    Raises:
        IllegalPositionError: naming the seat.
    """
    if hidden:
        raise IllegalPositionError(
            seat.text(), f"{hidden} hidden cards, but the player to move must see his hand"
        )
