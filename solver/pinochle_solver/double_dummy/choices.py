"""The trumps and burials that are worth a trial, of hundreds (RULES-TABLE.md, section 2).

A burial is looked for among the cards that can best be spared: those that cost no melds and win
little. How good the rest would be in play is guessed by a rule of thumb, which only says what is
tried first, or at all; what is tried is then played out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import NO_CARDS, Bury

# Burials are made of so many different cards more than are buried.
_TO_SPARE = 5
# What a card is guessed to be worth in play: a trump, more if it is high, and high plain cards.
_TRUMP = 7.0
_HIGH_TRUMP = {Rank.ACE: 8.0, Rank.TEN: 4.0, Rank.KING: 2.0}
_PLAIN = {Rank.ACE: 12.0, Rank.TEN: 4.0}


@dataclass(frozen=True, slots=True)
class Choice:
    """A trump and a burial, all melds laid.

    Attributes:
        move: the decision.
        kept: the cards kept.
        melds: what they can meld.
        buried: what the burial counts.
        guess: what melds, burial and play may come to.
    """

    move: Bury
    kept: Hand
    melds: int
    buried: int
    guess: float


def likely_choices(hand: Hand, widow: int, count: CardCount, most: int) -> list[Choice]:
    """The best trumps and burials by guess, the best first.

    Args:
        hand: the bidder's cards, the widow's among them.
        widow: how many he buries; 0 in the games without a widow, where only trump is named.
        count: what cards count.
        most: how many of them.
    """
    choices = (
        choice_of(hand, Bury(trump, burial), count)
        for trump in Suit
        for burial in _likely_burials(hand, widow, trump)
    )
    return nlargest(most, choices, key=lambda choice: choice.guess)


def choice_of(hand: Hand, move: Bury, count: CardCount) -> Choice:
    """A decision of the bidder's, all melds laid, with what it comes to before the play."""
    kept = less(hand, move.cards)
    melds, buried = most_meld_points(kept, move.trump), count.of(move.cards)
    return Choice(move, kept, melds, buried, melds + buried + _in_play(kept, move.trump))


def _likely_burials(hand: Hand, widow: int, trump: Suit) -> Iterator[Hand]:
    if not widow:
        yield NO_CARDS
        return
    melds = most_meld_points(hand, trump)

    def cost(card: Card) -> float:
        spoilt = melds - most_meld_points(hand.without(card), trump)
        return spoilt + _card_in_play(card, trump)

    spared = sorted(hand.distinct(), key=cost)[: widow + _TO_SPARE]
    cards = [card for card in spared for _ in range(min(hand.count(card), widow))]
    for burial in dict.fromkeys(combinations(cards, widow)):
        yield Hand.of(burial)


def _in_play(kept: Hand, trump: Suit) -> float:
    return sum(_card_in_play(card, trump) for card in kept)


def _card_in_play(card: Card, trump: Suit) -> float:
    if card.suit == trump:
        return _TRUMP + _HIGH_TRUMP.get(card.rank, 0.0)
    return _PLAIN.get(card.rank, 0.0)
