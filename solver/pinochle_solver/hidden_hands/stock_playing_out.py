"""A position in the stock phase, as the compiled playouts of games with a stock take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pinochle_solver._core.hidden_hands.stock_hands import (
    MOST_ENTRIES,
    MOST_MELD_CARDS,
    MOST_MELDS,
    MOST_SLOTS,
    NOTHING,
    SERVICES,
    pack_stock,
)
from pinochle_solver._core.hidden_hands.stock_playouts import StockPlayouts
from pinochle_solver.hidden_hands.playing_out import KnownToAll
from pinochle_solver.hidden_hands.policies import family_of, learnt, learnt_for_stock
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.meld_kinds import Service
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.stock_hands import StockHand, StockMove
from pinochle_solver.table.stock_kinds import Key, KnownMeld, MeldBook
from pinochle_solver.table.stock_seats import StockSeat

_ACTS = {Act.PLAY: 0, Act.MELD: 1, Act.DIX: 2}
_MOST_SEATS = 4

Slots = dict[tuple[Card, int], int]
"""The number of each copy that a seat has laid, by its card and its own number."""

_NOBODY = {
    "on_table": 0,
    "entry_slots": [0] * MOST_ENTRIES,
    "entry_meld": bytes(MOST_ENTRIES),
    "slot_card": bytes(MOST_SLOTS),
    "slot_services": bytes(MOST_SLOTS),
    "known": bytes(CARDS),
    "slots": 0,
    "entries": 0,
}
_NO_MELD = {
    "of": [0] * 4,
    "marks": [0] * SERVICES,
    "replaced_cards": 0,
    "points": 0,
    "replaced_points": 0,
    "card": bytes(MOST_MELD_CARDS),
    "times": bytes(MOST_MELD_CARDS),
    "kinds": 0,
    "bars": 0,
    "replaced": NOTHING,
    "replaced_service": 0,
    "all_at_once": 0,
}


class StockTable:
    """A hand in its stock phase as the seat on turn sees it, packed.

    Args:
        hand: the hand.

    Attributes:
        record: what is the same in all worlds (``_core/hidden_hands/stock_hands.pxd``).
    """

    def __init__(self, hand: StockHand) -> None:
        assert hand.turn is not None
        self._hand, self._book = hand, MeldBook.of(hand.rules, hand.trump)
        self._slots = [_slots(seat.laid.melds) for seat in hand.seats]
        self._own = self._slots[hand.players.index(hand.turn)]
        self._numbers = {key: number for number, key in enumerate(self._book.melds)}
        self.record = self._record()

    def move(self, move: StockMove) -> tuple[int, int, int, int]:
        """A move of the seat on turn as playouts take it: card, slot, meld, dix."""
        if isinstance(move, Play):
            slot = NOTHING
            if isinstance(move.source, int):
                slot = self._own[move.card, move.source]
            return move.card.index, slot, NOTHING, 0
        if isinstance(move, Dix):
            return 0, NOTHING, NOTHING, int(move.shown)
        meld = NOTHING
        if move.meld is not None:
            meld = self._numbers[move.meld.kind.name, move.meld.cards]
        return 0, NOTHING, meld, int(move.dix)

    def playouts(self) -> StockPlayouts:
        """Playouts by the learned policies of the rulebook's family."""
        family = family_of(self._hand.rules)
        return StockPlayouts(
            self.record, playoff_record(self._hand), learnt_for_stock(family), learnt(family)
        )

    def _record(self) -> bytes:
        hand, book, rules = self._hand, self._book, self._hand.rules
        assert rules.stock is not None
        assert hand.upcard is not None
        assert hand.turn is not None
        assert hand.leader is not None
        spare = _MOST_SEATS - len(hand.seats)
        seats = [
            self._seat(seat, slots, is_known=player != hand.turn)
            for player, seat, slots in zip(hand.players, hand.seats, self._slots, strict=True)
        ]
        return pack_stock(
            {
                "seats": [*seats, *[_NOBODY] * spare],
                "melds": _packed_melds(book),
                "number_of_melds": len(book.melds),
                "dix_points": book.dix_points,
                "last_draw_dix": rules.stock.book.last_draw_dix,
                "nine": book.dix.index,
                "draws_first": rules.stock.book.draws_before_melding,
                "is_begun": hand.completed > 0,
                "upcard": hand.upcard.index,
                "face_down": len(hand.stock),
                "act": _ACTS[hand.act],
                "turn": hand.players.index(hand.turn),
                "leader": hand.players.index(hand.leader),
                "led": bytes(card.index for card in hand.led) + bytes(_MOST_SEATS - len(hand.led)),
                "leds": len(hand.led),
                "seats_playing": len(hand.players),
                "trump": int(hand.trump),
                "dix_is_a_meld": rules.stock.book.dix_is_a_meld,
                "rank_points": bytes(rules.count.by_rank()),
            }
        )

    def _seat(self, seat: StockSeat, slots: Slots, *, is_known: bool) -> Mapping[str, Any]:
        """What a seat has laid; what is known of another hand is taken to be known to all."""
        book, past = self._book, seat.laid.past()
        services, cards = bytearray(MOST_SLOTS), bytearray(MOST_SLOTS)
        for (card, _), slot in slots.items():
            cards[slot] = card.index
        for copy, served in past.items():
            services[slots[copy.card, copy.number]] = _bits(served)
        entries = [
            (self._numbers[key], sum(1 << slots[copy.card, copy.number] for copy in laid.copies))
            for laid in seat.laid.melds
            if (key := (laid.name, tuple(copy.card for copy in laid.copies))) in book.melds
        ]
        spare = MOST_ENTRIES - len(entries)
        return {
            "on_table": _bits(slots[copy.card, copy.number] for copy in past),
            "entry_slots": [*(taken for _, taken in entries), *[0] * spare],
            "entry_meld": bytes(meld for meld, _ in entries) + bytes(spare),
            "slot_card": bytes(cards),
            "slot_services": bytes(services),
            "known": seat.hand.counts if is_known else bytes(CARDS),
            "slots": len(slots),
            "entries": len(entries),
        }


def playoff_record(hand: StockHand) -> bytes:
    """What is known of the table once the stock is gone, without the cards."""
    return KnownToAll(
        rules=hand.rules,
        trump=hand.trump,
        players=hand.players,
        leader=hand.players[0],
        gone=hand.rules.deck,
    ).pack()


def _slots(melds: Sequence[LaidMeld]) -> Slots:
    """A number for each copy laid; copies of a card in the order in which they were laid."""
    found: Slots = {}
    for laid in melds:
        for copy in laid.copies:
            found.setdefault((copy.card, copy.number), len(found))
    return found


@lru_cache(maxsize=16)
def _packed_melds(book: MeldBook) -> list[Mapping[str, Any]]:
    """The melds of a book as records."""
    numbers = {key: number for number, key in enumerate(book.melds)}
    rows = [_packed_meld(book, known, numbers) for known in book.melds.values()]
    return [*rows, *[_NO_MELD] * (MOST_MELDS - len(rows))]


def _packed_meld(book: MeldBook, known: KnownMeld, numbers: Mapping[Key, int]) -> Mapping[str, Any]:
    cards, spare = list(known.times), MOST_MELD_CARDS - len(known.times)
    replaced, number = known.replaced, NOTHING
    if replaced is not None:
        number = next(
            (
                place
                for (name, of), place in numbers.items()
                if name == replaced.name and set(of) == replaced.cards
            ),
            NOTHING,
        )
    return {
        "of": [
            _bits(card.index for card, times in known.times.items() if times > level)
            for level in range(4)
        ],
        "marks": [
            _bits(card.index for card, serves in known.serves.items() if service in serves)
            for service in Service
        ],
        "replaced_cards": 0 if replaced is None else _bits(card.index for card in replaced.cards),
        "points": known.meld.kind.points,
        "replaced_points": 0 if replaced is None else replaced.points,
        "card": bytes(card.index for card in cards) + bytes(spare),
        "times": bytes(known.times[card] for card in cards) + bytes(spare),
        "kinds": len(cards),
        "bars": _bits(known.bars),
        "replaced": number,
        "replaced_service": 0 if replaced is None else int(replaced.service),
        "all_at_once": known.meld.kind.all_at_once,
    }


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))
