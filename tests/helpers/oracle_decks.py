"""Rulebooks of small decks that the oracle reads as well, and hands of them played at random.

The oracle knows a rulebook by its name and a deck as a list of cards; melds of cards that are not
in the deck never come up. "One of each suit" would be another meld in a deck of two suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from helpers.strategies import play_on
from pinochle_solver import RULEBOOKS, Deck, Rank, Rulebook, Seat, Suit
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS


def small_rules(name: str, deck: Deck) -> Rulebook:
    """A published rulebook with another deck, and the melds that are the same in it."""
    melds = [kind for kind in RULEBOOKS[name].melds if "*" not in kind.cards]
    names = {kind.name for kind in melds}
    melds = [replace(kind, bars=tuple(names.intersection(kind.bars))) for kind in melds]
    return replace(RULEBOOKS[name], name=f"{deck.name}-{name}", melds=tuple(melds), deck=deck)


TWELVE = Deck(
    "twelve",
    (Rank.KING, Rank.QUEEN, Rank.NINE),
    copies=2,
    hand=3,
    stock=5,
    suits=(Suit.SPADES, Suit.HEARTS),
    upcard=True,
)
"""Marriages and the dix."""
SIXTEEN = Deck(
    "sixteen",
    (Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE),
    copies=2,
    hand=4,
    stock=7,
    suits=(Suit.SPADES, Suit.DIAMONDS),
    upcard=True,
)
"""The pinochles as well, double and grand."""
SMALL_RULEBOOKS = {
    rules.name: rules
    for deck in (TWELVE, SIXTEEN)
    for rules in (small_rules(name, deck) for name in PINOCHLE_BOOKS)
}


def views(rules: Rulebook, hands: int, seed: int) -> Iterator[tuple[Referee, StockPosition]]:
    """The stock phases of random hands: before each move the referee, and what the mover sees."""
    for number, deal in enumerate(random_deals(hands, seed, rules)):
        random = Random(f"{seed}/{number}")
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            yield referee, view
            play_on(referee, 1, random)


def true_world(referee: Referee, view: StockPosition) -> bytes:
    """The world that a view is of, as a row of `Belief`: the other hand in order, the stock."""
    other: Seat = view.turn.other
    hand = referee.hand(other)
    for card in view.hand(other).known:
        hand = hand.without(card)
    whole = referee.position()
    assert isinstance(whole, StockPosition)
    assert isinstance(whole.stock, tuple)
    stock = (card.index for card in whole.stock)
    return bytes((*sorted(card.index for card in hand), *stock))


def oracle_tokens(view: StockPosition) -> dict[str, str]:
    """A view as the oracle reads it."""
    return {
        **view.tokens(),
        "rules": view.rules.name.removeprefix(f"{view.rules.deck.name}-"),
        "count": view.count.name,
        "trump": view.trump.letter,
    }


def oracle_deck(rules: Rulebook) -> list[str]:
    """The deck as the oracle reads it."""
    return [card.text() for card in rules.deck.cards()]
