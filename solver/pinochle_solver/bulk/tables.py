"""Values of one class as a table: positions, solutions, analyses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pinochle_solver.bulk.analyses import analysis_table
from pinochle_solver.bulk.columns import beside
from pinochle_solver.bulk.forms import PLAYOFF_POSITIONS, STOCK_POSITIONS
from pinochle_solver.bulk.playoffs import playoff_table
from pinochle_solver.bulk.solutions import packed_solutions, solution_table
from pinochle_solver.bulk.stock_positions import stock_table
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.packing import PackedPositions
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.analysis import Analysis


class TableOfValues(NamedTuple):
    """A table, and what a file says of it.

    Attributes:
        schema: the name of what its columns are.
        rulebooks: that its rows name.
        table: the columns.
    """

    schema: str
    rulebooks: tuple[Rulebook, ...]
    table: pa.Table


def table_of_values(values: Sequence[Any]) -> TableOfValues:
    """The table of values, all of the class of the first; one row each, in order."""
    schema, position_of, table = _KINDS[type(values[0])]
    positions = [position_of(value) for value in values]
    rulebooks = tuple(dict.fromkeys(each.rules for each in positions))
    return TableOfValues(schema, rulebooks, table(values, positions))


def _solved(solutions: Sequence[Solution], positions: Sequence[PlayoffPosition]) -> pa.Table:
    number = len(solutions)
    found = solution_table(
        PackedPositions.of(positions), packed_solutions(solutions), np.arange(number), number
    )
    return beside(playoff_table(positions), found)


def _analyzed(analyses: Sequence[Analysis], positions: Sequence[StockPosition]) -> pa.Table:
    return beside(stock_table(positions), analysis_table(analyses))


def _position(answer: Solution | Analysis) -> Any:
    return answer.position


def _itself(position: Any) -> Any:
    return position


# What a file of it holds; the position of a value; the columns.
_KINDS: dict[type[Any], tuple[str, Callable[[Any], Any], Callable[..., pa.Table]]] = {
    Solution: (PLAYOFF_POSITIONS.answered, _position, _solved),
    Analysis: (STOCK_POSITIONS.answered, _position, _analyzed),
    PlayoffPosition: (PLAYOFF_POSITIONS.name, _itself, lambda each, _: playoff_table(each)),
    StockPosition: (STOCK_POSITIONS.name, _itself, lambda each, _: stock_table(each)),
}
