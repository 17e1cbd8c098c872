"""Rules of the playoff as the records the compiled solver reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pinochle_solver._core import layout
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook

RulesRow = tuple[Rulebook, CardCount]


def rules_table(rows: Iterable[RulesRow]) -> bytes:
    """The records of rulebooks with their counts, one after the other."""
    return b"".join(layout.pack_rules(playoff_fields(rules, count)) for rules, count in rows)


def playoff_fields(rules: Rulebook, count: CardCount) -> dict[str, Any]:
    """What a rulebook and a count say of the playoff, by the record's fields (``layout.pxd``)."""
    return {
        "rank_points": count.by_rank(),
        "last_trick": count.last_trick,
        "must_head_plain": rules.must_head_plain,
        "must_head_trumps": rules.must_head_trumps,
        "must_trump": rules.must_trump,
    }
