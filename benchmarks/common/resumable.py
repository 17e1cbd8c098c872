"""Long measurements: numbered pieces of work in several processes, kept in a file, gone on with.

The file holds a line of settings, then one for each piece that is done, in any order. What was not
written to its end when the measurement was killed is cut off and done again.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.pool import Pool
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


# Every piece is written with its number first.
_PIECE_BEGINS = b'{"number":'


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
        ResumeError: for a file of other settings, and for what is none; it is left as it is.
        OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any], kind: type[Piece]) -> None:
        self.pieces: dict[int, Piece] = {}
        self._path, self._kind = path, kind
        header = msgspec.json.encode(settings)
        content = path.read_bytes() if path.exists() else b""
        *lines, rest = content.split(b"\n")
        if (lines and lines[0] != header) or (not lines and not header.startswith(rest)):
            raise ResumeError(f"{path} is of other settings, or no file of a measurement")
        for number, line in enumerate(lines[1:], start=2):
            self._take(number, line)
        if lines and not (_PIECE_BEGINS.startswith(rest) or rest.startswith(_PIECE_BEGINS)):
            raise ResumeError(f"{path}, line {len(lines) + 1}: no beginning of a piece")
        self._file = path.open("ab", buffering=0)
        # What was not written to its end.
        self._file.truncate(len(content) - len(rest))
        if not lines:
            self._file.write(header + b"\n")

    def _take(self, number: int, line: bytes) -> None:
        """Take in a whole line."""
        try:
            piece = msgspec.json.decode(line, type=self._kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ResumeError(f"{self._path}, line {number}: {error}") from None
        if piece.number < 0:
            raise ResumeError(f"{self._path}, line {number}: piece {piece.number} is none")
        if piece.number in self.pieces:
            fact = f"piece {piece.number} a second time"
            raise ResumeError(f"{self._path}, line {number}: {fact}")
        self.pieces[piece.number] = piece

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
        the pieces by number, whatever the order was in which they were done: fewer than asked for
        after Ctrl-C.

    Raises:
        ResumeError: for a file that holds something else.
    """
    found: dict[int, Piece] = {}
    try:
        if path is None:
            _collect(work, range(number), processes, partial(_keep, found), number)
        else:
            with ResumeFile(path, settings, kind) as file:
                found = file.pieces
                missing = [each for each in range(number) if each not in found]
                _collect(work, missing, processes, file.add, number)
    except KeyboardInterrupt:
        left = sum(each not in found for each in range(number))
        print(f"\nstopped, {left} not done", file=sys.stderr)
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
    for done, piece in enumerate(_done(work, missing, processes), start=1):
        add(piece)
        seconds = (monotonic() - started) / done * (len(missing) - done)
        left = f"{number - len(missing) + done} of {number}, {seconds:.0f} s left"
        print(f"\r{left:<40}", end="", file=sys.stderr, flush=True)
    if missing:
        print(file=sys.stderr)


def _done(work: Callable[[int], Piece], numbers: Sequence[int], processes: int) -> Iterator[Piece]:
    if processes == 1 or len(numbers) < 2:
        yield from map(work, numbers)
        return
    with process_pool(processes) as pool:
        yield from pool.imap_unordered(work, numbers)


@contextmanager
def process_pool(processes: int) -> Iterator[Pool]:
    """Processes that never hear of Ctrl-C, and are ended with the block."""
    with ExitStack() as stack:
        with _interrupts_held():
            # A process forked from one with threads may hang.
            pool = stack.enter_context(get_context("spawn").Pool(processes))
        yield pool


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait; the processes begun meanwhile never hear of it, and are ended from here."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    # If it were started later, this would unblock the signal.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
