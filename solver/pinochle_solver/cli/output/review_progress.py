"""How far a review has come, where standard error is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pinochle_solver.cli.output.colors import error_console
from pinochle_solver.reviews.doublings import AnyDecision


@contextmanager
def review_progress(
    hands: int,
) -> Iterator[Callable[[int, int, int, AnyDecision], None] | None]:
    """Show how many decisions of which hand have been reviewed, and how long the hand still takes.

    Args:
        hands: how many there are.

    Yields:
        what to call after each decision: with the number of the hand, from 0, and what `review`
        tells; None where nobody sees it.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    left = TimeRemainingColumn()
    # Rich writes what it takes from standard output to standard error.
    is_shown = sys.stdout is not None and sys.stdout.isatty()
    with Progress(
        *columns, left, console=error_console(), transient=True, redirect_stdout=is_shown
    ) as shown:
        task = shown.add_task("", total=None)
        shown_hand = -1

        def report(hand: int, number: int, wanted: int, _: AnyDecision) -> None:
            nonlocal shown_hand
            if hand != shown_hand:
                shown.reset(task, total=wanted, description=f"hand {hand + 1} of {hands}")
                shown_hand = hand
            shown.update(task, completed=number)

        yield report
