"""What may be played to a trick, and who wins it (RULES-TABLE.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.seats import Seat, clockwise


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


def tricks_from(
    first: Seat, rows: Iterable[tuple[Card, ...]], seats: tuple[Seat, ...], trump: Suit
) -> tuple[Trick, ...]:
    """Completed tricks in order, `first` having led to the first of them.

    Args:
        first: who has led to the first.
        rows: the cards of each, the leader's first.
        seats: the seats that play.
        trump: the trump suit.
    """
    tricks, leader = list[Trick](), first
    for cards in rows:
        winner = clockwise(seats, leader)[winner_of(cards, trump)]
        tricks.append(Trick(leader, cards, winner))
        leader = winner
    return tuple(tricks)


def tricks_before(
    leads: Seat, rows: Sequence[tuple[Card, ...]], seats: tuple[Seat, ...], trump: Suit
) -> tuple[Trick, ...]:
    """Completed tricks in order, the last of which was won by the seat that `leads` now.

    Args: as of `tricks_from`.
    """
    tricks, winner = list[Trick](), leads
    for cards in reversed(rows):
        leader = seats[(seats.index(winner) - winner_of(cards, trump)) % len(seats)]
        tricks.append(Trick(leader, cards, winner))
        winner = leader
    return tuple(reversed(tricks))


def plays_to(
    cards: tuple[Card, ...], seats: tuple[Seat, ...], leader: Seat
) -> Iterator[tuple[Seat, tuple[Card, ...], Card]]:
    """Each card of a trick: who has played it, the trick before it, the card."""
    for place, (seat, card) in enumerate(zip(clockwise(seats, leader), cards, strict=False)):
        yield seat, cards[:place], card


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


def duty(card: Card, legal: Sequence[Card], led: Sequence[Card], trump: Suit) -> str:
    """What a seat must do that may not play a card: ``must follow suit``.

    Args:
        card: the card.
        legal: the cards that it may play.
        led: the cards of the open trick, the leader's first.
        trump: the trump suit.
    """
    suit = led[0].suit
    if legal[0].suit == suit:
        higher = "must play a higher card of the suit led"
        return higher if card.suit == suit else "must follow suit"
    return "must play a higher trump" if card.suit == trump else "must play a trump"


def _higher(cards: tuple[Card, ...], best: Card, trump: Suit) -> tuple[Card, ...]:
    return tuple(card for card in cards if beats(card, best, trump))
