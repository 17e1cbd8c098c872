"""Positions and deals of the games for three and four as columns: the text, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pinochle_solver.bulk.columns import (
    SUIT_NAMES,
    counts_of_hands,
    hand_columns,
    table_of,
)
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.seats import Seat

_HANDS = tuple((f"{seat.text()}_{suit}", pa.uint32()) for seat in Seat for suit in SUIT_NAMES)

POSITION = pa.schema(
    [
        ("position", pa.string()),
        ("id", pa.string()),
        ("rules", pa.string()),
        ("dealer", pa.string()),
        ("act", pa.string()),
        ("turn", pa.string()),
        ("bidder", pa.string()),
        ("contract", pa.int32()),
        ("trump", pa.string()),
        *_HANDS,
        *((f"{seat.text()}_hidden", pa.int16()) for seat in Seat),
    ]
)
"""A position; `position`, its line, is what is read, the rest repeats it."""

RECORD = pa.schema(
    [("record", pa.string()), ("rules", pa.string()), ("dealer", pa.string()), *_HANDS]
)
"""A hand; `record`, its text, is what is read, the rest repeats of it what was dealt."""


def position_table(positions: Sequence[TablePosition | None]) -> pa.Table:
    """The table of some positions; all of a row is null where there is none."""
    rows = [{} if each is None else _row(each) for each in positions]
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in POSITION.names}
    columns |= _held([_known(each) for each in positions])
    return table_of(POSITION, columns)


def record_table(records: Sequence[TableRecord]) -> pa.Table:
    """The table of some records."""
    columns: dict[str, Any] = {
        "record": [each.text() for each in records],
        "rules": [each.rules.name for each in records],
        "dealer": [each.dealer.text() for each in records],
    }
    columns |= _held([each.hands for each in records])
    return table_of(RECORD, columns)


def read_positions(
    table: pa.Table, rulebooks: Iterable[AnyRulebook] = ()
) -> Iterator[TablePosition | PositionError]:
    """The positions of a table, row by row, or what is wrong with one."""
    known = KnownRulebooks.of(rulebooks)
    for line in table["position"].to_pylist():
        try:
            if line is None:
                raise NotationError("position", "missing")
            yield TablePosition.from_tokens(line_tokens(line), known)
        except PositionError as error:
            yield error


def _row(position: TablePosition) -> dict[str, str | int | None]:
    hidden = {f"{seat.text()}_hidden": hand.hidden for seat, hand in position.hands.items()}
    return {
        "position": position.text(),
        "id": position.id,
        "rules": position.rules.name,
        "dealer": None if position.dealer is None else position.dealer.text(),
        "act": position.act.value,
        "turn": position.turn.text(),
        "bidder": None if position.bidder is None else position.bidder.text(),
        "contract": position.contract,
        "trump": None if position.trump is None else position.trump.letter,
        **hidden,
    }


def _known(position: TablePosition | None) -> Mapping[Seat, Hand]:
    return {} if position is None else {seat: each.known for seat, each in position.hands.items()}


def _held(hands: Sequence[Mapping[Seat, Hand]]) -> dict[str, pa.Array]:
    """The columns of all seats' hands; null for a seat that has none."""
    columns = {}
    for seat in Seat:
        of_seat = [each.get(seat) for each in hands]
        is_there = np.array([hand is not None for hand in of_seat], np.bool_)
        for name, values in hand_columns({seat: counts_of_hands(of_seat)}).items():
            columns[name] = pa.array(values, mask=~is_there)
    return columns
