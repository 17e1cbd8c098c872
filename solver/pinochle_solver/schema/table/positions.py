"""Positions of the games for three and four."""

from __future__ import annotations

from pinochle_solver.game.table.replayed_hand import RecordedTablePosition
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.schema.positions import PositionLine


class TablePositionLine(JsonObject, kw_only=True):
    """A position of a game for three or four: its tricks, and the cards that it does not name.

    ``tricks`` is null in an ending that does not tell how many were played; ``unseen`` too, for
    the cards that are gone are not told there.
    """

    position: str
    tricks: int | None
    unseen: str | None


def table_position_line(position: TablePosition) -> TablePositionLine:
    """The line of ``show`` for a game for three or four."""
    unseen: Hand | None = position.unseen
    return TablePositionLine(
        position=position.text(),
        tricks=position.completed_tricks,
        unseen=None if unseen is None else unseen.text(),
    )


def recorded_table_position_line(recorded: RecordedTablePosition) -> PositionLine:
    """The line of ``replay --at``."""
    return PositionLine(position=recorded.position.text())
