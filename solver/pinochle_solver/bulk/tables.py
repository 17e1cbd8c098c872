"""Values of one kind as a table: positions, solutions, analyses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pinochle_solver.bulk.analyses import analysis_table
from pinochle_solver.bulk.columns import beside
from pinochle_solver.bulk.forms import PLAYOFF_POSITIONS, STOCK_POSITIONS
from pinochle_solver.bulk.kinds import Kind, itself, position_of
from pinochle_solver.bulk.playoffs import playoff_table
from pinochle_solver.bulk.solutions import packed_solutions, solution_table
from pinochle_solver.bulk.stock_positions import stock_table
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.packing import PackedPositions
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.stock.analysis import Analysis


class TableOfValues(NamedTuple):
    """A table, and what a file says of it.

    Attributes:
        schema: the name of what its columns are.
        rulebooks: that its rows name.
        table: the columns.
    """

    schema: str
    rulebooks: tuple[AnyRulebook, ...]
    table: pa.Table


def schema_of(value: Any) -> str:
    """The schema of the table that a value goes into."""
    return _kind_of(value).schema


def table_of_values(values: Sequence[Any]) -> TableOfValues:
    """The table of values, all of one schema; one row each, in order."""
    kind = _kind_of(values[0])
    positions = [kind.position_of(value) for value in values]
    rulebooks = tuple(dict.fromkeys(each.rules for each in positions))
    return TableOfValues(kind.schema, rulebooks, kind.table(values, positions))


def _kind_of(value: Any) -> Kind:
    kind = _KINDS.get(type(value))
    if kind is None:
        from pinochle_solver.bulk.table.tables import KINDS

        kind = KINDS[type(value)]
    return kind


def _solved(solutions: Sequence[Solution], positions: Sequence[PlayoffPosition]) -> pa.Table:
    number = len(solutions)
    found = solution_table(
        PackedPositions.of(positions), packed_solutions(solutions), np.arange(number), number
    )
    return beside(playoff_table(positions), found)


def _analyzed(analyses: Sequence[Analysis], positions: Sequence[StockPosition]) -> pa.Table:
    return beside(stock_table(positions), analysis_table(analyses))


_KINDS: dict[type[Any], Kind] = {
    Solution: Kind(PLAYOFF_POSITIONS.answered, position_of, _solved),
    Analysis: Kind(STOCK_POSITIONS.answered, position_of, _analyzed),
    PlayoffPosition: Kind(PLAYOFF_POSITIONS.name, itself, lambda each, _: playoff_table(each)),
    StockPosition: Kind(STOCK_POSITIONS.name, itself, lambda each, _: stock_table(each)),
}
