"""Pairs of hands played in several processes at the same time.

Each process has a pipe of its own, and watches the match: when that is killed, it gives up what is
under way and ends. Ctrl-C is for the match alone.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Generator, Iterable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.match import MatchTable
from pinochle_solver.match_results import MatchSettings, PairResult

_POLL_SECONDS = 0.2
_END_SECONDS = 5.0


class WorkerError(RuntimeError):
    """A process has ended without an answer, or by an error, which it tells."""


def play_in_processes(
    settings: MatchSettings, pairs: Iterable[int], processes: int, stop: StopFlag
) -> Generator[PairResult, None, None]:
    """Play pairs as `play_pairs` does, in so many processes."""
    remaining = iter(pairs)
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _, pair in zip(range(processes), remaining, strict=False):
            connection, worker = _start(settings)
            workers[connection] = worker
            connection.send(pair)
        busy = set(workers)
        while busy and not stop.is_set:
            ready = wait(list(busy), _POLL_SECONDS)
            for connection in busy.intersection(ready):
                result = _receive(connection)
                following = next(remaining, None)
                if following is None:
                    busy.discard(connection)
                else:
                    connection.send(following)
                yield result
    finally:
        for connection in workers:
            connection.close()
        for worker in workers.values():
            worker.terminate()
        for worker in workers.values():
            worker.join(_END_SECONDS)
            worker.kill()


def _start(settings: MatchSettings) -> tuple[Connection, BaseProcess]:
    # A process forked from one with threads may hang, and would hold the other pipes open.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(theirs, settings), daemon=True)
    worker.start()
    theirs.close()
    return ours, worker


def _receive(connection: Connection) -> PairResult:
    try:
        result = connection.recv()
    except (EOFError, OSError):
        raise WorkerError("a process that played hands has ended") from None
    if isinstance(result, WorkerError):
        raise result
    assert isinstance(result, PairResult)
    return result


def _work(connection: Connection, settings: MatchSettings) -> None:
    """Play the pairs that are asked for, until there is nobody to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    stop = StopFlag()
    Thread(target=_watch_parent, args=(stop,), daemon=True).start()
    table = MatchTable(settings, stop)
    try:
        while True:
            pair = connection.recv()
            connection.send(_play(table, pair))
    except (EOFError, OSError):
        return  # the match has gone
    finally:
        table.close()


def _watch_parent(stop: StopFlag) -> None:
    """End what is under way when the match has been killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        stop.set()


def _play(table: MatchTable, pair: int) -> PairResult | WorkerError:
    try:
        return table.play(pair)
    except Exception:
        return WorkerError(f"in pair {pair}:\n{traceback.format_exc()}")
