"""Cards and hands: small values and their text.

A card is written rank then suit (``TD`` is the ten of diamonds), a hand as four dot-separated
suits in the order S.H.D.C with the ranks high to low (``AAT9.KQ.-.QJ9``). The canonical order of
cards is rank high to low, then S H D C. `card_text` reads the other ways in which people write
cards.

Every rank that any supported game uses has its number here. A game's deck
(`pinochle_solver.rules.decks.Deck`) says which of them it plays with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from operator import mul

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.rules.card_text import read_card, read_cards
from pinochle_solver.rules.suits import Rank, Suit

__all__ = ["CARDS", "MOST_COPIES", "RANKS", "SUITS", "Card", "Hand", "Rank", "Suit"]

RANKS = 8
SUITS = 4
CARDS = RANKS * SUITS
MOST_COPIES = 255


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A card's rank and suit; identical copies are equal.

    The numbers of a rank and a suit are accepted too. Raises `ValueError` for a number that no rank
    or suit has.
    """

    rank: Rank
    suit: Suit

    def __post_init__(self) -> None:
        if type(self.rank) is not Rank:
            object.__setattr__(self, "rank", Rank(self.rank))
        if type(self.suit) is not Suit:
            object.__setattr__(self, "suit", Suit(self.suit))

    @property
    def index(self) -> int:
        """The card's number, 0 to 31: eight times its suit plus its rank."""
        return self.suit * RANKS + self.rank

    @staticmethod
    def from_index(index: int) -> Card:
        """The card with this `index`, 0 to 31; raises `ValueError` for other numbers."""
        if not 0 <= index < CARDS:
            raise ValueError(f"Card: index is {index}, expected 0 to {CARDS - 1}")
        return _all_cards()[index]

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card such as ``QS``; also ``10d``, ``♦T`` or ``ten of diamonds``.

        Raises `NotationError` naming what is unknown.
        """
        return _parsed(text)

    def text(self) -> str:
        """The canonical text: ``QS``."""
        return "789JQKTA"[self.rank] + "SHDC"[self.suit]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Card.parse({self.text()!r})"


@lru_cache(maxsize=512)
def _parsed(text: str) -> Card:
    # Cached, because records and moves name the same few cards by the thousand.
    rank, suit = read_card(text)
    return Card.from_index(suit * RANKS + rank)


@cache
def _all_cards() -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in Suit for rank in Rank)


@cache
def _canonical_order() -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in reversed(Rank) for suit in Suit)


@cache
def _canonical_places() -> tuple[tuple[Card, int], ...]:
    """The cards in canonical order, each with its index."""
    return tuple((card, card.index) for card in _canonical_order())


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A multiset of cards.

    Attributes:
        counts: 32 bytes, the number of copies of each card by `Card.index`.

    Raises:
        ValueError: unless there are 32 counts.
        TypeError: for counts that are not `bytes`.
    """

    counts: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.counts, bytes):
            raise TypeError(f"Hand: counts are {type(self.counts).__name__}, expected bytes")
        if len(self.counts) != CARDS:
            raise ValueError(f"Hand: {len(self.counts)} counts, expected {CARDS}")

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards, each as often as it is named.

        Raises `IllegalPositionError` for more than 255 copies of a card.
        """
        counts = bytearray(CARDS)
        for card in cards:
            try:
                counts[card.suit * RANKS + card.rank] += 1
            except ValueError:  # a byte cannot hold one more
                raise _too_many(card) from None
        return cls(bytes(counts))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand in any form that `card_text` reads; the canonical one is ``AAT9.KQ.-.QJ9``.

        Raises `NotationError` with the token ``hand`` for text that is not a hand, and for text
        that could be two hands.
        """
        counts = _canonical_counts(text)
        if counts is not None:
            return cls(counts)
        try:
            return cls.of(Card(rank, suit) for rank, suit in read_cards(text))
        except IllegalPositionError:
            raise NotationError("hand", f"too many cards in {quoted(text)}") from None

    def text(self) -> str:
        """The canonical text: ranks high to low, ``-`` for an empty suit."""
        return ".".join(self.ranks_text(suit) or "-" for suit in Suit)

    def ranks_text(self, suit: Suit) -> str:
        """The ranks held in `suit`, high to low, copies repeated: ``AAT9``; empty for none."""
        low_to_high = self.counts[suit * RANKS : (suit + 1) * RANKS]
        return "".join(map(mul, "ATKQJ987", reversed(low_to_high)))

    def count(self, card: Card) -> int:
        """How many copies of `card` the hand holds."""
        return self.counts[card.index]

    def distinct(self) -> Iterator[Card]:
        """The cards in canonical order; identical copies come once."""
        counts = self.counts
        return (card for card, index in _canonical_places() if counts[index])

    def with_card(self, card: Card) -> Hand:
        """This hand and one more copy of `card`; raises `IllegalPositionError` beyond 255."""
        counts = bytearray(self.counts)
        _add(counts, card)
        return Hand(bytes(counts))

    def without(self, card: Card) -> Hand:
        """This hand less one copy of `card`; raises `IllegalPositionError` if it holds none."""
        if not self.counts[card.index]:
            raise IllegalPositionError("hand", f"{card} is not in {self.text()}")
        counts = bytearray(self.counts)
        counts[card.index] -= 1
        return Hand(bytes(counts))

    def __iter__(self) -> Iterator[Card]:
        counts = self.counts
        for card, index in _canonical_places():
            if counts[index]:
                yield from repeat(card, counts[index])

    def __len__(self) -> int:
        return sum(self.counts)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.counts[card.index] > 0

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Hand.parse({self.text()!r})"


NO_CARDS = Hand(bytes(CARDS))
_RANK_OF_LETTER = {rank.letter: int(rank) for rank in Rank}


def _canonical_counts(text: str) -> bytes | None:
    """The counts of a hand that is written canonically or nearly so; None for any other text.

    This fast path exists because positions, and so hands, are read by the thousand.
    """
    suits = text.split(".")
    if len(suits) != SUITS or len(text) > MOST_COPIES:
        return None
    counts = bytearray(CARDS)
    for suit, letters in enumerate(suits):
        if letters == "-":
            continue
        for letter in letters:
            rank = _RANK_OF_LETTER.get(letter)
            if rank is None:
                return None
            counts[suit * RANKS + rank] += 1
    return bytes(counts)


def _add(counts: bytearray, card: Card) -> None:
    index = card.index
    if counts[index] == MOST_COPIES:
        raise _too_many(card)
    counts[index] += 1


def _too_many(card: Card) -> IllegalPositionError:
    return IllegalPositionError("hand", f"more than {MOST_COPIES} copies of {card}")
