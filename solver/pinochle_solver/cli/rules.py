"""``pinochle rules``: the rulebooks' parameters."""

from __future__ import annotations

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.writers import Writer, writes
from pinochle_solver.rules.rulebooks import RULEBOOKS


@click.command("rules")
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=completion.names(RULEBOOKS))
@writes
def command(names: tuple[str, ...], writer: Writer) -> None:
    """Show the rulebooks' parameters side by side, or only those named."""
    for name in names:
        if name.lower() not in RULEBOOKS:
            known = ", ".join(RULEBOOKS)
            raise click.UsageError(f"unknown rulebook {name!r} (known: {known})")
    writer.write_together([RULEBOOKS[name.lower()] for name in names] or [*RULEBOOKS.values()])
