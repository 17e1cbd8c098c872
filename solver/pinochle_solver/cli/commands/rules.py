"""``pinochle rules``: the rulebooks' parameters, or one as a file of one's own."""

from __future__ import annotations

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import rulebooks_of_files
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_names,
    known_rulebooks,
    rulebook_files,
)
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks, unknown_rulebook
from pinochle_solver.rules.rules import Rulebook


@click.command(
    "rules",
    cls=PinochleCommand,
    example="pinochle rules scarne hayes",
)
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=any_rulebook_names)
@click.option(
    "--toml",
    is_flag=True,
    help="Write a rulebook out completely, as a file that --rulebook reads.",
)
@rulebook_files
@writes
def command(names: tuple[str, ...], toml: bool, writer: Writer) -> None:
    """Show rulebooks side by side.

    Without names the command shows the two-handed rulebooks; those for three and four are auction,
    auction-score, partnership, firehouse, partnership-auction, corners, check, check-original,
    macdougall-3, hayes-3, hayes-4, hayes-3x and hayes-4x.

    Your own rulebook is a file; docs/RULEBOOKS.md says how to write one. Begin with
    pinochle rules --toml NAME, or with a file that is based on a published rulebook.
    """
    known = known_rulebooks()
    chosen = [_named(name, known) for name in names]
    if toml:
        _write_toml(chosen or [*rulebooks_of_files()], writer)
        return
    at_tables = [each.name for each in chosen if not isinstance(each, Rulebook)]
    if at_tables and len(at_tables) != len(chosen):
        fact = "show games for three or four apart from those for two"
        raise click.UsageError(f"{at_tables[0]}: {fact}")
    writer.write_together(chosen or [*known.by_name.values()])


def _named(name: str, known: KnownRulebooks) -> AnyRulebook:
    """The rulebook of this name, of any game; an unknown one is a usage error."""
    found = known.by_name.get(name.lower()) or known.table_rules(name)
    if found is None:
        raise click.UsageError(unknown_rulebook(name, (*known.by_name, *known.table_names)))
    return found


def _write_toml(chosen: list[AnyRulebook], writer: Writer) -> None:
    if not writer.compares:
        raise click.UsageError("--toml or --json, not both")
    if len(chosen) != 1:
        raise click.UsageError("--toml: give the name of one rulebook")
    from pinochle_solver.notation.rulebook_files import any_rulebook_text

    click.echo(any_rulebook_text(chosen[0]), nl=False)
