"""One lead tried against others in many deals, everybody playing on by the learned policy.

The cards that a claim speaks of are fixed; the others are dealt at random round them. The bidder
has buried three plain cards without worth for a meld or a trick. A lead is the first of the hand,
the bidder's or, as if he had just lost a trick, an opponent's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, before_calls
from benchmarks.handbook.macdougall.sums import mean_and_error
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.laying import shown_by_laying
from pinochle_solver.hidden_hands.playing_out import known_at_first_lead, playouts_from
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Card, Hand, Rank, Suit
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import winner_of

WEST, NORTH = Seat.WEST, Seat.NORTH
"""Who plays after the bidder, and who before him."""
_HAND, _BURIED, _TRIES = 15, 3, 200


@dataclass(frozen=True, kw_only=True)
class Lead:
    """What is fixed when a lead is made.

    Attributes:
        holds: cards that seats hold.
        closed: suits of which a seat holds no more than that.
        trump: the trump suit.
        leader: who leads.
        cards: the leads that are tried; the leader holds them.
    """

    holds: Mapping[Seat, Hand]
    closed: Mapping[Seat, Sequence[Suit]] = field(default_factory=dict)
    trump: Suit = Suit.SPADES
    leader: Seat = BIDDER
    cards: Sequence[Card]


def bidders_points(lead: Lead, deals: int, seed: int) -> NDArray[np.int64]:
    """(deals, leads) what the bidder wins in play after each lead.

    Raises:
        ValueError: if no deal fits what is fixed.
    """
    hands = np.stack([_deal(lead, np.random.default_rng([seed, deal])) for deal in range(deals)])
    known = known_at_first_lead(before_calls(_any_hand()), lead.trump, BIDDER)
    playouts = playouts_from(replace(known, leader=lead.leader))
    shown = np.zeros_like(hands)
    shown[:, 0] = shown_by_laying(lead.trump, hands[:, 0])
    results = np.empty((deals, len(lead.cards), len(AUCTION.table), 2), np.int16)
    cards = bytes(card.index for card in lead.cards)
    playouts.evaluate(hands, cards, results, StopFlag(), shown)
    found: NDArray[np.int64] = results[:, :, 0, 0].astype(np.int64)
    return found


def gain_of(lead: Lead, deals: int, seed: int) -> tuple[float, float]:
    """How many points more the bidder wins after the first lead than after the best other one.

    Which other lead is the best on average is chosen in other deals than those compared.
    """
    points = bidders_points(lead, 2 * deals, seed)
    for_leader = 1 if lead.leader is BIDDER else -1
    other = 1 + int((for_leader * points[:deals, 1:].mean(axis=0)).argmax())
    difference = for_leader * (points[deals:, 0] - points[deals:, other])
    return mean_and_error(difference.tolist())


def lines_of(lead: Lead, deals: int, seed: int) -> Iterator[list[tuple[Seat, tuple[Card, ...]]]]:
    """The tricks of deals that the policy plays from the first lead: who won each, and its cards.

    What is led is the policy's choice, whatever `Lead.cards` says.
    """
    known = known_at_first_lead(before_calls(_any_hand()), lead.trump, BIDDER)
    for deal in range(deals):
        hands = _deal(lead, np.random.default_rng([seed, deal]))
        shown = Hand(shown_by_laying(lead.trump, hands[:1])[0].tobytes())
        playouts = playouts_from(replace(known, leader=lead.leader, shown={BIDDER: shown}))
        played = [Card.from_index(index) for index in playouts.line(hands)]
        leader, tricks = lead.leader, []
        for first in range(0, len(played), len(AUCTION.table)):
            led = tuple(played[first : first + len(AUCTION.table)])
            place = AUCTION.table.index(leader) + winner_of(led, lead.trump)
            leader = AUCTION.table[place % len(AUCTION.table)]
            tricks.append((leader, led))
        yield tricks


def _any_hand() -> Hand:
    return Hand.of(list(AUCTION.deck)[:_HAND])


def _deal(lead: Lead, random: np.random.Generator) -> NDArray[np.uint8]:
    """(seats, CARDS) one deal round the fixed cards."""
    fixed = NO_CARDS
    for hand in lead.holds.values():
        fixed = joined(fixed, hand)
    rest = list(less(AUCTION.deck, fixed))
    for _ in range(_TRIES):
        order = [rest[place] for place in random.permutation(len(rest))]
        found = _dealt_round(lead, order)
        if found is not None:
            return np.stack([np.frombuffer(hand.counts, np.uint8, CARDS) for hand in found])
    raise ValueError("no deal fits what is fixed")


def _dealt_round(lead: Lead, order: list[Card]) -> list[Hand] | None:
    """The hands of one shuffled order of the other cards; None if they do not come out."""
    buried: list[Card] = []
    for card in order:
        if (
            len(buried) < _BURIED
            and card.suit != lead.trump
            and card.rank not in (Rank.ACE, Rank.TEN)
        ):
            buried.append(card)
    for card in buried:
        order.remove(card)
    hands = []
    for seat in AUCTION.table:
        held = lead.holds.get(seat, NO_CARDS)
        closed = lead.closed.get(seat, ())
        taken = [card for card in order if card.suit not in closed][: _HAND - len(held)]
        if len(taken) < _HAND - len(held):
            return None
        for card in taken:
            order.remove(card)
        hands.append(joined(held, Hand.of(taken)))
    return hands
