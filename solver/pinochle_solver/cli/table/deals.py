"""What ``pinochle deal`` deals of the games for three and four."""

from __future__ import annotations

import sys

import click

from pinochle_solver.cli import DONE
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.field_readers import parse_names
from pinochle_solver.render.terminal import notation, notation_width
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TableRules, with_options


def asked_table_rules(
    rules: TableRules, options: str | None, count: str | None, four: bool
) -> TableRules:
    """The game that options of the command line ask for.

    Args:
        rules: the rulebook.
        options: its options, with commas between them.
        count: the name of a count.
        four: whether four sit at the table and the dealer is out.

    Raises:
        click.ClickException: for what the game has not.
    """
    try:
        return with_options(
            rules,
            () if options is None else parse_names(options),
            count=None if count is None else COUNTS[count],
            out_dealer=four,
        )
    except PositionError as error:
        option = "four" if error.token == "out" else error.token
        raise click.ClickException(f"--{option}: {error.fact}") from None


def print_table_deals(rules: TableRules, cards: int | None, number: int, seed: int) -> int:
    """Print whole deals as records, or endings with so many cards in each hand, one a line."""
    if cards is None:
        for index in range(number):
            if index:
                click.echo()
            click.echo(record_of_deal(random_deal(index, seed, rules)).text(), nl=False)
        return DONE
    try:
        for position in random_endings(cards, number, seed, rules):
            click.echo(notation(position.text(), notation_width(sys.stdout)))
    except PositionError as error:
        raise click.ClickException(f"--playoff: {error.fact}") from None
    return DONE
