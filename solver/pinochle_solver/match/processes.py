"""Pairs of hands played in several processes at the same time.

Each process has a pipe of its own and watches the match: if the match is killed, the process gives
up what is under way and ends. Only the match takes Ctrl-C. The other signals that end the match
(`endings`) end a process as well.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import NoReturn

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import WorkerError
from pinochle_solver.match.endings import ENDING, heeded
from pinochle_solver.match.log import MatchLog, MatchLogError
from pinochle_solver.match.results import (
    AnyPair,
    GamePairResult,
    MatchSettings,
    PairResult,
)
from pinochle_solver.match.table import MatchTable

_SIGNALS = (signal.SIGINT, *ENDING)
_POLL_SECONDS = 0.2
_END_SECONDS = 5.0


def play_in_processes(
    settings: MatchSettings,
    pairs: Iterable[int],
    processes: int,
    stop: StopFlag,
    log: MatchLog | None = None,
) -> Generator[AnyPair, None, None]:
    """Play pairs as `play_pairs` does, in this many processes."""
    remaining = iter(pairs)
    workers: dict[Connection, BaseProcess] = {}
    asked: list[Connection] = []
    try:
        for _, pair in zip(range(processes), remaining, strict=False):
            connection, worker = _start(settings, log)
            workers[connection] = worker
            asked.append(connection)
            _ask(connection, pair)
        while asked and not stop.is_set:
            ended, failure = None, None
            ready = wait(asked, _POLL_SECONDS)
            for connection in [each for each in asked if each in ready]:
                result = _receive(connection)
                if result is None:
                    ended = workers[connection]
                    continue
                if isinstance(result, Exception):
                    failure = result
                    continue
                # Results come first: there may be no process left to ask for more.
                yield result
                following = next(remaining, None)
                if following is None:
                    asked.remove(connection)
                else:
                    _ask(connection, following)
            if failure is not None:
                raise failure
            if ended is not None:
                fact = _how_it_ended(ended)
                if not stop.is_set:
                    raise WorkerError(f"a process that played hands {fact}")
    finally:
        for connection in workers:
            connection.close()
        for worker in workers.values():
            worker.terminate()
        for worker in workers.values():
            worker.join(_END_SECONDS)
            worker.kill()


def _start(settings: MatchSettings, log: MatchLog | None = None) -> tuple[Connection, BaseProcess]:
    # A process forked from one with threads may hang, and would hold the other pipes open.
    context = get_context("spawn")
    try:
        ours, theirs = context.Pipe()
        with closing(theirs):
            worker = context.Process(target=_work, args=(theirs, settings, log), daemon=True)
            try:
                with _held_back():
                    worker.start()
            except BaseException:
                ours.close()
                raise
    except OSError as error:
        fact = (error.strerror or str(error)).lower()
        raise WorkerError(f"a process to play hands cannot be started: {fact}") from None
    return ours, worker


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold signals back, here and in a process started meanwhile, until that lets them through."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # to start it later would let them through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ask(connection: Connection, pair: int) -> None:
    # The silence of a process that has ended shows that.
    with suppress(OSError):
        connection.send(pair)


def _receive(connection: Connection) -> AnyPair | RuntimeError | MatchLogError | None:
    """What a process has found, or why it has not; None when it has ended."""
    try:
        result = connection.recv()
    except (EOFError, OSError):
        return None
    assert isinstance(result, (PairResult, GamePairResult, RuntimeError, MatchLogError))
    return result


def _how_it_ended(worker: BaseProcess) -> str:
    worker.join(_END_SECONDS)
    status = worker.exitcode
    if status is None:
        return "answers no more"
    return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"


def _work(connection: Connection, settings: MatchSettings, log: MatchLog | None) -> None:
    """Play the pairs that are asked for, until nobody is left to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ending = heeded()
    for number in ending:
        signal.signal(number, _end)
    stop = StopFlag()
    # It never takes a signal: they are still held back.
    Thread(target=_watch_parent, args=(stop,), daemon=True).start()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    table = MatchTable(settings, stop, log)
    try:
        try:
            while True:
                pair = connection.recv()
                connection.send(_play(table, pair))
        except (EOFError, OSError):
            return  # the match has gone
        finally:
            # It may be asked to end as well; both players are still closed.
            _ignore(ending)
    finally:
        table.close()


def _end(*_: object) -> NoReturn:
    """End the process, once."""
    _ignore(ENDING)
    sys.exit()


def _ignore(numbers: Sequence[signal.Signals]) -> None:
    """Stop heeding these signals; one that has come is heeded first, and none comes in between."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def _watch_parent(stop: StopFlag) -> None:
    """End what is under way when the match has been killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        stop.set()


def _play(table: MatchTable, pair: int) -> AnyPair | RuntimeError | MatchLogError:
    try:
        return table.play(pair)
    except MatchLogError as error:
        return error
    except Exception:
        return RuntimeError(f"in pair {pair}:\n{traceback.format_exc()}")
