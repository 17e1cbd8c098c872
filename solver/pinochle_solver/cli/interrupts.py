"""Ctrl-C: the first one asks the searches to stop with what they have proven."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pinochle_solver._core.limits import StopFlag


class Interrupts:
    """What Ctrl-C does while positions are solved.

    Attributes:
        stop: set by the first Ctrl-C.
    """

    def __init__(self) -> None:
        self.stop = StopFlag()
        self._waiting = False

    @contextmanager
    def waiting_for_input(self) -> Iterator[None]:
        """A time in which no search is waited for: Ctrl-C ends it at once."""
        self._waiting = True
        try:
            yield
        finally:
            self._waiting = False

    def handle(self, _signal: int, _frame: FrameType | None) -> None:
        """Handle a signal: set `stop`; raise KeyboardInterrupt if that would be no use."""
        if self._waiting or self.stop.is_set:
            raise KeyboardInterrupt
        self.stop.set()


@contextmanager
def stopping_searches() -> Iterator[Interrupts]:
    """Let Ctrl-C stop searches instead of raising, until the end of this context."""
    interrupts = Interrupts()
    before = signal.signal(signal.SIGINT, interrupts.handle)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
