"""Positions of the games for three and four."""

from __future__ import annotations

from functools import partial

from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.schema.filling import filled
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject


class TablePositionLine(JsonObject, kw_only=True):
    """A position of a game for three or four: its tricks, and the cards that it does not name.

    ``tricks`` is null in an ending that does not tell how many were played; ``unseen`` too, for
    the cards that are gone are not told there.
    """

    position: str
    tricks: int | None
    unseen: str | None


@line("show")
def table_position_line(position: TablePosition) -> TablePositionLine:
    """The line of ``show`` for a game for three or four."""
    return filled(
        partial(TablePositionLine, position=position.text(), tricks=position.completed_tricks),
        position,
    )
