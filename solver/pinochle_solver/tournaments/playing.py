"""Plays what is missing of a tournament, by one process or many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pinochle_solver.bulk.shards import Shard, ShardFile, packed_rows
from pinochle_solver.bulk.workers import Workers
from pinochle_solver.matches.contests import AnySettings, Pair, contest_of
from pinochle_solver.matches.results import MatchSettings, encoded
from pinochle_solver.matches.sequencer import PairSequencer
from pinochle_solver.tournaments.folder import TournamentFolder
from pinochle_solver.tournaments.jobs import PAIR, RESULT, SETTINGS, WORKER, TournamentJob


class Play:
    """The matches of a tournament under way.

    Args:
        settings: those of the matches.
        pairs: how many pairs each has, at most if there is a sequential test.
        folder: keeps the results; None: nothing does.

    Attributes:
        settings: as given.
        sequencers: what each match has so far.
        played: by the numbers of a match and of a pair, the pair and who played it.
    """

    def __init__(
        self, settings: Sequence[AnySettings], pairs: int, folder: TournamentFolder | None = None
    ) -> None:
        self.settings = tuple(settings)
        self.sequencers = [PairSequencer(each, pairs) for each in settings]
        self.played: dict[tuple[int, int], tuple[Pair, str]] = {}
        self._folder, self._pairs = folder, pairs
        for match, file in enumerate(() if folder is None else folder.files):
            for pair in file.pairs.values():
                assert folder is not None
                worker = folder.workers.get((match, pair.pair), "")
                self._take(match, pair, worker)

    @property
    def is_over(self) -> bool:
        """Whether everything is played."""
        return all(each.is_over for each in self.sequencers)

    @property
    def number(self) -> int:
        """How many pairs are played."""
        return len(self.played)

    @property
    def wanted(self) -> int:
        """How many pairs there are in all, those of decided matches left out."""
        return sum(each.number if each.is_over else self._pairs for each in self.sequencers)

    def run(
        self,
        workers: Workers,
        *,
        shard_rows: int = 1,
        progress: Callable[[Play], None] = lambda _: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play what is missing, the matches in turn.

        Args:
            workers: who plays.
            shard_rows: how many pairs of a match a worker is given at a time.
            progress: called at the beginning and after each of these.
            stopped: ends it; what is played stays.

        Raises:
            WorkerError: when those who play are lost.
            BulkError: for a worker of another version.
            OSError: when a result cannot be written.
        """
        asked: list[tuple[int, list[int]]] = []
        contests = [contest_of(each) for each in self.settings]
        job = TournamentJob(at_tables=not isinstance(self.settings[0], MatchSettings))

        def shards() -> Iterator[Shard]:
            for match, pairs in self._missing(shard_rows):
                asked.append((match, pairs))
                text = encoded(self.settings[match])
                rows = pa.table({SETTINGS: [text] * len(pairs), PAIR: pairs})
                yield Shard(len(asked) - 1, 0, packed_rows(rows), {})

        def found(file: ShardFile) -> None:
            match, _ = asked[file.number]
            answers = pq.read_table(pa.BufferReader(file.data))
            for text, worker in zip(
                answers[RESULT].to_pylist(), answers[WORKER].to_pylist(), strict=True
            ):
                pair: Any = msgspec.json.decode(text, type=contests[match].pair)
                if self._folder is not None:
                    self._folder.add(match, pair, worker)
                self._take(match, pair, worker)
            progress(self)

        progress(self)
        workers.answer(job, shards(), found, stopped)

    def _missing(self, shard_rows: int) -> Iterator[tuple[int, list[int]]]:
        """What is still to be played, round by round; a match that is decided meanwhile ends."""
        remaining = [list(each.missing)[::-1] for each in self.sequencers]
        while any(remaining):
            for match, pairs in enumerate(remaining):
                if self.sequencers[match].is_over:
                    pairs.clear()
                elif pairs:
                    yield match, [pairs.pop() for _ in range(min(shard_rows, len(pairs)))]

    def _take(self, match: int, pair: Pair, worker: str) -> None:
        self.sequencers[match].add(pair)
        self.played[match, pair.pair] = (pair, worker)
