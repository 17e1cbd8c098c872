"""An engine that is another program: lines on its standard input and output (docs/NOTATION.md)."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
from collections import deque
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NoReturn

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import quoted

_POLL_SECONDS = 0.1
_QUIT_SECONDS = 1.0
_LONGEST_LINE = 1 << 16


class EngineError(Exception):
    """An engine has failed: it cannot be started, has ended, is silent, or answers nonsense."""


class ExternalEngine:
    """A program under way; started when it is first needed, and again after a failure.

    Args:
        command: its command line, split as a shell would.
        timeout: how many seconds it may take for an answer.
        stop: gives up waiting for one, with `InterruptedError`.
    """

    def __init__(self, command: str, timeout: float, stop: StopFlag) -> None:
        self._command, self._timeout, self._stop = command, timeout, stop
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self.name = command

    def new_hand(self) -> None:
        """Say that another hand begins; raises `EngineError` when it is not ready for one."""
        if self._process is None:
            self._start()
        self._ask("new\nready", "readyok")

    def best_move(self, position: str, limits: str) -> str:
        """What it plays there; raises `EngineError` when it does not say."""
        answer = self._ask(f"position {position}\ngo {limits}", "bestmove").split()
        if len(answer) < 2:
            self._fail("answered bestmove without a move")
        return answer[1]

    def close(self) -> None:
        """Ask it to quit, and see to it that it does."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            process.stdin.write(b"quit\n")
            process.stdin.close()
            process.wait(_QUIT_SECONDS)
        _end(process)

    def _start(self) -> None:
        try:
            words = shlex.split(self._command, posix=os.name != "nt")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                # Ctrl-C is for the match, which ends its engines itself.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            fact = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"cannot be started: {fact.lower()}") from None
        self._lines = SimpleQueue()
        Thread(target=_read_lines, args=(self._process, self._lines), daemon=True).start()
        told = self._ask("pn", "pnok", keep="id name")
        self.name = told.removeprefix("id name").strip() or self._command

    def _ask(self, text: str, awaited: str, keep: str | None = None) -> str:
        """Send lines and wait for the one that begins with a word; that or the kept one."""
        assert self._process is not None
        assert self._process.stdin is not None
        deadline = monotonic() + self._timeout
        try:
            self._process.stdin.write(f"{text}\n".encode())
        except OSError:
            self._fail(self._how_it_ended())
        kept: deque[str] = deque(maxlen=1)
        while True:
            line = self._next_line(deadline)
            if line.split(maxsplit=1)[:1] == [awaited]:
                return kept[0] if kept else "" if keep else line
            if keep is not None and line.startswith(keep):
                kept.append(line)
            if line.startswith("error"):
                self._fail(f"answered {quoted(line, 100)}")

    def _next_line(self, deadline: float) -> str:
        while True:
            left = deadline - monotonic()
            if left <= 0:
                self._fail(f"gave no answer within {self._timeout:g} s")
            try:
                line = self._lines.get(timeout=min(left, _POLL_SECONDS))
            except Empty:
                if self._stop.is_set:
                    raise InterruptedError from None
                continue
            if line is None:
                self._fail(self._how_it_ended())
            return line

    def _how_it_ended(self) -> str:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._process.wait(_QUIT_SECONDS)
            return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return "closed its output"

    def _fail(self, why: str) -> NoReturn:
        """End it, so that the next hand begins with a fresh one."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
        raise EngineError(why)


def engine_name(command: str, timeout: float) -> str:
    """What an engine calls itself; raises `EngineError` when it does not start or answer."""
    engine = ExternalEngine(command, timeout, StopFlag())
    try:
        engine.new_hand()
        return engine.name
    finally:
        engine.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        process.wait(_QUIT_SECONDS)
    # The thread that reads its output closes that.
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()


def _read_lines(process: subprocess.Popen[bytes], lines: SimpleQueue[str | None]) -> None:
    """Pass on what the program writes, and None at its end."""
    assert process.stdout is not None
    with process.stdout as output, contextlib.suppress(OSError, ValueError):
        pending = b""
        while chunk := output.read(_LONGEST_LINE):
            *whole, pending = (pending + chunk).split(b"\n")
            for line in whole:
                lines.put(line.decode(errors="replace").strip())
            pending = pending[-_LONGEST_LINE:]
    lines.put(None)
