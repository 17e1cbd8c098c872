"""Hands and their reviews as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pinochle_solver.bulk.columns import (
    RECORD,
    REVIEW,
    counts_of_hands,
    hand_columns,
    table_of,
    table_of_rows,
)
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.reviews.review import Review
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.rules import Rulebook, Seat

_OF_DECISION = [field.name for field in REVIEW.field("decisions").type.value_type]


def record_table(records: Sequence[HandRecord | None]) -> pa.Table:
    """The table of some records; all of a row is null where there is none."""
    rows = [{} if each is None else _row(each) for each in records]
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in RECORD.names}
    for seat in Seat:
        hands = [_dealt(each, seat) for each in records]
        is_known = np.array([each is not None for each in hands], np.bool_)
        for name, values in hand_columns({seat: counts_of_hands(hands)}).items():
            columns[name] = pa.array(values, mask=~is_known)
    return table_of(RECORD, columns)


def _dealt(record: HandRecord | None, seat: Seat) -> Hand | None:
    if record is None:
        return None
    return record.south if seat is Seat.SOUTH else record.north


def _row(record: HandRecord) -> dict[str, str | None]:
    return {
        "record": record.text(),
        "rules": record.rules.name,
        "count": record.count.name,
        "dealer": record.dealer.text(),
        "upcard": record.upcard.text(),
        "south_player": record.players.south,
        "north_player": record.players.north,
    }


def read_records(
    table: pa.Table, rulebooks: Iterable[Rulebook] = ()
) -> Iterator[HandRecord | PositionError]:
    """The hands of a table, row by row, or what is wrong with one."""
    known = KnownRulebooks.of(rulebooks)
    for text in table["record"].to_pylist():
        try:
            if text is None:
                raise NotationError("record", "missing")
            yield parse_record(text, known)
        except PositionError as error:
            yield error


def review_table(reviews: Sequence[Review | None]) -> pa.Table:
    """The table of some reviews; all of a row is null where there is none."""
    return table_of_rows(
        REVIEW, [None if each is None else _reviewed_row(each) for each in reviews]
    )


def _reviewed_row(review: Review) -> dict[str, Any]:
    row: dict[str, Any] = {
        "findings": len(review.replay.findings),
        "seed": review.settings.seed,
        "decisions": [{name: each[name] for name in _OF_DECISION} for each in review.to_rows()],
    }
    for seat in review.seats:
        lost = review.total(seat).lost
        row[f"{seat.text()}_lost"], row[f"{seat.text()}_lost_se"] = lost
    return row
