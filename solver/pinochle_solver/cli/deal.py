"""``pinochle deal``: seeded random deals as records, or playoff positions."""

from __future__ import annotations

import sys

import click

from pinochle_solver.cli.options import card_count_option
from pinochle_solver.cli.rulebooks import check_dealt, rulebook_files, rulebook_option
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.render.terminal import notation, notation_width
from pinochle_solver.rules.rules import COUNTS, MOST_HELD, Rulebook


@click.command("deal")
@click.option(
    "--playoff",
    "cards",
    metavar="N",
    type=click.IntRange(1, MOST_HELD),
    help="Playoff positions with N cards in each hand instead of whole deals.",
)
@click.option(
    "--count", "number", metavar="M", type=click.IntRange(0), default=1, show_default=True
)
@click.option("--seed", metavar="S", type=click.IntRange(0), default=1, show_default=True)
@rulebook_option
@rulebook_files
@card_count_option("--card-count")
@click.option("--json", "as_json", is_flag=True, hidden=True)
def command(
    cards: int | None,
    number: int,
    seed: int,
    rulebook: Rulebook,
    card_count: str | None,
    as_json: bool,
) -> None:
    """Deal hands as records without tricks, or with --playoff playoff positions, one a line.

    The same seed gives the same cards, and a larger --count only adds to them.
    """
    if as_json:
        # Asked for by those who know it from the other commands.
        kind, reader = ("records", "replay") if cards is None else ("positions", "show")
        raise click.UsageError(f"--json: deals are {kind}; pinochle {reader} --json reads them")
    rules = rulebook
    count = COUNTS[card_count] if card_count else rules.count
    if cards is not None:
        _check_cards(cards, rules)
        for position in random_playoffs(cards, number, seed, rules, count):
            click.echo(notation(position.text(), notation_width(sys.stdout)))
        return
    check_dealt(rules, recorded=True)
    from pinochle_solver.game.recording import record_of

    for index, deal in enumerate(random_deals(number, seed, rules, count)):
        if index:
            click.echo()
        # A tag does not read in two lines, so that a narrow terminal has to break it.
        click.echo(record_of(deal).text(), nl=False)


def _check_cards(cards: int, rules: Rulebook) -> None:
    if cards > rules.deck.hand:
        fact = f"{cards} is not in the range 1<=x<={rules.deck.hand}."
        raise click.BadParameter(fact, param_hint="'--playoff'")
