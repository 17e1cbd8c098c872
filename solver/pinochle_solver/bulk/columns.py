"""The columns of the Parquet files, by form: their names, types and order (docs/BULK.md).

A hand is four columns, one for each suit, each a 32-bit number. Each of its eight hexadecimal
digits is the number of copies held of a rank, from the ace on the left to the seven on the right
(``A T K Q J 9 8 7``). So ``south_spades`` 0x20100000 is two aces and a king.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pinochle_solver.rules.cards import RANKS, SUITS, Card, Hand
from pinochle_solver.rules.rules import Seat


class _Named(Protocol):
    """A seat of any game."""

    def text(self) -> str:
        """Its name."""


_Seat = TypeVar("_Seat", bound=_Named)

Columns = dict[str, "pa.Array"]
"""Columns of one length by name."""

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_BITS = 4
_SHIFTS = np.arange(RANKS, dtype=np.uint32) * _BITS
_CARDS = tuple(Card.from_index(index) for index in range(SUITS * RANKS))
LOSSES = tuple(f"loss_{card.text()}" for card in _CARDS)
"""The columns of what each card loses, by `Card.index`."""

_HANDS = tuple((f"{seat.text()}_{suit}", pa.uint32()) for seat in Seat for suit in SUIT_NAMES)
POINTS = tuple(f"{seat.text()}_{kind}_points" for seat in Seat for kind in ("meld", "trick"))
"""The columns of what has been scored so far."""
_ABOUT = (("id", pa.string()), ("rules", pa.string()), ("count", pa.string()))
_SCORED = tuple((name, pa.int32()) for name in POINTS)

PLAYOFF = pa.schema(
    [
        *_ABOUT,
        ("trump", pa.string()),
        ("turn", pa.string()),
        ("led", pa.string()),
        *_HANDS,
        *_SCORED,
        ("more", pa.string()),
    ]
)
"""A position of the playoff; `more` holds what tokens have no column, as text."""

STOCK = pa.schema(
    [
        ("position", pa.string()),
        *_ABOUT,
        ("trump", pa.string()),
        ("upcard", pa.string()),
        ("stock", pa.int16()),
        ("act", pa.string()),
        ("turn", pa.string()),
        ("led", pa.string()),
        *_HANDS,
        ("south_hidden", pa.int16()),
        ("north_hidden", pa.int16()),
        *_SCORED,
    ]
)
"""A position of the stock phase; `position`, its line, is what is read, the rest repeats it."""

RECORD = pa.schema(
    [
        ("record", pa.string()),
        ("rules", pa.string()),
        ("count", pa.string()),
        ("dealer", pa.string()),
        ("upcard", pa.string()),
        ("south_player", pa.string()),
        ("north_player", pa.string()),
        *_HANDS,
    ]
)
"""A hand; `record`, its text, is what is read, the rest repeats of it what was dealt."""

ERROR = pa.schema([("error", pa.string())])
"""What is wrong with a row; null if nothing is."""

SOLUTION = pa.schema(
    [
        ("south_value", pa.int16()),
        ("north_value", pa.int16()),
        ("south_low", pa.int16()),
        ("south_high", pa.int16()),
        ("north_low", pa.int16()),
        ("north_high", pa.int16()),
        ("exact", pa.bool_()),
        ("best", pa.string()),
        *((name, pa.int16()) for name in LOSSES),
        ("nodes", pa.int64()),
    ]
)

_MOVE = pa.struct(
    [
        ("move", pa.string()),
        ("mean", pa.float64()),
        ("mean_se", pa.float64()),
        ("win", pa.float64()),
        ("win_se", pa.float64()),
        ("win_low", pa.float64()),
        ("win_high", pa.float64()),
        ("behind", pa.float64()),
        ("behind_se", pa.float64()),
        ("visits", pa.int32()),
        ("exact", pa.bool_()),
    ]
)
ANALYSIS = pa.schema(
    [
        ("choice", pa.string()),
        ("mean", pa.float64()),
        ("mean_se", pa.float64()),
        ("win", pa.float64()),
        ("win_se", pa.float64()),
        ("win_low", pa.float64()),
        ("win_high", pa.float64()),
        ("exact", pa.bool_()),
        ("worlds", pa.int32()),
        ("guess", pa.bool_()),
        ("seed", pa.uint64()),
        ("moves", pa.list_(_MOVE)),
    ]
)
"""An analysis: of `choice` what it promises, and all moves, the best first."""

_DECISION = pa.struct(
    [
        ("trick", pa.int16()),
        ("moment", pa.string()),
        ("seat", pa.string()),
        ("kind", pa.string()),
        ("position", pa.string()),
        ("played", pa.string()),
        ("best", pa.string()),
        ("loss", pa.float64()),
        ("loss_se", pa.float64()),
        ("exact", pa.bool_()),
        ("significant", pa.bool_()),
        ("mark", pa.string()),
        ("expected", pa.float64()),
        ("expected_se", pa.float64()),
        ("win", pa.float64()),
        ("win_se", pa.float64()),
        ("win_low", pa.float64()),
        ("win_high", pa.float64()),
    ]
)
REVIEW = pa.schema(
    [
        ("south_lost", pa.float64()),
        ("south_lost_se", pa.float64()),
        ("north_lost", pa.float64()),
        ("north_lost_se", pa.float64()),
        ("findings", pa.int16()),
        ("seed", pa.uint64()),
        ("decisions", pa.list_(_DECISION)),
    ]
)
"""A review: what each seat lost, and its decisions in order."""


def joined(*schemas: pa.Schema) -> pa.Schema:
    """The columns of some schemas, one after the other."""
    return pa.schema([field for schema in schemas for field in schema])


def hand_columns(counts: Mapping[_Seat, NDArray[np.uint8]]) -> dict[str, NDArray[np.uint32]]:
    """The columns of the seats' hands, of the copies of each card by row and `Card.index`."""
    columns = {}
    for seat, held in counts.items():
        by_rank = held.reshape(-1, SUITS, RANKS).astype(np.uint32)
        packed = np.bitwise_or.reduce(by_rank << _SHIFTS, axis=2)
        for number, suit in enumerate(SUIT_NAMES):
            columns[f"{seat.text()}_{suit}"] = packed[:, number]
    return columns


def held_of(table: pa.Table, seat: Seat) -> NDArray[np.uint8]:
    """The copies of each card that a seat holds, by row and `Card.index`; none where it is null."""
    packed = [
        table[f"{seat.text()}_{suit}"].fill_null(0).to_numpy().astype(np.uint32)
        for suit in SUIT_NAMES
    ]
    by_rank = (np.stack(packed, axis=1)[:, :, None] >> _SHIFTS) & (2**_BITS - 1)
    held: NDArray[np.uint8] = by_rank.astype(np.uint8).reshape(-1, SUITS * RANKS)
    return held


def counts_of_hands(hands: Sequence[Hand | None]) -> NDArray[np.uint8]:
    """The copies of each card in some hands, by row and `Card.index`; none for no hand."""
    none = bytes(SUITS * RANKS)
    counts = b"".join(none if hand is None else hand.counts for hand in hands)
    return np.frombuffer(counts, np.uint8).reshape(-1, SUITS * RANKS)


def with_nulls(values: NDArray[Any], is_known: NDArray[np.bool_], kind: pa.DataType) -> pa.Array:
    """A column of these values; null if they are not known."""
    return pa.array(values, type=kind, mask=~is_known)


def table_of(schema: pa.Schema, columns: Mapping[str, Any]) -> pa.Table:
    """A table of these columns in the order of a schema."""
    return pa.table({name: columns[name] for name in schema.names}, schema=schema)


def table_of_rows(schema: pa.Schema, rows: Sequence[Mapping[str, Any] | None]) -> pa.Table:
    """A table of plain values by row, all null for a row that is None."""
    columns = {
        name: [None if row is None else row.get(name) for row in rows] for name in schema.names
    }
    return table_of(schema, columns)


def beside(*tables: pa.Table) -> pa.Table:
    """Tables with equally many rows as one table, their columns side by side."""
    columns = [column for table in tables for column in table.columns]
    return pa.table(columns, schema=joined(*(table.schema for table in tables)))
