"""What the rows of a file are: positions of either phase, or hands; read from columns or lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa

from pinochle_solver.bulk.columns import PLAYOFF, RECORD, SUIT_NAMES
from pinochle_solver.bulk.columns import STOCK as STOCK_COLUMNS
from pinochle_solver.bulk.playoffs import playoff_table, read_playoffs
from pinochle_solver.bulk.record_columns import read_records, record_table
from pinochle_solver.bulk.stock_positions import read_stock, stock_table
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.rules.rules import Rulebook, Seat

_Read = TypeVar("_Read")

TEXT = "text"
"""The one column of rows that come from a file of lines, or of records: bytes, mostly UTF-8."""


class Form(NamedTuple):
    """A kind of row.

    Attributes:
        name: of the schema.
        answered: of the schema that has answers beside them, which are not read.
        rows: what the rows are, in words.
        schema: the columns.
        needed: those that have to be there; the others are null if they are not.
        to_table: makes the columns of values, None among which is a row of nulls.
        read: reads the values of a table, or what is wrong with one.
        parse: reads one from text.
        dealt: the option of ``bulk deal`` that deals such rows; empty if it needs none.
    """

    name: str
    answered: str
    rows: str
    schema: pa.Schema
    needed: tuple[str, ...]
    to_table: Callable[[Sequence[Any]], pa.Table]
    read: Callable[[pa.Table, KnownRulebooks], Iterator[Any]]
    parse: Callable[[str, KnownRulebooks], Any]
    dealt: str = ""

    def values(self, table: pa.Table, rulebooks: Iterable[Rulebook]) -> list[Any]:
        """The values of a table of these columns, or of text; `PositionError` for what is wrong."""
        known = KnownRulebooks.of(rulebooks)
        if table.column_names != [TEXT]:
            return list(self.read(table, known))
        texts = table[TEXT].cast(pa.binary())
        return [self._parsed(text, known) for text in texts.to_pylist()]

    def _parsed(self, text: bytes, known: KnownRulebooks) -> Any:
        try:
            return self.parse(text.decode("utf-8", "surrogateescape"), known)
        except PositionError as error:
            return error

    def table(self, values: Iterable[Any]) -> pa.Table:
        """The columns of values, null where one is wrong."""
        return self.to_table([None if isinstance(each, PositionError) else each for each in values])


def _parse_playoff(line: str, known: KnownRulebooks) -> PlayoffPosition:
    return PlayoffPosition.from_tokens(line_tokens(line), known)


def _parse_stock(line: str, known: KnownRulebooks) -> StockPosition:
    return StockPosition.from_tokens(line_tokens(line), known)


PLAYOFF_POSITIONS = Form(
    "playoff-positions",
    "playoff-solutions",
    "positions of the playoff",
    PLAYOFF,
    ("trump", "turn", *(f"{seat.text()}_{suit}" for seat in Seat for suit in SUIT_NAMES)),
    playoff_table,
    read_playoffs,
    _parse_playoff,
    "--playoff N",
)
STOCK_POSITIONS = Form(
    "stock-positions",
    "stock-analyses",
    "positions of the stock phase",
    STOCK_COLUMNS,
    ("position",),
    stock_table,
    read_stock,
    _parse_stock,
    "--opening",
)
RECORDS = Form(
    "records", "reviews", "hands", RECORD, ("record",), record_table, read_records, parse_record
)
