"""Positions of the stock phase as columns: the line, which is read again, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pinochle_solver.bulk.columns import (
    POINTS,
    STOCK,
    counts_of_hands,
    hand_columns,
    table_of,
)
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.rules.rules import Rulebook, Seat


def stock_table(positions: Sequence[StockPosition | None]) -> pa.Table:
    """The table of some positions; all of a row is null where there is none."""
    is_known = np.array([each is not None for each in positions], np.bool_)
    rows = [{} if each is None else _row(each) for each in positions]
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in STOCK.names}
    counts = {
        seat: counts_of_hands(
            [None if each is None else each.hand(seat).known for each in positions]
        )
        for seat in Seat
    }
    for name, values in hand_columns(counts).items():
        columns[name] = pa.array(values, mask=~is_known)
    return table_of(STOCK, columns)


def _row(position: StockPosition) -> dict[str, str | int | None]:
    stock = position.stock
    row: dict[str, str | int | None] = {
        "position": position.text(),
        "id": position.id,
        "rules": position.rules.name,
        "count": position.count.name,
        "trump": position.trump.letter,
        "upcard": None if position.upcard is None else position.upcard.text(),
        "stock": stock if isinstance(stock, int) else len(stock),
        "act": position.act.text(),
        "turn": position.turn.text(),
        "led": None if position.led is None else position.led.text(),
        "south_hidden": position.south.hidden,
        "north_hidden": position.north.hidden,
    }
    if position.points is not None:
        row |= zip(POINTS, (number for seat in position.points for number in seat), strict=True)
    return row


def read_stock(
    table: pa.Table, rulebooks: Iterable[Rulebook] = ()
) -> Iterator[StockPosition | PositionError]:
    """The positions of a table, row by row, or what is wrong with one."""
    known = KnownRulebooks.of(rulebooks)
    for line in table["position"].to_pylist():
        try:
            if line is None:
                raise NotationError("position", "missing")
            yield StockPosition.from_tokens(line_tokens(line), known)
        except PositionError as error:
            yield error
