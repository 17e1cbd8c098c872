"""Positions that were checked, or taken out of a record."""

from __future__ import annotations

from pinochle_solver.game.replayed_hand import RecordedPosition
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.schema.objects import JsonObject


class PositionLine(JsonObject, kw_only=True):
    """A position of a record (``replay --at``)."""

    position: str


class PlayoffPositionLine(JsonObject, kw_only=True):
    """A position of the playoff: the card points still to come."""

    position: str
    outstanding: int


class StockPositionLine(JsonObject, kw_only=True):
    """A position of the stock phase: the tricks played, and the cards that it does not name."""

    position: str
    tricks: int
    unseen: str


def recorded_position_line(recorded: RecordedPosition) -> PositionLine:
    """The line of ``replay --at``."""
    return PositionLine(position=recorded.position.text())


def playoff_position_line(position: PlayoffPosition) -> PlayoffPositionLine:
    """The line of ``show`` for a playoff."""
    return PlayoffPositionLine(position=position.text(), outstanding=position.outstanding)


def stock_position_line(position: StockPosition) -> StockPositionLine:
    """The line of ``show`` for the stock phase."""
    return StockPositionLine(
        position=position.text(),
        tricks=position.completed_tricks,
        unseen=position.unseen.text(),
    )
