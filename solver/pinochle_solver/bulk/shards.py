"""A shard: some rows in order, and the Parquet file that comes of them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from time import perf_counter
from typing import Any, NamedTuple

import pyarrow as pa

from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.parquet import FileFacts, write_table
from pinochle_solver.errors import BulkError
from pinochle_solver.version import __version__


class Shard(NamedTuple):
    """Rows to be answered.

    Attributes:
        number: of the shard, from 0.
        first: the number of its first row in the whole input, from 0.
        rows: the rows, an Arrow stream, so that it goes to any worker.
        facts: what its file says of itself besides what the job says.
        program: the version of the program that asks.
    """

    number: int
    first: int
    rows: bytes
    facts: Mapping[str, Any]
    program: str = __version__


class ShardFile(NamedTuple):
    """What came of a shard.

    Attributes:
        number: of the shard.
        rows: how many rows it has.
        failed: how many of them are wrong.
        first_failed: the number of the first of those in the whole input; None for none.
        data: the bytes of its Parquet file.
        seconds: that it took.
    """

    number: int
    rows: int
    failed: int
    first_failed: int | None
    data: bytes
    seconds: float


def packed_rows(table: pa.Table) -> bytes:
    """The rows of a table as an Arrow stream."""
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue()


def answer_shard(job: Job, shard: Shard) -> ShardFile:
    """Do a job on a shard.

    Raises:
        BulkError: where the program is of another version than the one that asks.
    """
    if shard.program != __version__:
        fact = f"a worker has pinochle-solver {__version__}, expected {shard.program}"
        raise BulkError(fact)
    started = perf_counter()
    with pa.ipc.open_stream(shard.rows) as stream:
        table = stream.read_all()
    answers = job.answer(table, shard.first)
    failed = len(answers.failed)
    first_failed = shard.first + answers.failed[0] if answers.failed else None
    facts = FileFacts(
        job.gives,
        settings=job.stated,
        rulebooks=job.own,
        more={
            **shard.facts,
            "shard": shard.number,
            "first_row": shard.first,
            "rows": table.num_rows,
            "failed": failed,
            "first_failed": first_failed,
        },
    )
    sink = io.BytesIO()
    write_table(sink, answers.table, facts)
    seconds = perf_counter() - started
    return ShardFile(shard.number, table.num_rows, failed, first_failed, sink.getvalue(), seconds)
