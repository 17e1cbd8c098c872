"""Rules and states of a hand as the records that the compiled hand reads and returns.

``packing.pxd``, ``hand.pxd`` and ``melds.pxd`` in ``ext/pinochle_solver/_core/hand`` describe
them. Cards are *planes* here. A plane is a number with bit `Card.index` set for each card of which
there is a copy. The bits 32 above are for a second copy, and so on for up to four. For laid cards
the planes are the copies by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from pinochle_solver._core.hand import hand, melds, packing
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.meld_kinds import DIX, CopyRule, Service
from pinochle_solver.rules.melds import Meld, dix_card, melds_of, pattern_cards
from pinochle_solver.rules.rules import GLUP_RANKS, Rulebook, Seat
from pinochle_solver.rules.rules_table import playoff_fields

MOST_MELDS = melds.MOST_MELDS
MOST_SHOWS = hand.MOST_SHOWS
"""What may be shown at a time: nothing, a meld, a dix, or both of these."""

_WORD = 64
_PLANES = tuple((name, f"{name}_high") for name in ("hand", "table", "laid", "known"))
_PLANES_OF = itemgetter(*chain(*_PLANES))


class Due(IntEnum):
    """What a state waits for."""

    PLAY = hand.DUE_PLAY
    MELD = hand.DUE_MELD
    DIX = hand.DUE_DIX
    DRAW = hand.DUE_DRAW
    NOTHING = hand.DUE_NOTHING
    SHOW = hand.DUE_SHOW
    DOUBLE = hand.DUE_DOUBLE
    ANSWER = hand.DUE_ANSWER
    ANSWER_REDOUBLE = hand.DUE_ANSWER_REDOUBLE


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
    """One seat's part of a state, as in ``melds.pxd``; `served` has one number for each service."""

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
        hand, hand_high, table, table_high, laid, laid_high, known, known_high = _PLANES_OF(fields)
        return cls(
            hand | hand_high << _WORD,
            table | table_high << _WORD,
            laid | laid_high << _WORD,
            (*fields["served"],),
            known | known_high << _WORD,
            fields["meld_points"],
            fields["trick_points"],
        )

    def fields(self) -> dict[str, Any]:
        """The fields as the compiled modules take them."""
        fields = self._asdict()
        for name, high in _PLANES:
            fields[high], fields[name] = divmod(fields[name], 1 << _WORD)
        return fields


class LaidRecord(NamedTuple):
    """A meld that a seat has laid, as in ``melds.pxd``: its number, and its copies by number."""

    seat: int
    meld: int
    copies: int
    credit: int = 0
    trick: int = 0

    def fields(self) -> dict[str, Any]:
        """The fields as the compiled modules take them."""
        fields = self._asdict()
        fields["copies_high"], fields["copies"] = divmod(self.copies, 1 << _WORD)
        return fields | {"spare": 0}

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> LaidRecord:
        """The record of these fields, as the compiled modules give them."""
        copies = fields["copies"] | fields["copies_high"] << _WORD
        return cls(fields["seat"], fields["meld"], copies, fields["credit"], fields["trick"])


class StateRecord(NamedTuple):
    """A state, as in ``hand.pxd``; cards are indices, or `NO_CARD`.

    `stake` is a power of two, and `right` the number of a `Doubler`. `log` is what was laid so far;
    only where kinds bar kinds is it asked for.
    """

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
    stake: int = 0
    right: int = 0
    glups: tuple[int, int] = (0, 0)
    plays: int = 0
    log: tuple[LaidRecord, ...] = ()

    def pack(self) -> bytes:
        """The record."""
        fields = self._asdict()
        seats = [fields.pop(seat).fields() for seat in ("south", "north")]
        log = [laid.fields() for laid in fields.pop("log")]
        fields["gone_high"], fields["gone"] = divmod(self.gone, 1 << _WORD)
        return packing.pack_state({"seats": seats, **fields, "laid": len(log)}, log)

    @classmethod
    def unpack(cls, record: bytes) -> StateRecord:
        """Read a record."""
        fields, log = packing.unpack_state(record)
        fields["south"], fields["north"] = map(SeatRecord.of_fields, fields["seats"])
        fields["gone"] |= fields["gone_high"] << _WORD
        fields["glups"] = (*fields["glups"],)
        fields["log"] = (*map(LaidRecord.of_fields, log),)
        return cls._make(_OF_STATE(fields))

    def seat(self, seat: Seat) -> SeatRecord:
        """The part of one seat."""
        return self.south if seat is Seat.SOUTH else self.north


_OF_STATE = itemgetter(*StateRecord._fields)


def planes_of(cards: Iterable[Card]) -> int:
    """Cards as planes; of any of them at most four copies."""
    planes = 0
    for card in cards:
        copy = 1 << card.index
        while planes & copy:
            copy <<= CARDS
        planes |= copy
    return planes


@lru_cache(maxsize=1024)
def hand_of(*planes: int) -> Hand:
    """The cards of one or more words of planes together."""
    counts = bytearray(CARDS)
    for word in planes:
        while word:
            counts[(word & -word).bit_length() - 1 & CARDS - 1] += 1
            word &= word - 1
    return Hand(bytes(counts))


def copies_of(planes: int) -> Iterator[tuple[Card, int]]:
    """The cards of planes with their plane, from 1: for laid cards the copy's number."""
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
    most = MOST_MELDS if rules.shows_dix_alone else MOST_SHOWS // 2 - 1
    if len(known) > most:
        raise ValueError(f"Rulebook {rules.name!r}: {len(known)} melds, at most {most}")
    if rules.copy_rule is CopyRule.KINDS and len(rules.melds) > melds.MOST_KINDS:
        fact = f"{len(rules.melds)} kinds of melds, at most {melds.MOST_KINDS}"
        raise ValueError(f"Rulebook {rules.name!r}: {fact}")
    for meld in known:
        if len(set(meld.cards)) > melds.MOST_KINDS_OF_CARD:
            raise ValueError(
                f"MeldKind {meld.kind.name!r}: more than {melds.MOST_KINDS_OF_CARD} different cards"
            )
    return b"".join(melds.pack_meld(_meld_fields(meld, rules, trump)) for meld in known)


@lru_cache(maxsize=256)
def hand_rules_record(
    rules: Rulebook,
    count: CardCount,
    trump: Suit,
    ask_always: bool = False,
    doubles: int = hand.NEVER,
) -> bytes:
    """The record of the rules that one hand is played by.

    With `ask_always` the seats are asked what they show also when all they can do is pass; with
    `doubles` they may double: the number of a `Doubles`, or NO_MORE of the compiled hand, where
    only what has been offered is answered. Raises `ValueError` for rules that no hand can be played
    by.
    """
    fields = rules_fields(rules, count, trump, ask_always, doubles)
    return packing.pack_rules(fields) + meld_records(rules, trump)


def check_whole_hands(rules: Rulebook) -> None:
    """Refuse a rulebook by which no whole hand can be played here, whatever is trump.

    Raises:
        IllegalPositionError: with the token ``rules``: for a deck of more copies than its melds can
            tell apart or with cards that are neither dealt nor drawn, and as `hand_rules_record`
            does.
    """
    try:
        for trump in rules.deck.suits:
            hand_rules_record(rules, rules.count, trump)
    except ValueError as error:
        fact = f"no whole hand can be played by {rules.name}: {error}"
        raise IllegalPositionError("rules", fact) from None


def rules_fields(
    rules: Rulebook,
    count: CardCount,
    trump: Suit,
    ask_always: bool = False,
    doubles: int = hand.NEVER,
) -> dict[str, Any]:
    """The rules that one hand is played by, by the fields of their record (``packing.pxd``).

    Raises `ValueError` as `hand_rules_record` does.
    """
    _check_deck(rules)
    if doubles != hand.NEVER:
        _check_room_for_doubles(rules, trump)
    deck = rules.deck
    dix, kind = dix_card(rules, trump), rules.meld(DIX)
    return {
        "trump": trump,
        "dix_card": -1 if dix is None else dix.index,
        "dix_points": kind.points if kind else 0,
        "dealer_dix": rules.dealer_dix,
        "dealer_lift": rules.dealer_lift,
        "dealer_lift_and_dix": rules.dealer_lift_and_dix,
        "last_draw_dix": rules.last_draw_dix,
        "held_dix": rules.held_dix,
        "played_dix": rules.played_dix,
        "glup_ranks": sum(1 << rank for rank in GLUP_RANKS) if rules.glups else 0,
        "draws_first": rules.draws_before_melding,
        "last_meld_trick": rules.last_meld_trick,
        "last_dix_trick": rules.last_dix_trick,
        "dix_is_a_meld": rules.dix_is_a_meld,
        "dix_by_loser": rules.dix_by_loser,
        "dix_turns": rules.dix_turns,
        "dix_by_exchange": rules.dix_by_exchange,
        "by_kinds": rules.copy_rule is CopyRule.KINDS,
        "upcard_to_winner": rules.upcard_to_winner,
        "asks_always": ask_always,
        "doubles": doubles,
        "hand": deck.hand,
        "stock": deck.stock,
        "upcard": deck.upcard,
        "own_piles": deck.own_piles,
        "copies": deck.copies,
        "deck": _mask(deck.cards()),
        "meld_unit": rules.meld_unit,
        "playoff": playoff_fields(rules, count),
        "melds": len(melds_of(rules, trump)),
    }


def _check_room_for_doubles(rules: Rulebook, trump: Suit) -> None:
    """Whether there are numbers left for moves beside those of what may be shown."""
    melds = len(melds_of(rules, trump))
    shows = 2 + melds if rules.shows_dix_alone else 2 + 2 * melds
    if shows > hand.SHOWS_WITH_DOUBLES:
        fact = f"{melds} melds are too many for a hand with doubles"
        raise ValueError(f"Rulebook {rules.name!r}: {fact}")


def most_copies(rules: Rulebook) -> int:
    """Of each card, in a deck whose whole hands can be played."""
    by_kinds = rules.copy_rule is CopyRule.KINDS
    return melds.MOST_COPIES if by_kinds else melds.MOST_COPIES_OF_CLASSES


def _check_deck(rules: Rulebook) -> None:
    deck, most = rules.deck, most_copies(rules)
    if deck.copies > most:
        raise ValueError(f"Deck {deck.name!r}: {deck.copies} copies, at most {most}")
    if deck.draws % 2:
        raise ValueError(f"Deck {deck.name!r}: {deck.draws} cards to draw do not go to two seats")
    if 2 * deck.hand + deck.draws != deck.size:
        raise ValueError(f"Deck {deck.name!r}: not every card is dealt or drawn")


def _meld_fields(meld: Meld, rules: Rulebook, trump: Suit) -> dict[str, Any]:
    """What the compiled modules know of a meld, by the fields of its record (``melds.pxd``)."""
    kind = meld.kind
    replaced, service, points = _replaced(meld, rules, trump)
    bars = _barred_kinds(kind.name, rules)
    return {
        **{
            name: _mask(card for card in meld.cards if meld.cards.count(card) >= times)
            for times, name in enumerate(("one", "two", "three", "four"), start=1)
        },
        "marks": [_marked(meld, rules, trump, service) for service in Service],
        "points": kind.points,
        "all_at_once": kind.all_at_once,
        "barred_by": sum(1 << service for service in kind.barred_by),
        "replaced": replaced,
        "replaced_service": service,
        "replaced_points": points,
        "kind": rules.melds.index(kind) if rules.copy_rule is CopyRule.KINDS else 0,
        "bars": (bars % (1 << 32), bars >> 32),
    }


def _barred_kinds(name: str, rules: Rulebook) -> int:
    """The kinds that a kind bars or is barred by, a bit each in the order of the rulebook."""
    own = rules.meld(name)
    assert own is not None
    return sum(
        1 << number
        for number, kind in enumerate(rules.melds)
        if kind.name in own.bars or name in kind.bars
    )


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
