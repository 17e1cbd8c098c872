"""The tables of hands before the auction that are published with the program, one a rulebook.

``benchmarks/handbook/table_openings.py`` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pinochle_solver.openings.table.tallies import HandTally
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules

TABLES = files("pinochle_solver.openings.table") / "tables"


@dataclass(frozen=True, slots=True)
class HandTable:
    """The tallies of many hands, by the name of their class.

    Attributes:
        rules: the name of the rulebook.
        players: who judged the hands, in words.
        deals: how many hands were dealt.
        seed: their seed.
        worlds: in how many deals of the other cards each was tried.
        most: how many hands of a class were tried at most.
        classes: the tallies.
    """

    rules: str
    players: str
    deals: int
    seed: int
    worlds: int
    most: int
    classes: Mapping[str, HandTally]

    def text(self) -> str:
        """The table as JSON."""
        classes = {name: each.plain() for name, each in sorted(self.classes.items())}
        told = {
            "rules": self.rules,
            "players": self.players,
            "deals": self.deals,
            "seed": self.seed,
            "worlds": self.worlds,
            "most": self.most,
            "classes": classes,
        }
        return json.dumps(told, separators=(",", ":")) + "\n"

    @classmethod
    def parse(cls, text: str) -> HandTable:
        """Read the JSON of `text`."""
        told: dict[str, Any] = json.loads(text)
        classes = {name: HandTally.of_plain(each) for name, each in told.pop("classes").items()}
        return cls(**told, classes=classes)


@cache
def published_table(rules: TableRules) -> HandTable | None:
    """The table of a rulebook without options; None if there is none."""
    file = TABLES / f"{rules.name}.json"
    if TABLE_RULEBOOKS.get(rules.name) != rules or not file.is_file():
        return None
    return HandTable.parse(file.read_text("utf-8"))
