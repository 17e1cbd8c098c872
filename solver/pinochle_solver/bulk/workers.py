"""Who answers shards: this process, other processes of this machine, or a Dask cluster.

Our own processes are reached by pipes alone: they listen at no address, so no other user can reach
them. A Dask cluster is one that somebody else runs. Its members take pickles from each other, and
whoever sends a pickle can run any program: docs/BULK.md says whom you have to trust.

Whoever does it, only a few shards for each worker are under way, so that memory stays flat. If a
worker is lost, another one does its shard.
"""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
import traceback
import warnings
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from itertools import chain, repeat
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, NamedTuple, Protocol

from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.shards import Shard, ShardFile, answer_shard
from pinochle_solver.errors import BulkError, WorkerError
from pinochle_solver.processes import answer, ask, begin, how_it_ended, receive, start

_POLL_SECONDS = 0.1
_LOOK_SECONDS = 1.0
# So long nobody may answer, or no worker be there.
_CONNECT_SECONDS = 10
# So many shards for each worker are under way: what it does, and the next ones.
_AHEAD = 2
_CLOSE_SECONDS = 5
# A shard that has cost so many processes is given up.
_MOST_LOST = 3
_TLS = "tls://"
# What a process says when it has imported everything.
_READY = "ready"

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


class Processes:
    """Processes of this machine, which are started as there are shards for them; as `Workers`.

    Args:
        number: how many.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._processes: dict[Connection, BaseProcess] = {}

    def answer(
        self, job: Job, shards: Iterator[Shard], found: Found, stopped: Callable[[], bool]
    ) -> None:
        """As `Workers.answer`."""
        asked: dict[Connection, Shard] = {}
        again: deque[Shard] = deque()
        lost: Counter[int] = Counter()

        def give() -> None:
            """Give a shard to whoever is free, while there are both."""
            while len(asked) < self._number:
                shard = again.popleft() if again else next(shards, None)
                if shard is None:
                    return
                connection = next((each for each in self._processes if each not in asked), None)
                if connection is None:
                    # It imports much before it reads: sending the shard now would wait for that.
                    connection = self._start()
                else:
                    ask(connection, (job, shard))
                asked[connection] = shard

        try:
            give()
            while asked and not stopped():
                ready = wait(list(asked), _POLL_SECONDS)
                for connection in [each for each in asked if each in ready]:
                    result = receive(connection)
                    if result == _READY:
                        ask(connection, (job, asked[connection]))
                        continue
                    shard = asked.pop(connection)
                    if result is None:
                        lost[shard.number] += 1
                        fact = self._end(connection)
                        if lost[shard.number] == _MOST_LOST:
                            cost = f"has cost {_MOST_LOST} processes, the last one {fact}"
                            raise WorkerError(f"shard {shard.number} {cost}")
                        again.append(shard)
                    # Who is free works on while this shard is written.
                    give()
                    if isinstance(result, Exception):
                        raise result
                    if result is not None:
                        found(result)
        finally:
            for connection in asked:
                self._end(connection)

    def close(self) -> None:
        """End them."""
        for connection in list(self._processes):
            self._end(connection)

    def _start(self) -> Connection:
        try:
            connection, process = start(_work)
        except OSError as error:
            fact = (error.strerror or str(error)).lower()
            raise WorkerError(f"a process cannot be started: {fact}") from None
        self._processes[connection] = process
        return connection

    def _end(self, connection: Connection) -> str:
        """End a process; how it ended."""
        process = self._processes.pop(connection)
        connection.close()
        # It has no more to do than to compute.
        process.kill()
        return how_it_ended(process)


def _work(connection: Connection) -> None:
    """Answer shards, in a process of its own; once the command is gone, nobody needs it."""
    begin(partial(os._exit, 1))
    with suppress(OSError):  # the command has gone
        connection.send(_READY)
    answer(connection, _answered)


def _answered(question: tuple[Job, Shard]) -> ShardFile | BulkError | RuntimeError:
    job, shard = question
    try:
        return answer_shard(job, shard)
    except BulkError as error:
        return error
    except Exception:
        return RuntimeError(f"in shard {shard.number}:\n{traceback.format_exc()}")


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
                    if future.status == "lost":
                        # With the worker that had the result; another one does the shard again.
                        future.add_done_callback(ended.put)
                        continue
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

        if future.status == "cancelled":
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


class Scheduler(NamedTuple):
    """The scheduler of a Dask cluster that is running.

    Attributes:
        address: its address, such as ``tls://10.0.0.1:8786``.
        tls_ca: a file of the certificates that it is known by, PEM; None for that of Dask's own
            settings, and so on.
        tls_cert: a file of our certificate, by which it knows us.
        tls_key: a file of the private key of that.
    """

    address: str
    tls_ca: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None

    @property
    def is_secure(self) -> bool:
        """Whether both sides have to show a certificate, and nobody else can read along."""
        return self.address.lower().startswith(_TLS)


@contextmanager
def open_workers(number: int | None, scheduler: Scheduler | None) -> Iterator[Workers]:
    """Workers, until the block ends.

    Args:
        number: how many processes of this machine; none is this process alone.
        scheduler: that of a cluster in place of them.

    Raises:
        BulkError: where nobody is there.
    """
    if scheduler is not None:
        if find_spec("distributed") is None:
            raise BulkError("Dask is not installed (pip install 'pinochle-solver[bulk]')")
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            yield Cluster(stack.enter_context(_joined(scheduler)), scheduler.address)
    elif number:
        with closing(Processes(number)) as processes:
            yield processes
    else:
        yield ThisProcess()


def _close(*opened: Any) -> None:
    """Close what was opened; what it cannot do in time its processes do, whom nobody needs."""
    for each in opened:
        if each is not None:
            with suppress(Exception):
                each.close(timeout=_CLOSE_SECONDS)


@contextmanager
def _joined(scheduler: Scheduler) -> Iterator[Any]:
    """A client of a cluster."""
    from distributed import Client

    address, security = scheduler.address, _security(scheduler)
    # A client that cannot connect still has to be closed, so it has a name before it connects.
    client: Any = Client.__new__(Client)
    try:
        try:
            client.__init__(
                address, security=security, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except Exception as error:  # of many kinds, by what is or is not at that address
            fact = f"nobody answers at {address}"
            if scheduler.is_secure:
                fact += ", or one side refuses the other's certificate"
            raise BulkError(f"--scheduler: {fact}") from error
        yield client
    finally:
        _close(client)


def _security(scheduler: Scheduler) -> Any:
    """What certificates a client shows and takes; raises `BulkError` for files that are none."""
    from distributed.security import Security

    if not scheduler.is_secure:
        return None
    files = {
        "tls_ca_file": scheduler.tls_ca,
        "tls_client_cert": scheduler.tls_cert,
        "tls_client_key": scheduler.tls_key,
    }
    given = {name: file for name, file in files.items() if file is not None}
    if scheduler.tls_ca is not None:
        _check_authority(scheduler.tls_ca)
    try:
        security = Security(require_encryption=True, **given)
        context = security.get_connection_args("client").get("ssl_context")
    except (ssl.SSLError, OSError) as error:
        fact = (error.strerror or str(error)).lower()
        if isinstance(error, ssl.SSLError):
            fact = "no PEM certificate and key that fit"
        ours = " and ".join(dict.fromkeys(given.values())) or "the files of Dask's own settings"
        raise BulkError(f"--scheduler: {ours}: {fact}") from None
    if context is None:
        missing = [] if scheduler.tls_ca else ["--tls-ca"]
        if not scheduler.tls_cert:
            missing += ["--tls-cert"] if scheduler.tls_key else ["--tls-cert", "--tls-key"]
        options = ", ".join([*missing[:-2], " and ".join(missing[-2:])])
        raise BulkError(f"--scheduler: {scheduler.address} needs certificates: add {options}")
    return security


def _check_authority(file: str) -> None:
    """Raise `BulkError` for a file without certificates; Dask would go on as if it had no file."""
    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError:
        fact = "no PEM certificate in it. Name the file of the authority's certificate"
        raise BulkError(f"--tls-ca: {file}: {fact}") from None
    except OSError as error:
        raise BulkError(f"--tls-ca: {file}: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask tells of itself from the user: one line tells what matters."""
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
