"""The review of records, by any process: `Job` of `pinochle_solver.bulk`, with rows of any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec
import pyarrow as pa

from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.jobs import Answers, Job
from pinochle_solver.errors import PositionError
from pinochle_solver.ledger.facts import ENGINE
from pinochle_solver.ledger.hands import Rows, reviewed_rows
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK

TEXT, ROWS, ERROR = "record", "rows", "error"


@dataclass(frozen=True, kw_only=True)
class LedgerJob(Job):
    """Reviews hands of any game; what comes back are their rows as JSON, or what is wrong.

    Attributes:
        worlds: in which each decision of a hand of two is tried, as of `review`.
        table_worlds: the same of three and four, as of `review_table`.
        seed: of the worlds, for every hand: one that is reviewed alone has the same losses.
        own_rulebooks: those that records may name besides the published ones.
        by_default: the rulebook of records that name none.
    """

    command: ClassVar[str] = "ledger"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 1

    worlds: int
    table_worlds: int
    seed: int = 1
    own_rulebooks: tuple[AnyRulebook, ...] = ()
    by_default: AnyRulebook = DEFAULT_RULEBOOK

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return "ledger-hands"

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        worlds = {"worlds": self.worlds, "table_worlds": self.table_worlds}
        return {"engine": ENGINE, **worlds, "seed": self.seed}

    def worlds_for(self, record: AnyRecord) -> int:
        """In how many worlds the decisions of a record are tried."""
        return self.table_worlds if is_table_record(record) else self.worlds

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        rows: list[bytes | None] = []
        errors: list[str | None] = []
        known = KnownRulebooks(self.own_rulebooks, self.by_default)
        for text in table[TEXT].to_pylist():
            try:
                found = self._reviewed(text.decode("utf-8", "surrogateescape"), known)
            except PositionError as error:
                rows.append(None)
                errors.append(str(error))
            else:
                rows.append(msgspec.json.encode(found))
                errors.append(None)
        failed = [row for row, error in enumerate(errors) if error is not None]
        columns = {ROWS: pa.array(rows, pa.binary()), ERROR: pa.array(errors, pa.string())}
        return Answers(pa.table(columns), failed)

    def _reviewed(self, text: str, known: KnownRulebooks) -> Rows:
        _, record = next(iter(numbered_records_of_all(text.splitlines(), known)))
        if isinstance(record, PositionError):
            raise record
        if is_table_record(record):
            from pinochle_solver.ledger.table.hands import reviewed_table_rows

            return reviewed_table_rows(record, self.table_worlds, self.seed)
        return reviewed_rows(record, self.worlds, self.seed)
