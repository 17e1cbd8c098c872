"""The class of a hand before the auction: by the sum of a rule of thumb, and by what its suit pays.

The sum (``table/thumb_rule.py``) tells more of what a bidder makes than melds, trumps and aces
apart: of 18,000 hands of auction 24 classes by the sum leave a standard deviation of 61.9 points of
87.3, and 80 classes by melds, trumps and aces leave 64.9. Trumps add nothing to the sum
(``benchmarks/handbook/hand_classes.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.thumb_rule import THUMB_RULE, ThumbSum

WIDTH = 20
"""How many points a class is wide."""
# From the first sum of the second class to the first one of the last, by the cards of a hand: two
# hands in a hundred are below, one or two above.
_LARGE_HAND = 14
_ENDS_OF_LARGE, _ENDS_OF_SMALL = (160, 460), (120, 340)
# A trump that is turned up is seldom the best suit.
_ENDS_WITH_UPCARD = (80, 280)


class HandClass(NamedTuple):
    """A class of hands before the auction.

    Attributes:
        factor: how many times the base the best suit pays; 1 where all suits pay alike.
        low, high: the lowest and the highest sum; None at an end.
    """

    factor: int
    low: int | None
    high: int | None

    @property
    def sums(self) -> str:
        """``300-319``, ``under 160`` or ``460+``."""
        if self.low is None:
            assert self.high is not None
            return f"under {self.high + 1}"
        return f"{self.low}+" if self.high is None else f"{self.low}-{self.high}"

    def wider(self) -> HandClass:
        """The class with those next to it: there are fewer hands of records."""
        low = None if self.low is None else self.low - WIDTH
        return self._replace(low=low, high=None if self.high is None else self.high + WIDTH)

    def has(self, factor: int, points: int) -> bool:
        """Whether a hand with such a sum is of it."""
        return (
            factor == self.factor
            and (self.low is None or points >= self.low)
            and (self.high is None or points <= self.high)
        )

    def text(self) -> str:
        """``2x 300-319``: the name in a table."""
        return self.sums if self.factor == 1 else f"{self.factor}x {self.sums}"


def sum_of(rules: TableRules, hand: Hand) -> ThumbSum:
    """The highest sum of a hand as it was dealt."""
    return THUMB_RULE.best_of(hand, rules.melds)


def class_of(rules: TableRules, found: ThumbSum) -> HandClass:
    """The class of a hand with this sum."""
    factor = factor_of(rules, found)
    first, last = _ends(rules)
    if found.points < first:
        return HandClass(factor, None, first - 1)
    if found.points >= last:
        return HandClass(factor, last, None)
    low = found.points // WIDTH * WIDTH
    return HandClass(factor, low, low + WIDTH - 1)


def _ends(rules: TableRules) -> tuple[int, int]:
    if rules.auction is not None:
        return _ENDS_OF_LARGE if rules.hand >= _LARGE_HAND else _ENDS_OF_SMALL
    return _ENDS_WITH_UPCARD


def factor_of(rules: TableRules, found: ThumbSum) -> int:
    """How many times the base the suit of a sum pays; 1 where all suits pay alike."""
    if rules.money is None or rules.money.in_points:
        return 1
    return rules.money.factors[found.trump]


def bids_of(rules: TableRules) -> range:
    """The contracts that hands are counted at: the lowest from 100 on, and every 50 above it."""
    assert rules.auction is not None
    lowest = max(rules.auction.lowest, _LEAST_BID)
    return range(lowest, min(rules.auction.highest, _MOST_BID) + 1, BRACKET)


def bracket_of(rules: TableRules, contract: int) -> int:
    """The bid of `bids_of` at or below a contract; the lowest for one below all."""
    bids = bids_of(rules)
    return next((bid for bid in reversed(bids) if bid <= contract), bids[0])


BRACKET = 50
"""How far the contracts lie apart at which hands are counted."""
_LEAST_BID, _MOST_BID = 100, 650
