"""``pinochle rules``: the rulebooks' parameters, or one as a file of one's own."""

from __future__ import annotations

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.options import own_rulebooks
from pinochle_solver.cli.rulebooks import (
    known_rulebooks,
    rulebook_files,
    rulebook_names,
)
from pinochle_solver.cli.writers import Writer, writes
from pinochle_solver.rules.rules import Rulebook


@click.command(
    "rules",
    cls=PinochleCommand,
    example="pinochle rules scarne hayes",
)
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=rulebook_names)
@click.option(
    "--toml",
    is_flag=True,
    help="Write one out completely, as a file that --rulebook reads.",
)
@rulebook_files
@writes
def command(names: tuple[str, ...], toml: bool, writer: Writer) -> None:
    """Show the rulebooks' parameters side by side, or only those named.

    A rulebook of your own is a file; docs/RULEBOOKS.md tells how to write one. Begin with
    pinochle rules --toml NAME, or with one that is based on a published rulebook.
    """
    known = known_rulebooks().by_name
    for name in names:
        if name.lower() not in known:
            raise click.UsageError(f"unknown rulebook {name!r} (known: {', '.join(known)})")
    chosen = [known[name.lower()] for name in names]
    if toml:
        _write_toml(chosen or [*own_rulebooks()], writer)
        return
    writer.write_together(chosen or [*known.values()])


def _write_toml(chosen: list[Rulebook], writer: Writer) -> None:
    if not writer.compares:
        raise click.UsageError("--toml or --json, not both")
    if len(chosen) != 1:
        raise click.UsageError("--toml: give the name of one rulebook")
    from pinochle_solver.notation.rulebook_text import rulebook_text

    click.echo(rulebook_text(chosen[0]), nl=False)
