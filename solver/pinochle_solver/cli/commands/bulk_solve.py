"""``pinochle bulk solve``: exact values of any number of playoff positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    input_argument,
    is_of_tables,
    output_argument,
    run_job,
    run_options,
)
from pinochle_solver.cli.input.options import Positive, Whole, own_rulebooks, rulebooks_of_files
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.rulebooks import default_of_any, default_rulebook, rulebook_files
from pinochle_solver.playoff.solver import MOST_NODES

if TYPE_CHECKING:
    from pinochle_solver.bulk.jobs import Job


@click.command(
    "solve",
    cls=PinochleCommand,
    example="pinochle bulk solve playoffs solved",
)
@input_argument
@output_argument
@click.option(
    "--values", is_flag=True, help="Show only the values, without the loss of cards. Much faster."
)
@click.option(
    "--nodes", metavar="N", type=Whole(1, MOST_NODES), help="Stop each search after N nodes."
)
@click.option(
    "--table-mb",
    metavar="MB",
    type=Positive(65536),
    help="Memory for the table of each process. With a smaller one the search takes longer.",
)
@run_options
@rulebook_files
def command(
    input: Path,
    output: Path,
    values: bool,
    nodes: int | None,
    table_mb: float | None,
    how: RunOptions,
) -> int:
    """Solve the playoff positions of INPUT: Parquet, a folder of it, or lines of text.

    OUTPUT gets the same rows, each with both seats' points still to come, what every card loses,
    and the nodes searched. For three and four INPUT has positions with all cards face up; the first
    row says which game it is. A row that is wrong says why in the column error; the status is then
    2.
    """
    check_installed()
    from pinochle_solver.bulk.jobs import SolveJob

    asked: dict[str, Any] = {"moves": not values, "nodes": nodes, "table_mb": table_mb}
    if is_of_tables(input):
        from pinochle_solver.bulk.table.jobs import TableSolveJob

        job: Job = TableSolveJob(rulebooks=rulebooks_of_files(), default=default_of_any(), **asked)
    else:
        job = SolveJob(rulebooks=own_rulebooks(), default=default_rulebook(), **asked)
    return run_job(job, input, output, how)
