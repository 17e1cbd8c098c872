"""Rules of the playoff as the records the compiled solver reads.

One set of rules is twelve 16-bit numbers, described in ``ext/pinochle_solver/_core/layout.pxd``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from pinochle_solver.rules.rules import CardCount, Rulebook

RulesRow = tuple[Rulebook, CardCount]

NO_CARD = 255


def rules_table(rows: Iterable[RulesRow]) -> bytes:
    """The records of rulebooks with their counts, one after the other."""
    return b"".join(
        struct.pack(
            "=12h",
            *count.by_rank(),
            count.last_trick,
            rules.must_head_plain,
            rules.must_head_trumps,
            rules.must_trump,
        )
        for rules, count in rows
    )
