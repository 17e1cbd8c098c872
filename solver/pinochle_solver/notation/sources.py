"""Where lines come from: a file given by its path, or anything that yields lines."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.sizes import MOST_LINE, MOST_PASSED

Source: TypeAlias = "str | os.PathLike[str] | Iterable[str]"
"""The path of a file, or lines: an open text file, a list."""

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte order mark, which may begin a file of Unicode text."""

BLOCK = 1 << 16
"""How many bytes to read at a time."""

TOO_LONG = f"longer than {MOST_LINE:,} characters"

UTF_32 = "utf-32"

_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UTF_8_MARK = codecs.BOM_UTF8
_ZERO = b"\0"
_LINE_END = re.compile(rb"[\r\n]")
# A line of more bytes has more than `MOST_LINE` characters, in UTF-8.
_MOST_KEPT = 4 * (MOST_LINE + 1)
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


class LineReader:
    """Makes lines of a text that comes in blocks of bytes, in bounded memory.

    The text is UTF-8 or UTF-16, as `encoding_of` tells, and a byte order mark is left out. Bytes
    that are not UTF-8 become lone surrogates, so that the parser of a line can name the token that
    contains them. Of a line that is too long a beginning is kept, by which `is_too_long` knows it.
    Zero bytes at the end of the text, which a power cut leaves there, are passed over.

    Attributes:
        zeros: the number of zero bytes passed over at the end.
        error: why the rest of the text cannot be read, as soon as that is known.
    """

    def __init__(self) -> None:
        self.zeros = 0
        self.error: NotationError | None = None
        # The first bytes, until they tell the encoding.
        self._first: bytes | None = b""
        self._encoding = "utf-8"
        self._decoder: codecs.IncrementalDecoder | None = None
        self._is_broken = False
        self._rest = b""
        self._number = 1
        # How many bytes of a line that is too long were passed over, and whether all were zeros.
        self._passed, self._passed_zeros = 0, True

    def read(self, block: bytes) -> list[str]:
        """The lines that a block completes, with their ends; an empty block is the end."""
        if self.error is not None:
            return []
        text, ended = self._utf_8(block), not block
        if ended and not self._is_broken:
            text = self._without_zeros(text)
        lines = self._lines(text, ended and not self._is_broken)
        if self._is_broken:
            self.error = NotationError(f"line {self._number}", not_text(self._encoding))
        return lines

    def _lines(self, text: bytes, ended: bool) -> list[str]:
        if self._passed:
            end = _LINE_END.search(text)
            passed = len(text) if end is None else end.start()
            self._passed += passed
            self._passed_zeros &= not text[:passed].strip(_ZERO)
            text = text[passed:]
            if not text and not ended:
                if self._passed > MOST_PASSED:
                    fact = f"longer than {MOST_PASSED:,} bytes"
                    self.error = NotationError(f"line {self._number}", fact)
                return []
            self._passed, self._passed_zeros = 0, True
        lines = (self._rest + text).splitlines(keepends=True)
        # The last line may go on in the next block, and so may its end, CR LF.
        is_whole = ended or not lines or lines[-1].endswith(b"\n")
        self._rest = b"" if is_whole else lines.pop()
        if len(self._rest) > _MOST_KEPT and not self._rest.endswith(b"\r"):
            self._passed = len(self._rest) - _MOST_KEPT
            self._passed_zeros = not self._rest[_MOST_KEPT:].strip(_ZERO)
            self._rest = self._rest[:_MOST_KEPT]
        self._number += len(lines)
        return [_line(line) for line in lines]

    def _without_zeros(self, text: bytes) -> bytes:
        """The end of the text without the zero bytes behind it."""
        if not self._passed_zeros:
            return text
        last = self._rest + text
        kept = last.rstrip(_ZERO)
        size = 1 if self._decoder is None else 2
        self.zeros += size * (len(last) - len(kept) + self._passed)
        self._rest, self._passed = b"", 0
        return kept

    def _utf_8(self, block: bytes) -> bytes:
        """The next bytes of the text as UTF-8."""
        ended, begins = not block, False
        if self._first is not None:
            block = self._first + block
            if not ended and _is_undecided(block):
                self._first = block
                return b""
            self._first, begins = None, True
            self._encoding = encoding_of(block)
            if self._encoding == UTF_32:
                self.error = NotationError("encoding", not_text(UTF_32))
                return b""
            if self._encoding == "utf-8":
                return block.removeprefix(_UTF_8_MARK)
            self._decoder = codecs.getincrementaldecoder(self._encoding)()
        if self._decoder is None:
            return block
        try:
            text = self._decoder.decode(block, ended)
        except UnicodeDecodeError as error:
            bad = error.object[error.start :]
            text = error.object[: error.start].decode(self._encoding)
            if ended and bad == _ZERO:
                self.zeros += 1
            else:
                self._is_broken = True
        return (text.removeprefix(MARK) if begins else text).encode()


def _is_undecided(begins: bytes) -> bool:
    """Whether the first bytes of a text do not tell its encoding yet."""
    if begins == b"\n":
        return False  # at a terminal a line may be a single byte, its end
    if len(begins) < 2 or (_UTF_8_MARK.startswith(begins) and begins != _UTF_8_MARK):
        return True
    return len(begins) < 4 and (begins[:2] in _UTF_16 or _ZERO in begins[:2])


def _line(line: bytes) -> str:
    """A line as text; the beginning of one that is too long, and its end."""
    text = line.decode("utf-8", "surrogateescape")
    if not is_too_long(text):
        return text
    bare = text.rstrip("\r\n")
    return f"{bare[: MOST_LINE + 1]}{text[len(bare) :]}"


def is_too_long(line: str) -> bool:
    """Whether a line has more than `MOST_LINE` characters, its end left aside."""
    return len(line) > MOST_LINE and len(line.rstrip("\r\n")) > MOST_LINE


def stripped(line: str) -> str:
    """A line without blanks around it; one that is too long as it is, so that it stays too long."""
    return line if is_too_long(line) else line.strip()


def lines_of(source: Source) -> Iterator[str]:
    """The lines, lazily; a file given by its path stays open while they are read.

    Those of a file are read as `LineReader` says, and end with a line feed alone.

    Raises:
        OSError: when the file cannot be read.
        NotationError: for a file that is not UTF-8 or UTF-16, and for a line of more than
            `MOST_PASSED` bytes.
        ValueError: for text of several lines, which is not a path.
    """
    if not isinstance(source, (str, os.PathLike)):
        yield from source
        return
    if isinstance(source, str) and "\n" in source:
        raise ValueError(
            f"{quoted(source)} is no path: give its lines, as text.splitlines() makes them"
        )
    reader = LineReader()
    with Path(source).open("rb", buffering=0) as file:
        while True:
            block = file.read(BLOCK)
            for line in reader.read(block):
                bare = line.rstrip("\r\n")
                yield f"{bare}\n" if len(bare) < len(line) else line
            if reader.error is not None:
                raise reader.error
            if not block:
                return


def place_in(source: Source, line: int) -> str:
    """How errors name a line: ``hands.pnr:12``, or ``line 12`` if there is no path."""
    if isinstance(source, (str, os.PathLike)):
        return f"{os.fspath(source)}:{line}"
    return f"line {line}"
