"""How commands take positions: as words, from ``-f FILE``, or from standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO, TypeVar

import click

from pinochle_solver.errors import PositionError
from pinochle_solver.position import PlayoffPosition, read_playoff_positions

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
        strict: whether to stop at the first bad position.
        failed: whether a bad position was met so far.
    """

    items: Iterable[tuple[str, PlayoffPosition | PositionError]]
    strict: bool
    failed: bool = False

    def __iter__(self) -> Iterator[PlayoffPosition]:
        for place, item in self.items:
            if isinstance(item, PlayoffPosition):
                yield item
                continue
            click.echo(f"{place}: {item}", err=True)
            self.failed = True
            if self.strict:
                return


@contextmanager
def open_positions(
    words: tuple[str, ...], file: str | None, strict: bool
) -> Iterator[PositionReader]:
    """Open what the command line names: words of one position, a file, or standard input.

    Raises:
        click.UsageError: when it names none, or two.
        click.ClickException: when the file cannot be read or holds no position.
    """
    if words and file is not None:
        raise click.UsageError("-f: a file and a position as argument are given; one is enough")
    if words and words != ("-",):
        yield PositionReader([("position", _parse_argument(" ".join(words)))], strict)
        return
    if file is None and not words and sys.stdin.isatty():
        raise click.UsageError("POSITION: give a position, -f FILE, or - for standard input")
    name = file if file not in (None, "-") else None
    try:
        with _open_lines(name) as lines:
            place = name or "<stdin>"
            yield PositionReader(_placed(place, lines), strict)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise click.ClickException(f"{name}: {(error.strerror or str(error)).lower()}") from None


def _parse_argument(text: str) -> PlayoffPosition | PositionError:
    try:
        return PlayoffPosition.parse_line(text)
    except PositionError as error:
        return error


@contextmanager
def _open_lines(name: str | None) -> Iterator[TextIO]:
    # Bytes that are no UTF-8 become lone surrogates: the reader names the token they stand in.
    path = sys.stdin.fileno() if name is None else name
    with open(path, encoding="utf-8", errors="surrogateescape", closefd=name is not None) as lines:
        yield lines


def _placed(
    place: str, lines: Iterable[str]
) -> Iterator[tuple[str, PlayoffPosition | PositionError]]:
    empty = True
    for number, item in read_playoff_positions(lines):
        empty = False
        yield f"{place}:{number}", item
    if empty:
        raise click.ClickException(f"{place}: no position in it")
