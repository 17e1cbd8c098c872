"""``pinochle bulk``: solve, analyze, review and deal by the million, into folders of Parquet."""

from __future__ import annotations

import click

from pinochle_solver.cli.groups import LazyGroup

_COMMANDS = {
    "solve": "positions of the playoff: values, what every card loses",
    "analyze": "positions of the stock phase: every move, its mean and its error",
    "review": "hands that were played: what every decision lost",
    "deal": "playoffs, opening decisions or whole hands, by a seed",
    "check": "whether an output is whole, shard by shard",
}


@click.group("bulk", cls=LazyGroup, rows=_COMMANDS, modules="pinochle_solver.cli.commands.bulk_")
def command() -> None:
    """Work on many positions or hands, which come from Parquet or text and go to Parquet.

    OUTPUT is a folder of shards. A command that was killed is simply given again: it goes on with
    the shards that are missing. Which rows get which answers does not depend on how many processes
    there are.
    """
