"""Ctrl-C: the first one asks what runs to stop with what it has found."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pinochle_solver._core.limits import StopFlag


@contextmanager
def stopping_searches(*others: signal.Signals) -> Iterator[StopFlag]:
    """Let the first Ctrl-C set a flag, and only a second one raise KeyboardInterrupt.

    Args:
        others: signals that are taken for Ctrl-C.
    """
    stop = StopFlag()

    def handle(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, *others)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
