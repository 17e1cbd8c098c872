"""Where lines come from: a file given by its path, or anything that yields lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from pinochle_solver.errors import quoted

Source: TypeAlias = "str | os.PathLike[str] | Iterable[str]"
"""The path of a file, or lines: an open text file, a list."""


def lines_of(source: Source) -> Iterator[str]:
    """The lines, lazily; a file given by its path stays open while they are read.

    Bytes that are not UTF-8 become lone surrogates, so that the parser of a line can name the token
    that contains them.

    Raises:
        OSError: when the file cannot be read.
        ValueError: for text of several lines, which is not a path.
    """
    if not isinstance(source, (str, os.PathLike)):
        yield from source
        return
    if isinstance(source, str) and "\n" in source:
        raise ValueError(
            f"{quoted(source)} is no path: give its lines, as text.splitlines() makes them"
        )
    with Path(source).open(encoding="utf-8", errors="surrogateescape") as file:
        yield from file


def place_in(source: Source, line: int) -> str:
    """How errors name a line: ``hands.pnr:12``, or ``line 12`` if there is no path."""
    if isinstance(source, (str, os.PathLike)):
        return f"{os.fspath(source)}:{line}"
    return f"line {line}"
