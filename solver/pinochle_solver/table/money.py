"""What a hand for stakes pays, and when to give it up (RULES-TABLE.md, sections 6 and 9).

Amounts are in cents, or with the option `points` in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.rules import MoneyRules, TableRules

_HALF_KITTY = 350
_WHOLE_KITTY = 400
"""The lowest contracts for half the kitty, where the rules have it, and for all of it."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a contract is played for.

    Attributes:
        made: what the bidder gets from each opponent if the contract is made.
        conceded: what he pays to each if he gives the contract up; below 0 he gets it.
        lost: what he pays to each if the contract is set; below 0 he gets it.
        kitty_made: what he takes from the kitty if the contract is made.
        kitty_conceded, kitty_lost: what he pays to the kitty otherwise.
    """

    made: int
    conceded: int
    lost: int
    kitty_made: int = 0
    kitty_conceded: int = 0
    kitty_lost: int = 0


def base_of(money: MoneyRules, contract: int) -> int:
    """The base of a contract; 0 if there is none (a `contract` of 0)."""
    if money.in_points:
        return contract
    base = contract // 10
    for lowest, cents in money.bases:
        if contract >= lowest:
            base = cents
    return base


def has_four_aces(dealt: Hand) -> bool:
    """Whether there are four different aces in a hand."""
    return all(Card(Rank.ACE, suit) in dealt for suit in Suit)


def paid_for_aces(rules: TableRules) -> int:
    """What a bidder dealt four different aces gets from each opponent; 0 if nothing is paid."""
    if rules.money is None or not rules.money.aces:
        return 0
    assert rules.auction is not None
    return base_of(rules.money, rules.auction.lowest)


def stakes_of(
    money: MoneyRules, contract: int, trump: Suit, kitty: int = 0, for_aces: int = 0
) -> Stakes:
    """What a contract is played for in a suit.

    Args:
        money: what the rules pay.
        contract: what was bid.
        trump: the suit.
        kitty: what is in the kitty before the hand.
        for_aces: what the bidder gets from each opponent for aces, made or not.
    """
    base = base_of(money, contract)
    worth = money.factors[trump] * base
    prize, conceded, lost = 0, base, 2 * base
    if contract >= _WHOLE_KITTY:
        prize, conceded, lost = kitty, kitty, 2 * kitty
    elif contract >= _HALF_KITTY and money.half_kitty:
        prize, conceded, lost = kitty // 2, kitty - kitty // 2, kitty
    if not money.kitty:
        prize = conceded = lost = 0
    return Stakes(worth + for_aces, base - for_aces, 2 * worth - for_aces, prize, conceded, lost)


def least_chance(stakes: Stakes, opponents: int) -> Fraction:
    """From what chance to make it, playing a contract is no worse than giving it up.

    Args:
        stakes: what the contract is played for.
        opponents: how many opponents are paid: two, or three with an out dealer.
    """
    played = opponents * stakes.lost + stakes.kitty_lost
    given_up = opponents * stakes.conceded + stakes.kitty_conceded
    return Fraction(played - given_up, played + opponents * stakes.made + stakes.kitty_made)
