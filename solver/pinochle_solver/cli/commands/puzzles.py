"""``pinochle puzzles``: makes positions to think about."""

from __future__ import annotations

import click

from pinochle_solver.cli.groups import LazyGroup

_COMMANDS = {
    "make": "make puzzles from hands, or from the hands that engines play",
}


@click.group(
    "puzzles", cls=LazyGroup, rows=_COMMANDS, modules="pinochle_solver.cli.commands.puzzles_"
)
def command() -> None:
    """Make puzzles: positions with one best move, where the natural move is wrong.

    pinochle quiz FILE asks about them.
    """
