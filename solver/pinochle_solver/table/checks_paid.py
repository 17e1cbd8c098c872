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


def meld_checks(rules: CheckRules, melds: TableMelds) -> int:
    """The checks for what one seat has laid: each run and set counts in one line, for the most."""
    kinds = Counter(meld.kind for meld in melds)
    checks = _runs_and_aces(rules, kinds[RUN], kinds[ACES])
    houses = roundhouses(melds)
    sets = kinds[KINGS] + kinds[QUEENS] + kinds[JACKS]
    checks += max(rules.four * (sets - 2 * n) + rules.round_house * n for n in range(houses + 1))
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
