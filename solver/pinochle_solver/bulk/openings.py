"""Opening hands that are played, as a job: a row is a deal, with what came of each hand in it.

The tables of ``pinochle openings`` are counted from these rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa

from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.jobs import Answers, Job
from pinochle_solver.bulk.parquet import unpublished
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

_LAID = pa.struct([("meld", pa.string()), ("trick", pa.int16())])
_HAND = pa.struct(
    [
        ("place", pa.int8()),
        ("trump", pa.string()),
        ("hand", pa.string()),
        ("led", pa.string()),
        ("laid", pa.list_(_LAID)),
        ("margin", pa.float64()),
        ("won", pa.float64()),
    ]
)
PLAYED_OPENINGS = pa.schema([("deal", pa.int64()), ("hands", pa.list_(_HAND))])
"""The columns: the number of a deal, and its hands, the fields of which `PlayedOpening` has."""


@dataclass(frozen=True, kw_only=True)
class PlayedOpeningsJob(Job):
    """Plays deals by the books' advice; the rows are their numbers.

    Attributes:
        rules: a rulebook with an upcard; of three and four one without an auction.
        seed: of the deals.
    """

    command: ClassVar[str] = "openings"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 50

    rules: Rulebook | TableRules
    seed: int = 1

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return "played-openings"

    @property
    def schema(self) -> pa.Schema:
        """As `Job.schema`."""
        return PLAYED_OPENINGS

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {"rules": self.rules.name, "seed": self.seed}

    @property
    def own(self) -> tuple[Rulebook | TableRules, ...]:
        """As `Job.own`."""
        return unpublished(dict.fromkeys((*self.rulebooks, self.rules)))

    def answer(self, table: pa.Table, first: int) -> Answers:
        """The hands of the deals of some rows."""
        deals = table["row"].to_pylist()
        rows = [[_row(each) for each in self._played(deal)] for deal in deals]
        columns = {"deal": pa.array(deals, pa.int64()), "hands": pa.array(rows, pa.list_(_HAND))}
        return Answers(pa.table(columns, schema=PLAYED_OPENINGS), [])

    def _played(self, deal: int) -> list[PlayedOpening]:
        if isinstance(self.rules, Rulebook):
            from pinochle_solver.openings.played import by_advice

            return by_advice(deal, self.seed, self.rules)
        from pinochle_solver.openings.table.dealt import by_advice as by_table_advice

        return by_table_advice(deal, self.seed, self.rules)


def _row(played: PlayedOpening) -> dict[str, Any]:
    return {
        "place": played.place,
        "trump": played.trump.letter,
        "hand": played.hand.text(),
        "led": played.led,
        "laid": [{"meld": meld, "trick": trick} for meld, trick in played.laid.items()],
        "margin": played.margin,
        "won": played.won,
    }


def played_openings(table: pa.Table) -> Iterator[PlayedOpening]:
    """The hands of the rows of an output."""
    for hands in table["hands"].to_pylist():
        for row in hands:
            yield PlayedOpening(
                Hand.parse(row["hand"]),
                Suit.parse(row["trump"]),
                row["place"],
                row["led"],
                {each["meld"]: each["trick"] for each in row["laid"]},
                row["margin"],
                row["won"],
            )
