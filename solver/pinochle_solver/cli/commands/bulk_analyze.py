"""``pinochle bulk analyze``: the moves of any number of stock-phase positions."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    input_argument,
    is_of_tables,
    output_argument,
    run_job,
    run_options,
)
from pinochle_solver.cli.input.analysis_options import (
    belief_option,
    engine_option,
    objective_option,
)
from pinochle_solver.cli.input.options import (
    Whole,
    asked_engine,
    own_rulebooks,
    rulebooks_of_files,
)
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.rulebooks import default_of_any, default_rulebook, rulebook_files
from pinochle_solver.cli.input.search_options import seed_option
from pinochle_solver.limits import MOST_WORLDS

_WORLDS = 64


@click.command(
    "analyze",
    cls=PinochleCommand,
    example="pinochle bulk analyze openings analysed --worlds 64",
    two_handed=("belief", "objective", "engine"),
)
@input_argument
@output_argument
@click.option(
    "--worlds",
    metavar="N",
    type=Whole(1, MOST_WORLDS),
    default=_WORLDS,
    show_default=True,
    help="Stop each analysis after N worlds for the best moves.",
)
@seed_option
@belief_option
@objective_option()
@engine_option
@run_options
@rulebook_files
def command(
    input: Path,
    output: Path,
    worlds: int,
    seed: int,
    belief: str,
    objective: str,
    engine: str,
    how: RunOptions,
) -> int:
    """Analyze the stock-phase positions of INPUT: Parquet, a folder of it, or lines of text.

    OUTPUT gets the same rows, each with the move to play, what it promises, and every move with
    its mean and its error. For three and four INPUT has positions as the player to move sees them;
    the first row says which game it is. The worlds of a row come from the seed and the row's number
    alone. A row that is wrong says why in the column error; the status is then 2.
    """
    check_installed()
    if is_of_tables(input):
        refuse_two_handed_options()
        from pinochle_solver.bulk.table.jobs import TableAnalyzeJob

        of_table = TableAnalyzeJob(
            rulebooks=rulebooks_of_files(), default=default_of_any(), worlds=worlds, seed=seed
        )
        return run_job(of_table, input, output, how)
    from pinochle_solver.bulk.jobs import AnalyzeJob

    job = AnalyzeJob(
        rulebooks=own_rulebooks(),
        default=default_rulebook(),
        worlds=worlds,
        seed=seed,
        engine=engine,
        belief=belief,
        objective=objective,
    )
    asked_engine("--engine", engine, job.search)
    return run_job(job, input, output, how)
