"""Which lines of the program each test file reaches: what `coverage_map.py` writes, others read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

PLACES = ("solver", "ext")
ENDINGS = (".py", ".pyx", ".pxd", ".h")
# How Python is told to run test files by themselves, without the tests that measure time or read
# the program's text.
PYTEST = (
    *("-m", "pytest", "-p", "no:cacheprovider", "-n", "0"),
    *("-m", "not alone and not source and not browser"),
)
_LINES = dict[str, str]


@dataclass(frozen=True)
class Reach:
    """What one test file reaches; the first of a map is what is reached by import alone.

    Attributes:
        number: which file, from 1 in the order of their names; 0 for the import.
        test: its name from the project's root; empty for the import.
        seconds: how long it took, with every line counted.
        failed: the tests in it that failed then; the file itself if it could not be run.
        stopped: whether it was not run to its end.
        reached: by file, from the project's root, the lines in which reached statements begin.
        statements: by file, the lines in which any statement begins, of all files; known to the
            import alone.
    """

    number: int
    test: str
    seconds: float
    failed: tuple[str, ...]
    stopped: bool
    reached: _LINES
    statements: _LINES


class Place(NamedTuple):
    """A statement: its file from the project's root, and the line in which it begins."""

    file: str
    line: int


class ReachMap:
    """What all test files reach.

    Args:
        pieces: the import and the test files, in any order.
    """

    def __init__(self, pieces: Iterable[Reach]) -> None:
        by_number = {piece.number: piece for piece in pieces}
        imported = by_number.pop(0)
        self.tests = [by_number[number] for number in sorted(by_number)]
        self._statements = imported.statements
        self._imported = imported.reached

    @cached_property
    def statements(self) -> dict[str, list[int]]:
        """By file, the first lines of its statements, in order."""
        return {file: sorted(read_lines(text)) for file, text in self._statements.items()}

    @cached_property
    def reached(self) -> dict[str, set[int]]:
        """By file, the first lines of its statements that anything reaches."""
        found: dict[str, set[int]] = {file: set() for file in self.statements}
        for lines in (self._imported, *(test.reached for test in self.tests)):
            for file, text in lines.items():
                found[file] |= read_lines(text)
        return found

    def statement(self, file: str, line: int) -> Place | None:
        """The statement that a line belongs to; None before the first."""
        lines = self.statements.get(file, [])
        at = bisect_right(lines, line)
        return Place(file, lines[at - 1]) if at else None

    def reaching(self, place: Place) -> list[Reach]:
        """The test files that reach a statement; all of them if importing it does."""
        if place.line in read_lines(self._imported.get(place.file, "")):
            return self.tests
        return [
            test
            for test in self.tests
            if place.line in read_lines(test.reached.get(place.file, ""))
        ]


def load(path: Path) -> ReachMap:
    """The map that a file holds, as far as it has come.

    Raises:
        OSError: when it cannot be read.
        ValueError: when it is no map, or has not begun with the import.
    """
    # What follows the last line was not written to its end.
    _, *lines, _ = path.read_bytes().split(b"\n")
    pieces = [msgspec.json.decode(line, type=Reach) for line in lines]
    if not any(piece.number == 0 for piece in pieces):
        raise ValueError(f"{path} is no map of coverage")
    return ReachMap(pieces)


def is_of(path: Path, root: Path) -> bool:
    """Whether the program was, when a map was made, as it lies in a folder."""
    with path.open("rb") as file:
        settings = msgspec.json.decode(file.readline())
    return bool(settings["program"] == digest(root, PLACES))


def digest(root: Path, places: Sequence[str]) -> str:
    """What tells the texts below folders of a project from others."""
    files = sorted(
        file for place in places for file in (root / place).rglob("*") if file.suffix in ENDINGS
    )
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def written_lines(lines: Iterable[int]) -> str:
    """Lines as ranges: `"1-3,7"`."""
    ranges: list[list[int]] = []
    for line in sorted(lines):
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ",".join(f"{first}-{last}" if last > first else f"{first}" for first, last in ranges)


def read_lines(text: str) -> set[int]:
    """The lines of `written_lines`."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def written(lines: Mapping[str, Iterable[int]]) -> _LINES:
    """Lines of files as ranges, files without any left out."""
    texts = {file: written_lines(each) for file, each in sorted(lines.items())}
    return {file: text for file, text in texts.items() if text}
