"""Cards that a seat cannot have, by what it has played (RULES-TABLE.md, section 5).

A player who did not follow suit has none of that suit left. One who did not trump has no trump. One
who did not head the trick where he must has no card that would have headed it. What was not laid,
bid or led proves nothing here.
"""

from __future__ import annotations

from functools import lru_cache

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import legal_cards
from pinochle_solver.table.views import AnyHand

NONE: frozenset[Card] = frozenset()


def absent_cards(hand: AnyHand) -> dict[Seat, frozenset[Card]]:
    """The cards that each playing seat cannot have.

    Since a seat played to a trick, its hand has only lost cards: what it could not have then, it
    cannot have now. Completed tricks count if it is known in which order.
    """
    absent = dict.fromkeys(hand.players, NONE)
    if hand.trump is None:
        return absent
    deck, obligation = hand.rules.deck, hand.rules.obligation
    for seat, before, card in hand.plays():
        if before:
            absent[seat] |= _ruled_out(card, before, hand.trump, obligation, deck)
    return absent


@lru_cache(maxsize=4096)
def _ruled_out(
    card: Card, before: tuple[Card, ...], trump: Suit, obligation: Obligation, deck: Hand
) -> frozenset[Card]:
    """The cards that would have had to be played instead of this one."""
    return frozenset(
        other
        for other in deck.distinct()
        if card not in legal_cards(Hand.of((card, other)), before, trump, obligation)
    )
