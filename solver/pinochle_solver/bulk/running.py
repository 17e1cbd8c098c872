"""Doing a job: the rows of a source are answered, shard by shard, into a folder."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing, suppress
from typing import NamedTuple

from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.manifest import Asked, Manifest
from pinochle_solver.bulk.output import ASKED, OutputFolder
from pinochle_solver.bulk.parquet import rulebook_texts
from pinochle_solver.bulk.shards import Shard, ShardFile, packed_rows
from pinochle_solver.bulk.sources import Source, cut
from pinochle_solver.bulk.workers import Workers
from pinochle_solver.errors import BulkError


class Progress(NamedTuple):
    """How far a job is.

    Attributes:
        rows: that are done, those of an earlier run included.
        total: how many there are.
        failed: of those that are done.
    """

    rows: int
    total: int
    failed: int


def asked_of(job: Job, source: Source, shard_rows: int | None = None) -> Asked:
    """What an output is made of.

    Args:
        job: what is done with every row.
        source: the rows.
        shard_rows: rows a shard; as many as the job has by itself if None is given.
    """
    return Asked(
        command=job.command,
        rows=source.rows,
        input_checksum=source.checksum,
        shard_rows=shard_rows or job.shard_rows,
        settings=job.stated,
        rulebooks=rulebook_texts(job.own),
    )


def run(
    job: Job,
    source: Source,
    output: OutputFolder,
    workers: Workers,
    *,
    progress: Callable[[Progress], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Manifest:
    """Answer the rows whose shards are not there yet.

    Args:
        job: what is done with every row.
        source: the rows.
        output: where the shards go.
        workers: who answers them.
        progress: called at the beginning and after every shard.
        stopped: ends the work; what is written stays.

    Returns:
        what is there now; everything, except after a stop.

    Raises:
        WorkerError: when those who answer are lost.
        BulkError: when the rows cannot be read to the end, or a shard cannot be written.
    """
    tell = progress or (lambda _: None)
    manifest = output.manifest
    rows, failed = manifest.rows, manifest.failed
    tell(Progress(rows, source.rows, failed))

    def found(file: ShardFile) -> None:
        nonlocal rows, failed
        output.add(file)
        rows, failed = rows + file.rows, failed + file.failed
        tell(Progress(rows, source.rows, failed))

    try:
        with closing(_shards(source, output)) as shards:
            workers.answer(job, shards, found, stopped)
    except BaseException:
        with suppress(BulkError):  # the first error is the one reported
            output.finish()
        raise
    return output.finish()


def _shards(source: Source, output: OutputFolder) -> Generator[Shard, None, None]:
    """The shards that are not there yet."""
    asked = output.asked
    number = -1
    for number, table in enumerate(cut(source.tables(), asked.shard_rows)):
        if not output.has(number):
            facts = {ASKED: asked.checksum}
            yield Shard(number, number * asked.shard_rows, packed_rows(table), facts)
    if number + 1 != asked.number_of_shards:
        raise BulkError("the input has changed while it was read")
