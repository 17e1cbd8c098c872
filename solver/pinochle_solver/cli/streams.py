"""What commands write: JSON lines, messages beside them, and whether output has failed."""

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


class _Watched(io.BufferedWriter):
    """An output that remembers which error it has met.

    It watches the buffer, not what is below it: Ctrl-C may come in the midst of Python's own code,
    and a buffer that is not told what was written would write it again.

    Attributes:
        failure: the error, None before there is one.
    """

    failure: OSError | None = None

    def write(self, data: Any) -> int:
        with self._keeping_failure():
            return super().write(data)

    def flush(self) -> None:
        with self._keeping_failure():
            super().flush()

    @contextlib.contextmanager
    def _keeping_failure(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.failure = error
            raise


@contextlib.contextmanager
def watched_output() -> Iterator[_Watched]:
    """Write standard output through a `_Watched`, so that its errors are known from all others."""
    standard = sys.stdout
    assert standard is not None
    standard.flush()
    try:
        number = standard.fileno()
    except OSError:
        # It is no file, and has none of a file's errors.
        yield _Watched(io.BytesIO())
        return
    # Not owned: whatever becomes of this one, the number stays open for what was there before.
    watched = _Watched(io.FileIO(number, "wb", closefd=False))
    sys.stdout = io.TextIOWrapper(
        watched,
        encoding=standard.encoding,
        errors="backslashreplace",
        line_buffering=getattr(standard, "line_buffering", False),
        write_through=getattr(standard, "write_through", False),
    )
    try:
        yield watched
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        sys.stdout = standard
