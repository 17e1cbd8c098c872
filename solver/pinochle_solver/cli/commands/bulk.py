"""``pinochle bulk``: solve, analyze, review and deal by the million, into folders of Parquet."""

from __future__ import annotations

import click

from pinochle_solver.cli.groups import LazyGroup

_COMMANDS = {
    "solve": "solve playoff positions: the values, and the loss of every card",
    "analyze": "analyse stock-phase positions: every move, its mean and its error",
    "review": "review hands: the loss of every decision",
    "deal": "deal playoffs, opening decisions or whole hands, by a seed",
    "check": "check that an output is whole, shard by shard",
}


@click.group("bulk", cls=LazyGroup, rows=_COMMANDS, modules="pinochle_solver.cli.commands.bulk_")
def command() -> None:
    """Work on many positions or hands, which come from Parquet or text and go to Parquet.

    OUTPUT is a folder of shards. A command that was killed is simply given again: it goes on with
    the shards that are missing. Which rows get which answers does not depend on how many processes
    there are.
    """
