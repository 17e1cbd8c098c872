"""``pinochle rules``: the rulebooks' parameters, or one as a file of one's own."""

from __future__ import annotations

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.options import own_rulebooks
from pinochle_solver.cli.rulebooks import (
    any_rulebook_names,
    known_rulebooks,
    rulebook_files,
)
from pinochle_solver.cli.writers import Writer, writes
from pinochle_solver.notation.two_handed import unknown_rulebook
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table_notation.position_lines import is_table_game


@click.command(
    "rules",
    cls=PinochleCommand,
    example="pinochle rules scarne hayes",
)
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=any_rulebook_names)
@click.option(
    "--toml",
    is_flag=True,
    help="Write a two-handed one out completely, as a file that --rulebook reads.",
)
@rulebook_files
@writes
def command(names: tuple[str, ...], toml: bool, writer: Writer) -> None:
    """Show the rulebooks' parameters side by side, or only those named.

    Without names it shows the two-handed ones; those for three and four are auction, auction-score,
    partnership, firehouse, partnership-auction, corners, check, check-original, macdougall-3,
    hayes-3, hayes-4, hayes-3x and hayes-4x.

    A rulebook of your own is a file; docs/RULEBOOKS.md says how to write one. Begin with
    pinochle rules --toml NAME, or with a file that is based on a published rulebook.
    """
    known = known_rulebooks().by_name
    at_tables = [name.lower() for name in names if is_table_game(name, known_rulebooks())]
    for name in names:
        if name.lower() not in (*known, *at_tables):
            from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

            raise click.UsageError(unknown_rulebook(name, (*known, *TABLE_RULEBOOKS)))
    if at_tables:
        _write_tables(at_tables, names, toml, writer)
        return
    chosen = [known[name.lower()] for name in names]
    if toml:
        _write_toml(chosen or [*own_rulebooks()], writer)
        return
    writer.write_together(chosen or [*known.values()])


def _write_tables(at_tables: list[str], names: tuple[str, ...], toml: bool, writer: Writer) -> None:
    """Show rulebooks for three and four; they have no file and no two-handed ones beside them."""
    if toml:
        raise click.UsageError("--toml: only a two-handed rulebook can be a file")
    if len(at_tables) != len(names):
        fact = "show games for three or four apart from those for two"
        raise click.UsageError(f"{at_tables[0]}: {fact}")
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    writer.write_together([TABLE_RULEBOOKS[name] for name in at_tables])


def _write_toml(chosen: list[Rulebook], writer: Writer) -> None:
    if not writer.compares:
        raise click.UsageError("--toml or --json, not both")
    if len(chosen) != 1:
        raise click.UsageError("--toml: give the name of one rulebook")
    from pinochle_solver.notation.rulebook_text import rulebook_text

    click.echo(rulebook_text(chosen[0]), nl=False)
