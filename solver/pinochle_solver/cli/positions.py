"""How commands take positions: as words, from ``-f FILE``, or from standard input."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, TypeVar

import click

from pinochle_solver.errors import PositionError
from pinochle_solver.position import PlayoffPosition, read_playoff_positions

Waiting = Callable[[], AbstractContextManager[None]]

_Command = TypeVar("_Command", bound=Callable[..., object])


def position_input(command: _Command) -> _Command:
    """Give a command its POSITION words, ``-f`` and ``--strict``."""
    for decorate in (
        click.option("--strict", is_flag=True, help="Stop at the first bad position."),
        click.option("-f", "--file", metavar="FILE", help="Positions, one a line; - is stdin."),
        click.argument("words", metavar="[POSITION]", nargs=-1),
    ):
        command = decorate(command)
    return command


@dataclass
class PositionReader:
    """Positions of one source, in order; bad ones are told on standard error and left out.

    Attributes:
        items: each position, or the error instead, with its place (``FILE:LINE``).
        strict: whether to stop at the first bad position.
        total: how many lines there are to read, good and bad; None if that is not known.
        waiting: the context in which the next item is waited for.
        failed: whether a bad position was met so far.
    """

    items: Iterator[tuple[str, PlayoffPosition | PositionError]]
    strict: bool
    total: int | None
    waiting: Waiting = nullcontext
    failed: bool = False
    _places: deque[str] = field(default_factory=deque)

    def place_of_next(self) -> str:
        """The place of the earliest position passed on whose place was not asked for yet."""
        return self._places.popleft()

    def __iter__(self) -> Iterator[PlayoffPosition]:
        for place, item in self._waited_for():
            if isinstance(item, PlayoffPosition):
                self._places.append(place)
                yield item
                continue
            click.echo(f"{place}: {item}", err=True)
            self.failed = True
            if self.strict:
                return

    def _waited_for(self) -> Iterator[tuple[str, PlayoffPosition | PositionError]]:
        while True:
            with self.waiting():
                found = next(self.items, None)
            if found is None:
                return
            yield found


@contextmanager
def open_positions(
    words: tuple[str, ...],
    file: str | None,
    strict: bool,
    waiting: Waiting = nullcontext,
) -> Iterator[PositionReader]:
    """Open what the command line names: words of one position, a file, or standard input.

    Raises:
        click.UsageError: when it names none, or two.
        click.ClickException: when the file cannot be read or holds no position.
    """
    if words and file is not None:
        raise click.UsageError("-f: a file and a position as argument are given; one is enough")
    if words and words != ("-",):
        item = ("position", _parse_argument(" ".join(words)))
        yield PositionReader(iter([item]), strict, total=1)
        return
    if file is None and not words and sys.stdin.isatty():
        raise click.UsageError("POSITION: give a position, -f FILE, or - for standard input")
    if file is None or file == "-":
        # Read by number: whatever standard input's own encoding is, positions are UTF-8.
        with _open_lines(sys.stdin.fileno()) as lines:
            yield PositionReader(_placed("<stdin>", lines), strict, None, waiting)
        return
    try:
        total = _count_positions(file)
        lines = _open_lines(file)
    except OSError as error:
        raise click.ClickException(f"{file}: {(error.strerror or str(error)).lower()}") from None
    with lines:
        yield PositionReader(_placed(file, lines), strict, total, waiting)


def _parse_argument(text: str) -> PlayoffPosition | PositionError:
    try:
        return PlayoffPosition.parse_line(text)
    except PositionError as error:
        return error


def _open_lines(path: str | int) -> TextIO:
    # Bytes that are no UTF-8 become lone surrogates: the reader names the token they stand in.
    closefd = not isinstance(path, int)
    return open(path, encoding="utf-8", errors="surrogateescape", closefd=closefd)


def _count_positions(file: str) -> int | None:
    """How many positions a file will give; None for a pipe, which can be read only once."""
    if not Path(file).is_file():
        return None
    with Path(file).open("rb") as lines:
        return sum(1 for line in lines if line.strip() and not line.lstrip().startswith(b"#"))


def _placed(
    place: str, lines: Iterable[str]
) -> Iterator[tuple[str, PlayoffPosition | PositionError]]:
    empty = True
    for number, item in read_playoff_positions(lines):
        empty = False
        yield f"{place}:{number}", item
    if empty:
        raise click.ClickException(f"{place}: no position in it")
