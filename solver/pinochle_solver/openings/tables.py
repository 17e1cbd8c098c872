"""The tables of opening hands that are published with the program, one for each rulebook.

``benchmarks/handbook/opening_table.py`` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pinochle_solver.openings.tallies import ClassTally, Tally

TABLES = files("pinochle_solver.openings") / "tables"


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """The tallies of many hands, by the name of their class.

    Attributes:
        rules: the name of the rulebook.
        players: who played the hands, in words.
        deals: how many deals were played.
        seed: their seed.
        classes: the tallies.
    """

    rules: str
    players: str
    deals: int
    seed: int
    classes: Mapping[str, ClassTally]

    def text(self) -> str:
        """The table as JSON."""
        told = {
            "rules": self.rules,
            "players": self.players,
            "deals": self.deals,
            "seed": self.seed,
            "classes": {
                name: {
                    "all": _numbers(each.all),
                    "led": {kind: _numbers(tally) for kind, tally in sorted(each.led.items())},
                    "laid": {kind: _numbers(tally) for kind, tally in sorted(each.laid.items())},
                }
                for name, each in sorted(self.classes.items())
            },
        }
        return json.dumps(told, separators=(",", ":")) + "\n"

    @classmethod
    def parse(cls, text: str) -> OpeningTable:
        """Read the JSON of `text`."""
        told: dict[str, Any] = json.loads(text)
        classes = {
            name: ClassTally(
                Tally(*each["all"]),
                {kind: Tally(*numbers) for kind, numbers in each["led"].items()},
                {kind: Tally(*numbers) for kind, numbers in each["laid"].items()},
            )
            for name, each in told.pop("classes").items()
        }
        return cls(**told, classes=classes)


def _numbers(tally: Tally) -> list[float]:
    return [tally.hands, tally.total, tally.squares, tally.won, tally.tricks]


@cache
def published_table(rules: str) -> OpeningTable | None:
    """The table of a rulebook, by its name; None if there is none."""
    file = TABLES / f"{rules}.json"
    return OpeningTable.parse(file.read_text("utf-8")) if file.is_file() else None
