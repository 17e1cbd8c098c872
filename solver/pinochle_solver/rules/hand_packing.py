"""Rules and states of a hand as the records that the compiled hand reads and gives.

``ext/pinochle_solver/_core/hand.pxd`` and ``melds.pxd`` describe them. Cards are *planes* there: a
word with bit `Card.index` for each card of which there is a copy, and 32 above for two of them; of
laid cards the halves are the copies by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from pinochle_solver._core import hand, melds
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.melds import Meld, dix_card, melds_of, pattern_cards
from pinochle_solver.rules.rules import DIX, CardCount, Deck, Rulebook, Seat, Service
from pinochle_solver.rules.rules_table import playoff_fields

MOST_MELDS = melds.MOST_MELDS
MOST_COPIES = melds.MOST_COPIES
"""Of each card, in a deck whose whole hands can be played."""


class Due(IntEnum):
    """What a state waits for."""

    PLAY = hand.DUE_PLAY
    MELD = hand.DUE_MELD
    DIX = hand.DUE_DIX
    DRAW = hand.DUE_DRAW
    NOTHING = hand.DUE_NOTHING


class Obstacle(IntEnum):
    """Why a meld cannot be laid."""

    NONE = melds.NOTHING_BARS
    NOT_HELD = melds.NOT_HELD
    HAS_SERVED = melds.HAS_SERVED
    NOT_ALL_FROM_HAND = melds.NOT_ALL_FROM_HAND
    NONE_FROM_HAND = melds.NONE_FROM_HAND


class Obligation(IntEnum):
    """Which obligation of the playoff a card breaks."""

    NONE = hand.BREAKS_NONE
    FOLLOW = hand.BREAKS_FOLLOW
    HEAD = hand.BREAKS_HEAD
    TRUMP = hand.BREAKS_TRUMP


class SeatRecord(NamedTuple):
    """One seat's part of a state, as in ``melds.pxd``; `served` is one number a service."""

    hand: int = 0
    table: int = 0
    laid: int = 0
    served: tuple[int, int, int, int] = (0, 0, 0, 0)
    known: int = 0
    meld_points: int = 0
    trick_points: int = 0

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> SeatRecord:
        """The record of these fields, as the compiled modules give them."""
        return cls(**fields | {"served": tuple(fields["served"])})


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
        fields = self._asdict()
        seats = [fields.pop(seat)._asdict() for seat in ("south", "north")]
        return hand.pack_state({"seats": seats, **fields})

    @classmethod
    def unpack(cls, record: bytes) -> StateRecord:
        """Read a record."""
        fields = hand.unpack_state(record)
        south, north = map(SeatRecord.of_fields, fields.pop("seats"))
        return cls(south, north, **fields)

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
def meld_records(rules: Rulebook, trump: Suit) -> bytes:
    """The records of `melds_of` the rulebook, one after the other.

    Raises `ValueError` for more melds or cards in one than there is room for, and for a meld that
    cannot grow out of the one it replaces.
    """
    known = melds_of(rules, trump)
    if len(known) > MOST_MELDS:
        raise ValueError(f"Rulebook {rules.name!r}: {len(known)} melds, at most {MOST_MELDS}")
    for meld in known:
        if len(set(meld.cards)) > melds.MOST_KINDS_OF_CARD:
            raise ValueError(
                f"MeldKind {meld.kind.name!r}: more than {melds.MOST_KINDS_OF_CARD} different cards"
            )
    return b"".join(melds.pack_meld(_meld_fields(meld, rules, trump)) for meld in known)


@lru_cache(maxsize=256)
def hand_rules_record(
    rules: Rulebook, count: CardCount, trump: Suit, ask_always: bool = False
) -> bytes:
    """The record of the rules that one hand is played by.

    With `ask_always` the seats are asked what they show also when all they can do is pass. Raises
    `ValueError` for rules that no hand can be played by.
    """
    fields = rules_fields(rules, count, trump, ask_always)
    return hand.pack_rules(fields) + meld_records(rules, trump)


def check_whole_hands(rules: Rulebook) -> None:
    """Refuse a rulebook by which no whole hand can be played here, whatever is trump.

    Raises:
        IllegalPositionError: with the token ``rules``: for a deck of more than `MOST_COPIES` copies
            or with cards that are neither dealt nor drawn, and as `hand_rules_record` does.
    """
    try:
        for trump in rules.deck.suits:
            hand_rules_record(rules, rules.count, trump)
    except ValueError as error:
        fact = f"no whole hand can be played by {rules.name}: {error}"
        raise IllegalPositionError("rules", fact) from None


def rules_fields(
    rules: Rulebook, count: CardCount, trump: Suit, ask_always: bool = False
) -> dict[str, Any]:
    """The rules that one hand is played by, by the fields of their record (``hand.pxd``).

    Raises `ValueError` as `hand_rules_record` does.
    """
    _check_deck(rules.deck)
    deck = rules.deck
    dix, kind = dix_card(rules, trump), rules.meld(DIX)
    return {
        "trump": trump,
        "dix_card": -1 if dix is None else dix.index,
        "dix_points": kind.points if kind else 0,
        "dealer_dix": rules.dealer_dix,
        "last_draw_dix": rules.last_draw_dix,
        "draws_first": rules.draws_before_melding,
        "last_meld_trick": rules.last_meld_trick,
        "last_dix_trick": rules.last_dix_trick,
        "dix_is_a_meld": rules.dix_is_a_meld,
        "dix_by_loser": rules.dix_by_loser,
        "asks_always": ask_always,
        "hand": deck.hand,
        "stock": deck.stock,
        "upcard": deck.upcard,
        "copies": deck.copies,
        "deck": _mask(deck.cards()),
        "playoff": playoff_fields(rules, count),
        "melds": len(melds_of(rules, trump)),
    }


def _check_deck(deck: Deck) -> None:
    if deck.copies > MOST_COPIES:
        raise ValueError(f"Deck {deck.name!r}: {deck.copies} copies, at most {MOST_COPIES}")
    if deck.draws % 2:
        raise ValueError(f"Deck {deck.name!r}: {deck.draws} cards to draw do not go to two seats")
    if 2 * deck.hand + deck.draws != deck.size:
        raise ValueError(f"Deck {deck.name!r}: not every card is dealt or drawn")


def _meld_fields(meld: Meld, rules: Rulebook, trump: Suit) -> dict[str, Any]:
    """What the compiled modules know of a meld, by the fields of its record (``melds.pxd``)."""
    kind = meld.kind
    replaced, service, points = _replaced(meld, rules, trump)
    return {
        "one": _mask(meld.cards),
        "two": _mask(card for card in meld.cards if meld.cards.count(card) > 1),
        "marks": [_marked(meld, rules, trump, service) for service in Service],
        "points": kind.points,
        "all_at_once": kind.all_at_once,
        "barred_by": sum(1 << service for service in kind.barred_by),
        "replaced": replaced,
        "replaced_service": service,
        "replaced_points": points,
    }


def _marked(meld: Meld, rules: Rulebook, trump: Suit, service: Service) -> int:
    """The cards of a meld that have served so when it is laid."""
    return _mask(
        card
        for served, pattern in meld.kind.serves
        for cards in pattern_cards(pattern, rules.deck, trump)
        for card in cards
        if served is service and card in meld.cards
    )


def _replaced(meld: Meld, rules: Rulebook, trump: Suit) -> tuple[int, int, int]:
    """The cards of the meld that one may grow out of, what they served in, and its points."""
    kind = meld.kind
    replaced = rules.meld(kind.replaces) if kind.replaces else None
    if replaced is None:
        return 0, 0, 0
    for service, pattern in replaced.serves[:1]:
        for cards in pattern_cards(pattern, rules.deck, trump):
            if set(cards) <= set(meld.cards):
                return _mask(cards), service, replaced.points
    raise ValueError(f"MeldKind {kind.name!r}: it cannot grow out of {replaced.name}")


def _mask(cards: Iterable[Card]) -> int:
    """A bit for each card."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask
