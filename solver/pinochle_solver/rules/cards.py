"""Suits, ranks, cards and hands: small values and their text.

A card is written rank then suit (``TD`` is the ten of diamonds), a hand as four dot-separated
suits in the order S.H.D.C with the ranks high to low (``AAT9.KQ.-.QJ9``). The canonical order of
cards is rank high to low, then S H D C.

Every rank that any supported game uses has its number here; which of them a game plays with is
its deck's business (`pinochle_solver.rules.rules.Deck`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from operator import mul

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted

RANKS = 8
SUITS = 4
CARDS = RANKS * SUITS
MOST_COPIES = 255


class Suit(IntEnum):
    """The four suits, in the order S H D C."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """``S``, ``H``, ``D`` or ``C``."""
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        """``♠``, ``♥``, ``♦`` or ``♣``."""
        return "♠♥♦♣"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit letter of either case or a suit symbol; raise `NotationError` otherwise."""
        suit = _SUIT_OF_TEXT.get(text.removesuffix(_EMOJI_STYLE))
        if suit is None:
            raise NotationError("suit", f"unknown suit {quoted(text)}")
        return suit


class Rank(IntEnum):
    """The ranks from low to high: the ten stands above the king (RULES.md, section 1)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    JACK = 3
    QUEEN = 4
    KING = 5
    TEN = 6
    ACE = 7

    @property
    def letter(self) -> str:
        """``7``, ``8``, ``9``, ``J``, ``Q``, ``K``, ``T`` or ``A``."""
        return "789JQKTA"[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank: `letter` in either case, or ``10`` or ``X`` for the ten, ``N`` for the nine.

        Raises `NotationError` for anything else.
        """
        rank = _RANK_OF_TEXT.get(text)
        if rank is None:
            raise NotationError("rank", f"unknown rank {quoted(text)}")
        return rank


_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
# Both cases are listed, since upper() would make an S of the long s as well.
_SUIT_OF_TEXT = {
    text: suit
    for suit in Suit
    for text in (suit.letter, suit.letter.lower(), suit.symbol, "♤♡♢♧"[suit])
}
_RANK_OF_TEXT = {text: rank for rank in Rank for text in (rank.letter, rank.letter.lower())} | {
    "10": Rank.TEN,
    "X": Rank.TEN,
    "x": Rank.TEN,
    "N": Rank.NINE,
    "n": Rank.NINE,
}


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A card's rank and suit; identical copies are equal.

    Their numbers are taken as well. Raises `ValueError` for a number that no rank or suit has.
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
        """The card with this `index`, 0 to 31; raises `ValueError` for any other number."""
        if not 0 <= index < CARDS:
            raise ValueError(f"Card: index is {index}, expected 0 to {CARDS - 1}")
        return _all_cards()[index]

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card such as ``QS``; also ``10d``, ``xd`` or ``T♦`` for the ten of diamonds.

        Raises `NotationError` naming the rank or suit that is unknown.
        """
        body = text.removesuffix(_EMOJI_STYLE)
        if len(body) < 2:
            raise NotationError("card", f"{quoted(text)} is no card (rank, then suit)")
        try:
            return Card(Rank.parse(body[:-1]), Suit.parse(body[-1]))
        except NotationError as error:
            raise NotationError("card", f"{error.fact} in {quoted(text)}") from None

    def text(self) -> str:
        """The canonical text: ``QS``."""
        return "789JQKTA"[self.rank] + "SHDC"[self.suit]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Card.parse({self.text()!r})"


@cache
def _all_cards() -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in Suit for rank in Rank)


@cache
def _canonical_order() -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in reversed(Rank) for suit in Suit)


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A multiset of cards.

    Attributes:
        counts: 32 bytes, the number of copies of each card by `Card.index`.

    Raises:
        ValueError: for another number of counts.
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
        """The hand that holds these cards, each as often as it is named.

        Raises `IllegalPositionError` for more than 255 copies of a card.
        """
        counts = bytearray(CARDS)
        for card in cards:
            _add(counts, card)
        return cls(bytes(counts))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read four suits S.H.D.C such as ``AAT9.KQ.-.QJ9``; an empty suit is ``-`` or nothing.

        The ranks of a suit may come in any order. Raises `NotationError` with the token ``hand``
        for another number of suits or an unknown rank.
        """
        suits = text.split(".")
        if len(suits) != SUITS:
            noun = "suit" if len(suits) == 1 else "suits"
            raise NotationError(
                "hand", f"{len(suits)} {noun} in {quoted(text)}, expected 4 (S.H.D.C)"
            )
        counts = bytearray(CARDS)
        for suit, ranks in enumerate(suits):
            if ranks == "-":
                continue
            for rank in ranks.replace("10", "T"):
                try:
                    counts[suit * RANKS + Rank.parse(rank)] += 1
                except NotationError as error:
                    raise NotationError("hand", f"{error.fact} in {quoted(ranks)}") from None
                except ValueError:
                    raise NotationError("hand", f"too many cards in {quoted(text)}") from None
        return cls(bytes(counts))

    def text(self) -> str:
        """The canonical text: ranks high to low, an empty suit ``-``."""
        return ".".join(self.ranks_text(suit) or "-" for suit in Suit)

    def ranks_text(self, suit: Suit) -> str:
        """The ranks held in `suit`, high to low, copies repeated: ``AAT9``; empty for none."""
        low_to_high = self.counts[suit * RANKS : (suit + 1) * RANKS]
        return "".join(map(mul, "ATKQJ987", reversed(low_to_high)))

    def count(self, card: Card) -> int:
        """How many copies of `card` the hand holds."""
        return self.counts[card.index]

    def distinct(self) -> Iterator[Card]:
        """The cards in canonical order, identical copies once."""
        return (card for card in _canonical_order() if self.counts[card.index])

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
        for card in _canonical_order():
            for _ in range(self.counts[card.index]):
                yield card

    def __len__(self) -> int:
        return sum(self.counts)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.counts[card.index] > 0

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Hand.parse({self.text()!r})"


def _add(counts: bytearray, card: Card) -> None:
    index = card.index
    if counts[index] == MOST_COPIES:
        raise IllegalPositionError("hand", f"more than {MOST_COPIES} copies of {card}")
    counts[index] += 1
