"""Work done by several threads, with the answers in the order of the questions.

May use: nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import TypeVar

MOST_THREADS = 256
# How often to ask whether to stop, while nothing else happens.
_WATCH_SECONDS = 0.05

_Worker = TypeVar("_Worker")
_Asked = TypeVar("_Asked")
_Found = TypeVar("_Found")


def check_threads(threads: int) -> None:
    """Raise `ValueError` for an invalid number of threads."""
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads is {threads}, expected 1 to {MOST_THREADS}")


def awaited(future: Future[_Found], meanwhile: Callable[[], None] | None = None) -> _Found:
    """The result of a future; until it is there, `meanwhile` is called every now and then.

    A Ctrl-C that comes just before a wait begins is seen only when that ends: no wait is long.
    """
    while not future.done() and not wait([future], _WATCH_SECONDS).done:
        if meanwhile is not None:
            meanwhile()
    return future.result()


def in_order(
    work: Callable[[_Worker, _Asked], _Found],
    workers: Sequence[_Worker],
    asked: Iterable[_Asked | None],
    halt: Callable[[], None],
    stopped: Callable[[], bool] | None = None,
    ahead: int = 2,
) -> Iterator[_Found]:
    """Give `work` of all that is asked, in order, on a thread for each worker.

    With one worker, the caller's thread does everything and nothing is read ahead. With more
    workers, `ahead` items are read ahead for each. When `asked` raises, the answers under way are
    given before the error is passed on.

    Args:
        work: does one item; a worker does one item at a time.
        workers: what each thread works with, one for each thread.
        asked: the items to do; a None among them asks for the answer of the oldest work under way.
        halt: makes all workers end soon; called when nobody waits any more.
        stopped: as soon as it is true, `halt` is called; answers under way are still given.
        ahead: more where items take very different times, so that no worker has nothing to do while
            the others' answers wait for a long one.
    """
    if len(workers) == 1:
        for each in asked:
            if each is not None:
                yield work(workers[0], each)
        return
    idle: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def work_with_idle_worker(each: _Asked) -> _Found:
        worker = idle.get()
        try:
            return work(worker, each)
        finally:
            idle.put(worker)

    def look() -> None:
        if stopped is not None and stopped():
            halt()

    pool = ThreadPoolExecutor(len(workers))
    pending: deque[Future[_Found]] = deque()
    remaining = iter(asked)
    failure: Exception | None = None
    try:
        while True:
            try:
                each = next(remaining)
            except StopIteration:
                break
            except Exception as error:  # raised again below
                failure = error
                break
            if each is not None:
                pending.append(pool.submit(work_with_idle_worker, each))
            elif pending:
                yield awaited(pending.popleft(), look)
            while pending and (len(pending) > ahead * len(workers) or pending[0].done()):
                yield awaited(pending.popleft(), look)
        while pending:
            yield awaited(pending.popleft(), look)
        if failure is not None:
            raise failure
    finally:
        # Nobody waits any more for the work still under way.
        halt()
        pool.shutdown(wait=True, cancel_futures=True)
