"""A rule of thumb for the value of a hand as it was dealt: sums to learn by heart.

Points for what is held are added to the melds held, for each trump in turn, and the highest sum
counts. The points were fitted to hands of the game for stakes, and tell there how far to bid
(``docs/handbook/BY-HEART.md``). In other games hands of one sum are about as good as each other,
but make more or less than that.

>>> hand = Hand.parse("AATKQJ.TKQ.KQ.TKJ9")
>>> found = THUMB_RULE.sum_of(hand, Suit.SPADES)
>>> found.points, found.melds, found.numbers
(430, 270, (6, 2, 1, 0, 0, 1, 0, 1))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.rules.cards import Hand, Rank, Suit
from pinochle_solver.table.melds import MELD_VALUES, MeldValues, most_meld_points

TERMS = (
    "each trump",
    "each ace of trumps",
    "each ten of trumps",
    "each other ace",
    "each card of another suit over four",
    "a pinochle, if only its queen or jack is held",
    "each card that would complete a run",
    "each card that would complete aces, kings or queens",
)
SHORT_TERMS = (
    "trumps",
    "aces of trumps",
    "tens of trumps",
    "other aces",
    "long suits",
    "half a pinochle",
    "a card short of a run",
    "a card short of aces, kings or queens",
)
"""The same in short."""
_LONG = 4
_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_AROUND = (Rank.ACE, Rank.KING, Rank.QUEEN)


class ThumbSum(NamedTuple):
    """What a hand comes to with a trump.

    Attributes:
        trump: the trump.
        points: the sum.
        melds: the points of the melds held.
        numbers: how many of each of `TERMS` the hand has.
        added: the points for them.
    """

    trump: Suit
    points: int
    melds: int
    numbers: tuple[int, ...]
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThumbRule:
    """Points to add to the melds.

    Attributes:
        start: what every hand begins with.
        points: for each of `TERMS`.
    """

    start: int
    points: tuple[int, ...]

    def best_of(self, hand: Hand, values: MeldValues = MELD_VALUES) -> ThumbSum:
        """The highest sum of a hand, of equals the first in the order of suits."""
        return max((self.sum_of(hand, trump, values) for trump in Suit), key=lambda s: s.points)

    def sum_of(self, hand: Hand, trump: Suit, values: MeldValues = MELD_VALUES) -> ThumbSum:
        """The sum of a hand with a trump.

        Args:
            hand: the cards as dealt.
            trump: the trump.
            values: what melds are worth.
        """
        melds, numbers = most_meld_points(hand, trump, values), terms_of(hand, trump)
        both = zip(self.points, numbers, strict=True)
        added = tuple(point * number for point, number in both)
        return ThumbSum(trump, melds + self.start + sum(added), melds, numbers, added)


THUMB_RULE = ThumbRule(35, (10, 20, 10, 15, 15, 5, 20, 10))
"""The rule as it was fitted."""


def terms_of(hand: Hand, trump: Suit) -> tuple[int, ...]:
    """How many of each of `TERMS` a hand has with a trump."""
    ranks = {suit: hand.ranks_text(suit) for suit in Suit}
    trumps = ranks[trump]
    plain = [held for suit, held in ranks.items() if suit is not trump]
    has_queen, has_jack = "Q" in ranks[Suit.SPADES], "J" in ranks[Suit.DIAMONDS]
    return (
        len(trumps),
        trumps.count("A"),
        trumps.count("T"),
        sum(held.count("A") for held in plain),
        sum(max(len(held) - _LONG, 0) for held in plain),
        int(has_queen != has_jack),
        _one_short([rank.letter in trumps for rank in _RUN]),
        sum(_one_short([rank.letter in held for held in ranks.values()]) for rank in _AROUND),
    )


def _one_short(held: Sequence[bool]) -> int:
    return int(held.count(False) == 1)
