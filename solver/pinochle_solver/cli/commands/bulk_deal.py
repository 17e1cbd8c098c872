"""``pinochle bulk deal``: seeded deals by the million."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    output_argument,
    run_job,
    run_options,
)
from pinochle_solver.cli.input.options import Whole, card_count_option, own_rulebooks
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.rulebooks import check_dealt, rulebook_files, rulebook_option
from pinochle_solver.cli.input.search_options import seed_option
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.decks import MOST_HELD
from pinochle_solver.rules.rules import Rulebook

_MOST_ROWS = 10**9


@click.command(
    "deal",
    cls=PinochleCommand,
    example="pinochle bulk deal playoffs --number 1000 --playoff 12",
)
@output_argument
@click.option(
    "--number",
    metavar="M",
    type=Whole(1, _MOST_ROWS),
    required=True,
    help="Deal M hands or positions.",
)
@click.option(
    "--playoff",
    "cards",
    metavar="N",
    type=Whole(1, MOST_HELD),
    help="Deal playoff positions with N cards in each hand.",
)
@click.option(
    "--opening", is_flag=True, help="Deal the first decision of hands, as the leader sees it."
)
@seed_option
@rulebook_option
@card_count_option()
@run_options
@rulebook_files
def command(
    output: Path,
    number: int,
    cards: int | None,
    opening: bool,
    seed: int,
    rulebook: Rulebook,
    card_count: str | None,
    how: RunOptions,
) -> int:
    """Deal hands into OUTPUT, as records without tricks.

    With --playoff these are playoff positions, for bulk solve, and with --opening the first
    decisions of hands, for bulk analyze. The same seed gives the same cards as pinochle deal.
    """
    check_installed()
    from pinochle_solver.bulk.jobs import HANDS, OPENINGS, PLAYOFFS, DealJob

    if cards is not None and opening:
        raise click.UsageError("--playoff or --opening, not both")
    if cards is None:
        check_dealt(rulebook, recorded=not opening)
    elif cards > rulebook.deck.hand:
        fact = Whole(1, rulebook.deck.hand).refusal(cards)
        raise click.BadParameter(fact, param_hint="'--playoff'")
    job = DealJob(
        rulebooks=own_rulebooks(),
        what=OPENINGS if opening else HANDS if cards is None else PLAYOFFS,
        rules=rulebook,
        count=COUNTS[card_count] if card_count else rulebook.count,
        seed=seed,
        cards=cards or 0,
    )
    return run_job(job, number, output, how)
