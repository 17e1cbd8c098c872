"""Cards that a seat cannot have, by what it has played (RULES-TABLE.md, section 5).

Who did not follow has none of the suit left, who did not trump no trump, who did not head the trick
where he must no card that would have. What was not laid, bid or led proves nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import legal_cards
from pinochle_solver.table_notation.order import leaders_of
from pinochle_solver.table_notation.positions import TablePosition
from pinochle_solver.table_notation.stock_sizes import stock_tricks

NONE: frozenset[Card] = frozenset()


def absent_cards(position: TablePosition) -> dict[Seat, frozenset[Card]]:
    """For each seat that plays the cards that it cannot have.

    A hand has only lost cards since its seat played to a trick: what it could not have then, it
    cannot have now. Completed tricks tell it if `tricks` has them in order.
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
    """Each card played of which is told by whom: him, the trick before it, the card.

    While there is a stock any card may be played, so those tricks are left out.
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
    """The cards that would have had to be played in place of this one."""
    return frozenset(
        other
        for other in deck.distinct()
        if card not in legal_cards(Hand.of((card, other)), before, trump, obligation)
    )
