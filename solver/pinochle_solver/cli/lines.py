"""Files and pipes to read, their lines, and whether there is one to read without waiting."""

from __future__ import annotations

import codecs
import select
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from pinochle_solver.cli.output import tell
from pinochle_solver.notation.sources import MARK, TOO_LONG, encoding_of
from pinochle_solver.rules.checks import counted
from pinochle_solver.sizes import MOST_LINE

STDIN = "<stdin>"
_BLOCK = 1 << 16
_ZERO = b"\0"
_UTF_8_MARK = codecs.BOM_UTF8
_WAIT_SECONDS = 0.05


class Lines:
    """The lines of some unbuffered streams, one stream after the other.

    They are UTF-8 or UTF-16, as `encoding_of` tells, and a byte order mark is left out. Bytes that
    are no UTF-8 become lone surrogates, so that who parses a line can name the token they stand in.
    Zero bytes at the end of a stream, which a power cut leaves there, are told and passed over. A
    line of more than `MOST_LINE` bytes is a `click.ClickException`.
    """

    def __init__(self, streams: list[BinaryIO]) -> None:
        self._streams = deque(streams)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._begin()

    def _begin(self) -> None:
        """Begin with the next stream."""
        self._ended = False
        # The bytes of the stream, until they tell its encoding.
        self._first: bytes | None = b""
        self._decoder: codecs.IncrementalDecoder | None = None

    def by_stream(self) -> Iterator[Iterator[str]]:
        """For each stream its lines; each is to be read to its end before the next."""
        while self._streams:
            self._begin()
            yield self._stream_lines()
            self._streams.popleft().close()

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
            if not self._lines:
                return
            yield self._lines.popleft().decode("utf-8", "surrogateescape")

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
        self._ended = not block
        text = self._rest + self._utf_8(block)
        if self._ended and text.endswith(_ZERO):
            kept = text.rstrip(_ZERO)
            zeros = counted(len(text) - len(kept), "zero byte")
            tell(f"{self._place}: passed over {zeros} at its end, as a power cut leaves them there")
            text = kept
        lines = text.splitlines(keepends=True)
        # The last line may go on in the next block, and so may its end, CR LF.
        whole = self._ended or not lines or lines[-1].endswith(b"\n")
        self._rest = b"" if whole else lines.pop()
        if any(len(line) > MOST_LINE for line in (self._rest, *lines)):
            raise click.ClickException(f"{self._place}: a line is {TOO_LONG}")
        self._lines.extend(lines)

    @property
    def _place(self) -> str:
        """The stream being read, for messages."""
        name = self._streams[0].name
        return name if isinstance(name, str) else STDIN

    def _utf_8(self, block: bytes) -> bytes:
        """The next bytes of a stream as UTF-8."""
        if self._first is not None:
            begins = self._first + block
            if block and (len(begins) < 2 or _UTF_8_MARK.startswith(begins)):
                # Not enough to tell. At a terminal a line may be a single byte, its end.
                self._first = None if begins == b"\n" else begins
                return begins if self._first is None else b""
            self._first = None
            encoding = encoding_of(begins)
            if encoding == "utf-8":
                return begins.removeprefix(_UTF_8_MARK)
            self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
            text = self._decoder.decode(begins).removeprefix(MARK)
            return text.encode("utf-8", "surrogatepass")
        if self._decoder is not None:
            return self._decoder.decode(block).encode("utf-8", "surrogatepass")
        return block


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
    while (block := stream.read(_BLOCK)) is None:  # it does not wait by itself
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
