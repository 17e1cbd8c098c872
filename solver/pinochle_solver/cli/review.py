"""``pinochle review``: where a hand was lost, decision by decision."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from pinochle_solver.cli import BAD_INPUT, DONE, INTERRUPTED, completion
from pinochle_solver.cli.interrupts import stopping_searches
from pinochle_solver.cli.options import usable_processors
from pinochle_solver.cli.output import tell
from pinochle_solver.cli.records import read_record_files
from pinochle_solver.cli.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.search_options import (
    seconds_option,
    seed_option,
    threads_option,
    worlds_option,
)
from pinochle_solver.cli.writers import Writer, writes
from pinochle_solver.errors import PositionError
from pinochle_solver.review.decisions import Decision
from pinochle_solver.review.review import review
from pinochle_solver.review.settings import DEFAULT_SECONDS
from pinochle_solver.rules.rules import Seat


@click.command("review")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--seat",
    type=click.Choice([seat.text() for seat in Seat], case_sensitive=False),
    help="Whose decisions; both seats' if not given.",
)
@seconds_option(f"How long to think about a decision; {DEFAULT_SECONDS:g} if no limit is given.")
@worlds_option("Worlds for each decision; the same seed gives the same review then.")
@seed_option
@threads_option("As many as there are processors if not given.")
@rulebook_files
@writes
def command(
    files: tuple[str, ...],
    seat: str | None,
    seconds: float | None,
    worlds: int | None,
    seed: int,
    threads: int | None,
    writer: Writer,
) -> int:
    """Review recorded hands: what was played, what was best, and what was lost by it.

    Every decision between several moves is judged by what its seat saw. The first Ctrl-C stops and
    shows what was reviewed so far.
    """
    if seconds is not None and worlds is not None:
        raise click.UsageError("--seconds or --worlds, not both")
    failed = False
    with stopping_searches() as stop:
        for place, record in read_record_files(files, known_rulebooks()):
            if stop.is_set:
                break
            if isinstance(record, PositionError):
                tell(f"{place}: {record}")
                failed = True
                continue
            with _progress(place) as progress:
                found = review(
                    record,
                    seat=None if seat is None else Seat.parse(seat),
                    seconds=seconds,
                    worlds=worlds,
                    seed=seed,
                    threads=threads or usable_processors(),
                    stop=stop,
                    progress=progress,
                )
            writer.write(found)
    if stop.is_set:
        return INTERRUPTED
    return BAD_INPUT if failed else DONE


@contextmanager
def _progress(place: str) -> Iterator[Callable[[int, int, Decision], None] | None]:
    """Show how many decisions have been reviewed, where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(place, total=None)

        def told(number: int, wanted: int, _: Decision) -> None:
            shown.update(task, completed=number, total=wanted)

        yield told
