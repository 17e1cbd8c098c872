"""``pinochle bulk check``: whether an output is whole."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_solver.cli import CHECK_FAILED
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import output_argument, tell_whole
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import BulkError


@click.command(
    "check",
    cls=PinochleCommand,
    example="pinochle bulk check solved",
)
@output_argument
def command(output: Path) -> int:
    """Compare every shard of OUTPUT with its checksum in the manifest.

    Status 1 when one is missing or differs, or the output is not finished; 2 when rows are wrong.
    """
    check_installed()
    from pinochle_solver.bulk.output import faults_of

    try:
        manifest, faults = faults_of(output)
    except BulkError as error:
        raise click.ClickException(str(error)) from None
    for fault in faults:
        tell(fault)
    if not manifest.finished:
        done = f"{len(manifest.shards)} of {manifest.number_of_shards} shards"
        tell(f"{output}: not finished, {done} are there")
    if faults or not manifest.finished:
        return CHECK_FAILED
    return tell_whole(output, manifest)
