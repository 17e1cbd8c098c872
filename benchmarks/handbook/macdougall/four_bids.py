"""The four bids that MacDougall names for a hand: safe, normal, risk and wild.

Safe and normal are his values of the hand with its best trump, taken down to the foot of a bracket
of the stakes (``valuation``); below the lowest bid the brackets are taken to go on by 50 points.
His example goes up bracket by bracket from there: a risk bid is one bracket above the normal one, a
wild bid two.
"""

from __future__ import annotations

from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.valuation import HandValue, best_value

KINDS = ("safe", "normal", "risk", "wild")
SAID = (0.90, 0.65, 0.35, 0.10)
"""How often he says that each is made."""
LOWEST = 250
"""The lowest bid that may be made."""
BRACKET = 50


def valued(hand: Hand) -> HandValue:
    """The hand as he values it, with its best trump."""
    return best_value(hand, has_widow=True)


def foot_of(points: float) -> int:
    """The foot of the bracket that so many points reach."""
    return int(points) // BRACKET * BRACKET


def four_bids(hand: Hand) -> tuple[int, int, int, int]:
    """The bids, in the order of `KINDS`; the first may be below `LOWEST`."""
    value = valued(hand)
    normal = foot_of(value.normal)
    return foot_of(value.safe), normal, normal + BRACKET, normal + 2 * BRACKET
