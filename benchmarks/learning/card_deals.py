"""Deals of the games for three and four as they come to the first lead, by the thousand.

A deal at random is not what is played: the bidder has long trumps and has buried, melds have been
shown, the stock of a playoff has taken the low cards. So hands are valued roughly, who has the best
one bids (with some noise), names its best suit and buries what he needs least. Everything is an
array over all deals. Trump is made spades, and who leads south, for the policy knows no suits and
no seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.hidden_hands.playing_out import KnownToAll
from pinochle_solver.rules.cards import CARDS, Hand, Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

NINE, JACK, QUEEN, KING, TEN, ACE = range(2, 8)
SUITS, RANKS = 4, 8
NOISE = 25.0  # of a hand's worth, in points
LOT = 100  # playoffs in which the same cards are left
PLAYED_EARLY = 1.5  # in ranks: how far cards played in the stock phase stray from the lowest

Counts = NDArray[np.int64]  # (..., suits, ranks) copies


@dataclass(frozen=True)
class Deals:
    """Deals with the same things known to all, but for what has been shown.

    Attributes:
        known: what is known to all.
        worlds: (deals, seats, CARDS) copies held.
        shown: the same of cards that all know of.
    """

    known: KnownToAll
    worlds: NDArray[np.uint8]
    shown: NDArray[np.uint8]


def deals_of(family: str, number: int, seed: int) -> Iterator[Deals]:
    """So many deals of each rulebook of a family; playoffs in lots that follow each other."""
    for name in FAMILIES[family]:
        rules = TABLE_RULEBOOKS[name]
        random = np.random.default_rng([seed, *name.encode()])
        if rules.stock is not None:
            for lot in range(0, number, LOT):
                yield _playoffs(rules, min(LOT, number - lot), random)
        else:
            yield _after_the_bidding(rules, number, random)


FAMILIES = {
    "auction": ("auction", "auction-score"),
    "partners": ("corners", "partnership-auction", "partnership"),
    "macdougall-3": ("macdougall-3",),
    "hayes": ("hayes-3", "hayes-4", "hayes-3x", "hayes-4x"),
}


def melds(held: Counts, trump: NDArray[np.int64]) -> tuple[NDArray[np.int64], Counts]:
    """The most points that hands can meld, and the cards that are shown by it.

    Args:
        held: (hands, suits, ranks).
        trump: (hands,).
    """
    row = np.arange(len(held))
    suit = held[row, trump]
    runs = suit[:, [JACK, QUEEN, KING, TEN, ACE]].min(axis=1)
    marriages = np.minimum(held[:, :, QUEEN], held[:, :, KING])
    arounds = held.min(axis=1)
    pinochles = np.minimum(held[:, 0, QUEEN], held[:, 2, JACK])
    points = 110 * runs + 20 * marriages.sum(axis=1) + 20 * marriages[row, trump]
    points += arounds[:, [JACK, QUEEN, KING, ACE]] @ np.array([40, 60, 80, 100])
    points += 40 * pinochles + 10 * suit[:, NINE]
    shown = np.zeros_like(held)
    shown[:, :, [QUEEN, KING]] = marriages[:, :, None]
    shown[row[:, None], trump[:, None], [[JACK, TEN, ACE]]] = runs[:, None]
    for rank in (JACK, QUEEN, KING, ACE):
        shown[:, :, rank] = np.maximum(shown[:, :, rank], arounds[:, rank, None])
    shown[:, 0, QUEEN] = np.maximum(shown[:, 0, QUEEN], pinochles)
    shown[:, 2, JACK] = np.maximum(shown[:, 2, JACK], pinochles)
    shown[row, trump, NINE] = suit[:, NINE]
    return points, shown


def worths(held: Counts) -> NDArray[np.float64]:
    """(hands, suits): roughly what hands come to with each suit as trump."""
    found = np.zeros((len(held), SUITS))
    aces = held[:, :, ACE].sum(axis=1)
    for suit in range(SUITS):
        points, _ = melds(held, np.full(len(held), suit))
        high = held[:, suit, TEN] + 2 * held[:, suit, ACE]
        found[:, suit] = points + 12 * held[:, suit].sum(axis=1) + 5 * high + 10 * aces
    return found


def _packs(rules: TableRules, number: int, random: np.random.Generator) -> NDArray[np.int64]:
    pack = np.array([card.index for card in rules.deck])
    return random.permuted(np.tile(pack, (number, 1)), axis=1)


def _counted(cards: NDArray[np.int64]) -> Counts:
    """Of cards by index (..., cards)."""
    found = np.zeros((*cards.shape[:-1], CARDS), np.int64)
    for place in range(cards.shape[-1]):
        np.put_along_axis(
            found,
            cards[..., place, None],
            np.take_along_axis(found, cards[..., place, None], -1) + 1,
            -1,
        )
    return found.reshape(*cards.shape[:-1], SUITS, RANKS)


def _buried(held: Counts, trump: NDArray[np.int64], size: int) -> Counts:
    """What a bidder buries: tens and other cards of short suits that he does not meld."""
    _, shown = melds(held, trump)
    lengths = held.sum(axis=2, keepdims=True)
    wish = np.array([0, 0, 2, 3, 5, 7, 12, -40], np.float64) - 2.5 * lengths
    wish[np.arange(len(held)), trump] -= 60
    left, buried = held.copy(), np.zeros_like(held)
    for _ in range(size):
        spare = left - np.minimum(shown, left)
        now = np.where(spare > 0, wish, wish - 100)
        now[left == 0] = -1000
        place = now.reshape(len(held), -1).argmax(axis=1)
        for array, step in ((left, -1), (buried, 1)):
            array.reshape(len(held), -1)[np.arange(len(held)), place] += step
    return buried


def _after_the_bidding(rules: TableRules, number: int, random: np.random.Generator) -> Deals:
    seats, size = rules.seats, rules.hand
    pack = _packs(rules, number, random)
    held = _counted(pack[:, : seats * size].reshape(number, seats, size))
    each = np.stack([worths(held[:, seat]) for seat in range(seats)], axis=1)
    row = np.arange(number)
    if rules.auction is not None:
        bidder = (each.max(axis=2) + NOISE * random.normal(size=(number, seats))).argmax(axis=1)
        if rules.widow:
            held[row, bidder] += _counted(pack[:, seats * size :])
        wished = worths(held[row, bidder]) + NOISE / 2 * random.normal(size=(number, SUITS))
        trump = wished.argmax(axis=1)
        if rules.widow:
            held[row, bidder] -= _buried(held[row, bidder], trump, rules.widow)
        # Whoever bid comes first.
        held = held[row[:, None], (bidder[:, None] + np.arange(seats)) % seats]
    else:
        trump = random.integers(SUITS, size=number)
    shown = np.stack([melds(held[:, seat], trump)[1] for seat in range(seats)], axis=1)
    if rules.only_bidder_melds:
        shown[:, 1:] = 0
    known = _known(rules, Seat.SOUTH if rules.auction else None)
    return Deals(known, _in_trumps(held, trump), _in_trumps(shown, trump))


def _playoffs(rules: TableRules, number: int, random: np.random.Generator) -> Deals:
    """Playoffs of one deck of cards: what has been played is the same in all of them."""
    seats, size = rules.seats, rules.hand
    deck = np.array([card.index for card in rules.deck])
    early = (deck % RANKS) + PLAYED_EARLY * random.normal(size=len(deck))
    left = deck[np.argsort(early, kind="stable")][-seats * size :]
    pack = random.permuted(np.tile(left, (number, 1)), axis=1)
    held = _counted(pack.reshape(number, seats, size))
    trump = np.zeros(number, np.int64)
    shown = np.stack([melds(held[:, seat], trump)[1] for seat in range(seats)], axis=1)
    # Some of it has never been laid.
    shown *= random.random((number, seats, SUITS, 1)) < 0.7
    gone = rules.deck.counts
    counted = np.bincount(left, minlength=CARDS)
    hand = Hand(bytes(int(a) - int(b) for a, b in zip(gone, counted, strict=True)))
    known = replace(_known(rules, None), gone=hand)
    return Deals(known, _in_trumps(held, trump), _in_trumps(shown, trump))


def _known(rules: TableRules, bidder: Seat | None) -> KnownToAll:
    return KnownToAll(
        rules=rules,
        trump=Suit.SPADES,
        players=tuple(Seat)[: rules.seats],
        leader=Seat.SOUTH,
        bidder=bidder,
    )


def _in_trumps(cards: Counts, trump: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The cards with spades and trumps exchanged."""
    number = len(cards)
    order = np.tile(np.arange(SUITS), (number, 1))
    order[np.arange(number), trump] = 0
    order[:, 0] = trump
    swapped = np.take_along_axis(cards, order[:, None, :, None], axis=2)
    return np.ascontiguousarray(swapped.reshape(number, -1, CARDS), np.uint8)
