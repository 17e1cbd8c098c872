"""Moves tried in common worlds; moves that fall behind are tried in fewer of them.

The number of worlds doubles from stage to stage. After each stage the better half of the moves goes
on, except moves that are clearly behind: sequential halving (Karnin, Koren, Somekh 2013) over
common worlds. The other moves are still tried in a part of the worlds, so that no move is valued
only by the few worlds in which it looked bad.

At every moment the best is a move that was tried in as many worlds as any other (``ranking``).
Moves that return to a stage first catch up with the others. A move that is ahead of the best in
fewer worlds is tried in the rest of them before the search ends; time is kept back for that.

Worlds come in chunks, which the threads try at the same time, and which are taken in in their
order. What is found in a world depends on its number alone. So within a limit of worlds the answer
is the same on any number of threads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import pairwise
from math import isfinite
from queue import SimpleQueue
from typing import Generic, NamedTuple, TypeVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.halving.ranking import Ranking, Tried
from pinochle_solver.limits import MOST_WORLDS
from pinochle_solver.threads import awaited

FIRST_STAGE = 32
# Whoever does not go on gets one world in so many, and may come back.
REST = 8
# Who is ahead in fewer worlds is asked again after so many worlds, or this part of all if more.
ASK_AGAIN, ASK_AGAIN_PART = 128, 16

_Worker = TypeVar("_Worker")
_Chunk = TypeVar("_Chunk")


class Chunks(NamedTuple):
    """In which chunks worlds come.

    Attributes:
        size: how many worlds a chunk has,
        first_size: and how many one of the first has, because an error may be told from the chunks,
            and there have to be some.
        first: how many worlds come in such chunks: a multiple of `size`.
        least: every move is tried in so many worlds in however little time there is.
    """

    size: int
    first_size: int
    first: int
    least: int

    def between(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """The chunks that the worlds from `first`, where one begins, to `end` come in.

        Yields:
            the number of each chunk's first world, and how many it has; the last may be cut short.
        """
        while first < end:
            size = self.first_size if first < self.first else self.size
            yield first, min(size, end - first)
            first += size

    def whole(self, worlds: int) -> int:
        """How many of so many worlds come in whole chunks."""
        size = self.first_size if worlds <= self.first else self.size
        return worlds // size * size


class HalvingSearch(ABC, Generic[_Worker, _Chunk, Tried]):
    """A search for the best of some moves.

    Args:
        ranking: the moves, and how they stand.
        workers: what each thread works with.
        chunks: in which chunks worlds come.
        stop: ends the search, once every move was tried in `Chunks.least` worlds.
        deadline: when it must end.
    """

    def __init__(
        self,
        ranking: Ranking[Tried],
        workers: Sequence[_Worker],
        chunks: Chunks,
        stop: StopFlag,
        deadline: Deadline,
    ) -> None:
        self._ranking, self._workers = ranking, workers
        self._sizes, self._stop, self._deadline = chunks, stop, deadline
        self._is_due = self._may_end = False
        self._began = self._deadline.passed
        # Worlds times moves, so far and of those ahead in fewer worlds that the best; and at how
        # many worlds to ask for these again.
        self._playouts = self._missing = self._ask_at = 0

    @abstractmethod
    def _evaluate(self, worker: _Worker, start: int, size: int, moves: bytes) -> _Chunk | None:
        """Try moves in so many worlds from number `start` on.

        None if stopped, which the first `Chunks.least` worlds are not. Called by several threads at
        the same time, each with a worker of its own.
        """

    @abstractmethod
    def _take_in(self, tried: Tried, chunk: _Chunk, place: int) -> None:
        """Take in what a move came to, which was the one at this place of a chunk."""

    def _search(
        self, most: int, is_enough: Callable[[], bool], progress: Callable[[], None] | None = None
    ) -> None:
        """Search until the deadline, a stop or this many worlds, or until it `is_enough`.

        Args:
            most: how many worlds at most.
            is_enough: asked after every stage.
            progress: called after every stage but the last.
        """
        most = min(most, MOST_WORLDS)
        active, end = self._ranking.tried, min(FIRST_STAGE, most)
        while self._stage(active, end):
            if end >= most or is_enough():
                return
            active = tuple(self._ranking.still_in_it())
            if progress is not None:
                progress()
            end = min(2 * end, most)

    # Worlds

    def _stage(self, active: Sequence[Tried], end: int) -> bool:
        """Try the active moves in all worlds up to `end`, the other moves in a part of them.

        Even if this is cut short, all moves that are ahead of the best in fewer worlds are tried in
        the best's worlds, as far as there is time. False if there was no time left.
        """
        rest = self._sizes.whole(end // REST)
        is_whole = self._reach(active, end) and self._reach(self._ranking.tried, rest)
        return self._settle() and is_whole

    def _reach(self, moves: Sequence[Tried], end: int) -> bool:
        """Try moves in all worlds up to `end`; False if there was no time for it.

        The moves furthest back catch up first, so that no world counts in which only they were
        tried.
        """
        levels = sorted({tried.worlds for tried in moves if tried.worlds < end})
        return all(
            self._try([tried for tried in moves if tried.worlds == start], stop, self._is_time_up)
            for start, stop in pairwise([*levels, end])
        )

    def _settle(self) -> bool:
        """Try moves that are ahead of the best in fewer worlds in the rest of its worlds, too.

        This goes step by step, because most of them soon fall behind; False if there was no time.
        """
        while not self._is_over() and (ahead := self._ranking.ahead_in_fewer()):
            most = self._ranking.most_worlds
            least = min(tried.worlds for tried in ahead)
            last = [tried for tried in ahead if tried.worlds == least]
            if not self._try(last, min(2 * least, most), self._is_over):
                return False
        return not self._is_over()

    def _try(self, moves: Sequence[Tried], end: int, is_over: Callable[[], bool]) -> bool:
        """Try moves with as many worlds behind them in those up to `end`; False if cut short."""
        first, numbers = moves[0].worlds, bytes(tried.number for tried in moves)
        with closing(self._chunks(first, end, numbers)) as tried_chunks:
            for _, size in self._sizes.between(first, end):
                if self._may_end and (self._would_be_late(size * len(moves)) or is_over()):
                    return False
                chunk = next(tried_chunks)
                if chunk is None:
                    return False
                for place, tried in enumerate(moves):
                    self._take_in(tried, chunk, place)
                self._after_chunk(size * len(moves))
        return True

    def _after_chunk(self, playouts: int) -> None:
        """Count the playouts."""
        self._playouts += playouts
        self._may_end = min(tried.worlds for tried in self._ranking.tried) >= self._sizes.least

    def _would_be_late(self, playouts: int) -> bool:
        """Whether this many more would end further from the deadline than ending now."""
        self._is_due |= self._deadline.left < playouts * self._seconds_a_playout / 2
        return self._is_due

    @property
    def _seconds_a_playout(self) -> float:
        return (self._deadline.passed - self._began) / max(self._playouts, 1)

    def _is_over(self) -> bool:
        return self._is_due or self._stop.is_set

    def _is_time_up(self) -> bool:
        """Whether to end a stage: also when what is left is wanted to settle who is ahead."""
        return self._is_over() or self._deadline.left <= self._seconds_to_settle()

    def _seconds_to_settle(self) -> float:
        if not isfinite(self._deadline.left):
            return 0.0
        most = self._ranking.most_worlds
        if most >= self._ask_at:
            ahead = self._ranking.ahead_in_fewer()
            self._missing = sum(most - tried.worlds for tried in ahead)
            self._ask_at = most + max(ASK_AGAIN, most // ASK_AGAIN_PART)
        return self._missing * self._seconds_a_playout

    def _chunks(self, first: int, end: int, moves: bytes) -> Generator[_Chunk | None, None, None]:
        """The moves tried in the worlds from `first` to `end`, in order; None where stopped."""
        places = self._sizes.between(first, end)
        if len(self._workers) == 1:
            # Nothing is begun ahead, because it would delay the answer when time is up.
            for start, size in places:
                yield self._evaluate(self._workers[0], start, size, moves)
        else:
            yield from self._by_several(places, moves)

    def _by_several(
        self, places: Iterable[tuple[int, int]], moves: bytes
    ) -> Iterator[_Chunk | None]:
        """The moves tried in these chunks of worlds, by all workers at the same time."""
        with self._pool() as submit:
            pending: deque[Future[_Chunk | None]] = deque()
            for start, size in places:
                pending.append(submit(start, size, moves))
                if len(pending) > len(self._workers):
                    yield awaited(pending.popleft())
            while pending:
                yield awaited(pending.popleft())

    @contextmanager
    def _pool(self) -> Iterator[Callable[[int, int, bytes], Future[_Chunk | None]]]:
        """A function that has chunks of worlds evaluated, one at a time by each worker."""
        idle: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            idle.put(worker)

        def work(start: int, size: int, moves: bytes) -> _Chunk | None:
            worker = idle.get()
            try:
                return self._evaluate(worker, start, size, moves)
            finally:
                idle.put(worker)

        pool = ThreadPoolExecutor(len(self._workers))
        try:
            yield lambda start, size, moves: pool.submit(work, start, size, moves)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
