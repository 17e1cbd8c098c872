"""The option ``--call-out`` of an analysis: what a position needs for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.calls import counted_points
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.rules import CallOutRule

_Call = TypeVar("_Call")


def asked_call_outs(texts: Iterable[str], parse: Callable[[str], _Call]) -> list[_Call]:
    """The claims ``HAND.TRICK:SEAT`` that were typed; a bad one is a usage error.

    Args:
        texts: the claims; their seats are those of the game that is scored.
        parse: the reader of one of them.
    """
    try:
        return [parse(text) for text in texts]
    except NotationError as error:
        raise click.BadParameter(error.fact, param_hint="'--call-out'") from None


def expect_call_outs(position: Position) -> None:
    """Refuse a position in which nobody can call out, or that does not tell what counts.

    Raises:
        IllegalPositionError: saying which.
    """
    if position.rules.game.call_out is CallOutRule.NONE:
        raise IllegalPositionError("call-out", f"{position.rules.name} has none")
    if position.ahead is not None:
        raise IllegalPositionError("call-out", "this game has no target: it is won by points ahead")
    if position.stakes is not None:
        raise IllegalPositionError("call-out", "with doubles no target is played for")
    counted_points(position)
