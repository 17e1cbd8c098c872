"""The option ``--call-out`` of an analysis: what a position needs for it."""

from __future__ import annotations

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.calls import counted_points
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.rules import CallOutRule


def expect_call_outs(position: Position) -> None:
    """Refuse a position in which nobody can call out, or that does not tell what counts.

    Raises:
        IllegalPositionError: saying which.
    """
    if position.rules.game.call_out is CallOutRule.NONE:
        raise IllegalPositionError("call-out", f"{position.rules.name} has none")
    if position.ahead is not None:
        raise IllegalPositionError("call-out", "it claims a target, the game is won by a lead")
    if position.stakes is not None:
        raise IllegalPositionError("call-out", "with doubles no target is played for")
    counted_points(position)
