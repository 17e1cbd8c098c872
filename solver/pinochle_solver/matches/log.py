"""The log of a match: every line that was said to the external players and by them.

A line of it is ``SECONDS PAIR/HAND PLAYER WHICH TEXT``: the time since the beginning of the match;
the hand, ``-`` before the first and after the last; ``A`` or ``B``; ``>`` for lines to the player,
``<`` for lines from it, ``!`` for what it wrote to its standard error, ``=`` for what the match
itself says; there the player may be ``-``.
"""

from __future__ import annotations

import os
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from pinochle_solver.engines.program import Listener
from pinochle_solver.errors import visible

NO_HAND = _NOBODY = "-"
_REMARK = "="


class MatchLogError(Exception):
    """The log of a match cannot be written any more; one line says why."""


class MatchLog:
    """A file to whose end lines are added, each in one piece.

    Several processes may write to one file, each by a log of its own: a log that is sent to another
    process opens the file there when it first has something to write. Any thread may write.

    Args:
        path: of the file, made if there is none.
        begun: when the match began, by the monotonic clock, which all processes share; now if not
            given.

    Attributes:
        hand: the pair and the hand under way, ``3/1``; `NO_HAND` if there is none.
    """

    def __init__(self, path: Path, begun: float | None = None) -> None:
        self._path, self._begun = path, monotonic() if begun is None else begun
        self._lock = Lock()
        self._file: int | None = None
        self._failure: str | None = None
        self._closed = False
        self.hand = NO_HAND

    def __reduce__(self) -> tuple[Any, ...]:
        return MatchLog, (self._path, self._begun)

    def begin(self, players: tuple[str, str], seed: int) -> None:
        """Say that a match begins, and between whom; raises `MatchLogError`."""
        now = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")
        a, b = players
        self._add(_NOBODY, _REMARK, f"match of A {a} and B {b}, seed {seed}, {now}")
        self.check()

    def listener(self, player: str) -> Listener:
        """The function to call with the lines of a player, ``A`` or ``B``."""
        return partial(self._add, player)

    def remark(self, player: str, text: str) -> None:
        """Note what the match has to say about a player."""
        self._add(player, _REMARK, text)

    def check(self) -> None:
        """Raise `MatchLogError` when something could not be written."""
        if self._failure is not None:
            raise MatchLogError(self._failure)

    def close(self) -> None:
        """Close the file; anything said later is not kept."""
        with self._lock:
            self._closed = True
            if self._file is not None:
                os.close(self._file)

    def _add(self, player: str, which: str, text: str) -> None:
        with self._lock:
            # This must not stop the writer: `check` reports it.
            if self._closed or self._failure is not None:
                return
            seconds = monotonic() - self._begun
            line = f"{seconds:.3f} {self.hand} {player} {which} {visible(text)}"
            try:
                self._write(f"{line}\n".encode("utf-8", "backslashreplace"))
            except OSError as error:
                self._failure = (error.strerror or str(error)).lower()

    def _write(self, line: bytes) -> None:
        """Write at the end, in one call: what other processes write stands before or after it."""
        if self._file is None:
            self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        while line:
            line = line[os.write(self._file, line) :]
