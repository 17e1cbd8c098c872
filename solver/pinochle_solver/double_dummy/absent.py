"""Cards that a seat cannot have, by what it has played (RULES-TABLE.md, section 5).

A player who did not follow suit has none of that suit left. One who did not trump has no trump. One
who did not head the trick where he must has no card that would have headed it. What was not laid,
bid or led proves nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pinochle_solver.notation.table.order import leaders_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_sizes import stock_tricks
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import legal_cards

NONE: frozenset[Card] = frozenset()


def absent_cards(position: TablePosition) -> dict[Seat, frozenset[Card]]:
    """The cards that each playing seat cannot have.

    Since a seat played to a trick, its hand has only lost cards: what it could not have then, it
    cannot have now. Completed tricks count if `tricks` has them in order.
    """
    absent = dict.fromkeys(position.players, NONE)
    if position.trump is None:
        return absent
    deck, obligation = position.rules.deck, position.rules.obligation
    for seat, before, card in plays_of(position):
        if before:
            absent[seat] |= _ruled_out(card, before, position.trump, obligation, deck)
    return absent


def plays_of(position: TablePosition) -> Iterator[tuple[Seat, tuple[Card, ...], Card]]:
    """Each card whose player is known: the player, the trick before the card, the card.

    Tricks of the stock phase are left out, because any card may be played to them.
    """
    leaders = leaders_of(position)
    tricks = list(zip(leaders, position.tricks or (), strict=False))[stock_tricks(position.rules) :]
    tricks.append((position.leader, position.led))
    for leader, trick in tricks:
        for place, seat in enumerate(clockwise(position.players, leader)[: len(trick)]):
            yield seat, trick[:place], trick[place]


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
