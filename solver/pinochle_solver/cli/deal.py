"""``pinochle deal``: seeded random positions."""

from __future__ import annotations

import click

from pinochle_solver.deals import random_playoffs
from pinochle_solver.rules import COUNTS, DEFAULT_RULEBOOK, RULEBOOKS


@click.command("deal")
@click.option(
    "--playoff",
    "cards",
    metavar="N",
    type=click.IntRange(1, 12),
    required=True,
    help="Playoff positions with N cards in each hand.",
)
@click.option(
    "--count", "number", metavar="M", type=click.IntRange(0), default=1, show_default=True
)
@click.option("--seed", metavar="S", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--rules",
    "rulebook",
    type=click.Choice(list(RULEBOOKS), case_sensitive=False),
    default=DEFAULT_RULEBOOK.name,
    show_default=True,
)
@click.option(
    "--card-count",
    type=click.Choice(list(COUNTS), case_sensitive=False),
    help="What cards count; the rulebook's own if not given.",
)
def command(cards: int, number: int, seed: int, rulebook: str, card_count: str | None) -> None:
    """Deal random playoff positions, one a line.

    The same seed gives the same positions, and a larger --count only adds to them.
    """
    rules = RULEBOOKS[rulebook]
    count = COUNTS[card_count] if card_count else rules.count
    for position in random_playoffs(cards, number, seed, rules, count):
        click.echo(position.text())
