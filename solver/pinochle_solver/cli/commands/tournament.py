"""``pinochle tournament``: many engines, each against others, and one scale for all of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli import CHECK_FAILED, DONE, INTERRUPTED, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import RunOptions, opened_workers, run_options
from pinochle_solver.cli.input.match_options import PLAYERS, match_options
from pinochle_solver.cli.input.match_settings import (
    DEFAULT_MOST_PAIRS,
    DEFAULT_PAIRS,
    MatchOptions,
    asked_match_player,
    asked_table,
    check_sprt,
    match_settings,
)
from pinochle_solver.cli.input.options import Whole
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.search_options import check_one_limit
from pinochle_solver.cli.output.colors import error_console
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of
from pinochle_solver.errors import BulkError, WorkerError
from pinochle_solver.matches.file import MatchFileError
from pinochle_solver.processes import heeded
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.tournaments.playing import Play

_MOST_PLAYERS = 100


@click.command(
    "tournament",
    cls=PinochleCommand,
    example="pinochle tournament advice greedy random --pairs 2 --worlds 8",
)
@click.argument(
    "players",
    metavar="PLAYER PLAYER...",
    nargs=-1,
    required=True,
    shell_complete=completion.names(PLAYERS),
)
@click.option(
    "--gauntlet", is_flag=True, help="Let the first player meet all others, who do not meet."
)
@click.option(
    "--pairs",
    "--deals",
    "pairs",
    metavar="N",
    type=Whole(1),
    help="Play N pairs of hands, or N deals of three or four, in each match. Default: "
    f"{DEFAULT_PAIRS}; with --sprt at most {DEFAULT_MOST_PAIRS:,}.",
)
@match_options
@click.option(
    "--sprt",
    metavar="LOW HIGH",
    type=(float, float),
    help="Stop each match when its margin a hand is known to be HIGH rather than LOW, or LOW "
    "rather than HIGH, with 5% errors.",
)
@click.option(
    "--resume",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Keep the results in FOLDER, and continue after the results in it.",
)
@run_options
@writes
def command(
    players: tuple[str, ...], gauntlet: bool, how: RunOptions, writer: Writer, **options: Any
) -> int:
    """Let players meet, each pair of them in a match; show how strong each is, on one scale.

    A player is written as for pinochle match. Every match plays the same deals from either seat,
    and has deals of its own. The first Ctrl-C stops and shows the result so far.
    """
    asked = MatchOptions(**options)
    table = asked_table(asked)
    specs = [asked_match_player("players", text, table) for text in players]
    names = [spec.text() for spec in specs]
    _check(asked, names)
    check_installed()
    from pinochle_solver.tournaments.folder import TournamentFolder
    from pinochle_solver.tournaments.playing import Play
    from pinochle_solver.tournaments.report import report_of
    from pinochle_solver.tournaments.schedule import GAUNTLET, ROUND_ROBIN
    from pinochle_solver.tournaments.schedule import match_settings as settings_of

    kind = GAUNTLET if gauntlet else ROUND_ROBIN
    pairs = asked.pairs or (DEFAULT_PAIRS if asked.sprt is None else DEFAULT_MOST_PAIRS)
    lost: str | None = None
    with ExitStack() as stack:
        stop = stack.enter_context(stopping_searches(*heeded()))
        try:
            for one, other in pairwise(specs):
                # Each has to be there, and a program to answer, before anything is played.
                common = match_settings(one, other, asked, table, None, stop)
        except InterruptedError:
            return INTERRUPTED
        matches = settings_of(common, names, kind)
        folder = None
        try:
            if asked.resume is not None:
                folder = stack.enter_context(closing(TournamentFolder(asked.resume, matches)))
                if folder.cut_off:
                    tell(f"{asked.resume}: cut off torn ends, {counted(folder.cut_off, 'byte')}")
            play = Play(matches, pairs, folder)
            if not play.is_over:
                how = how._replace(workers=min(how.workers, play.wanted - play.number))
                with opened_workers(how) as workers, _progress() as progress:
                    play.run(
                        workers,
                        shard_rows=how.shard_rows or 1,
                        progress=progress,
                        stopped=lambda: stop.is_set,
                    )
        except (MatchFileError, BulkError) as error:
            place = "" if isinstance(error, BulkError) else f"{asked.resume}/"
            raise click.ClickException(f"{place}{error}") from None
        except OSError as error:
            raise click.ClickException(f"{asked.resume}: {fact_of(error)}") from None
        except WorkerError as error:
            lost = str(error)
    report = report_of(play, names, kind, common, shows_workers=how.chosen)
    if play.number:
        writer.write(report)
    elif lost is None:
        tell(f"stopped before the first {report.deal} was finished")
    if lost is not None:
        tell(lost)
        return CHECK_FAILED
    if not play.is_over:
        return INTERRUPTED
    failed = [each.name for each in report.entrants if each.failed_always]
    for name in failed:
        tell(f"{name} lost every hand by failing")
    return CHECK_FAILED if failed else DONE


def _check(asked: MatchOptions, names: Sequence[str]) -> None:
    check_one_limit(asked.seconds, asked.worlds)
    if not 2 <= len(names) <= _MOST_PLAYERS:
        fact = f"{counted(len(names), 'player')}, expected 2 to {_MOST_PLAYERS}"
        raise click.UsageError(f"PLAYER: {fact}")
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"PLAYER: {name} is given twice")
    check_sprt(asked)


@contextmanager
def _progress() -> Iterator[Callable[[Play], None]]:
    """Show how many pairs are played; nothing where stderr is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=error_console(), transient=True) as bar:
        task: Any = None

        def show(play: Play) -> None:
            nonlocal task
            if task is None:
                task = bar.add_task("", total=play.wanted)
            bar.update(task, completed=play.number, total=play.wanted)

        yield show
