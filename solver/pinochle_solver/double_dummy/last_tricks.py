"""How many last tricks of a playout are played as with all cards face up.

There seats know most of what is hidden, and the policy errs by more than open cards do. How many
was measured by ``benchmarks/strength/table_ends.py``.
"""

from __future__ import annotations

from pinochle_solver.table.rules import TableRules

OPEN_TRICKS = 3
OPEN_TRICKS_FOR_CHECKS = 5
"""In games for checks, in which most hands are worth as many whatever is played."""


def open_tricks_of(rules: TableRules) -> int:
    """How many there are in a card's playout."""
    return OPEN_TRICKS if rules.checks is None else OPEN_TRICKS_FOR_CHECKS
