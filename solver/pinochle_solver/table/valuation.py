"""MacDougall's system for valuing a hand before the widow is turned ("Valuation of hands", 1947).

Four sums are added: for long suits, for high cards ("playing value"), for the melds held, and for
the widow. The *safe* value is their sum. The *normal* value has, besides, a part of the melds for
which one card is missing. He says that a safe bid is made nine times in ten and a normal one twice
in three.

>>> hand = Hand.parse("AATKQ9.ATQJ9.AQQ.A")
>>> value = value_of(hand, Suit.SPADES, has_widow=True)
>>> value.suits, value.cards, value.melds, value.widow, value.openings
(60, 90, 150, 30, 60.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.melds import MELD_VALUES, MeldValues, most_meld_points
from pinochle_solver.table.rules import TableRules

PARTNER = 90
"""What a partner's melds and cards add to the total of a bidder, on average."""
_LONG = 4
_A_LONG_CARD = 20
_LONG_SUITS = 2
# What aces and tens of a suit are worth, by how many of each are held.
_HIGH_CARDS = {(1, 0): 10, (2, 0): 25, (1, 1): 20, (1, 2): 30, (2, 1): 40, (2, 2): 50}
_UNDER_ACE_AND_TEN = {(1, 0): 5, (2, 0): 10, (1, 1): 10, (2, 1): 10, (1, 2): 10, (2, 2): 10}
# The part of a meld that a missing card is worth, by how many cards would complete one.
_CHANCES = (0.0, 1 / 6, 1 / 3, 1 / 2, 4 / 7)
_WIDOW, _WIDOW_FOR_PINOCHLE = 20, 30
_MANY_MARRIAGES, _MANY_HIGH_CARDS, _MANY_TRUMPS = 3, 8, 8
_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a hand is worth with one suit as trump, in points.

    Attributes:
        trump: the suit.
        suits: for long suits headed by an ace and a ten, or by ace, king and queen.
        cards: for the high cards of every suit.
        melds: the most that it can meld.
        widow: what a widow usually adds; 0 without one.
        openings: the part of the melds for which one card is missing; 0 without a widow.
    """

    trump: Suit
    suits: int
    cards: int
    melds: int
    widow: int
    openings: float

    @property
    def safe(self) -> int:
        """Without the melds for which a card is missing."""
        return self.suits + self.cards + self.melds + self.widow

    @property
    def normal(self) -> float:
        """With the part of them that can be hoped for."""
        return self.safe + self.openings


def value_of(
    hand: Hand, trump: Suit, *, has_widow: bool, values: MeldValues = MELD_VALUES
) -> HandValue:
    """What a hand is worth with this suit as trump.

    Args:
        hand: the cards as dealt.
        trump: the suit.
        has_widow: whether the bidder gets a widow.
        values: what melds are worth.
    """
    (value,) = _values(hand, (trump,), has_widow, values)
    return value


def best_value(hand: Hand, *, has_widow: bool, values: MeldValues = MELD_VALUES) -> HandValue:
    """The value with the trump for which the normal one is highest, the first of equals."""
    return max(_values(hand, Suit, has_widow, values), key=lambda value: value.normal)


def advised_limit(hand: Hand, rules: TableRules) -> int:
    """The highest bid that the advice allows with a hand as it was dealt.

    In games for stakes it ends at the foot of a pay bracket, because a higher bid in the same
    bracket pays no more.
    """
    value = best_value(hand, has_widow=bool(rules.widow), values=rules.melds)
    limit = value.safe if rules.money is None else value.normal
    limit += PARTNER if rules.partners else 0
    if rules.money is not None and not rules.money.in_points:
        feet = [lowest for lowest, _ in rules.money.bases if lowest <= limit]
        return max(feet, default=0)
    return int(limit) // 10 * 10


def _values(
    hand: Hand, trumps: Iterable[Suit], has_widow: bool, values: MeldValues
) -> list[HandValue]:
    """As `value_of`, for each of these trumps; a search values hands by the thousand."""
    by_suit = [hand.ranks_text(suit) for suit in Suit]
    suits = sum(sorted(map(_long_suit, by_suit), reverse=True)[:_LONG_SUITS])
    cards = sum(map(_playing_value, by_suit))
    openings = _openings(hand, values) if has_widow else 0.0
    return [
        HandValue(
            trump=trump,
            suits=suits,
            cards=cards,
            melds=most_meld_points(hand, trump, values),
            widow=_widow(by_suit, trump) if has_widow else 0,
            openings=openings,
        )
        for trump in trumps
    ]


def _long_suit(ranks: str) -> int:
    is_headed = "A" in ranks and ("T" in ranks or ("K" in ranks and "Q" in ranks))
    return _A_LONG_CARD * max(len(ranks) - _LONG, 0) if is_headed else 0


def _playing_value(ranks: str) -> int:
    aces, tens, kings, queens = (min(ranks.count(rank), 2) for rank in "ATKQ")
    value = _HIGH_CARDS.get((aces, tens), 0)
    return value + (_UNDER_ACE_AND_TEN.get((kings, queens), 0) if aces and tens else 0)


def _widow(by_suit: Sequence[str], trump: Suit) -> int:
    marriages = sum(min(ranks.count("K"), ranks.count("Q")) for ranks in by_suit)
    high_cards = sum(ranks.count("A") + ranks.count("T") for ranks in by_suit)
    if (
        marriages > _MANY_MARRIAGES
        or high_cards > _MANY_HIGH_CARDS
        or len(by_suit[trump]) > _MANY_TRUMPS
    ):
        return 0
    has_pinochle = "Q" in by_suit[Suit.SPADES] and "J" in by_suit[Suit.DIAMONDS]
    in_pinochle_suit = trump in (Suit.SPADES, Suit.DIAMONDS)
    return _WIDOW_FOR_PINOCHLE if in_pinochle_suit and not has_pinochle else _WIDOW


def _openings(hand: Hand, values: MeldValues) -> float:
    """The average of the large melds that single cards would complete, times their chance."""
    gains: dict[int, int] = {}
    for cards, points in _large_melds(values):
        missing = [card for card in cards if not hand.counts[card]]
        if len(missing) == 1:
            gains[missing[0]] = max(gains.get(missing[0], 0), points)
    if not gains:
        return 0.0
    chance = _CHANCES[min(len(gains), len(_CHANCES) - 1)]
    return chance * sum(gains.values()) / len(gains)


@cache
def _large_melds(values: MeldValues) -> list[tuple[list[int], int]]:
    """The melds for which one card may be missing, by `Card.index`, and what they are worth."""
    runs = [([Card(rank, suit).index for rank in _RUN], values.run) for suit in Suit]
    of_four = (
        (Rank.ACE, values.aces),
        (Rank.KING, values.kings),
        (Rank.QUEEN, values.queens),
    )
    fours = [([Card(rank, suit).index for suit in Suit], points) for rank, points in of_four]
    return runs + fours
