"""Ctrl-C: the first one asks the searches to stop with what they have proven."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pinochle_solver._core.limits import StopFlag


@contextmanager
def stopping_searches() -> Iterator[StopFlag]:
    """Let the first Ctrl-C set a flag, and only a second one raise KeyboardInterrupt."""
    stop = StopFlag()

    def handle(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
