"""What a seat sees of a hand as numbers, in parts with names; needs no OpenSpiel.

A tensor is one row of float32, and its parts are views of it, in the order of the table. Every
number is 0 or 1 unless the table says otherwise. Sizes: C copies of a card in the deck, M melds of
the rulebook (`melds_of`), K tricks of the stock phase, T tricks in all. Cards are by suit and rank,
in the order of `Card.index`: spades, hearts, diamonds, clubs, each 7 8 9 J Q K T A. Of two seats
the one that looks is first; without private parts nobody looks, and south is first. A set of cards
has its first copy of a card in the first of C planes, its second copy in the second, and so on; a
copy on the table is in the plane of its number.

======== ================ ====================================================================
part     shape            what
======== ================ ====================================================================
player   2                which seat looks: south, north
hand     C, 4, 8          its cards, not those on its table; during the deal those dealt so far
due      4                at its own decision what is due (`Due`): PLAY, MELD, DIX, SHOW
phase    3                the deal, the stock phase, the playoff
trump    4                the trump suit
upcard   4, 8             the card that lies face up now
drawn    1                how many cards have been drawn, divided by how many are to be drawn
leader   2                who leads or has led the trick
led      4, 8             the card led to the open trick
known    2, C, 4, 8       cards in a hand that the other seat knows to be there
table    2, C, 4, 8       cards on a table
served   2, 4, C, 4, 8    what each of these has served in (`Service`); not if kinds bar kinds
melds    2, M             how often each meld was laid
gone     C, 4, 8          cards in tricks that are over
points   2, 2             points for melds and for tricks, divided by the card points of a hand
glups    2                the glups of each seat; only if the rulebook has any
======== ================ ====================================================================

With perfect recall there is the past, too:

======== ================ ====================================================================
dealt    C, 4, 8          the cards dealt to the seat
draws    K, 4, 8          the card that the seat drew face down after each trick
passes   K + 1, 2         whether the seat passed after each trick, the first lead being trick 0:
                          when asked for a meld, for a dix alone
turned   4, 8             the card turned up first
leads    T, 2             who led each trick
plays    T, 2, 4, 8       the card that each played to it
sources  T, 2, 2 to 5     whence: the hand, or the copy on the table by its number
shows    K + 1, 2, M + 1  what each showed after each trick: which meld; last whether a dix
laid     K + 1, 2, 4, 8   the cards that left the hand for it, divided by C
scored   2                whether a dix drawn last, or held then, scored of itself
======== ================ ====================================================================

The private parts are ``hand``, ``due``, ``dealt``, ``draws`` and ``passes``; ``player`` is there
whenever these are. With all parts, two hands of one game have the same tensor exactly when
`SequentialHand.information` is the same. Without the past, equal `SequentialHand.observation` means
equal tensors; and the other way round unless kinds bar kinds.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.openspiel.sequential import (
    DixScored,
    OwnPass,
    PublicEvent,
    SequentialHand,
)
from pinochle_solver.rules.cards import CARDS, Hand, Rank, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.hand_packing import Due, planes_of
from pinochle_solver.rules.meld_kinds import CopyRule, Service
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rules import Rulebook, Seat

_SUITS_AND_RANKS = (len(Suit), len(Rank))
_DUES = (Due.PLAY, Due.MELD, Due.DIX, Due.SHOW)
_DEAL, _STOCK, _PLAYOFF = range(3)
_BITS = 8

Floats = NDArray[np.float32]


class Part(NamedTuple):
    """A part of a tensor.

    Attributes:
        name: as in the table of this module.
        shape: its dimensions.
        private: whether only its seat sees that.
        past: whether it is of the past, which perfect recall adds.
    """

    name: str
    shape: tuple[int, ...]
    private: bool = False
    past: bool = False


def parts_of(rules: Rulebook) -> tuple[Part, ...]:
    """All parts for a rulebook, in their order."""
    deck = rules.deck
    cards, each = (deck.copies, *_SUITS_AND_RANKS), _SUITS_AND_RANKS
    seats, tricks, slots = len(Seat), deck.stock_tricks + deck.hand, 1 + deck.stock_tricks
    melds = len(melds_of(rules, deck.suits[0]))
    by_classes = rules.copy_rule is not CopyRule.KINDS
    return (
        Part("player", (seats,), private=True),
        Part("hand", cards, private=True),
        Part("due", (len(_DUES),), private=True),
        Part("phase", (3,)),
        Part("trump", (len(Suit),)),
        Part("upcard", each),
        Part("drawn", (1,)),
        Part("leader", (seats,)),
        Part("led", each),
        Part("known", (seats, *cards)),
        Part("table", (seats, *cards)),
        *([Part("served", (seats, len(Service), *cards))] if by_classes else []),
        Part("melds", (seats, melds)),
        Part("gone", cards),
        Part("points", (seats, 2)),
        *([Part("glups", (seats,))] if rules.glups else []),
        Part("dealt", cards, private=True, past=True),
        Part("draws", (deck.stock_tricks, *each), private=True, past=True),
        Part("passes", (slots, 2), private=True, past=True),
        Part("turned", each, past=True),
        Part("leads", (tricks, seats), past=True),
        Part("plays", (tricks, seats, *each), past=True),
        Part("sources", (tricks, seats, 1 + deck.copies), past=True),
        Part("shows", (slots, seats, melds + 1), past=True),
        Part("laid", (slots, seats, *each), past=True),
        Part("scored", (seats,), past=True),
    )


class SeatTensor:
    """Room for what a seat sees, filled by `set_from`.

    Args:
        rules: the rulebook.
        count: what cards count.
        recall: whether the past is in it.
        public: whether what both seats see is in it.
        private: whether what only the seat sees is in it.

    Attributes:
        tensor: all numbers, shape (size,), float32.
        dict: the parts by name, views of these in their shapes.
    """

    def __init__(
        self,
        rules: Rulebook,
        count: CardCount,
        *,
        recall: bool,
        public: bool = True,
        private: bool = True,
    ) -> None:
        self._rules, self._private = rules, private
        self._points = max(count.of_hand(rules.deck), 1)
        parts = [
            part
            for part in parts_of(rules)
            if (private if part.private else public) and (recall or not part.past)
        ]
        self.tensor: Floats = np.zeros(sum(prod(part.shape) for part in parts), np.float32)
        self.dict: dict[str, Floats] = {}
        place = 0
        for part in parts:
            end = place + prod(part.shape)
            self.dict[part.name] = self.tensor[place:end].reshape(part.shape)
            place = end
        # The same with the cards of a part in one row.
        self._rows = {
            name: part.reshape(*part.shape[:-2], CARDS)
            for name, part in self.dict.items()
            if part.shape[-2:] == _SUITS_AND_RANKS
        }

    def set_from(self, hand: SequentialHand, seat: Seat) -> None:
        """Fill it with what a seat sees; without private parts both seats see the same."""
        self.tensor.fill(0)
        first = seat if self._private else Seat.SOUTH
        if self._private:
            self.dict["player"][seat] = 1
            self._set_private(hand, seat)
        if "phase" in self.dict:
            self._set_public(hand, first)
        if "turned" in self.dict and hand.is_dealt:
            self._set_past(hand, first)
        if "dealt" in self.dict:
            self._set_own_past(hand, seat)

    def _set_private(self, hand: SequentialHand, seat: Seat) -> None:
        if not hand.is_dealt:
            self._set_cards("hand", hand.dealt_to(seat))
            return
        self._set_planes("hand", hand.state.seat(seat).hand)
        if hand.turn is seat:
            self.dict["due"][_DUES.index(hand.due)] = 1

    def _set_public(self, hand: SequentialHand, first: Seat) -> None:
        parts, rows = self.dict, self._rows
        if not hand.is_dealt:
            parts["phase"][_DEAL] = 1
            return
        state = hand.state
        parts["phase"][_PLAYOFF if hand.in_playoff else _STOCK] = 1
        parts["trump"][hand.trump] = 1
        for name, card in (("upcard", state.upcard), ("led", state.led)):
            if card < CARDS:
                rows[name][card] = 1
        parts["drawn"][0] = state.drawn / hand.rules.deck.draws
        parts["leader"][state.leader ^ first] = 1
        self._set_planes("gone", state.gone)
        for place, seat in enumerate((first, first.other)):
            record = state.seat(seat)
            self._set_planes("known", record.known, place)
            self._set_planes("table", record.table, place)
            if "served" in parts:
                for service, planes in enumerate(record.served):
                    self._set_planes("served", planes, place, service)
            for meld, times in hand.melds_laid(seat).items():
                parts["melds"][place, meld] = times
            points = record.meld_points, record.trick_points
            parts["points"][place] = [each / self._points for each in points]
            if "glups" in parts:
                parts["glups"][place] = state.glups[seat]

    def _set_past(self, hand: SequentialHand, first: Seat) -> None:
        self._rows["turned"][hand.upcard.index] = 1
        plays = 0
        for seen in hand.seen_by(None):
            if isinstance(seen, DixScored):
                self.dict["scored"][seen.seat ^ first] = 1
            elif isinstance(seen, PublicEvent) and seen.action is not None:
                if seen.action < hand.numbers.plays:
                    self._set_play(seen.action, seen.seat ^ first, *divmod(plays, len(Seat)))
                    plays += 1
                else:
                    self._set_show(hand, seen, seen.seat ^ first, plays // len(Seat))

    def _set_play(self, action: int, seat: int, trick: int, place: int) -> None:
        source, card = divmod(action, CARDS)
        if place == 0:
            self.dict["leads"][trick, seat] = 1
        self._rows["plays"][trick, seat, card] = 1
        self.dict["sources"][trick, seat, source] = 1

    def _set_show(self, hand: SequentialHand, show: PublicEvent, seat: int, trick: int) -> None:
        assert show.action is not None
        dix, meld = hand.numbers.shown(show.action)
        row = self.dict["shows"][trick, seat]
        if meld:
            row[meld - 1] = 1
        if dix:
            row[-1] = 1
        for card in show.cards:
            self._rows["laid"][trick, seat, card.index] += 1 / self._rules.deck.copies

    def _set_own_past(self, hand: SequentialHand, seat: Seat) -> None:
        self._set_cards("dealt", hand.dealt_to(seat))
        if not hand.is_dealt:
            return
        for trick, card in enumerate(hand.drawn_by(seat)):
            self._rows["draws"][trick, card.index] = 1
        plays = 0
        for seen in hand.seen_by(seat):
            if isinstance(seen, OwnPass):
                self.dict["passes"][plays // len(Seat), int(seen.due is not Due.MELD)] = 1
            elif isinstance(seen, PublicEvent) and seen.action is not None:
                plays += seen.action < hand.numbers.plays

    def _set_cards(self, name: str, cards: Hand) -> None:
        self._set_planes(name, planes_of(cards))

    def _set_planes(self, name: str, planes: int, *place: int) -> None:
        """Set a set of cards, given as planes."""
        if planes:
            row = self._rows[name][place].reshape(-1)
            packed = np.frombuffer(planes.to_bytes(len(row) // _BITS, "little"), np.uint8)
            row[:] = np.unpackbits(packed, bitorder="little")
