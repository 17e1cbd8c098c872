"""What rows of the games for three and four may be: positions face up, or as a seat sees them."""

from __future__ import annotations

from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.table.columns import POSITION, position_table, read_positions
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.tokens import line_tokens


def _parse(line: str, known: KnownRulebooks) -> TablePosition:
    return TablePosition.from_tokens(line_tokens(line), known)


def _form(answered: str, rows: str, dealt: str) -> Form:
    reading = (position_table, read_positions, _parse)
    return Form("table-positions", answered, rows, POSITION, ("position",), *reading, dealt)


OPEN_POSITIONS = _form("table-solutions", "positions for three or four", "--playoff N")
SEEN_POSITIONS = _form("table-analyses", "positions for three or four", "--opening")
