"""The tables of opening hands that are published with the program, one for each rulebook.

``benchmarks/handbook/opening_tables.py`` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pinochle_solver.openings.tallies import ClassTally

if TYPE_CHECKING:
    from importlib.abc import Traversable

    from typing_extensions import Self

TABLES = files("pinochle_solver.openings") / "tables"


class PlainTally(Protocol):
    """What was counted of the hands of a class, as a table keeps it."""

    def plain(self) -> dict[str, Any]:
        """The tally as JSON has it."""

    @classmethod
    def of_plain(cls, told: Mapping[str, Any]) -> Self:
        """Read what `plain` gives."""


TallyT = TypeVar("TallyT", bound=PlainTally)


@dataclass(frozen=True, slots=True)
class OpeningTable(Generic[TallyT]):
    """The tallies of many hands, by the name of their class.

    Attributes:
        rules: the name of the rulebook.
        players: who played or judged the hands, in words.
        deals: how many deals there are.
        seed: their seed.
        classes: the tallies.
        worlds: in how many deals of the other cards each hand was tried; 0 if they were played.
        most: how many hands of a class were tried at most; 0 if all were.
    """

    rules: str
    players: str
    deals: int
    seed: int
    classes: Mapping[str, TallyT]
    worlds: int = 0
    most: int = 0

    def text(self) -> str:
        """The table as JSON."""
        told = {
            "rules": self.rules,
            "players": self.players,
            "deals": self.deals,
            "seed": self.seed,
            **({"worlds": self.worlds, "most": self.most} if self.worlds else {}),
            "classes": {name: each.plain() for name, each in sorted(self.classes.items())},
        }
        return json.dumps(told, separators=(",", ":")) + "\n"

    @classmethod
    def parse(cls, text: str, kind: type[TallyT]) -> OpeningTable[TallyT]:
        """Read the JSON of `text`.

        Args:
            text: the JSON.
            kind: the class of the tallies.
        """
        told: dict[str, Any] = json.loads(text)
        classes = {name: kind.of_plain(each) for name, each in told.pop("classes").items()}
        return cls(**told, classes=classes)


def table_in(folder: Traversable, rules: str, kind: type[TallyT]) -> OpeningTable[TallyT] | None:
    """The table of a rulebook in a folder of the package; None if there is none."""
    file = folder / f"{rules}.json"
    return OpeningTable.parse(file.read_text("utf-8"), kind) if file.is_file() else None


@cache
def published_table(rules: str) -> OpeningTable[ClassTally] | None:
    """The table of a rulebook for two, by its name; None if there is none."""
    return table_in(TABLES, rules, ClassTally)


def names_in(folder: Traversable) -> list[str]:
    """The rulebooks of which a folder has tables, sorted."""
    return sorted(each.name.removesuffix(".json") for each in folder.iterdir())
