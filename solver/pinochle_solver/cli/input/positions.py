"""How commands take positions: as words, from ``-f FILE``, or from standard input."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.command import PositionWords
from pinochle_solver.cli.input.lines import STDIN, Lines, open_input
from pinochle_solver.cli.input.moments import (
    LAST_DECISION,
    AskedMoment,
    at_option,
    hand_option,
    is_record,
)
from pinochle_solver.cli.input.parquet_files import PARQUET, open_rows
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import IncompleteError, NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.left_out import assumed
from pinochle_solver.notation.sources import lines_of
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.table.all_games import filled_in, is_table_position
from pinochle_solver.notation.tokens import line_tokens, read_lines
from pinochle_solver.notation.typed_words import OTHER_NAMES, typed_line

_Command = TypeVar("_Command", bound=Callable[..., object])
if TYPE_CHECKING:
    from pinochle_solver.cli.input.record_sources import RecordSource

_Position = TypeVar("_Position")
# A word that ends so is meant for a file, though there may be none of that name.
_SUFFIXES = (".pnr", ".pn", ".jsonl", ".txt", PARQUET)


@dataclass(frozen=True, slots=True)
class PositionSource:
    """Where the positions of a command come from.

    Attributes:
        words: the words of one position, a file's name, ``-`` for standard input, or none.
        files: files with one a line, or of records.
        strict: whether to stop at the first bad position.
        moment: what is asked for of a record.
        rulebooks: by which they are read.
    """

    words: tuple[str, ...]
    files: tuple[str, ...]
    strict: bool
    moment: AskedMoment = LAST_DECISION
    rulebooks: KnownRulebooks = field(default_factory=KnownRulebooks)

    def named_file(self) -> str | None:
        """The file that the words name instead of a position; None if they name none."""
        name = self.words[0] if len(self.words) == 1 else ""
        if not name.strip() or name == "-" or "=" in name:
            return None
        try:
            is_file = Path(name).exists() or Path(name).suffix in _SUFFIXES
            return name if is_file or _hand_of_file(name) is not None else None
        except OSError:
            return None


def position_input(*known: str, tables: bool = False) -> Callable[[_Command], _Command]:
    """Give a command its ``source``: POSITION words, of these tokens, ``-f`` and ``--strict``.

    With `tables` it takes positions of the games for three and four, too.

    With ``--at`` and ``--hand`` it takes positions out of hand records, and with ``--rulebook`` it
    reads both by rulebooks of one's own.
    """

    def decorated(command: _Command) -> _Command:
        @wraps(command)
        def with_source(
            *arguments: Any,
            words: tuple[str, ...],
            files: tuple[str, ...],
            strict: bool,
            at: tuple[int, str] | str | None,
            hand: int | None,
            **more: Any,
        ) -> object:
            source = PositionSource(words, files, strict, AskedMoment(at, hand), known_rulebooks())
            return command(*arguments, source=source, **more)

        wrapped: Any = with_source
        for decorate in (
            rulebook_files,
            hand_option,
            at_option(tables=tables),
            click.option("--strict", is_flag=True, help="Stop at the first bad position."),
            click.option(
                "-f",
                "--file",
                "files",
                metavar="FILE",
                multiple=True,
                shell_complete=completion.files,
                help="Read positions, one a line, or Parquet, or hand records; - is standard "
                "input. "
                "May be given several times.",
            ),
            click.argument(
                "words",
                cls=PositionWords,
                tokens=(*known, *OTHER_NAMES),
                tables=tables,
                metavar="[POSITION]",
                nargs=-1,
                shell_complete=completion.tokens(known, tables),
            ),
        ):
            wrapped = decorate(wrapped)
        return cast(_Command, wrapped)

    return decorated


@dataclass
class PositionReader(Generic[_Position]):
    """Positions in order; bad ones are told on standard error and left out.

    Attributes:
        items: line by line the position, or the error instead, with its place (``FILE:LINE``);
            None for a line that is blank or a comment.
        strict: whether to stop at the first bad position.
        total: how many there are to read, good and bad; None if that is not known.
        lines: where the items come from, None for an argument.
        failed: whether a bad position was met so far.
    """

    items: Iterator[tuple[str, _Position | PositionError] | None]
    strict: bool
    total: int | None
    lines: Lines | None = None
    failed: bool = False
    _places: deque[str] = field(default_factory=deque)

    def place_of_next(self) -> str:
        """The place of the earliest position passed on whose place was not asked for yet."""
        return self._places.popleft()

    def __iter__(self) -> Iterator[_Position]:
        return (position for position in self._line_by_line() if position is not None)

    def chunks(self, size: int) -> Iterator[list[_Position]]:
        """The positions, at most `size` at a time; an empty list when none is there for now."""
        chunk: list[_Position] = []
        positions = self._line_by_line()
        while True:
            if self.lines is not None and not self.lines.ready(wait=not chunk):
                yield chunk
                chunk = []
                continue
            try:
                position = next(positions)
            except StopIteration:
                break
            except click.ClickException:  # what came before is answered
                if chunk:
                    yield chunk
                raise
            if position is not None:
                chunk.append(position)
            if len(chunk) == size:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def _line_by_line(self) -> Iterator[_Position | None]:
        """Of each line its position, or None."""
        for item in self.items:
            if item is None:
                yield None
                continue
            place, outcome = item
            if not isinstance(outcome, PositionError):
                self._places.append(place)
                yield outcome
                continue
            tell(f"{place}: {outcome}")
            self.failed = True
            if self.strict:
                return
            yield None


@contextmanager
def open_positions(
    source: PositionSource, parse: Callable[[str, KnownRulebooks], _Position]
) -> Iterator[PositionReader[_Position]]:
    """Open what the command line names: words of one position, files, or standard input.

    Args:
        source: what it names.
        parse: reads a line by the rulebooks that are known; the command takes what this gives.

    Raises:
        click.UsageError: when it names none, or both, or a moment of what is no record.
        click.ClickException: when a file cannot be read or holds no position.
    """
    words, files, rulebooks = source.words, source.files, source.rulebooks

    def parse_line(line: str) -> _Position:
        return parse(line, rulebooks)

    if words and files:
        raise click.UsageError("-f: a file and a position as argument are given; one is enough")
    named = source.named_file()
    if named is not None:
        files = (named,)
    elif words and words != ("-",):
        check_no_moment(source.moment)
        item = ("position", _parse_argument(" ".join(words), parse_line, rulebooks))
        yield PositionReader(iter([item]), source.strict, total=1)
        return
    elif not files and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("POSITION: give a position, -f FILE, or - for standard input")
    names = files or ("-",)
    if len(names) == 1 and (at_line := _hand_of_file(names[0])) is not None:
        names = (at_line.file,)
        if source.moment.hand is not None:
            raise click.UsageError("--hand: not with FILE:LINE, which names a hand")
        source = replace(source, moment=source.moment._replace(hand=at_line.hand))
    if any(Path(name).suffix == PARQUET for name in names):
        check_no_moment(source.moment)
        with open_rows(names, rulebooks, parse) as (rows_there, rows):
            _tell_named(named)
            yield PositionReader(rows, source.strict, rows_there)
        return
    streams = [open_input(name) for name in names]
    _tell_named(named)
    lines = Lines(streams)
    try:
        places = [STDIN if name == "-" else name for name in names]
        total = _count_positions(names)
        items = _placed(places, lines, parse_line, source)
        yield PositionReader(items, source.strict, total, lines)
    finally:
        lines.close()


def _hand_of_file(name: str) -> RecordSource | None:
    """The hand that ``FILE:LINE`` names; what reads records is not imported for other names."""
    if not name.rpartition(":")[2].isdecimal():
        return None
    from pinochle_solver.cli.input.record_sources import hand_at_line

    return hand_at_line(name)


def _tell_named(file: str | None) -> None:
    """Say that what was given as a position is taken for a file, which could be opened."""
    if file is not None:
        tell(f"reading the file {file}")


def check_no_moment(asked: AskedMoment) -> None:
    """Refuse a moment of what is no record; raises `click.UsageError`."""
    for option, value in (("--at", asked.at), ("--hand", asked.hand)):
        if value is not None:
            raise click.UsageError(f"{option}: goes with a hand record")


def _parse_argument(
    text: str, parse: Callable[[str], _Position], rulebooks: KnownRulebooks
) -> _Position | PositionError:
    # Arguments come decoded by the locale; positions are UTF-8 everywhere.
    typed = os.fsencode(text).decode("utf-8", "surrogateescape")
    line = ""
    try:
        line = typed_line(typed, rulebooks)
        position = parse(line)
    except IncompleteError as error:
        return error if error.remedy is None else _with_command(error, line, *error.remedy)
    except PositionError as error:
        return error
    if found := _assumed(position, line):
        tell(f"position: assumed {found}")
    return position


def _with_command(error: PositionError, line: str, token: str, text: str) -> PositionError:
    """The error with the command to type instead."""
    tokens = {**line_tokens(line), token: text}
    words = (
        f'{each}="{value}"' if " " in value else f"{each}={value}" for each, value in tokens.items()
    )
    command = click.get_current_context().command_path
    return NotationError(error.token, f"{error.fact}: {command} {' '.join(words)}")


def _assumed(position: object, line: str) -> str:
    """What a line leaves out because it follows; empty where it does not."""
    if isinstance(position, StockPosition):
        return assumed(position, line)
    if is_table_position(position):
        return filled_in(position, line)
    return ""


def _count_positions(names: Iterable[str]) -> int | None:
    """How many positions the files will give.

    None for pipes, which can be read only once, and for a file that cannot be read to its end.
    """
    if not all(name != "-" and Path(name).is_file() for name in names):
        return None
    total = 0
    try:
        for name in names:
            said = (text for line in lines_of(Path(name)) if (text := line.strip())[:1] not in "#")
            first = next((text for text in said if not text.startswith(";")), "")
            total += 1 if is_record(first) else bool(first) + sum(1 for _ in said)
    except (OSError, PositionError):
        return None
    return total


def _placed(
    places: list[str], lines: Lines, parse: Callable[[str], _Position], source: PositionSource
) -> Iterator[tuple[str, _Position | PositionError] | None]:
    for place, stream_lines in zip(places, lines.by_stream(), strict=True):
        yield from _of_stream(place, stream_lines, parse, source)


def _of_stream(
    place: str, lines: Iterator[str], parse: Callable[[str], _Position], source: PositionSource
) -> Iterator[tuple[str, _Position | PositionError] | None]:
    """The positions of a file, or the one that is asked for of its records."""
    before: list[str] = []
    for line in lines:
        before.append(line)
        if not line.strip() or line.lstrip()[0] in "#;":
            yield None
        elif is_record(line):
            # Positions need none of what replays a hand.
            from pinochle_solver.cli.input.recorded_positions import read_recorded
            from pinochle_solver.notation.table.all_games import numbered_records_of_all

            records = numbered_records_of_all(chain(before, lines), source.rulebooks)
            yield read_recorded(place, records, source.moment, parse)
            return
        else:
            check_no_moment(source.moment)
            yield from _line_by_line(place, chain(before, lines), parse)
            return
    raise click.ClickException(f"{place}: no position in it")


def _line_by_line(
    place: str, lines: Iterable[str], parse: Callable[[str], _Position]
) -> Iterator[tuple[str, _Position | PositionError] | None]:
    for number, line in enumerate(lines, start=1):
        read = next(read_lines([line], parse), None)
        yield None if read is None else (f"{place}:{number}", read[1])
