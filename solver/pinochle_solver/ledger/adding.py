"""Reviews what is not in the ledger yet, by one process or many, and keeps it hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pinochle_solver.bulk.running import Progress
from pinochle_solver.bulk.shards import Shard, ShardFile, packed_rows
from pinochle_solver.bulk.workers import Workers
from pinochle_solver.ledger.file import Ledger, settings_of
from pinochle_solver.ledger.hands import Rows
from pinochle_solver.ledger.incoming import Incoming
from pinochle_solver.ledger.jobs import ERROR, ROWS, TEXT, LedgerJob


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with some records.

    Attributes:
        new: the hands that are not in the ledger.
        again: those that are, by other settings, and are to be reviewed again.
        kept: how many are there and stay as they are.
        others: how many of those were reviewed by other settings.
        doubles: how many stand twice among the records.
    """

    new: tuple[Incoming, ...]
    again: tuple[Incoming, ...]
    kept: int
    others: int
    doubles: int

    @property
    def hands(self) -> tuple[Incoming, ...]:
        """What is to be reviewed."""
        return (*self.new, *self.again)


def plan_of(
    ledger: Ledger, hands: Sequence[Incoming], job: LedgerJob, *, again: bool = False
) -> Plan:
    """What to review; the days of hands that are there are brought up to date at once.

    Args:
        ledger: the ledger.
        hands: the records.
        job: how they are to be reviewed.
        again: whether hands that were reviewed by other settings are reviewed again.
    """
    kept = ledger.kept()
    new: dict[str, Incoming] = {}
    repeated: dict[str, Incoming] = {}
    seen: set[str] = set()
    others = 0
    for hand in hands:
        if hand.key in seen:
            continue
        seen.add(hand.key)
        known = kept.get(hand.key)
        if known is None:
            new[hand.key] = hand
            continue
        if hand.day is not None and hand.day != known.day:
            ledger.set_day(known.hand, hand.day)
        if known.settings != _settings(job, hand):
            others += not again
            if again:
                repeated[hand.key] = replace(hand, day=hand.day or known.day)
    left = len(seen) - len(new) - len(repeated)
    return Plan((*new.values(),), (*repeated.values(),), left, others, len(hands) - len(seen))


def add(
    ledger: Ledger,
    hands: Sequence[Incoming],
    job: LedgerJob,
    workers: Workers,
    *,
    shard_rows: int = 1,
    progress: Callable[[Progress], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
    wrong: Callable[[Incoming, str], None] = lambda _hand, _error: None,
) -> int:
    """Review hands and keep each as soon as it is done.

    Args:
        ledger: where they are kept.
        hands: the hands.
        job: how they are reviewed.
        workers: who does it.
        shard_rows: how many hands a worker is given at a time.
        progress: called at the beginning and after each of these.
        stopped: ends it; what is kept stays.
        wrong: called with each hand that cannot be reviewed, and why.

    Returns:
        how many are kept now.

    Raises:
        WorkerError: when those who review are lost.
        BulkError: for a worker of another version.
        LedgerError: when the file cannot be written.
    """
    tell = progress or (lambda _: None)
    parts = [hands[first : first + shard_rows] for first in range(0, len(hands), shard_rows)]
    done = failed = 0
    tell(Progress(0, len(hands), 0))

    def shards() -> Iterator[Shard]:
        for number, part in enumerate(parts):
            texts = [each.text.encode("utf-8", "surrogateescape") for each in part]
            rows = packed_rows(pa.table({TEXT: pa.array(texts, pa.binary())}))
            yield Shard(number, number * shard_rows, rows, {})

    def found(file: ShardFile) -> None:
        nonlocal done, failed
        answers = pq.read_table(pa.BufferReader(file.data))
        for hand, rows, error in zip(
            parts[file.number], *(answers[name].to_pylist() for name in (ROWS, ERROR)), strict=True
        ):
            if error is not None:
                failed += 1
                wrong(hand, error)
                continue
            ledger.add(hand, msgspec.json.decode(rows, type=Rows), _settings(job, hand))
            done += 1
        tell(Progress(done + failed, len(hands), failed))

    workers.answer(job, shards(), found, stopped)
    return done


def _settings(job: LedgerJob, hand: Incoming) -> tuple[str, str, int, int]:
    return settings_of(job.worlds_for(hand.record), job.seed)
