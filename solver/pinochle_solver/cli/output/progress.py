"""Long work: how far it is, on standard error, and Ctrl-C, which asks it to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.output.colors import error_console

_Item = TypeVar("_Item")


def with_progress(
    items: Iterable[_Item], total: int | None, written: bool = True
) -> Iterator[_Item]:
    """Pass `items` on and show how many have come, how fast, and how long it will take.

    Nothing is shown for a single item, or where standard error is no terminal.

    Args:
        items: what is being worked on.
        total: how many there will be, None if that is not known.
        written: whether they are written to standard output as they come: where that is a terminal
            they show there themselves.
    """
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    if total == 1 or not is_seen or (written and sys.stdout.isatty()):
        yield from items
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed else "")

    # Rich writes what it takes from standard output to standard error.
    is_shown = sys.stdout is not None and sys.stdout.isatty()
    columns = (BarColumn(), MofNCompleteColumn(), RateColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=error_console(), transient=True, redirect_stdout=is_shown
    ) as progress:
        yield from progress.track(items, total=total)


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
