"""What is paid in checks for a hand (RULES-TABLE.md, section 6, `check` and `check-original`)."""

from __future__ import annotations

from collections import Counter

from pinochle_solver.table.melds import (
    ACES,
    JACKS,
    KINGS,
    PINOCHLE,
    QUEENS,
    RUN,
    TableMelds,
    roundhouses,
)
from pinochle_solver.table.rules import FIRST_CHECKS, CheckRules

_BRACKET = 50


def contract_checks(rules: CheckRules, contract: int) -> int:
    """The checks for making a contract of 200 or more; setting it pays twice as many."""
    bracket = (contract - FIRST_CHECKS) // _BRACKET
    last = len(rules.contract) - 1
    return rules.contract[min(bracket, last)] + max(bracket - last, 0) * rules.further


def contract_share(rules: CheckRules, contract: int, *, is_bidding: bool, is_made: bool) -> int:
    """The checks that a side gets for the contract alone: twice as many for setting it."""
    if is_bidding:
        return contract_checks(rules, contract) if is_made else 0
    return 0 if is_made else 2 * contract_checks(rules, contract)


def hand_checks(
    rules: CheckRules,
    contract: int,
    *,
    is_bidding: bool,
    is_made: bool,
    melds: int,
    has_all_tricks: bool,
) -> int:
    """The checks that a side gets for a hand that was played.

    Args:
        rules: what is paid.
        contract: what was bid.
        is_bidding: whether the side bid it.
        is_made: whether it was made.
        melds: the checks for what the side has laid, as far as its melds count.
        has_all_tricks: whether it has won all tricks.
    """
    checks = contract_share(rules, contract, is_bidding=is_bidding, is_made=is_made)
    if is_bidding and not is_made:
        return checks
    return checks + melds + rules.all_tricks * has_all_tricks


def game_checks(rules: CheckRules, losers: int) -> int:
    """The checks for winning the game if the best of the losers stands at this score."""
    return rules.game + (rules.game_at_zero if losers <= 0 else 0)


def meld_checks(rules: CheckRules, melds: TableMelds) -> int:
    """The checks for what one seat has laid: each run and set counts in one line, for the most."""
    kinds = Counter(meld.kind for meld in melds)
    checks = _runs_and_aces(rules, kinds[RUN], kinds[ACES])
    houses = roundhouses(melds)
    sets = kinds[KINGS] + kinds[QUEENS] + kinds[JACKS]
    checks += max(rules.four * (sets - 2 * n) + rules.roundhouse * n for n in range(houses + 1))
    return checks + _one_or_two(rules.pinochle, kinds[PINOCHLE])


def _runs_and_aces(rules: CheckRules, runs: int, aces: int) -> int:
    return max(
        both * rules.run_and_aces
        + _one_or_two(rules.run, runs - both)
        + _one_or_two(rules.aces, aces - both)
        for both in range(min(runs, aces) + 1)
    )


def _one_or_two(line: tuple[int, int], number: int) -> int:
    return (0, *line)[number]
