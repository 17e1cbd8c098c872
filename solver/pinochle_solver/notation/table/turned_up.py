"""The turned upcard and the nines of `partnership`: who is known to hold them (T4).

A line may leave them among the hidden cards of their holder. They are filled in, so that there is
one line for one knowledge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.rules.cards import Card, Rank
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import EXCHANGE, shown_cards
from pinochle_solver.table.seats import Seat, clockwise

_SEATS = frozenset(seat.text() for seat in Seat)


def with_upcard(position: TableFields) -> Mapping[Seat, PartialHand]:
    """The hands of a position, with the upcard and the nines that are known to be in them.

    Nothing is filled in that may have been played.
    """
    filled = dict(position.hands)
    for seat, card, copies in _known(position):
        hand = filled[seat]
        if not hand.hidden or hand.known.count(card) >= copies:
            continue
        apart = sum(cards.count(card) for token, cards in position.piles() if token not in _SEATS)
        held = sum(other.known.count(card) for other in filled.values())
        if apart + held < position.rules.copies:
            filled[seat] = PartialHand(hand.known.with_card(card), hand.hidden - 1)
    return filled


def check_turned_up(position: TableFields) -> None:
    """Refuse a position in which the upcard, or the nine exchanged for it, is not where it must be.

    Raises:
        IllegalPositionError: naming the seat that must hold it.
    """
    if position.act is Act.DIX:
        return  # of a seat that is asked and has no nine, a line says that it can only pass
    for seat, card, copies in _known(position):
        if position.hands[seat].known.count(card) < copies:
            fact = f"{card} is neither in its hand nor played"
            if seat is position.dealer and card == position.upcard:
                fact = f"dealt, so the card turned up is its own, but {fact}"
            raise IllegalPositionError(seat.text(), fact)


def _known(position: TableFields) -> Iterator[tuple[Seat, Card, int]]:
    """Who is known to hold which card, and how many copies of it at least."""
    upcard, dealer, trump = position.upcard, position.dealer, position.trump
    if not position.rules.turned_trump or trump is None:
        return
    is_whole = all(seat in position.hands for seat in (position.turn, *position.players))
    if not is_whole or position.completed_tricks is None:
        return
    nine = Card(Rank.NINE, trump)
    if position.act is Act.DIX:
        yield position.turn, nine, 1
    if upcard is None or dealer is None:
        return
    if position.act is Act.PLAY and not position.melds and upcard != nine:
        return  # a line that does not tell the melds does not tell of an exchange either
    exchanger = next((seat for seat, laid in position.melds.items() if EXCHANGE in laid), None)
    at_upcard = dealer if exchanger is None else exchanger
    places = [(at_upcard, upcard, 0)]
    if exchanger is not None:
        own = shown_cards(position.melds.get(dealer, ())).count(nine)
        places.append((dealer, nine, own))
    for seat, card, besides in places:
        if seat in position.hands:
            played = _played(position, seat, card)
            if played is not None:
                yield seat, card, besides + 1 - played


def _played(position: TableFields, seat: Seat, card: Card) -> int | None:
    """How many cards like this a seat has played; None: that is not known."""
    tricks = position.tricks or ()
    if position.tricks is None and position.gone is not None and card in position.gone:
        return None
    if any(len(trick) != len(position.players) for trick in tricks):
        return None
    rows = [(trick.leader, trick.cards) for trick in position.taken]
    leader = position.leads if tricks else position.leader
    if leader is not None:
        rows.append((leader, position.led))
    played = 0
    for leader, cards in rows:
        seats = clockwise(position.players, leader)
        played += (seat, card) in [*zip(seats, cards, strict=False)]
    return played
