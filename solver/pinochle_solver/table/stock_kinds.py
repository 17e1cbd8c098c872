"""The melds of a game with a stock, with one suit as trump, worked out once.

The kinds of meld, and what bars a card from them, are data of the two-handed rulebook that the game
uses for melding (`StockRules.book`; RULES-TABLE.md 8, RULES.md 4).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.meld_kinds import DIX, Service
from pinochle_solver.rules.melds import LaidMeld, Meld, dix_card, melds_of, pattern_cards
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.rules import TableRules

NOTHING: frozenset[Service] = frozenset()

Key = tuple[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Replaced:
    """A kind of meld that another one may grow out of, and then replaces.

    Attributes:
        name: the kind.
        cards: its cards, all of which are cards of the other meld, too.
        service: what they served in.
        points: what it scored.
    """

    name: str
    cards: frozenset[Card]
    service: Service
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class KnownMeld:
    """A meld, and what RULES.md 4 says about copies that it may take from the table.

    Attributes:
        meld: the meld.
        times: its cards in canonical order, and how many copies of each.
        serves: what each card serves in when it is laid.
        bars: the services that keep a copy from it: those of its class and those that it serves in
            itself, because within a class a card serves in a kind only once.
        replaced: what it may grow out of.
    """

    meld: Meld
    times: dict[Card, int]
    serves: dict[Card, frozenset[Service]]
    bars: frozenset[Service]
    replaced: Replaced | None


@dataclass(frozen=True, slots=True, eq=False)
class MeldBook:
    """All melds of a game with one suit as trump.

    Attributes:
        rules: the two-handed rulebook of these melds.
        trump: the trump suit.
        copies: the number of identical copies of each card in the game's deck.
        melds: the melds in the rulebook's order, by the name of their kind and their cards; without
            the dix.
        dix: the nine of trumps.
        dix_points: what exchanging or showing it scores.
    """

    rules: Rulebook
    trump: Suit
    copies: int
    melds: dict[Key, KnownMeld]
    dix: Card
    dix_points: int

    @classmethod
    def of(cls, rules: TableRules, trump: Suit) -> MeldBook:
        """The book of a game with a stock; every call gives the same object."""
        assert rules.stock is not None
        return _meld_book(rules.stock.book, rules.copies, trump)

    def known(self, meld: Meld) -> KnownMeld | None:
        """One of the melds; None if the game does not have it."""
        return self.melds.get((meld.kind.name, meld.cards))

    def serves(self, laid: LaidMeld, card: Card) -> frozenset[Service]:
        """What a card of this laid meld serves in; nothing for a dix."""
        known = self.melds.get((laid.name, tuple(copy.card for copy in laid.copies)))
        return known.serves[card] if known is not None else NOTHING

    def __repr__(self) -> str:
        return f"<MeldBook {self.rules.name}, trump {self.trump.letter}, {self.copies} copies>"


@lru_cache(maxsize=64)
def _meld_book(rules: Rulebook, copies: int, trump: Suit) -> MeldBook:
    kind, dix = rules.meld(DIX), dix_card(rules, trump)
    assert kind is not None
    assert dix is not None
    melds = [_known(meld, rules, trump) for meld in melds_of(rules, trump)]
    by_key = {(known.meld.kind.name, known.meld.cards): known for known in melds}
    return MeldBook(rules, trump, copies, by_key, dix, kind.points)


def _known(meld: Meld, rules: Rulebook, trump: Suit) -> KnownMeld:
    serves = {
        card: frozenset(
            service
            for service, pattern in meld.kind.serves
            if any(card in cards for cards in pattern_cards(pattern, rules.deck, trump))
        )
        for card in meld.cards
    }
    bars = frozenset(meld.kind.barred_by).union(*serves.values())
    return KnownMeld(meld, Counter(meld.cards), serves, bars, _replaced(meld, rules, trump))


def _replaced(meld: Meld, rules: Rulebook, trump: Suit) -> Replaced | None:
    kind = rules.meld(meld.kind.replaces) if meld.kind.replaces else None
    if kind is None:
        return None
    for cards in pattern_cards(kind.cards, rules.deck, trump):
        if set(cards) <= set(meld.cards):
            return Replaced(kind.name, frozenset(cards), kind.serves[0][0], kind.points)
    return None
