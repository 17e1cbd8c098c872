"""Rules and states of a hand as the records that the compiled hand reads and gives.

``ext/pinochle_solver/_core/hand.pxd`` and ``melds.pxd`` describe them. Cards are *planes* there: a
word with bit `Card.index` for each card of which there is a copy, and 32 above for two of them; of
laid cards the halves are the copies by number.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.melds import Meld, dix_card, melds_of, pattern_cards
from pinochle_solver.rules.rules import DIX, CardCount, Deck, Rulebook, Seat, Service
from pinochle_solver.rules.rules_table import NO_CARD, rules_table

MOST_MELDS = 48
MOST_CARDS = 8
MOST_COPIES = 2
"""Of each card, in a deck whose whole hands can be played."""


class Due(IntEnum):
    """What a state waits for."""

    PLAY = 0
    MELD = 1
    DIX = 2
    DRAW = 3
    NOTHING = 4


class Obstacle(IntEnum):
    """Why a meld cannot be laid."""

    NONE = 0
    NOT_HELD = 1
    HAS_SERVED = 2
    NOT_ALL_FROM_HAND = 3
    NONE_FROM_HAND = 4


class Obligation(IntEnum):
    """Which obligation of the playoff a card breaks."""

    NONE = 0
    FOLLOW = 1
    HEAD = 2
    TRUMP = 3


_SEAT = struct.Struct("=8Q2i")
_STATE = struct.Struct("=2Q10B6x")


class SeatRecord(NamedTuple):
    """One seat's part of a state, as in ``melds.pxd``; `served` is one number a service."""

    hand: int = 0
    table: int = 0
    laid: int = 0
    served: tuple[int, int, int, int] = (0, 0, 0, 0)
    known: int = 0
    meld_points: int = 0
    trick_points: int = 0

    def pack(self) -> bytes:
        """The record."""
        return _SEAT.pack(
            self.hand,
            self.table,
            self.laid,
            *self.served,
            self.known,
            self.meld_points,
            self.trick_points,
        )

    @classmethod
    def unpack(cls, record: bytes) -> SeatRecord:
        """Read a record."""
        hand, table, laid, *served, known, meld_points, trick_points = _SEAT.unpack(record)
        return cls(hand, table, laid, (*served,), known, meld_points, trick_points)


class StateRecord(NamedTuple):
    """A state, as in ``hand.pxd``; cards are indices, or `NO_CARD`."""

    south: SeatRecord
    north: SeatRecord
    gone: int
    held: int
    upcard: int
    led: int
    leader: int
    turn: int
    due: int
    tricks: int
    drawn: int
    playoff: int = 0
    plays: int = 0
    laid: int = 0

    def pack(self) -> bytes:
        """The record."""
        return self.south.pack() + self.north.pack() + _STATE.pack(*self[2:])

    @classmethod
    def unpack(cls, record: bytes) -> StateRecord:
        """Read a record."""
        south = SeatRecord.unpack(record[: _SEAT.size])
        north = SeatRecord.unpack(record[_SEAT.size : 2 * _SEAT.size])
        return cls(south, north, *_STATE.unpack(record[2 * _SEAT.size :]))

    def seat(self, seat: Seat) -> SeatRecord:
        """The part of one seat."""
        return self.south if seat is Seat.SOUTH else self.north


def planes_of(cards: Iterable[Card]) -> int:
    """Cards as planes; of any of them at most two copies."""
    planes = 0
    for card in cards:
        first = 1 << card.index
        planes |= first << CARDS if planes & first else first
    return planes


def hand_of(*planes: int) -> Hand:
    """The cards of one or more words of planes together."""
    counts = bytearray(CARDS)
    for word in planes:
        while word:
            counts[(word & -word).bit_length() - 1 & CARDS - 1] += 1
            word &= word - 1
    return Hand(bytes(counts))


def copies_of(planes: int) -> Iterator[tuple[Card, int]]:
    """The cards of planes with their plane, 1 or 2: for laid cards the copy's number."""
    while planes:
        bit = (planes & -planes).bit_length() - 1
        planes &= planes - 1
        yield Card.from_index(bit % CARDS), 1 + bit // CARDS


def card_of(index: int) -> Card | None:
    """The card of this index; None for `NO_CARD`."""
    return None if index == NO_CARD else Card.from_index(index)


@lru_cache(maxsize=256)
def meld_records(rules: Rulebook, trump: Suit) -> memoryview[int]:
    """The records of `melds_of` the rulebook, one after the other.

    Raises `ValueError` for more melds or cards in one than there is room for, and for a meld that
    cannot grow out of the one it replaces.
    """
    melds = melds_of(rules, trump)
    if len(melds) > MOST_MELDS:
        raise ValueError(f"Rulebook {rules.name!r}: {len(melds)} melds, at most {MOST_MELDS}")
    records: list[int] = []
    for meld in melds:
        if len(set(meld.cards)) > MOST_CARDS:
            raise ValueError(f"MeldKind {meld.kind.name!r}: more than {MOST_CARDS} different cards")
        records.extend(_meld_record(meld, rules, trump))
    return _integers(records)


@lru_cache(maxsize=256)
def hand_rules_record(
    rules: Rulebook, count: CardCount, trump: Suit, ask_always: bool = False
) -> memoryview[int]:
    """The record of the rules that one hand is played by.

    With `ask_always` the seats are asked what they show also when all they can do is pass. Raises
    `ValueError` for rules that no hand can be played by.
    """
    _check_deck(rules.deck)
    deck = rules.deck
    dix, kind = dix_card(rules, trump), rules.meld(DIX)
    return _integers(
        (
            trump,
            -1 if dix is None else dix.index,
            kind.points if kind else 0,
            rules.dealer_dix,
            rules.last_draw_dix,
            rules.draws_before_melding,
            rules.melds_after_last_stock_trick,
            rules.dix_is_a_meld,
            rules.dix_by_loser,
            deck.hand,
            deck.stock,
            deck.upcard,
            deck.copies,
            _mask(deck.cards()),
            *struct.unpack("=12h", rules_table([(rules, count)])),
            ask_always,
            len(melds_of(rules, trump)),
            *meld_records(rules, trump),
        ),
    )


def _integers(numbers: Iterable[int]) -> memoryview[int]:
    """32-bit integers that nobody can change: they are kept from one call to the next."""
    return memoryview(array("i", numbers).tobytes()).cast("i")


def _check_deck(deck: Deck) -> None:
    if deck.copies > MOST_COPIES:
        raise ValueError(f"Deck {deck.name!r}: {deck.copies} copies, at most {MOST_COPIES}")
    if deck.draws % 2:
        raise ValueError(f"Deck {deck.name!r}: {deck.draws} cards to draw do not go to two seats")
    if 2 * deck.hand + deck.draws != deck.size:
        raise ValueError(f"Deck {deck.name!r}: not every card is dealt or drawn")


def _meld_record(meld: Meld, rules: Rulebook, trump: Suit) -> Iterator[int]:
    kind = meld.kind
    yield _mask(meld.cards)
    yield _mask(card for card in meld.cards if meld.cards.count(card) > 1)
    for service in Service:
        yield _mask(
            card
            for served, pattern in kind.serves
            for cards in pattern_cards(pattern, rules.deck, trump)
            for card in cards
            if served is service and card in meld.cards
        )
    yield kind.points
    yield kind.all_at_once
    yield sum(1 << service for service in kind.barred_by)
    replaced = rules.meld(kind.replaces) if kind.replaces else None
    if replaced is None:
        yield from (0, 0, 0)
        return
    for service, pattern in replaced.serves[:1]:
        for cards in pattern_cards(pattern, rules.deck, trump):
            if set(cards) <= set(meld.cards):
                yield from (_mask(cards), service, replaced.points)
                return
    raise ValueError(f"MeldKind {kind.name!r}: it cannot grow out of {replaced.name}")


def _mask(cards: Iterable[Card]) -> int:
    """A bit for each card, as a signed 32-bit number."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask - (1 << CARDS) if mask >> (CARDS - 1) else mask
