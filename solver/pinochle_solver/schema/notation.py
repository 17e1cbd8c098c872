"""Positions that were checked."""

from __future__ import annotations

from functools import partial

from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.schema.filling import filled
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject


class PlayoffPositionLine(JsonObject, kw_only=True):
    """A position of the playoff: the card points still to come."""

    position: str
    outstanding: int


class StockPositionLine(JsonObject, kw_only=True):
    """A position of the stock phase: the tricks played, and the cards that it does not name."""

    position: str
    tricks: int
    unseen: str


@line("show")
def playoff_position_line(position: PlayoffPosition) -> PlayoffPositionLine:
    """The line of ``show`` for a playoff."""
    return filled(partial(PlayoffPositionLine, position=position.text()), position)


@line("show")
def stock_position_line(position: StockPosition) -> StockPositionLine:
    """The line of ``show`` for the stock phase."""
    return filled(
        partial(StockPositionLine, position=position.text(), tricks=position.completed_tricks),
        position,
    )
