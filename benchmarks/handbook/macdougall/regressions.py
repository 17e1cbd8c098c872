"""Straight lines fitted to what hands make: his holdings, suit by suit, and what each is worth.

*Playing points* are what a bidder makes less his melds: cards won, and the burial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.hand_means import Floats
from benchmarks.handbook.macdougall.measured_hands import DealtHand
from pinochle_solver.rules.cards import Hand, Suit

HOLDINGS = {"A": 10, "AA": 25, "AT": 20, "ATT": 30, "AAT": 40, "AATT": 50}
"""The aces and tens of a suit, and what he says that each holding is worth."""
LONE_TENS = ("T", "TT")
UNDER = ("K under AT", "KK or KQ under AT", "K or Q under an ace alone")
LONG = ("long headed trump", "long headed side suit", "long other trump", "long other side suit")
NAMES = (*HOLDINGS, *LONE_TENS, *UNDER, *LONG)


@dataclass(frozen=True, slots=True)
class Line:
    """A fitted line.

    Attributes:
        names: of the terms, without the constant.
        values: the constant and what one more of each term is worth.
        errors: their standard errors.
        left: the standard deviation that it leaves unexplained.
    """

    names: tuple[str, ...]
    values: Floats
    errors: Floats
    left: float

    def term(self, name: str) -> tuple[float, float]:
        """What one more of a term is worth, and the error."""
        place = self.names.index(name) + 1
        return float(self.values[place]), float(self.errors[place])

    def at(self, terms: NDArray[np.float64]) -> Floats:
        """(hands,) what it says of hands with these terms, (hands, terms)."""
        found: Floats = self.values[0] + terms @ self.values[1:]
        return found


def fitted(names: tuple[str, ...], terms: Floats, found: Floats) -> Line:
    """The line of least squares, with errors that hold where the spread differs (robust).

    Args:
        names: of the terms.
        terms: (hands, terms) how many of each a hand has.
        found: (hands,) what it came to.
    """
    with_one = np.column_stack([np.ones(len(terms)), terms])
    inverse = np.linalg.pinv(with_one.T @ with_one)
    values = inverse @ with_one.T @ found
    off = found - with_one @ values
    middle = (with_one * off[:, None] ** 2).T @ with_one
    errors = np.sqrt(np.diag(inverse @ middle @ inverse))
    return Line(names, values, errors, sqrt(float((off**2).mean())))


def named_trump(hand: DealtHand) -> Suit:
    """The trump that he names most often."""
    return Suit(int(np.argmax(hand.named)))


def playing_points(hands: Sequence[DealtHand]) -> Floats:
    """(hands,) what they make less their melds."""
    return np.array([hand.total - hand.melds for hand in hands])


def holdings_line(hands: Sequence[DealtHand]) -> Line:
    """The line of playing points through the holdings of the suits."""
    terms = np.array([holdings_of(hand.hand, named_trump(hand)) for hand in hands])
    return fitted(NAMES, terms, playing_points(hands))


@cache
def holdings_of(hand: str, trump: Suit) -> list[float]:
    """How many of each of `NAMES` a hand has with this trump."""
    found = dict.fromkeys(NAMES, 0.0)
    for suit in Suit:
        ranks = Hand.parse(hand).ranks_text(suit)
        high = "".join(rank for rank in ranks if rank in "AT")
        if high in found:
            found[high] += 1
        court = sum(rank in "KQ" for rank in ranks)
        if "AT" in high and court:
            found[UNDER[min(court, 2) - 1]] += "K" in ranks
        elif high in ("A", "AA"):
            found[UNDER[2]] += court
        headed = "AT" in high or ("A" in high and "K" in ranks and "Q" in ranks)
        place = 2 * (not headed) + (suit != trump)
        found[LONG[place]] += max(len(ranks) - 4, 0)
    return list(found.values())
