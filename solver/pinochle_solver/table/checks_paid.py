"""What is paid in checks for a hand (RULES-TABLE.md, section 6, `check` and `check-original`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

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
from pinochle_solver.table.seats import Seat

_BRACKET = 50
CONTRACT, SET, ALL_TRICKS = "the contract", "setting the contract", "all tricks"


class CheckPart(NamedTuple):
    """Some of the checks that a side gets for a hand.

    Attributes:
        what: what they are for: `CONTRACT`, `SET`, `ALL_TRICKS`, or melds: ``jacks``.
        checks: how many they are, 1 or more.
        seat: who has laid these melds; None: they are for something else.
    """

    what: str
    checks: int
    seat: Seat | None = None


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


def contract_part(
    rules: CheckRules, contract: int, *, is_bidding: bool, is_made: bool
) -> tuple[CheckPart, ...]:
    """The checks that a side gets for the contract alone, as `contract_share`; empty for none."""
    checks = contract_share(rules, contract, is_bidding=is_bidding, is_made=is_made)
    return (CheckPart(CONTRACT if is_bidding else SET, checks),) if checks else ()


def hand_check_parts(
    rules: CheckRules,
    contract: int,
    *,
    is_bidding: bool,
    is_made: bool,
    melds: Iterable[CheckPart],
    has_all_tricks: bool,
) -> tuple[CheckPart, ...]:
    """What a side gets in checks for a hand that was played.

    Args:
        rules: what is paid.
        contract: what was bid.
        is_bidding: whether the side bid it.
        is_made: whether it was made.
        melds: the checks for what the side has laid, as far as its melds count.
        has_all_tricks: whether it has won all tricks.
    """
    parts = contract_part(rules, contract, is_bidding=is_bidding, is_made=is_made)
    if is_bidding and not is_made:
        return parts
    tricks = (CheckPart(ALL_TRICKS, rules.all_tricks),) if has_all_tricks else ()
    return *parts, *melds, *tricks


def game_checks(rules: CheckRules, losers: int) -> int:
    """The checks for winning the game if the best of the losers stands at this score."""
    return rules.game + (rules.game_at_zero if losers <= 0 else 0)


def meld_checks(rules: CheckRules, melds: TableMelds) -> int:
    """The checks for what one seat has laid, in all."""
    return sum_of(meld_check_parts(rules, melds, None))


def meld_check_parts(
    rules: CheckRules, melds: TableMelds, seat: Seat | None
) -> tuple[CheckPart, ...]:
    """The checks for what one seat has laid: each run and set counts in one line, for the most.

    Args:
        rules: what is paid.
        melds: what was laid.
        seat: who has laid it, named in the parts.
    """
    kinds = Counter(meld.kind for meld in melds)
    sets = [(kind.name, kinds[kind]) for kind in (KINGS, QUEENS, JACKS)]
    lines = (
        *_most(_runs_and_aces(rules, kinds[RUN], kinds[ACES])),
        *_most(_houses_and_sets(rules, roundhouses(melds), sets)),
        _one_or_two("pinochle", "double pinochle", rules.pinochle, kinds[PINOCHLE]),
    )
    return tuple(CheckPart(what, checks, seat) for what, checks in lines if checks)


def sum_of(parts: Iterable[CheckPart]) -> int:
    """The checks of some parts together."""
    return sum(part.checks for part in parts)


_Lines = tuple[tuple[str, int], ...]


def _most(choices: Iterable[_Lines]) -> _Lines:
    """Of several ways to count the one that pays most."""
    return max(choices, key=lambda lines: sum(checks for _, checks in lines))


def _runs_and_aces(rules: CheckRules, runs: int, aces: int) -> Iterator[_Lines]:
    for both in range(min(runs, aces) + 1):
        yield (
            ("run and aces", both * rules.run_and_aces),
            _one_or_two("run", "double run", rules.run, runs - both),
            _one_or_two("aces", "eight aces", rules.aces, aces - both),
        )


def _houses_and_sets(
    rules: CheckRules, houses: int, sets: list[tuple[str, int]]
) -> Iterator[_Lines]:
    for n in range(houses + 1):
        # A roundhouse takes the place of a set of kings and of one of queens.
        left = [(name, number - n * (name != JACKS.name)) for name, number in sets]
        yield (
            ("roundhouse", rules.roundhouse * n),
            *((f"eight {name}" if m > 1 else name, rules.four * m) for name, m in left),
        )


def _one_or_two(one: str, two: str, line: tuple[int, int], number: int) -> tuple[str, int]:
    return (one, two)[number > 1], (0, *line)[number]
