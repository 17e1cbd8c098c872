"""Seeded random deals: the same seed gives the same cards, on every machine and version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.checks import (
    cards_text,
    check_copies,
    check_count,
    check_cut,
    check_how_many,
    check_trump,
)
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, as_rulebook, resolve_rulebook
from pinochle_solver.rules.rules import Rulebook, Seat


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Deal:
    """All cards of a hand before the first lead.

    Attributes:
        rules: the rulebook; to make a deal, the name of a published one will do.
        count: what cards count.
        dealer: who dealt; the opponent leads.
        south, north: the cards dealt to each.
        upcard: the face-up card; None for a deck that has none.
        stock: the face-down cards, the next to be drawn first. Where each seat has a pile of its
            own, they are the row of `Piles`.
        trump: the trump suit; the upcard's suit if there is an upcard.
        cut: how many cards the dealer lifted to deal, where that scores; else None.

    Raises:
        IllegalPositionError: naming the token and the fact, for cards that do not make such a deal.
        NotationError: (``rules``) for an unknown name.
    """

    rules: Rulebook
    count: CardCount
    dealer: Seat
    south: Hand
    north: Hand
    upcard: Card | None
    stock: tuple[Card, ...]
    trump: Suit
    cut: int | None = None

    def __post_init__(self) -> None:
        resolve_rulebook(self)
        deck = self.rules.deck
        upcard = () if self.upcard is None else (self.upcard,)
        parts = (
            ("south", self.south, deck.hand),
            ("north", self.north, deck.hand),
            ("upcard", upcard, deck.upcard),
            ("stock", self.stock, deck.stock),
        )
        check_count(self.rules, self.count)
        check_trump(deck, self.trump)
        check_cut(self.rules, self.cut)
        for token, cards, size in parts:
            if len(cards) != size:
                raise IllegalPositionError(token, f"{cards_text(len(cards))}, expected {int(size)}")
        check_copies(deck, ((token, cards) for token, cards, _ in parts))
        if self.upcard is not None and self.upcard.suit != self.trump:
            raise IllegalPositionError(
                "trump", f"{self.trump.letter}, but the upcard is {self.upcard}"
            )

    def __repr__(self) -> str:
        upcard = f"trump={self.trump.letter}" if self.upcard is None else f"upcard={self.upcard}"
        stock = ",".join(map(Card.text, self.stock))
        return (
            f"<Deal rules={self.rules.name} dealer={self.dealer.text()} {upcard} "
            f"south={self.south} north={self.north} stock={stock}>"
        )


class NoDealError(Exception):
    """Time is up before all deals that were asked for were found.

    Attributes:
        found: how many deals were found.
        tried: how many deals were tried.
        seconds: how long that took.
    """

    def __init__(self, found: int, tried: int, seconds: float) -> None:
        super().__init__(found, tried, seconds)
        self.found = found
        self.tried = tried
        self.seconds = seconds

    def __str__(self) -> str:
        found = f"{self.found:,} of {self.tried:,} deals meet the conditions"
        return f"gave up after {self.seconds:g} s: {found}"


def random_deals(
    number: int,
    seed: int = 1,
    rules: Rulebook | str = DEFAULT_RULEBOOK,
    count: CardCount | None = None,
) -> Iterator[Deal]:
    """Deal `number` hands, every one equally likely; the dealer is random, too.

    Deal k depends only on the seed and on k, so a larger number first repeats the deals of a
    smaller one. Without an upcard the trump is random.

    Args:
        number: how many.
        seed: the seed; another seed gives other deals.
        rules: the rulebook, or the name of a published one.
        count: what cards count; the rulebook's own if None is given.

    Raises:
        NotationError: (``rules``) for an unknown name.
        ValueError: for a number below 0.
    """
    rules = as_rulebook(rules)
    check_how_many(number)
    return (random_deal(index, seed, rules, count) for index in range(number))


def random_deal(index: int, seed: int, rules: Rulebook, count: CardCount | None = None) -> Deal:
    """The deal of this number, from 0, among `random_deals`."""
    deck = rules.deck
    random = Random(f"deal/{seed}/{index}")
    cards = _draw(list(deck.cards()), 2 * deck.hand + deck.draws, random)
    upcard = cards[2 * deck.hand] if deck.upcard else None
    return Deal(
        rules=rules,
        count=count or rules.count,
        dealer=Seat(_below(2, random)),
        south=Hand.of(cards[: deck.hand]),
        north=Hand.of(cards[deck.hand : 2 * deck.hand]),
        upcard=upcard,
        stock=tuple(cards[2 * deck.hand + deck.upcard :]),
        trump=upcard.suit if upcard else deck.suits[_below(len(deck.suits), random)],
    )


def random_playoffs(
    cards: int,
    number: int,
    seed: int = 1,
    rules: Rulebook | str = DEFAULT_RULEBOOK,
    count: CardCount | None = None,
) -> Iterator[PlayoffPosition]:
    """Deal `number` playoff positions of `cards` cards a hand, every one equally likely.

    Trump and the seat on lead are random, too. Position k depends only on the seed and on k, so a
    larger number first repeats the positions of a smaller one.

    Args:
        cards: the number of cards in each hand.
        number: how many.
        seed: the seed; another seed gives other positions.
        rules: the rulebook, or the name of a published one.
        count: what cards count; the rulebook's own if None is given.

    Raises:
        NotationError: (``rules``) for an unknown name.
        IllegalPositionError: (``cards``) for more cards than a hand has, or none.
        ValueError: for a number below 0.
    """
    rules = as_rulebook(rules)
    check_how_many(number)
    if not 1 <= cards <= rules.deck.hand:
        raise IllegalPositionError(
            "cards", f"{cards}, a hand of {rules.name} has {rules.deck.hand}"
        )
    return (random_playoff(index, cards, seed, rules, count) for index in range(number))


def random_playoff(
    index: int, cards: int, seed: int, rules: Rulebook, count: CardCount | None = None
) -> PlayoffPosition:
    """The position of this number, from 0, among `random_playoffs`."""
    random = Random(f"playoff/{seed}/{index}")
    drawn = _draw(list(rules.deck.cards()), 2 * cards, random)
    trump = rules.deck.suits[_below(len(rules.deck.suits), random)]
    return _dealt(drawn, trump, random, rules, count)


def rich_playoffs(
    number: int, seed: int, rules: Rulebook, count: CardCount | None = None
) -> Iterator[PlayoffPosition]:
    """Deal `number` full playoffs with the cards that players keep.

    Both players have thrown nines, jacks and tens of plain suits and kept trumps, aces, kings and
    queens (by docs/RULES.md they may play any card in the stock phase). Cards are drawn with the
    weights of `_KEPT`. Position k depends only on the seed and on k.
    """
    for index in range(number):
        random = Random(f"rich/{seed}/{index}")
        trump = rules.deck.suits[_below(len(rules.deck.suits), random)]
        kept = _draw_weighted(
            list(rules.deck.cards()),
            _weights(trump),
            2 * rules.deck.hand,
            random,
        )
        yield _dealt(_draw(kept, len(kept), random), trump, random, rules, count)


_KEPT_TRUMP = 8
_KEPT = {
    Rank.ACE: 6,
    Rank.TEN: 2,
    Rank.KING: 4,
    Rank.QUEEN: 4,
    Rank.JACK: 1,
    Rank.NINE: 1,
    Rank.EIGHT: 1,
    Rank.SEVEN: 1,
}


def _weights(trump: Suit) -> Callable[[Card], int]:
    return lambda card: _KEPT_TRUMP if card.suit is trump else _KEPT[card.rank]


def _dealt(
    drawn: list[Card], trump: Suit, random: Random, rules: Rulebook, count: CardCount | None
) -> PlayoffPosition:
    half = len(drawn) // 2
    return PlayoffPosition(
        rules=rules,
        count=count or rules.count,
        trump=trump,
        south=Hand.of(drawn[:half]),
        north=Hand.of(drawn[half:]),
        turn=Seat(_below(2, random)),
    )


def _draw(deck: list[Card], number: int, random: Random) -> list[Card]:
    for i in range(number):
        j = i + _below(len(deck) - i, random)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[:number]


def _draw_weighted(
    deck: list[Card], weight: Callable[[Card], int], number: int, random: Random
) -> list[Card]:
    drawn = []
    for _ in range(number):
        ticket = _below(sum(map(weight, deck)), random)
        for card in deck:
            ticket -= weight(card)
            if ticket < 0:
                break
        deck.remove(card)
        drawn.append(card)
    return drawn


def _below(bound: int, random: Random) -> int:
    # For a seed, Python guarantees the sequence of random(), but not of the other methods.
    return int(random.random() * bound)
