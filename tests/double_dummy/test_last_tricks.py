"""How many last tricks of a playout are played as with all cards face up."""

from __future__ import annotations

from pinochle_solver.double_dummy.last_tricks import open_tricks_of
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def test_five_where_checks_are_paid_and_three_elsewhere() -> None:
    five = {name for name, rules in TABLE_RULEBOOKS.items() if open_tricks_of(rules) == 5}
    assert five == {"check", "check-original"}
    others = {name for name, rules in TABLE_RULEBOOKS.items() if open_tricks_of(rules) == 3}
    assert others == {*TABLE_RULEBOOKS} - five
