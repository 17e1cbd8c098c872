"""The signals, besides Ctrl-C, that end a match and what it has started."""

from __future__ import annotations

import signal

_NAMES = ("SIGTERM", "SIGHUP")  # the terminal that is closed says the second; Windows has none
ENDING = tuple(signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__)


def heeded() -> tuple[signal.Signals, ...]:
    """The signals that are not ignored: a match under ``nohup`` must go on without its terminal."""
    return tuple(each for each in ENDING if signal.getsignal(each) is not signal.SIG_IGN)
