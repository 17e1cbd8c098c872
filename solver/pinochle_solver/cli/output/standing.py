"""How a match stands so far, in a passing line on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pinochle_solver.cli.output.colors import error_console
from pinochle_solver.matches.sequencer import PairSequencer

Standing = Callable[[PairSequencer], None]


@contextmanager
def standing(pairs: int, sprt: tuple[float, float] | None) -> Iterator[Standing]:
    """Show a match under way with the function given; nothing where that is no terminal.

    Args:
        pairs: how many are to be played at most.
        sprt: the bounds of its sequential test.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import (
        Progress as Bar,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=error_console(), transient=True) as bar:
        task = bar.add_task("", total=pairs)

        def show(progress: PairSequencer) -> None:
            bar.update(task, completed=progress.number, description=progress.text())

        yield show
