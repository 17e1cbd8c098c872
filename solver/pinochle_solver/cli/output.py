"""What commands write: JSON lines, what is told beside them, and whether output has failed."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Any

import click

from pinochle_solver.errors import visible


def tell(text: str) -> None:
    """Write one line to standard error; what is unprintable in it is escaped."""
    # There may be nobody left to tell; the status still tells.
    with contextlib.suppress(OSError):
        click.echo(visible(text), err=True)


def write_json_line(value: Any) -> None:
    """Write `value` as one line, whole and at once, so that a reader or Ctrl-C never sees half."""
    import msgspec

    line: bytes = msgspec.json.encode(value)
    if not line.isascii() or b"\x7f" in line:
        line = _visible_json(line.decode()).encode()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _visible_json(text: str) -> str:
    """The same JSON without the unprintable characters that JSON lets pass unescaped."""
    import json

    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


class _Watched(io.RawIOBase):
    """An output that remembers which error it has met.

    Attributes:
        failure: the error, None before there is one.
    """

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self.failure: OSError | None = None

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return bool(self._raw.isatty())

    def fileno(self) -> int:
        return int(self._raw.fileno())

    def write(self, data: Any) -> int | None:
        try:
            written: int | None = self._raw.write(data)
        except OSError as error:
            self.failure = error
            raise
        return written


@contextlib.contextmanager
def watched_output() -> Iterator[_Watched]:
    """Write standard output through a `_Watched`, so that its errors are known from all others."""
    standard = sys.stdout
    assert standard is not None
    standard.flush()
    buffer = getattr(standard, "buffer", None)
    watched = _Watched(getattr(buffer, "raw", buffer))
    if isinstance(standard, io.TextIOWrapper):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(watched),
            encoding=standard.encoding,
            errors="backslashreplace",
            line_buffering=standard.line_buffering,
            write_through=standard.write_through,
        )
    try:
        yield watched
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        sys.stdout = standard
