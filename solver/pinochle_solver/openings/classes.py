"""The class of an opening hand: by its trumps, its aces, its best meld, and who leads."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rules import Rulebook

_MOST_TRUMPS, _FEWEST_TRUMPS = 4, 1
_MOST_ACES, _FEWEST_ACES = 3, 1
# In units of melds: kings and aces around, the run, and anything that scores more; below them
# marriages and the pinochle.
_LARGE, _SMALL = 6, 2

MELD_WORDS = {"none": "no meld of 20", "small": "a small meld", "large": "a meld of 60 or more"}
"""The best meld of a class, in words."""


class OpeningClass(NamedTuple):
    """A class of opening hands.

    Attributes:
        leads: whether the seat leads to the first trick; the dealer does not.
        trumps: ``0-1``, ``2``, ``3`` or ``4+``.
        aces: ``0-1``, ``2`` or ``3+``.
        meld: the best meld that is dealt whole: ``none``, ``small`` (20 to 50 points) or ``large``.
    """

    leads: bool
    trumps: str
    aces: str
    meld: str

    def text(self) -> str:
        """``leads 3 2 small``: the name in a table."""
        return f"{'leads' if self.leads else 'deals'} {self.trumps} {self.aces} {self.meld}"


def class_of(rules: Rulebook, trump: Suit, hand: Hand, *, leads: bool) -> OpeningClass:
    """The class of a hand.

    Args:
        rules: the rulebook.
        trump: the trump suit.
        hand: all cards dealt to the seat.
        leads: whether it leads to the first trick.
    """
    trumps = sum(card.suit is trump for card in hand)
    aces = sum(card.rank is Rank.ACE for card in hand)
    best = max(
        (
            meld.kind.points
            for meld in melds_of(rules, trump)
            if all(hand.count(card) >= meld.cards.count(card) for card in meld.cards)
        ),
        default=0,
    )
    units = best / rules.meld_unit
    size = "large" if units >= _LARGE else "small" if units >= _SMALL else "none"
    return OpeningClass(
        leads,
        _grouped(trumps, _FEWEST_TRUMPS, _MOST_TRUMPS),
        _grouped(aces, _FEWEST_ACES, _MOST_ACES),
        size,
    )


def _grouped(number: int, fewest: int, most: int) -> str:
    if number <= fewest:
        return f"0-{fewest}"
    return f"{most}+" if number >= most else str(number)


def card_kind(card: Card, trump: Suit) -> str:
    """``trump A`` or ``plain T``: a card without its suit."""
    return f"{'trump' if card.suit is trump else 'plain'} {card.text()[0]}"
