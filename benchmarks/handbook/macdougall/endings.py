"""Endings in which some cards are fixed and all others dealt at random, tried hidden and face up.

Every hand has the same number of cards before the trick; the cards of the tricks that are over, and
three that the bidder has buried, are what is left of the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, held, open_values
from benchmarks.handbook.macdougall.sums import mean_and_error
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.playing_out import KnownToAll, playouts_from
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.seats import Seat

_BURIED, _TRIES = 3, 500


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What is fixed.

    Attributes:
        holds: cards that seats hold.
        size: how many cards each has before the trick.
        closed: suits of which a seat holds no more than that.
        void: suits of which all know that a seat has none.
        gone: cards that have been played, besides others.
        trump: the trump suit.
        leader: who leads, or has led.
        led: the cards of the trick so far.
    """

    holds: Mapping[Seat, Hand]
    size: int
    closed: Mapping[Seat, Sequence[Suit]] = field(default_factory=dict)
    void: Mapping[Seat, Sequence[Suit]] = field(default_factory=dict)
    gone: Hand = NO_CARDS
    trump: Suit = Suit.SPADES
    leader: Seat = BIDDER
    led: Sequence[Card] = ()

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return AUCTION.table[self._places_after_leader(len(self.led))]

    def _places_after_leader(self, number: int) -> int:
        return (AUCTION.table.index(self.leader) + number) % len(AUCTION.table)

    def has_played(self, seat: Seat) -> bool:
        """Whether a seat has played to the trick."""
        return seat in [
            AUCTION.table[self._places_after_leader(place)] for place in range(len(self.led))
        ]


@dataclass(frozen=True, slots=True)
class DealtEnding:
    """What seats hold, and what of the tricks that are over everybody knows."""

    hands: Mapping[Seat, Hand]
    gone: Hand


def deals_of(ending: Ending, deals: int, seed: int) -> Iterator[DealtEnding]:
    """Deals round the fixed cards.

    Raises:
        ValueError: if no deal fits what is fixed.
    """
    for deal in range(deals):
        random = np.random.default_rng([seed, deal])
        yield _dealt(ending, random)


def hidden_points(
    ending: Ending, cards: Sequence[Card], deals: int, seed: int
) -> NDArray[np.int64]:
    """(deals, cards) what the bidder still wins after each card, all playing by the policy."""
    found = np.empty((deals, len(cards)), np.int64)
    indexes = bytes(card.index for card in cards)
    absent = {
        seat: frozenset(card for card in AUCTION.deck.distinct() if card.suit in suits)
        for seat, suits in ending.void.items()
    }
    for number, dealt in enumerate(deals_of(ending, deals, seed)):
        known = KnownToAll(
            rules=AUCTION,
            trump=ending.trump,
            players=AUCTION.table,
            leader=ending.leader,
            led=ending.led,
            bidder=BIDDER,
            gone=dealt.gone,
            absent=absent,
        )
        world = np.stack([held(dealt.hands[seat]) for seat in AUCTION.table])[None]
        results = np.empty((1, len(cards), len(AUCTION.table), 2), np.int16)
        playouts_from(known).evaluate(world, indexes, results, StopFlag())
        found[number] = results[0, :, 0, 0]
    return found


def hidden_gain(
    ending: Ending, cards: Sequence[Card], deals: int, seed: int
) -> tuple[float, float]:
    """What the first card brings more than the best of the others to who plays it; the error.

    Which other card is the best on average is chosen in other deals than those compared.
    """
    sign = 1 if ending.turn is BIDDER else -1
    points = sign * hidden_points(ending, cards, 2 * deals, seed)
    other = 1 + int(points[:deals, 1:].mean(axis=0).argmax())
    return mean_and_error((points[deals:, 0] - points[deals:, other]).tolist())


def open_gain(ending: Ending, suit: Suit, deals: int, seed: int) -> tuple[float, float]:
    """What the best card of a suit brings more than the best of the others, face up; the error.

    Deals in which there is no choice of suits are passed over.
    """
    sign = 1 if ending.turn is BIDDER else -1
    found = []
    for dealt in deals_of(ending, deals, seed):
        values = open_values(dealt.hands, ending.trump, ending.turn, ending.led)
        one, other = (
            [sign * value for card, value in values.items() if (card.suit == suit) == is_it]
            for is_it in (True, False)
        )
        if one and other:
            found.append(float(max(one) - max(other)))
    return mean_and_error(found)


def _dealt(ending: Ending, random: np.random.Generator) -> DealtEnding:
    fixed = joined(ending.gone, Hand.of(ending.led))
    for hand in ending.holds.values():
        fixed = joined(fixed, hand)
    rest = list(less(AUCTION.deck, fixed))
    for _ in range(_TRIES):
        found = _dealt_round(ending, [rest[place] for place in random.permutation(len(rest))])
        if found is not None:
            return found
    raise ValueError("no deal fits what is fixed")


def _dealt_round(ending: Ending, order: list[Card]) -> DealtEnding | None:
    """The deal of one shuffled order of the other cards; None if it does not come out."""
    hands = {}
    for seat in AUCTION.table:
        has = ending.holds.get(seat, NO_CARDS)
        closed = ending.closed.get(seat, ())
        wanted = ending.size - ending.has_played(seat) - len(has)
        taken = [card for card in order if card.suit not in closed][:wanted]
        if len(taken) < wanted:
            return None
        for card in taken:
            order.remove(card)
        hands[seat] = joined(has, Hand.of(taken))
    plain = [card for card in order if card.suit != ending.trump]
    for card in plain[:_BURIED]:
        order.remove(card)
    return DealtEnding(hands, joined(ending.gone, Hand.of(order)))
