"""``pinochle bulk deal``: seeded deals by the million."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    output_argument,
    run_job,
    run_options,
)
from pinochle_solver.cli.input.options import (
    Whole,
    card_count_option,
    own_rulebooks,
    rulebooks_of_files,
)
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    check_dealt,
    refuse_table_options,
    rulebook_files,
    table_rules_options,
)
from pinochle_solver.cli.input.search_options import seed_option
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.decks import MOST_HELD
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

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
    help="Deal playoff positions with N cards in each hand; in games for three or four, endings "
    "with all cards face up.",
)
@click.option(
    "--opening", is_flag=True, help="Deal the first decision of hands, as its player sees it."
)
@seed_option
@any_rulebook_option
@table_rules_options
@card_count_option()
@run_options
@rulebook_files
def command(
    output: Path,
    number: int,
    cards: int | None,
    opening: bool,
    seed: int,
    rulebook: Rulebook | TableRules,
    card_count: str | None,
    table_options: str | None,
    four: bool,
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
    what = OPENINGS if opening else HANDS if cards is None else PLAYOFFS
    if not isinstance(rulebook, Rulebook):
        from pinochle_solver.bulk.table.jobs import TableDealJob
        from pinochle_solver.cli.table.deals import asked_table_rules

        rules = asked_table_rules(rulebook, table_options, card_count, four)
        _check_size(cards, rules.hand)
        dealt = TableDealJob(
            rulebooks=rulebooks_of_files(), what=what, rules=rules, seed=seed, cards=cards or 0
        )
        return run_job(dealt, number, output, how)
    refuse_table_options(rulebook, table_options, four=four)
    if cards is None:
        check_dealt(rulebook, recorded=not opening)
    _check_size(cards, rulebook.deck.hand)
    job = DealJob(
        rulebooks=own_rulebooks(),
        what=what,
        rules=rulebook,
        count=COUNTS[card_count] if card_count else rulebook.count,
        seed=seed,
        cards=cards or 0,
    )
    return run_job(job, number, output, how)


def _check_size(cards: int | None, most: int) -> None:
    """Raise `click.BadParameter` for more cards than a hand has."""
    if cards is not None and cards > most:
        raise click.BadParameter(Whole(1, most).refusal(cards), param_hint="'--playoff'")
