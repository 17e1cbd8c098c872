"""The trumps and burials, out of hundreds, that are worth a trial (RULES-TABLE.md, section 2).

Burials are sought among the cards that can best be spared: those that cost no melds and win little.
A rule of thumb guesses how good the rest would be in play. It only decides what is tried first, or
at all; what is tried is then played out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from itertools import chain, combinations
from operator import itemgetter
from types import MappingProxyType

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rules import TableRules

NOTHING: Mapping[Suit, int] = MappingProxyType({})

# Burials are chosen from this many more different cards than are buried, and for each burial asked
# for this many are looked at closely. In 100 random deals with partners (11 cards each, 4 to bury)
# the best of 48 choices is 1.2 points below the best of all in its deal; if the partner's melds are
# known, the best of 24 is 1.2 points below it, and the best of 8 3.2 (``benchmarks/calibration/``).
TO_SPARE = 6
_CLOSELY = 3

# What each card of a bidder's hand is worth in play with all cards open, and what it is worth to
# have none of a plain suit, or only one card. The numbers were fitted by least squares to the exact
# values of 2,076 random deals of three times 11 cards, where they leave 23 points of 44 (standard
# deviations) unexplained, and made smaller by 11/15.
TRUMP_IN_PLAY = {
    Rank.ACE: 31.0,
    Rank.TEN: 21.0,
    Rank.KING: 14.0,
    Rank.QUEEN: 13.0,
    Rank.JACK: 10.0,
    Rank.NINE: 10.0,
}
CARD_IN_PLAY = {
    Rank.ACE: 19.0,
    Rank.TEN: 2.5,
    Rank.KING: -1.5,
    Rank.QUEEN: -2.0,
    Rank.JACK: -1.0,
    Rank.NINE: 0.0,
}
LENGTH_IN_PLAY = (17.0, 5.5)
REST_IN_PLAY = -30.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A trump and a burial, all melds laid.

    Attributes:
        move: the decision.
        kept: the cards kept.
        melds: what they can meld.
        buried: what the burial counts.
        guess: a guess of what melds, burial and play bring.
    """

    move: Bury
    kept: Hand
    melds: int
    buried: int
    guess: float


def likely_choices(
    hand: Hand,
    rules: TableRules,
    most: int,
    partners: Mapping[Suit, int] = NOTHING,
) -> list[Choice]:
    """The best trumps and burials by guess, the best first.

    The best of each trump is always among them, if there is room, because what a hidden partner
    can meld may decide for it.

    Args:
        hand: the bidder's cards, including the widow's.
        rules: the game. Without a widow he buries nothing and only names trump.
        most: how many choices to give.
        partners: what a partner melds with each trump, if that is known.
    """
    sketched = {
        trump: [
            (sketch + partners.get(trump, 0), trump, burial)
            for sketch, burial in _burials(hand, trump, rules)
        ]
        for trump in Suit
    }
    near = nlargest(_CLOSELY * most, chain.from_iterable(sketched.values()), key=itemgetter(0))
    for of_trump in sketched.values():
        near += nlargest(_CLOSELY, of_trump, key=itemgetter(0))
    moves = dict.fromkeys(Bury(trump, Hand.of(burial)) for _, trump, burial in near)
    ranked = sorted(
        (choice_of(hand, move, rules) for move in moves),
        key=lambda choice: -(choice.guess + partners.get(choice.move.trump, 0)),
    )
    firsts = dict[Suit, int]()
    for place, choice in enumerate(ranked):
        firsts.setdefault(choice.move.trump, place)
    places = sorted(range(len(ranked)), key=lambda place: place not in firsts.values())
    return [ranked[place] for place in sorted(places[:most])]


def choice_of(hand: Hand, move: Bury, rules: TableRules) -> Choice:
    """A decision of the bidder's, with all melds laid, and what it brings before the play."""
    kept = less(hand, move.cards)
    melds = most_meld_points(kept, move.trump, rules.melds)
    buried = rules.count.of(move.cards)
    return Choice(move, kept, melds, buried, melds + buried + _in_play(kept, move.trump))


def _burials(
    hand: Hand, trump: Suit, rules: TableRules
) -> Iterator[tuple[float, tuple[Card, ...]]]:
    """Burials of the cards that can best be spared, each with a rough guess.

    If two cards of a meld are buried, both are counted as spoiling it.
    """
    widow, count, values = rules.widow, rules.count, rules.melds
    melds, in_play = most_meld_points(hand, trump, values), _in_play(hand, trump)
    lengths = {suit: len(hand.ranks_text(suit)) for suit in Suit if suit != trump}
    gain = {
        card: count.of((card,))
        - _card_in_play(card, trump)
        - melds
        + most_meld_points(hand.without(card), trump, values)
        for card in hand.distinct()
    }
    spared = sorted(gain, key=lambda card: lengths.get(card.suit, 0) - gain[card])
    spared = spared[: widow + TO_SPARE]
    cards = [card for card in spared for _ in range(min(hand.count(card), widow))]
    for burial in dict.fromkeys(combinations(cards, widow)):
        sketch = melds + in_play + sum(map(gain.__getitem__, burial))
        for suit, length in lengths.items():
            buried = sum(1 for card in burial if card.suit == suit)
            if buried:
                sketch += _short(length - buried) - _short(length)
        yield sketch, burial


def _in_play(kept: Hand, trump: Suit) -> float:
    """A guess of what a hand wins in play."""
    cards = sum(_card_in_play(card, trump) for card in kept)
    plain = (len(kept.ranks_text(suit)) for suit in Suit if suit != trump)
    return REST_IN_PLAY + cards + sum(map(_short, plain))


def _card_in_play(card: Card, trump: Suit) -> float:
    return TRUMP_IN_PLAY[card.rank] if card.suit == trump else CARD_IN_PLAY[card.rank]


def _short(length: int) -> float:
    """What it is worth to have this few cards of a plain suit."""
    return LENGTH_IN_PLAY[length] if length < len(LENGTH_IN_PLAY) else 0.0
