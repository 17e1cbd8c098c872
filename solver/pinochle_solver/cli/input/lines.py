"""Files and pipes to read, their lines, and whether there is one to read without waiting."""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from pinochle_solver.cli.streams import tell
from pinochle_solver.notation.sources import BLOCK, LineReader
from pinochle_solver.rules.checks import counted

STDIN = "<stdin>"
_WAIT_SECONDS = 0.05


class Lines:
    """The lines of some unbuffered streams, one stream after the other.

    They are read as `LineReader` says; one that is too long has to be refused by its parser. Zero
    bytes passed over at the end of a stream are told. What cannot be read further is a
    `click.ClickException` behind the lines before it.
    """

    def __init__(self, streams: list[BinaryIO]) -> None:
        self._streams = deque(streams)
        self._lines: deque[str] = deque()
        self._begin()

    def _begin(self) -> None:
        """Begin with the next stream."""
        self._ended = False
        self._reader = LineReader()

    def by_stream(self) -> Iterator[Iterator[str]]:
        """For each stream its lines; each is to be read to its end before the next."""
        while self._streams:
            yield self._stream_lines()
            self._streams.popleft().close()
            self._begin()

    def ready(self, wait: bool) -> bool:
        """Whether a whole line, or the end, is there; with `wait`, after a short while."""
        while not (self._lines or self._ended) and self._readable(_WAIT_SECONDS if wait else 0):
            self._read_block()
        return bool(self._lines) or self._ended

    def close(self) -> None:
        """Close the streams that have not been read to the end."""
        while self._streams:
            self._streams.popleft().close()

    def _stream_lines(self) -> Iterator[str]:
        while True:
            while not (self._lines or self._ended):
                self._read_block()
            if self._lines:
                yield self._lines.popleft()
            elif self._reader.error is not None:
                raise click.ClickException(f"{self._place}: {self._reader.error}")
            else:
                return

    def _readable(self, seconds: float) -> bool:
        if sys.platform == "win32":
            return True
        return bool(select.select([self._streams[0]], [], [], seconds)[0])

    def _read_block(self) -> None:
        stream = self._streams[0]
        try:
            wait_for_terminal(stream)
            block = read_block(stream)
        except OSError as error:
            fact = (error.strerror or str(error)).lower()
            raise click.ClickException(f"{self._place}: {fact}") from None
        self._lines.extend(self._reader.read(block))
        self._ended = not block or self._reader.error is not None
        if self._reader.zeros:
            zeros = counted(self._reader.zeros, "zero byte")
            tell(f"{self._place}: passed over {zeros} at its end, as a power cut leaves them there")

    @property
    def _place(self) -> str:
        """The stream being read, for messages."""
        name = self._streams[0].name
        return name if isinstance(name, str) else STDIN


def wait_for_terminal(stream: BinaryIO) -> None:
    """Wait until there is something to read of a stream that is a terminal.

    A Ctrl-C that comes just before a read begins would be seen only when that ends, after the next
    line. Here the interpreter looks for one again and again. What is buffered is not looked at:
    a terminal gives no more than the line that was asked for.
    """
    if sys.platform == "win32" or not stream.isatty():
        return
    while not select.select([stream], [], [], _WAIT_SECONDS)[0]:
        pass


def read_block(stream: BinaryIO) -> bytes:
    """What there is to read of an unbuffered stream, waiting for it; nothing at its end."""
    while (block := stream.read(BLOCK)) is None:  # it does not wait by itself
        select.select([stream], [], [])
    return block


def open_input(name: str) -> BinaryIO:
    """Open a file, or standard input for ``-``; one that cannot be read is a `ClickException`."""
    if name == "-":
        if sys.stdin is None:
            raise click.ClickException(f"{STDIN}: closed")
        return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
    try:
        return Path(name).open("rb", buffering=0)
    except OSError as error:
        raise click.ClickException(f"{name}: {(error.strerror or str(error)).lower()}") from None
