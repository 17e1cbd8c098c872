"""Exact counts of hands, widows and splits: how many ways there are to deal cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

UNSEEN, WIDOW, HAND = 33, 3, 15
"""What a bidder does not see, the cards of a widow, and of a hand."""
COPIES = 2
WIDOWS = comb(UNSEEN, WIDOW)
RANKS = "ATKQJ9"


def widows_with(kinds: int, least: int) -> int:
    """Of all widows, those with so many different of some cards of which both copies are unseen.

    Args:
        kinds: how many such cards there are.
        least: how many different of them lie in the widow at least.
    """
    return _dealt([COPIES] * kinds, WIDOW, UNSEEN, lambda found: sum(map(bool, found)) >= least)


def widows_of_suit(held: int, least: int) -> int:
    """Of all widows, those with so many more cards of a suit of which so many are held."""
    return _dealt([12 - held], WIDOW, UNSEEN, lambda found: found[0] >= least)


def _dealt(
    groups: Sequence[int], cards: int, of: int, counts: Callable[[tuple[int, ...]], bool]
) -> int:
    """In how many ways cards are dealt with so many of each group; the rest is of none."""
    rest = of - sum(groups)
    return sum(
        prod(map(comb, groups, found)) * comb(rest, cards - sum(found))
        for found in product(*(range(min(group, cards) + 1) for group in groups))
        if sum(found) <= cards and counts(found)
    )


def split(out: int, one: int) -> Fraction:
    """The chance that of so many cards of a suit, out in two hands of fifteen, they lie so.

    Args:
        out: how many are out.
        one: how many one of the hands has, it does not matter which.
    """
    ways = comb(out, one) * comb(2 * HAND - out, HAND - one)
    return Fraction(ways * (1 if 2 * one == out else 2), comb(2 * HAND, HAND))


def all_in_one_hand(cards: int) -> Fraction:
    """The chance that so many cards that are out all lie in one of two hands of fifteen."""
    return Fraction(2 * comb(2 * HAND - cards, HAND - cards), comb(2 * HAND, HAND))


def hands_with(cards: int, is_so: Callable[[dict[str, int]], bool], *, in_all: bool) -> Fraction:
    """The chance that something is so of every suit of a hand, or of one of them at least.

    Args:
        cards: how many the hand has, of 48.
        is_so: says it of a suit, by how many of each rank are held.
        in_all: of every suit, or of one at least.
    """
    ways = _ways_of_suit(lambda suit: is_so(suit) == in_all)
    total, every = [1], [1]
    for _ in range(4):
        total = _times(total, ways)
        every = _times(every, _ways_of_suit(lambda _: True))
    part = Fraction(total[cards], every[cards])
    return part if in_all else 1 - part


def _ways_of_suit(is_so: Callable[[dict[str, int]], bool]) -> list[int]:
    """In how many ways a suit of so many cards is held, by how many."""
    ways = [0] * (COPIES * len(RANKS) + 1)
    for held in product(range(COPIES + 1), repeat=len(RANKS)):
        if is_so(dict(zip(RANKS, held, strict=True))):
            ways[sum(held)] += prod(comb(COPIES, each) for each in held)
    return ways


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    product_ = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product_[i + j] += a * b
    return product_
