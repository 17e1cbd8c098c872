"""Where lines come from: a file given by its path, or anything that yields lines."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import TypeAlias

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.sizes import MOST_LINE

Source: TypeAlias = "str | os.PathLike[str] | Iterable[str]"
"""The path of a file, or lines: an open text file, a list."""

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte order mark, which may begin a file of Unicode text."""

ZERO = "\0"
TOO_LONG = f"longer than {MOST_LINE:,} bytes"

UTF_32 = "utf-32"

_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UTF_32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def encoding_of(begins: bytes) -> str:
    """The encoding of a text, by its first four bytes: UTF-8, unless they are of another.

    PowerShell writes UTF-16 by ``>``, with a byte order mark. Text without it has a zero byte in
    every letter, text in `UTF_32` has three, and UTF-8 text has none.
    """
    zeros = [byte == 0 for byte in begins[:4]]
    if begins[:4] in _UTF_32_MARKS or zeros in ([False, True, True, True], [True] * 3 + [False]):
        return UTF_32
    first, second = begins[:1], begins[1:2]
    if (encoding := _UTF_16.get(first + second)) is not None:
        return encoding
    if first and second and (first == b"\0") != (second == b"\0"):
        return "utf-16-be" if first == b"\0" else "utf-16-le"
    return "utf-8"


def decoded(content: bytes) -> str:
    """The text of a file without a byte order mark, its lines ended by a line feed alone.

    Raises:
        UnicodeDecodeError: for no text; its encoding is the one that the text should have.
    """
    encoding = encoding_of(content)
    if encoding == UTF_32:
        raise UnicodeDecodeError(encoding, content, 0, 4, "not supported")
    text = content.decode(encoding).removeprefix(MARK)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decoded_before_zeros(content: bytes) -> tuple[str, int]:
    """The text of a file as `decoded` reads it, and how many zero bytes are at its end.

    A power cut leaves such a tail.
    """
    size = len(content.rstrip(b"\0"))
    if encoding_of(content) in _UTF_16.values() and size % 2 and size < len(content):
        size += 1  # this zero byte is half of the last character
    return decoded(content[:size]), len(content) - size


def not_text(encoding: str) -> str:
    """Why bytes are no text that can be read, by the encoding that they should have."""
    if encoding == UTF_32:
        return "UTF-32 text; save it as UTF-8"
    return f"not {'UTF-16' if encoding.startswith('utf-16') else 'UTF-8'} text"


def lines_of(source: Source) -> Iterator[str]:
    """The lines, lazily; a file given by its path stays open while they are read.

    A file is UTF-8 or UTF-16, as `encoding_of` tells. Bytes that are not UTF-8 become lone
    surrogates, so that the parser of a line can name the token that contains them. Zero bytes at
    the end of a file, which a power cut leaves there, are passed over.

    Raises:
        OSError: when the file cannot be read.
        NotationError: for a line of a file of more than `MOST_LINE` characters.
        ValueError: for text of several lines, which is not a path.
    """
    if not isinstance(source, (str, os.PathLike)):
        yield from source
        return
    if isinstance(source, str) and "\n" in source:
        raise ValueError(
            f"{quoted(source)} is no path: give its lines, as text.splitlines() makes them"
        )
    with Path(source).open("rb") as file:
        encoding = encoding_of(file.peek(2)[:2])
        errors = "surrogateescape" if encoding == "utf-8" else "replace"
        lines = TextIOWrapper(file, encoding, errors)
        line = lines.readline(MOST_LINE + 1).removeprefix(MARK)
        while line:
            if len(line) > MOST_LINE:
                raise NotationError("line", TOO_LONG)
            following = lines.readline(MOST_LINE + 1)
            yield line if following else line.rstrip(ZERO)
            line = following


def place_in(source: Source, line: int) -> str:
    """How errors name a line: ``hands.pnr:12``, or ``line 12`` if there is no path."""
    if isinstance(source, (str, os.PathLike)):
        return f"{os.fspath(source)}:{line}"
    return f"line {line}"
