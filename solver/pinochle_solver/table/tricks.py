"""What may be played to a trick, and who wins it (RULES-TABLE.md, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """A completed trick.

    Attributes:
        leader: who led.
        cards: in the order played, the leader's first.
        winner: who has won it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether a card played later takes the trick from the best one; an equal card does not."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == trump


def winner_of(led: Sequence[Card], trump: Suit) -> int:
    """Which card wins the trick: its place in the order played. `led` has one card or more."""
    best = 0
    for place, card in enumerate(led):
        if beats(card, led[best], trump):
            best = place
    return best


def legal_cards(
    hand: Hand, led: Sequence[Card], trump: Suit, obligation: Obligation
) -> tuple[Card, ...]:
    """The cards that may be played, each once, in canonical order.

    Args:
        hand: the cards of the seat whose turn it is.
        led: the cards of the open trick, the leader's first; none for the leader.
        trump: the trump suit.
        obligation: the column of section 5.
    """
    held = tuple(hand.distinct())
    if not led:
        return held
    suit, best = led[0].suit, led[winner_of(led, trump)]
    following = tuple(card for card in held if card.suit == suit)
    trumps = tuple(card for card in held if card.suit == trump)
    if following:
        if suit != trump and obligation is Obligation.MACDOUGALL:
            return following
        return _higher(following, best, trump) or following
    if not trumps or obligation is Obligation.MACDOUGALL:
        return trumps or held
    return _higher(trumps, best, trump) or (held if obligation is Obligation.HAYES else trumps)


def _higher(cards: tuple[Card, ...], best: Card, trump: Suit) -> tuple[Card, ...]:
    return tuple(card for card in cards if beats(card, best, trump))
