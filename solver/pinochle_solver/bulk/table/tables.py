"""Values of the games for three and four as tables, as `pinochle_solver.bulk.tables` has them."""

from __future__ import annotations

from typing import Any

from pinochle_solver.bulk.columns import beside
from pinochle_solver.bulk.kinds import Kind, itself, position_of
from pinochle_solver.bulk.table.answers import analysis_table, solution_table
from pinochle_solver.bulk.table.columns import position_table
from pinochle_solver.bulk.table.forms import OPEN_POSITIONS, SEEN_POSITIONS
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.notation.table.positions import TablePosition

_SOLVED = Kind(
    OPEN_POSITIONS.answered,
    position_of,
    lambda found, positions: beside(position_table(positions), solution_table(found)),
)
_ANALYZED = Kind(
    SEEN_POSITIONS.answered,
    position_of,
    lambda found, positions: beside(position_table(positions), analysis_table(found)),
)

KINDS: dict[type[Any], Kind] = {
    TableSolution: _SOLVED,
    BurialSolution: _SOLVED,
    ChanceAnalysis: _ANALYZED,
    TablePosition: Kind(OPEN_POSITIONS.name, itself, lambda each, _: position_table(each)),
}
"""By the class of a value."""
