"""How commands take positions: as words, from ``-f FILE``, or from standard input."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.lines import STDIN, Lines, open_input
from pinochle_solver.cli.output import tell
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.left_out import assumed
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import read_lines

_Command = TypeVar("_Command", bound=Callable[..., object])
_Position = TypeVar("_Position")


def position_input(*known: str) -> Callable[[_Command], _Command]:
    """Give a command its POSITION words, of these tokens, ``-f`` and ``--strict``."""

    def decorated(command: _Command) -> _Command:
        for decorate in (
            click.option("--strict", is_flag=True, help="Stop at the first bad position."),
            click.option(
                "-f",
                "--file",
                "files",
                metavar="FILE",
                multiple=True,
                shell_complete=completion.files,
                help="Positions, one a line; - is standard input. May be given several times.",
            ),
            click.argument(
                "words",
                metavar="[POSITION]",
                nargs=-1,
                shell_complete=completion.tokens(known),
            ),
        ):
            command = decorate(command)
        return command

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
    words: tuple[str, ...],
    files: tuple[str, ...],
    strict: bool,
    parse: Callable[[str], _Position],
) -> Iterator[PositionReader[_Position]]:
    """Open what the command line names: words of one position, files, or standard input.

    Args:
        words: the words of the position, none or ``-`` for standard input.
        files: files with one a line.
        strict: whether to stop at the first bad position.
        parse: reads a line; the command takes what this gives.

    Raises:
        click.UsageError: when it names none, or both.
        click.ClickException: when a file cannot be read or holds no position.
    """
    if words and files:
        raise click.UsageError("-f: a file and a position as argument are given; one is enough")
    if words and words != ("-",):
        item = ("position", _parse_argument(" ".join(words), parse))
        yield PositionReader(iter([item]), strict, total=1)
        return
    if not words and not files and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("POSITION: give a position, -f FILE, or - for standard input")
    names = files or ("-",)
    streams = [open_input(name) for name in names]
    lines = Lines(streams)
    try:
        places = [STDIN if name == "-" else name for name in names]
        total = _count_positions(names)
        yield PositionReader(_placed(places, lines, parse), strict, total, lines)
    finally:
        lines.close()


def _parse_argument(text: str, parse: Callable[[str], _Position]) -> _Position | PositionError:
    # Arguments come decoded by the locale; positions are UTF-8 everywhere.
    line = os.fsencode(text).decode("utf-8", "surrogateescape")
    try:
        position = parse(line)
    except PositionError as error:
        return error
    if isinstance(position, StockPosition) and (found := assumed(position, line)):
        tell(f"position: assumed {found}")
    return position


def _count_positions(names: Iterable[str]) -> int | None:
    """How many positions the files will give; None for pipes, which can be read only once."""
    if not all(name != "-" and Path(name).is_file() for name in names):
        return None
    total = 0
    for name in names:
        with Path(name).open("rb") as lines:
            total += sum(1 for line in lines if line.strip() and not line.lstrip().startswith(b"#"))
    return total


def _placed(
    places: list[str], lines: Lines, parse: Callable[[str], _Position]
) -> Iterator[tuple[str, _Position | PositionError] | None]:
    for place, stream_lines in zip(places, lines.by_stream(), strict=True):
        empty = True
        for number, line in enumerate(stream_lines, start=1):
            read = next(read_lines([line], parse), None)
            if read is None:
                yield None
                continue
            empty = False
            yield f"{place}:{number}", read[1]
        if empty:
            raise click.ClickException(f"{place}: no position in it")
