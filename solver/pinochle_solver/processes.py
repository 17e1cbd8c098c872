"""Processes that answer questions, each through a pipe of its own.

A pipe has two ends and no address, so nobody else can reach it. Only the command that has started
the processes takes Ctrl-C. The other signals that end the command (`ENDING`) end a process as well,
and a process watches the command: if that is killed, a function is called.

May use: nothing.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, NoReturn

_NAMES = ("SIGTERM", "SIGHUP")  # the terminal that is closed says the second; Windows has none
ENDING = tuple(signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__)
"""The signals, besides Ctrl-C, that end a command and what it has started."""

_SIGNALS = (signal.SIGINT, *ENDING)
_END_SECONDS = 5.0


def heeded() -> tuple[signal.Signals, ...]:
    """Those of `ENDING` that are not ignored: under ``nohup`` a command outlives its terminal."""
    return tuple(each for each in ENDING if signal.getsignal(each) is not signal.SIG_IGN)


# In the command


def start(work: Callable[..., None], *arguments: object) -> tuple[Connection, BaseProcess]:
    """Start a process.

    Args:
        work: what it does, a function of a module; it is given its end of the pipe, and is to call
            `begin` and then `answer`.
        arguments: what it is given besides.

    Returns:
        our end of the pipe, and the process.

    Raises:
        OSError: when it cannot be started; no pipe stays open then.
    """
    # A process forked from one with threads may hang, and would hold the other pipes open.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    with closing(theirs):
        process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
        try:
            with _held_back():
                process.start()
        except BaseException:
            ours.close()
            raise
    return ours, process


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


def ask(connection: Connection, question: object) -> None:
    """Send a question to a process that waits for one; its silence shows if it has ended."""
    with suppress(OSError):
        connection.send(question)


def receive(connection: Connection) -> Any:
    """The answer of a process; None when it has ended."""
    try:
        return connection.recv()
    except (EOFError, OSError):
        return None


def how_it_ended(process: BaseProcess) -> str:
    """How a process that is silent has ended, in words."""
    process.join(_END_SECONDS)
    status = process.exitcode
    if status is None:
        return "answers no more"
    return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"


# In a process


def begin(orphaned: Callable[[], object]) -> None:
    """Heed no Ctrl-C, end at the signals of `ENDING`, and watch the command.

    Args:
        orphaned: is called, in another thread, when the command is gone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in heeded():
        signal.signal(number, _end)
    # It never takes a signal: they are still held back.
    Thread(target=_watch_parent, args=(orphaned,), daemon=True).start()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def answer(connection: Connection, answer_of: Callable[[Any], object]) -> None:
    """Answer the questions that are asked, until nobody is left to ask.

    At its end, by whatever, no signal of `ENDING` is heeded any more.
    """
    ending = heeded()
    try:
        while True:
            question = connection.recv()
            connection.send(answer_of(question))
    except (EOFError, OSError):
        return  # the command has gone
    finally:
        _ignore(ending)


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


def _watch_parent(orphaned: Callable[[], object]) -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        orphaned()
