"""``pinochle bulk review``: any number of hands, decision by decision."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    input_argument,
    output_argument,
    run_job,
    run_options,
)
from pinochle_solver.cli.input.options import Whole, own_rulebooks
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.rulebooks import default_rulebook, rulebook_files
from pinochle_solver.cli.input.search_options import seed_option
from pinochle_solver.limits import MOST_WORLDS
from pinochle_solver.reviews.settings import LEAST_WORLDS
from pinochle_solver.rules.rules import Seat

_WORLDS = 64


@click.command(
    "review",
    cls=PinochleCommand,
    example="pinochle bulk review hand.pnr reviewed --worlds 32",
)
@input_argument
@output_argument
@click.option(
    "--worlds",
    metavar="N",
    type=Whole(LEAST_WORLDS, MOST_WORLDS),
    default=_WORLDS,
    show_default=True,
    help="Try N worlds for each decision.",
)
@seed_option
@click.option(
    "--seat",
    type=click.Choice([seat.text() for seat in Seat], case_sensitive=False),
    help="Review only the decisions of this seat. Default: both seats.",
)
@run_options
@rulebook_files
def command(
    input: Path, output: Path, worlds: int, seed: int, seat: str | None, how: RunOptions
) -> int:
    """Review the hands of INPUT: hand records, or Parquet with a column of them.

    OUTPUT gets the same rows, each with what both seats lost, and every decision between several
    moves. The worlds of a hand come from the seed and the row's number alone. A row that is wrong
    says why in the column error; the status is then 2.
    """
    check_installed()
    from pinochle_solver.bulk.jobs import ReviewJob

    job = ReviewJob(
        rulebooks=own_rulebooks(),
        default=default_rulebook(),
        worlds=worlds,
        seed=seed,
        seat=None if seat is None else Seat.parse(seat),
    )
    return run_job(job, input, output, how)
