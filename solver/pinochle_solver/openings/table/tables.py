"""The tables of hands of three and four that are published, as `openings.tables` has them.

Those of games with an auction count what was tried, the others what was played.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pinochle_solver.openings.table.tallies import HandTally
from pinochle_solver.openings.tables import OpeningTable, TallyT, table_in
from pinochle_solver.openings.tallies import ClassTally
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules

TABLES = files("pinochle_solver.openings.table") / "tables"


def published_table(rules: TableRules) -> OpeningTable[HandTally] | None:
    """The table of a rulebook with an auction and without options; None if there is none."""
    return _published(rules, HandTally)


def published_played_table(rules: TableRules) -> OpeningTable[ClassTally] | None:
    """The table of a rulebook without an auction and without options; None if there is none."""
    return _published(rules, ClassTally)


@cache
def _published(rules: TableRules, kind: type[TallyT]) -> OpeningTable[TallyT] | None:
    if TABLE_RULEBOOKS.get(rules.name) != rules:
        return None
    return table_in(TABLES, rules.name, kind)
