"""Pairs of hands played in several processes at the same time.

If the match is killed, a process gives up what is under way and ends. Players are closed, however a
process ends.
"""

from __future__ import annotations

import traceback
from collections.abc import Generator, Iterable
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import WorkerError
from pinochle_solver.matches.contests import AnySettings, Pair, PairTable, contest_of
from pinochle_solver.matches.log import MatchLog, MatchLogError
from pinochle_solver.processes import answer, ask, begin, how_it_ended, receive, start

_POLL_SECONDS = 0.2
_END_SECONDS = 5.0


def play_in_processes(
    settings: AnySettings,
    pairs: Iterable[int],
    processes: int,
    stop: StopFlag,
    log: MatchLog | None = None,
) -> Generator[Pair, None, None]:
    """Play pairs as `play_pairs` does, in this many processes."""
    remaining = iter(pairs)
    workers: dict[Connection, BaseProcess] = {}
    asked: list[Connection] = []
    try:
        for _, pair in zip(range(processes), remaining, strict=False):
            connection, worker = _start(settings, log)
            workers[connection] = worker
            asked.append(connection)
            ask(connection, pair)
        while asked and not stop.is_set:
            ended, failure = None, None
            ready = wait(asked, _POLL_SECONDS)
            for connection in [each for each in asked if each in ready]:
                result: Pair | Exception | None = receive(connection)
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
                    ask(connection, following)
            if failure is not None:
                raise failure
            if ended is not None:
                fact = how_it_ended(ended)
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


def _start(settings: AnySettings, log: MatchLog | None = None) -> tuple[Connection, BaseProcess]:
    try:
        return start(_work, settings, log)
    except OSError as error:
        fact = (error.strerror or str(error)).lower()
        raise WorkerError(f"a process to play hands cannot be started: {fact}") from None


def _work(connection: Connection, settings: AnySettings, log: MatchLog | None) -> None:
    """Play the pairs that are asked for."""
    stop = StopFlag()
    begin(stop.set)
    table = contest_of(settings).sit_down(settings, stop, log)
    try:
        answer(connection, partial(_play, table))
    finally:
        table.close()


def _play(table: PairTable, pair: int) -> Pair | RuntimeError | MatchLogError:
    try:
        return table.play(pair)
    except MatchLogError as error:
        return error
    except Exception:
        return RuntimeError(f"in pair {pair}:\n{traceback.format_exc()}")
