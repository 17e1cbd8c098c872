"""``pinochle match``: engines against each other, on duplicate deals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import CHECK_FAILED, DONE, INTERRUPTED, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.game_options import (
    WITH_GAME,
    ahead_option,
    call_out_option,
    check_with_game,
    target_option,
)
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
from pinochle_solver.cli.input.options import (
    NO_GAME_WITH_DOUBLES,
    Whole,
    doubles_option,
)
from pinochle_solver.cli.input.search_options import (
    check_one_limit,
)
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.standing import Standing, standing
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.engines.registry import (
    engine_names,
    table_engine_names,
)
from pinochle_solver.errors import WorkerError
from pinochle_solver.matches.contests import AnySettings, Pair
from pinochle_solver.matches.file import MatchFile, MatchFileError
from pinochle_solver.matches.log import MatchLog, MatchLogError
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.record_file import RecordsFile
from pinochle_solver.matches.sequencer import PairSequencer
from pinochle_solver.processes import heeded
from pinochle_solver.rules.checks import counted

_HELP = f"""Let A and B play the same deals from either seat; show A's margin a hand, or with --game
how many games A wins. With --rules of a game for three or four, A and B play each deal with every
assignment of the two to the seats.

A player is an engine ({", ".join(engine_names())}), an engine with options (default:\
belief=uniform,worlds=2000; also seconds=, objective=), or cmd:COMMAND, a program that speaks the
engine protocol. openspiel-ismcts needs OpenSpiel; its options are uct_c=, sims=, seconds=. graded
errs like a person, as much as its level says: graded:level=casual, also beginner, club, expert, or
the points that it loses a decision, 0.5 to 4. Games for three and four have the engines
{", ".join(table_engine_names())}. The first Ctrl-C stops and shows the result so far.
"""


@click.command(
    "match",
    cls=PinochleCommand,
    help=_HELP,
    example="pinochle match greedy random --pairs 4",
    two_handed=("game", "target", "ahead", "call_out", "doubles"),
)
@click.argument("a", metavar="A", shell_complete=completion.names(PLAYERS))
@click.argument("b", metavar="B", shell_complete=completion.names(PLAYERS))
@click.option(
    "--pairs",
    "--deals",
    "pairs",
    metavar="N",
    type=Whole(1),
    help=f"Play N pairs of hands or games, or N deals of three or four. Default: {DEFAULT_PAIRS}; "
    f"with --sprt at most {DEFAULT_MOST_PAIRS:,}.",
)
@match_options
@click.option("--game", is_flag=True, help="Play whole games; a pair is two games.")
@target_option(when=WITH_GAME)
@ahead_option(when=WITH_GAME)
@call_out_option(when=WITH_GAME)
@click.option(
    "--processes",
    metavar="P",
    type=Whole(1, 256),
    default=1,
    show_default=True,
    help="Play P pairs at the same time. With --worlds the result is the same.",
)
@click.option(
    "--sprt",
    metavar="LOW HIGH",
    type=(float, float),
    help="Stop when A's margin a hand is known to be HIGH rather than LOW, or LOW rather than "
    "HIGH, with 5% errors.",
)
@click.option(
    "--record",
    metavar="FILE.pnr",
    type=click.Path(path_type=Path),
    help="Write every hand to a new FILE; with --resume, continue that file.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep the results in FILE, and continue after the results in it.",
)
@click.option(
    "--log",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Add to FILE every line that the external engines read or write, with its time.",
)
@doubles_option("Play with doubles, each hand for its stake; count stakes, not points.")
@writes
def command(a: str, b: str, writer: Writer, **options: Any) -> int:
    """The match, as `_HELP` says."""
    asked = MatchOptions(**options)
    table = asked_table(asked)
    one, other = (
        asked_match_player(side, text, table) for side, text in zip("ab", (a, b), strict=True)
    )
    _check(asked)
    wanted = asked.pairs or (DEFAULT_PAIRS if asked.sprt is None else DEFAULT_MOST_PAIRS)
    with ExitStack() as stack:
        log = _begun_log(one, other, asked, stack)
        stop = stack.enter_context(stopping_searches(*heeded()))
        try:
            settings = match_settings(one, other, asked, table, log, stop)
        except InterruptedError:
            return INTERRUPTED
        progress = PairSequencer(settings, wanted)
        keeper = _Keeper(settings, asked, progress, stack)
        try:
            with standing(wanted, settings.sprt) as show:
                _play(progress, keeper, asked.processes, stop, log, show)
        except MatchLogError as error:
            raise click.ClickException(f"{asked.log}: {error}") from None
        except WorkerError as error:
            tell(str(error))
            raise click.exceptions.Exit(CHECK_FAILED) from None
        finally:
            # Whatever ended it, what was found is not lost.
            report = progress.report()
            writer.write(report)
    if not progress.is_over:
        return INTERRUPTED
    failed = [side for side, did in report.sides if did.failed_always]
    for side in failed:
        tell(f"{side} lost every {'game' if asked.game else 'hand'} by failing")
    return CHECK_FAILED if failed else DONE


def _play(
    progress: PairSequencer,
    keeper: _Keeper,
    processes: int,
    stop: StopFlag,
    log: MatchLog | None,
    show: Standing,
) -> None:
    """Play what is missing, writing every pair down as it comes and every record in order."""
    show(progress)
    if progress.is_over:
        return
    with closing(play_pairs(keeper.settings, progress.missing, processes, stop, log)) as pairs:
        for pair in pairs:
            keeper.store(pair)
            keeper.record(progress.add(pair))
            show(progress)
            if progress.is_over:
                return


@contextmanager
def _named(file: Path | None) -> Iterator[None]:
    """Tell what is wrong with a file in one line that names it."""
    try:
        yield
    except MatchFileError as error:
        raise click.ClickException(f"{file}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file}: {(error.strerror or str(error)).lower()}") from None


def _tell_cut_off(file: Path | None, size: int) -> None:
    """Say that the end of a file was torn, by a kill or a power cut."""
    if size:
        tell(f"{file}: cut off its torn end, {counted(size, 'byte')}, and goes on from there")


class _Keeper:
    """What keeps the pairs: the results file and the records, where they are asked for.

    Args:
        settings: what the match is played by.
        asked: which files.
        progress: takes in the pairs that were played before.
        stack: closes the files.
    """

    def __init__(
        self, settings: AnySettings, asked: MatchOptions, progress: PairSequencer, stack: ExitStack
    ) -> None:
        self.settings = settings
        self._asked = asked
        self._results: MatchFile | None = None
        self._records: RecordsFile | None = None
        with ExitStack() as failed:
            with _named(asked.record):
                if asked.record is not None:
                    self._records = stack.enter_context(
                        closing(RecordsFile(asked.record, settings))
                    )
                    failed.callback(self._records.discard)
            before: list[Pair] = []
            with _named(asked.resume):
                if asked.resume is not None:
                    self._results = stack.enter_context(closing(MatchFile(asked.resume, settings)))
                    failed.callback(self._results.discard)
                    _tell_cut_off(asked.resume, self._results.cut_off)
                    for pair in self._results.pairs.values():
                        before += progress.add(pair)
            with _named(asked.record):
                if self._records is not None:
                    self._records.begin(before, progress.is_over)
                    _tell_cut_off(asked.record, self._records.cut_off)
            failed.pop_all()

    def store(self, pair: Pair) -> None:
        """Keep a pair's result."""
        if self._results is not None:
            with _named(self._asked.resume):
                self._results.add(pair)

    def record(self, pairs: list[Pair]) -> None:
        """Write the records of pairs."""
        if self._records is not None:
            with _named(self._asked.record):
                for pair in pairs:
                    self._records.add(pair)


def _check(asked: MatchOptions) -> None:
    """Refuse options that do not go together."""
    check_one_limit(asked.seconds, asked.worlds)
    check_sprt(asked)
    _check_game(asked)
    files = [("--record", asked.record), ("--resume", asked.resume), ("--log", asked.log)]
    for (one, first), (other, second) in combinations(files, 2):
        if first is not None and second is not None and _is_same(first, second):
            raise click.UsageError(f"{one} and {other} name the same file")


def _check_game(asked: MatchOptions) -> None:
    check_with_game(asked.terms, asked.game)
    if asked.doubles is not None and asked.game:
        raise click.UsageError(NO_GAME_WITH_DOUBLES)
    if asked.sprt is not None and asked.game:
        raise click.UsageError("--sprt: tests points a hand, --game plays for games")


def _begun_log(
    a: PlayerSpec, b: PlayerSpec, asked: MatchOptions, stack: ExitStack
) -> MatchLog | None:
    """The log, if it is asked for; it is there from before anything is said."""
    if asked.log is None:
        return None
    log = stack.enter_context(closing(MatchLog(asked.log)))
    try:
        log.begin((a.text(), b.text()), asked.seed)
    except MatchLogError as error:
        raise click.ClickException(f"{asked.log}: {error}") from None
    return log


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)
