"""Decks: which cards there are, and how they are dealt (RULES.md, sections 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pinochle_solver.errors import RulesError
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.field_checks import check_number, check_type

MOST_HELD = 32


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """The cards of a game and how they are dealt.

    Attributes:
        name: a short printable name for messages.
        ranks: the ranks of the deck, high to low.
        copies: identical copies of each card.
        hand: cards dealt to each seat, also the size of a playoff hand; at most 32.
        stock: face-down cards after the deal, the upcard not counted.
        suits: the suits of the deck.
        upcard: whether one more card is turned up; it is among the last two to be drawn.
        own_piles: whether each seat draws from a pile of its own. If there is an upcard, the card
            under it is in neither pile.

    Raises:
        ValueError: for ranks, suits or numbers that make no deck.
    """

    name: str
    ranks: tuple[Rank, ...]
    copies: int
    hand: int
    stock: int
    suits: tuple[Suit, ...] = tuple(Suit)
    upcard: bool = False
    own_piles: bool = False

    def __post_init__(self) -> None:
        if not self.name.isprintable():
            fact = "the name has characters that cannot be shown"
            raise RulesError("Deck", self.name, "name", fact)
        object.__setattr__(self, "ranks", tuple(map(Rank, self.ranks)))
        object.__setattr__(self, "suits", tuple(map(Suit, self.suits)))
        for name, given in (("ranks", self.ranks), ("suits", self.suits)):
            if not given:
                raise RulesError("Deck", self.name, name, "empty")
        if tuple(sorted(set(self.ranks), reverse=True)) != self.ranks:
            fact = "ranks must be distinct and go high to low"
            raise RulesError("Deck", self.name, "ranks", fact)
        if tuple(sorted(set(self.suits))) != self.suits:
            fact = "suits must be distinct, in the order S H D C"
            raise RulesError("Deck", self.name, "suits", fact)
        check_number("Deck", self.name, "copies", self.copies, 1, 4)
        check_number("Deck", self.name, "hand", self.hand, 1, MOST_HELD)
        check_number("Deck", self.name, "stock", self.stock, 0, self.size)
        check_type("Deck", self.name, self.upcard, bool)
        check_type("Deck", self.name, self.own_piles, bool)
        if 2 * self.hand + self.draws > self.size:
            fact = f"cannot deal {self.hand} each from {self.size}"
            raise RulesError("Deck", self.name, "hand", fact)

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * len(self.suits) * self.copies

    @property
    def draws(self) -> int:
        """The cards to be drawn: the face-down stock and the upcard."""
        return self.stock + self.upcard

    @property
    def stock_tricks(self) -> int:
        """The tricks after which both draw."""
        return self.draws // 2

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank in self.ranks and card.suit in self.suits

    def cards(self) -> Hand:
        """All cards of the deck."""
        return _cards_of(self)

    def __repr__(self) -> str:
        return f"<Deck {self.name}, {self.size} cards>"


@cache
def _cards_of(deck: Deck) -> Hand:
    return Hand.of(
        Card(rank, suit) for suit in deck.suits for rank in deck.ranks for _ in range(deck.copies)
    )


PINOCHLE_DECK = Deck(
    name="pinochle",
    ranks=(Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE),
    copies=2,
    hand=12,
    stock=23,
    upcard=True,
)
"""The 48 cards that the published rulebooks are played with."""
