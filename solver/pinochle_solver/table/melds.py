"""Melds laid from the hand all at once (RULES-TABLE.md, section 4).

What is laid is a tuple of melds in list order: run, royal marriage, marriages, aces, kings, queens,
jacks, pinochle, dix, and within these by suit. A meld laid twice is in it twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, product, repeat
from math import gcd

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.rules.cards import CARDS, Card, Hand, Rank, Suit


class MeldClass(Enum):
    """The classes of melds: a card serves in one meld of each class."""

    SUIT = "suit"
    AROUND = "around"
    PINOCHLE = "pinochle"
    DIX = "dix"


@dataclass(frozen=True, slots=True)
class TableMeldKind:
    """A kind of meld: its name and its class."""

    name: str
    meld_class: MeldClass


RUN = TableMeldKind("run", MeldClass.SUIT)
ROYAL_MARRIAGE = TableMeldKind("royal-marriage", MeldClass.SUIT)
MARRIAGE = TableMeldKind("marriage", MeldClass.SUIT)
ACES = TableMeldKind("aces", MeldClass.AROUND)
KINGS = TableMeldKind("kings", MeldClass.AROUND)
QUEENS = TableMeldKind("queens", MeldClass.AROUND)
JACKS = TableMeldKind("jacks", MeldClass.AROUND)
PINOCHLE = TableMeldKind("pinochle", MeldClass.PINOCHLE)
DIX = TableMeldKind("dix", MeldClass.DIX)
TABLE_MELD_KINDS = {
    kind.name: kind
    for kind in (RUN, ROYAL_MARRIAGE, MARRIAGE, ACES, KINGS, QUEENS, JACKS, PINOCHLE, DIX)
}
"""The kinds in list order."""


@dataclass(frozen=True, slots=True)
class MeldValues:
    """The points for a meld of each kind.

    Attributes:
        roundhouse: the points for a roundhouse besides those for its parts; see `roundhouses`.
    """

    run: int = 150
    royal_marriage: int = 40
    marriage: int = 20
    aces: int = 100
    kings: int = 80
    queens: int = 60
    jacks: int = 40
    pinochle: int = 40
    dix: int = 10
    roundhouse: int = 0

    @property
    def unit(self) -> int:
        """All points for melds are multiples of this; 0 if no meld scores."""
        return gcd(self.roundhouse, *values_by_meld(self).values())


MELD_VALUES = MeldValues()
"""The points of section 4."""


def values_by_name(values: MeldValues) -> dict[str, int]:
    """The points for a meld by the name of its kind, in list order, and for a roundhouse."""
    return {each.name.replace("_", "-"): getattr(values, each.name) for each in fields(values)}


@lru_cache(maxsize=256)
def values_by_meld(values: MeldValues) -> dict[TableMeldKind, int]:
    """The points for a meld by its kind, in list order."""
    points = values_by_name(values)
    return {kind: points[name] for name, kind in TABLE_MELD_KINDS.items()}


_AROUND = {ACES: Rank.ACE, KINGS: Rank.KING, QUEENS: Rank.QUEEN, JACKS: Rank.JACK}
_RUN_RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)


@dataclass(frozen=True, slots=True, repr=False)
class TableMeld:
    """A meld that is laid.

    Attributes:
        kind: one of `TABLE_MELD_KINDS`.
        cards: its cards in canonical order; empty: the dix of an exchange (`partnership`).
    """

    kind: TableMeldKind
    cards: tuple[Card, ...]

    def text(self) -> str:
        """``marriage:KH.QH``; ``dix`` alone is an exchange."""
        return ":".join(filter(None, (self.kind.name, ".".join(map(Card.text, self.cards)))))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<TableMeld {self.text()}>"


TableMelds = tuple[TableMeld, ...]

EXCHANGE = TableMeld(DIX, ())
"""What a seat lays by exchanging a nine of trumps for the upcard."""
EXCHANGE_ALONE = "dix+none"
"""The text of an exchange by a seat that has had its turn to meld, and has melded nothing more."""


@cache
def melds_with(trump: Suit) -> TableMelds:
    """Every meld with this trump, each once, in list order, without an exchange."""
    plain = [suit for suit in Suit if suit != trump]
    marriages = [_meld(MARRIAGE, [Card(Rank.KING, s), Card(Rank.QUEEN, s)]) for s in plain]
    return (
        _meld(RUN, [Card(rank, trump) for rank in _RUN_RANKS]),
        _meld(ROYAL_MARRIAGE, [Card(Rank.KING, trump), Card(Rank.QUEEN, trump)]),
        *marriages,
        *(_meld(kind, [Card(rank, suit) for suit in Suit]) for kind, rank in _AROUND.items()),
        _meld(PINOCHLE, [Card(Rank.QUEEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS)]),
        _meld(DIX, [Card(Rank.NINE, trump)]),
    )


def _meld(kind: TableMeldKind, cards: Iterable[Card]) -> TableMeld:
    return TableMeld(kind, tuple(cards))


@cache
def _places(trump: Suit) -> dict[TableMeld, int]:
    """The place of each meld in list order; an exchange comes before a nine that is laid."""
    melds = melds_with(trump)
    return {meld: place for place, meld in enumerate((*melds[:-1], EXCHANGE, melds[-1]))}


@cache
def _indexes(trump: Suit) -> tuple[tuple[int, ...], ...]:
    """The cards of `melds_with`, by `Card.index`."""
    return tuple(tuple(card.index for card in meld.cards) for meld in melds_with(trump))


def _most_of_each(hand: Hand, trump: Suit, dixes: int | None) -> list[int]:
    """How many times each of `melds_with` can be laid if no other meld is."""
    counts = hand.counts
    numbers = [min([counts[card] for card in cards]) for cards in _indexes(trump)]
    if dixes is not None:
        numbers[-1] = min(numbers[-1], dixes)
    return numbers


def _listed(trump: Suit, numbers: Iterable[int]) -> TableMelds:
    return tuple(chain.from_iterable(map(repeat, melds_with(trump), numbers)))


def most_melds(hand: Hand, trump: Suit, dixes: int | None = None) -> TableMelds:
    """The melds with the most points that a hand can lay, in list order.

    A run is never worth less than the royal marriage in it (`TableRules`).

    Args:
        hand: the cards to meld from; in games with a widow, those that are kept.
        trump: the trump suit.
        dixes: how many nines of trumps the seat may lay at most; None: all in its hand.
    """
    run, royal, *others = _most_of_each(hand, trump, dixes)
    return _listed(trump, (run, royal - run, *others))


def most_meld_points(hand: Hand, trump: Suit, values: MeldValues, dixes: int | None = None) -> int:
    """The points for `most_melds`."""
    return meld_points(most_melds(hand, trump, dixes), values)


def layings(hand: Hand, trump: Suit, dixes: int | None = None) -> Iterator[TableMelds]:
    """Every set of melds that a hand can lay, once each: `most_melds` first, no melds last.

    Args: as of `most_melds`.
    """
    run, royal, *others = _most_of_each(hand, trump, dixes)
    ways = [range(most, -1, -1) for most in others]
    for runs in range(run, -1, -1):
        for marriages in range(royal - runs, -1, -1):
            for numbers in product(*ways):
                yield _listed(trump, (runs, marriages, *numbers))


def is_lawful(
    melds: Iterable[TableMeld], hand: Hand, trump: Suit, dixes: int | None = None
) -> bool:
    """Whether a hand can lay exactly these melds, in whatever order they are given.

    Args: as of `most_melds`.
    """
    laid = list(melds)
    run, royal, *others = _most_of_each(hand, trump, dixes)
    runs, marriages, *numbers = [laid.count(meld) for meld in melds_with(trump)]
    return (
        runs + marriages + sum(numbers) == len(laid)
        and runs <= run
        and runs + marriages <= royal
        and all(number <= most for number, most in zip(numbers, others, strict=True))
    )


def meld_points(melds: Iterable[TableMeld], values: MeldValues) -> int:
    """The points for what one seat has laid."""
    by_kind, laid = values_by_meld(values), tuple(melds)
    points = sum([by_kind[meld.kind] for meld in laid])
    return points + values.roundhouse * roundhouses(laid) if values.roundhouse else points


def roundhouses(melds: Iterable[TableMeld]) -> int:
    """How often a seat has kings, queens and a marriage of every suit, or a run of trumps."""
    laid = tuple(melds)
    kinds = Counter(meld.kind for meld in laid)
    of_trumps = kinds[ROYAL_MARRIAGE] + kinds[RUN]
    plain = Counter(meld.cards[0].suit for meld in laid if meld.kind == MARRIAGE)
    fewest_plain = min(plain.values()) if len(plain) == len(Suit) - 1 else 0
    return min(kinds[KINGS], kinds[QUEENS], of_trumps, fewest_plain)


def shown_cards(melds: Iterable[TableMeld]) -> Hand:
    """The cards shown by laying these melds: as many copies of each as its busiest class uses."""
    by_class: dict[MeldClass, bytearray] = {}
    for meld in melds:
        counts = by_class.setdefault(meld.kind.meld_class, bytearray(CARDS))
        for card in meld.cards:
            counts[card.index] += 1
    return Hand(bytes(map(max, bytes(CARDS), *by_class.values()))) if by_class else Hand.of(())


def in_order(melds: Iterable[TableMeld], trump: Suit) -> TableMelds:
    """These melds in list order; all must be melds with this trump, or exchanges."""
    return tuple(sorted(melds, key=_places(trump).__getitem__))


def melds_text(melds: TableMelds) -> str:
    """The text of melds in their given order, joined by ``+``; ``none`` if there are none."""
    return "+".join(meld.text() for meld in melds) or "none"


def parse_melds(text: str, trump: Suit) -> TableMelds:
    """Read a list of melds in any order, or ``none``; cards of a meld in any order too.

    Returns:
        the melds in list order. `is_lawful` says whether a hand can lay them.

    Raises:
        NotationError: (``meld``) naming text that is not a meld with this trump; (``card`` ...) as
            in `Card.parse`.
    """
    if text.lower() == "none":
        return ()
    if text.lower() == EXCHANGE_ALONE:
        return (EXCHANGE,)
    return in_order((_parse_meld(meld, trump) for meld in text.split("+")), trump)


def _parse_meld(text: str, trump: Suit) -> TableMeld:
    name, _, cards_text = text.partition(":")
    kind = TABLE_MELD_KINDS.get(name.lower())
    if kind is None:
        fact = f"{quoted(name)} is no meld ({', '.join(TABLE_MELD_KINDS)})"
        raise NotationError("meld", fact)
    if ":" not in text and kind == DIX:
        return EXCHANGE
    if not cards_text:
        raise NotationError("meld", f"{quoted(text)} is not kind:cards")
    meld = TableMeld(kind, tuple(Hand.of(map(Card.parse, cards_text.split(".")))))
    if meld not in melds_with(trump):
        fact = f"{quoted(text)} is no {name.lower()} with {trump.name.lower()} as trump"
        raise NotationError("meld", fact)
    return meld
