"""Who answers shards: this process, or the workers of a Dask cluster.

A cluster is given a few more shards than it has workers, and another one whenever a shard comes
back, so that memory stays flat. If a worker is lost, Dask gives its shard to another one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import chain, repeat
from math import inf
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Protocol

from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.shards import Shard, ShardFile, answer_shard
from pinochle_solver.errors import BulkError, WorkerError

_POLL_SECONDS = 0.1
_LOOK_SECONDS = 1.0
# So long nobody may answer, or no worker be there.
_CONNECT_SECONDS = 10
# So many shards for each worker are under way: what it does, and the next ones.
_AHEAD = 2
_CLOSE_SECONDS = 5
_WARNINGS = "PYTHONWARNINGS"

Found = Callable[[ShardFile], None]


class Workers(Protocol):
    """Who answers shards."""

    @abstractmethod
    def answer(
        self, job: Job, shards: Iterator[Shard], found: Found, stopped: Callable[[], bool]
    ) -> None:
        """Have shards answered, and each given to `found` as soon as it is.

        Args:
            job: what to do.
            shards: which, in order; taken one by one as there is somebody to do them.
            found: is called in this thread, in any order of the shards.
            stopped: ends it; what is under way is given up.

        Raises:
            WorkerError: when those who answer are lost, in a line.
            BulkError: for a worker of another version.
        """


class ThisProcess:
    """Answers shards one after the other; as `Workers`."""

    def answer(
        self, job: Job, shards: Iterator[Shard], found: Found, stopped: Callable[[], bool]
    ) -> None:
        """As `Workers.answer`; a stop waits for the shard under way."""
        for shard in shards:
            if stopped():
                return
            found(answer_shard(job, shard))


class Cluster:
    """The workers of a Dask cluster; as `Workers`.

    Args:
        client: of the cluster.
        name: what it is called in messages.
    """

    def __init__(self, client: Any, name: str) -> None:
        self._client, self._name = client, name
        self._threads = 0
        self._asked = self._seen = -inf

    def answer(
        self, job: Job, shards: Iterator[Shard], found: Found, stopped: Callable[[], bool]
    ) -> None:
        """As `Workers.answer`."""
        ended: SimpleQueue[Any] = SimpleQueue()
        # What is not held any more Dask does not do any more.
        held: dict[str, Any] = {}
        remaining: Iterator[Shard | None] = chain(shards, repeat(None))
        self._seen = monotonic()
        try:
            while not stopped():
                self._look()
                while len(held) < _AHEAD * max(self._threads, 1):
                    shard = next(remaining)
                    if shard is None:
                        break
                    future = self._client.submit(
                        answer_shard, job, shard, pure=False, key=f"{shard.number}-{id(self):x}"
                    )
                    held[future.key] = future
                    future.add_done_callback(ended.put)
                if not held:
                    return
                with suppress(Empty):
                    future = ended.get(timeout=_POLL_SECONDS)
                    file = self._result(future)
                    del held[future.key]
                    found(file)
        finally:
            if held and self._client.status == "running":
                with suppress(Exception):
                    self._client.cancel(list(held.values()), force=True)

    def _look(self) -> None:
        """See now and then how many workers there are; `WorkerError` where it is all over."""
        if self._client.status not in ("running", "connecting"):
            raise self._lost()
        now = monotonic()
        if now - self._asked < _LOOK_SECONDS:
            return
        self._asked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError, asyncio.CancelledError):
            raise self._lost() from None
        if self._threads:
            self._seen = now
        elif now - self._seen > _CONNECT_SECONDS:
            raise WorkerError(f"{self._name}: no worker is there that has pinochle-solver")

    def _result(self, future: Any) -> ShardFile:
        from distributed import KilledWorker

        if future.status in ("cancelled", "lost"):
            raise self._lost()
        try:
            file: ShardFile = future.result(timeout=_CONNECT_SECONDS)
        except KilledWorker as error:
            fact = f"shard {future.key.partition('-')[0]} has cost one worker after the other"
            raise WorkerError(f"{self._name}: {fact}") from error
        except (asyncio.CancelledError, TimeoutError, OSError):
            raise self._lost() from None
        except ImportError as error:
            raise WorkerError(f"{self._name}: a worker cannot import {error.name}") from None
        return file

    def _lost(self) -> WorkerError:
        return WorkerError(f"{self._name}: the scheduler is lost")


@contextmanager
def open_workers(number: int | None, scheduler: str | None) -> Iterator[Workers]:
    """Workers, until the block ends.

    Args:
        number: how many processes of this machine; none is this process alone.
        scheduler: the address of a cluster that runs already, in place of them.

    Raises:
        BulkError: where nobody is there, or a cluster cannot be made.
    """
    if scheduler is None and not number:
        yield ThisProcess()
        return
    if find_spec("distributed") is None:
        raise BulkError("Dask is not installed (pip install 'pinochle-solver[bulk]')")
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if scheduler is None:
            assert number
            yield Cluster(stack.enter_context(_local(number)), "the cluster")
        else:
            yield Cluster(stack.enter_context(_joined(scheduler)), scheduler)


@contextmanager
def _local(number: int) -> Iterator[Any]:
    """A client of a cluster of our own."""
    from distributed import Client, LocalCluster

    cluster = client = None
    try:
        with _interrupts_held():
            cluster = LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
            client = Client(cluster, set_as_default=False)
    except Exception as error:  # of many kinds, by what could not be started
        _close(client, cluster)
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise WorkerError(f"no cluster can be started here: {said[0]}") from None
    try:
        yield client
    finally:
        _close(client, cluster)


def _close(*opened: Any) -> None:
    """Close what was opened; what it cannot do in time its processes do, whom nobody needs."""
    for each in opened:
        if each is not None:
            with suppress(Exception):
                each.close(timeout=_CLOSE_SECONDS)


@contextmanager
def _joined(address: str) -> Iterator[Any]:
    """A client of the cluster at an address."""
    from distributed import Client

    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except Exception:  # of many kinds, by what is or is not at that address
        raise BulkError(f"--scheduler: nobody answers at {address}") from None
    try:
        yield client
    finally:
        _close(client)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask tells of itself from the user: what he has to know is told by a line."""
    import dask
    import distributed  # which has settings of its own, that must not go with ours

    assert distributed
    settings = {
        "distributed.comm.timeouts.connect": f"{_CONNECT_SECONDS}s",
        # A shard may take its time.
        "distributed.admin.tick.limit": "1h",
        # The last messages are kept for whoever looks for a bug: a thousand shards to each worker.
        "distributed.admin.low-level-log-length": 1,
    }
    before = logging.root.manager.disable
    with warnings.catch_warnings(), dask.config.set(settings):
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(before)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait; what is started meanwhile never hears of it, and is ended from here."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    told = os.environ.get(_WARNINGS)
    # Nor is it to warn of what is left when the command is killed.
    os.environ[_WARNINGS] = "ignore"
    # If it were started later, this would unblock the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if told is None:
            del os.environ[_WARNINGS]
        else:
            os.environ[_WARNINGS] = told
