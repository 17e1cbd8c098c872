"""Long measurements: numbered pieces of work in several processes, kept in a file, gone on with.

The file holds a line of settings, then one for each piece that is done, in any order. What was not
written to its end when the measurement was killed is cut off and done again.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class Numbered(Protocol):
    """What a piece of work gives: a dataclass that msgspec can write."""

    @property
    def number(self) -> int:
        """Which piece it was, from 0."""


Piece = TypeVar("Piece", bound=Numbered)


class ResumeError(ValueError):
    """A file that holds something else; one line says what."""


class ResumeFile(Generic[Piece]):
    """The file of a measurement, open to be added to; made if there is none.

    Args:
        path: where it is.
        settings: what the pieces depend on, but for their numbers.
        kind: the class of the pieces.

    Attributes:
        pieces: what it holds, by number.

    Raises:
        ResumeError: for a file of other settings, and for what is no such file.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any], kind: type[Piece]) -> None:
        self.pieces: dict[int, Piece] = {}
        header = msgspec.json.encode(settings)
        content = path.read_bytes() if path.exists() else b""
        *lines, rest = content.split(b"\n")
        if (lines and lines[0] != header) or (not lines and not header.startswith(rest)):
            raise ResumeError(f"{path} is of other settings")
        for number, line in enumerate(lines[1:], start=2):
            try:
                piece = msgspec.json.decode(line, type=kind)
            except msgspec.DecodeError as error:
                raise ResumeError(f"{path}, line {number}: {error}") from None
            self.pieces[piece.number] = piece
        self._file = path.open("ab", buffering=0)
        self._file.truncate(len(content) - len(rest))
        if not lines:
            self._file.write(header + b"\n")

    def add(self, piece: Piece) -> None:
        """Write a piece that is done."""
        self._file.write(msgspec.json.encode(piece) + b"\n")
        self.pieces[piece.number] = piece

    def __enter__(self) -> ResumeFile[Piece]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def gather(
    work: Callable[[int], Piece],
    number: int,
    *,
    kind: type[Piece],
    settings: Mapping[str, Any],
    path: Path | None = None,
    processes: int = 1,
) -> list[Piece]:
    """Do the pieces from 0 to `number` that a file does not hold; after Ctrl-C, what there is.

    Args:
        work: does the piece of a number; it can be pickled where there are several processes.
        number: how many pieces.
        kind: their class.
        settings: what they depend on.
        path: the file to keep them in and to go on with; None for none.
        processes: how many to use.

    Returns:
        the pieces by number, whatever the order was in which they were done.

    Raises:
        ResumeError: for a file that holds something else.
    """
    found: dict[int, Piece] = {}
    if path is None:
        _collect(work, range(number), processes, partial(_keep, found), number)
    else:
        with ResumeFile(path, settings, kind) as file:
            missing = [each for each in range(number) if each not in file.pieces]
            _collect(work, missing, processes, file.add, number)
            found = file.pieces
    return [found[each] for each in sorted(found) if each < number]


def _keep(found: dict[int, Piece], piece: Piece) -> None:
    found[piece.number] = piece


def _collect(
    work: Callable[[int], Piece],
    missing: Sequence[int],
    processes: int,
    add: Callable[[Piece], None],
    number: int,
) -> None:
    """Do what is missing, add it, and tell on standard error how far it is."""
    started = monotonic()
    done = 0
    try:
        for done, piece in enumerate(_done(work, missing, processes), start=1):
            add(piece)
            seconds = (monotonic() - started) / done * (len(missing) - done)
            left = f"{number - len(missing) + done} of {number}, {seconds:.0f} s left"
            print(f"\r{left:<40}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"\nstopped, {len(missing) - done} not done", end="", file=sys.stderr)
    if missing:
        print(file=sys.stderr)


def _done(work: Callable[[int], Piece], numbers: Sequence[int], processes: int) -> Iterator[Piece]:
    if processes == 1 or len(numbers) < 2:
        yield from map(work, numbers)
        return
    # A process forked from one with threads may hang.
    with get_context("spawn").Pool(processes, _ignore_interrupt) as pool:
        yield from pool.imap_unordered(work, numbers)


def _ignore_interrupt() -> None:
    """Ctrl-C is for the process that asked; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
