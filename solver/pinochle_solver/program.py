"""A program under way, to which lines are written and from which lines are read.

Two threads do that, so that nobody waits for a program that does not read, and one that writes
without end fills no more than a short queue.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread

_POLL_SECONDS = 0.1
_END_SECONDS = 1.0
_LONGEST_LINE = 1 << 16
_MOST_UNREAD = 256


class Program:
    """A program and all that it starts itself.

    Args:
        words: its command line.

    Raises:
        OSError, ValueError: when it cannot be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C is for who started it; and what it starts can be ended with it.
            start_new_session=True,
        )
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()
        self._unread: Queue[str | None] = Queue(_MOST_UNREAD)
        self._ended = Event()
        for work in (self._write_lines, self._read_lines):
            Thread(target=work, daemon=True).start()

    def send(self, text: str) -> None:
        """Write lines to it, as soon as it reads them."""
        self._unsent.put(f"{text}\n".encode())

    def next_line(self, seconds: float) -> str | None:
        """The next line that it writes, None at their end; raises `TimeoutError`."""
        try:
            return self._unread.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None

    def close_input(self) -> None:
        """Nothing more will be written to it."""
        self._unsent.put(None)

    def status(self, seconds: float) -> int | None:
        """What it ended with, negative for a signal; None while it runs after this time."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end(self) -> None:
        """End it, and what it has started and left behind."""
        self._ended.set()
        self.close_input()
        if os.name == "nt":
            self._process.kill()
        else:
            # Of a group that has gone the system says one or the other.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self.status(_END_SECONDS)

    def _write_lines(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:
            while (text := self._unsent.get()) is not None:
                stdin.write(text)

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError), self._process.stdout as stdout:
            pending = b""
            while not self._ended.is_set() and (chunk := stdout.read(_LONGEST_LINE)):
                *whole, pending = (pending + chunk).split(b"\n")
                for line in whole:
                    self._pass_on(line.decode(errors="replace").strip())
                pending = pending[-_LONGEST_LINE:]
        self._pass_on(None)

    def _pass_on(self, line: str | None) -> None:
        while not self._ended.is_set():
            with suppress(Full):
                self._unread.put(line, timeout=_POLL_SECONDS)
                return
