"""What a contract is played for in the games for stakes, in words."""

from __future__ import annotations

from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.money import base_of
from pinochle_solver.table.rules import MoneyRules

_TIMES = {2: "double", 3: "triple"}


def stake_told(money: MoneyRules, contract: int, trump: Suit | None) -> str:
    """What the bidder is paid by each of the others if the contract is made.

    Args:
        money: what the rules pay.
        contract: what was bid.
        trump: the trump suit; None before it is named.

    Returns:
        ``25 cents from each``; in a dear suit ``2 x 25 cents from each, as spades are trumps``, and
        without a trump ``25 cents from each, spades count double``.
    """
    told = f"{counted(base_of(money, contract), money.unit)} from each"
    if trump is None:
        dear = (suit for suit in Suit if money.factors[suit] > 1)
        return ", ".join([told, *(_counts(suit, money.factors[suit]) for suit in dear)])
    times = money.factors[trump]
    return f"{times} x {told}, as {trump.name.lower()} are trumps" if times > 1 else told


def _counts(suit: Suit, times: int) -> str:
    return f"{suit.name.lower()} count {_TIMES.get(times, f'{times} times')}"
