"""A running program, to which lines are written and from which lines are read.

Two threads do this, so that nobody waits for a program that does not read, and a program that
writes without end fills only a short queue. A third thread passes on what the program writes to
standard error. That may be a terminal, and the program is not trusted with it.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import IO

from pinochle_solver.errors import visible

_POLL_SECONDS = 0.1
_DYING_SECONDS = 0.01
_END_SECONDS = 1.0
_LONGEST_LINE = 1 << 16
_MOST_UNREAD = 256

TO, FROM, ERRORS = ">", "<", "!"
"""Lines written to a program, lines that it writes, and lines of its standard error."""

Listener = Callable[[str, str], None]
"""Called with every line: which of the three it is, and its text. Several threads call it."""


class Program:
    """A program and everything that it starts itself.

    That is its process group and, on Linux, every process with its environment. The environment
    carries a mark, by which processes that have left the group are found too.

    Args:
        words: its command line.
        listener: called with every line.

    Raises:
        OSError, ValueError: when it cannot be started.
    """

    def __init__(self, words: Sequence[str], listener: Listener | None = None) -> None:
        self._listener = listener
        self._mark = f"PINOCHLE_PROGRAM_{secrets.token_hex(16)}"
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=os.environ | {self._mark: "1"},
            # Ctrl-C is for the program that started this one; and what this one starts can be ended
            # with it.
            start_new_session=True,
        )
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()
        self._unread: Queue[str | None] = Queue(_MOST_UNREAD)
        # Nobody waits for its lines any more: it has gone, and what it left has been read.
        self._ended, self._gone = Event(), Event()
        self._listening = [
            Thread(target=work, daemon=True) for work in (self._tell_errors, self._read_lines)
        ]
        for thread in (*self._listening, Thread(target=self._write_lines, daemon=True)):
            thread.start()

    def send(self, text: str) -> None:
        """Write lines to it, as soon as it reads them."""
        for line in text.split("\n"):
            self._listen(TO, line)
        self._unsent.put(f"{text}\n".encode())

    def next_line(self, seconds: float) -> str | None:
        """The next line that it writes, None at the end of its lines; raises `TimeoutError`."""
        try:
            return self._unread.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None

    def close_input(self) -> None:
        """Close its input: nothing more will be written to it."""
        self._unsent.put(None)

    def status(self, seconds: float) -> int | None:
        """Its exit status, negative for a signal; None if it still runs after this time."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end(self) -> None:
        """End it and what it has started and left behind, after hearing its last lines."""
        self._ended.set()
        self.close_input()
        if os.name == "nt":
            self._process.kill()
        else:
            # For a group that has gone, the system raises one or the other.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self.status(_END_SECONDS)
        if sys.platform == "linux":
            _kill_marked(self._mark.encode())
        for thread in self._listening:
            thread.join(_END_SECONDS)
        self._gone.set()

    def _write_lines(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:
            while (text := self._unsent.get()) is not None:
                stdin.write(text)

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError), self._process.stdout as stdout:
            for line in _lines(stdout):
                # What it leaves is read, but not without end: another process may write there, too.
                if self._gone.is_set() or (self._ended.is_set() and self._listener is None):
                    break
                self._listen(FROM, line.decode(errors="backslashreplace").rstrip("\r\n"))
                if line.endswith(b"\n"):
                    self._pass_on(line.decode(errors="replace").strip())
        self._pass_on(None)

    def _tell_errors(self) -> None:
        assert self._process.stderr is not None
        with suppress(OSError), self._process.stderr as stderr:
            for line in _lines(stderr):
                text = line.decode(errors="backslashreplace").rstrip("\r\n")
                self._listen(ERRORS, text)
                # There may be nobody left to tell, but the program must not wait for a reader.
                with suppress(OSError, ValueError):
                    if sys.stderr is not None:
                        sys.stderr.write(f"{visible(text)}\n")
                        sys.stderr.flush()

    def _listen(self, which: str, line: str) -> None:
        if self._listener is not None:
            self._listener(which, line)

    def _pass_on(self, line: str | None) -> None:
        while not self._ended.is_set():
            with suppress(Full):
                self._unread.put(line, timeout=_POLL_SECONDS)
                return


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of an unbuffered stream.

    Of a very long line only the end is given; the last line may have no end.
    """
    pending = b""
    while chunk := stream.read(_LONGEST_LINE):
        *whole, pending = (pending + chunk).split(b"\n")
        for line in whole:
            yield line + b"\n"
        pending = pending[-_LONGEST_LINE:]
    if pending:
        yield pending


def _kill_marked(mark: bytes) -> None:
    """Kill all processes with this mark in their environment, including those started meanwhile."""
    deadline = monotonic() + _END_SECONDS
    while (marked := _marked(mark)) and monotonic() < deadline:
        for process in marked:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        sleep(_DYING_SECONDS)


def _marked(mark: bytes) -> list[int]:
    numbers = []
    for place in Path("/proc").glob("[0-9]*"):
        # It may have ended, or belong to somebody else.
        with suppress(OSError):
            if mark in (place / "environ").read_bytes():
                numbers.append(int(place.name))
    return numbers
