"""``pinochle ledger``: every decision of your hands in one file, and what it tells of your play."""

from __future__ import annotations

import click

from pinochle_solver.cli.groups import LazyGroup

_COMMANDS = {
    "add": "review hands, and keep every decision",
    "show": "show what a player loses, and where",
    "query": "find decisions by a question in words",
}


@click.group(
    "ledger", cls=LazyGroup, rows=_COMMANDS, modules="pinochle_solver.cli.commands.ledger_"
)
def command() -> None:
    """Keep the reviews of all your hands in one file, and see where you lose points.

    A hand is reviewed once. The file is a DuckDB database, which other programs read, too.
    """
