"""How commands take hand records: from files, from folders of files, or from standard input."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.input.lines import STDIN, Lines, open_input
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.record_text import record_blocks
from pinochle_solver.notation.sources import TOO_LONG, is_too_long
from pinochle_solver.notation.table.all_games import AnyRecord, numbered_records_of_all
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from typing_extensions import Self

_SUFFIX = ".pnr"
_NAMED = 3
_AT_LINE = re.compile(r"(.+):([1-9][0-9]{0,8})")
_NO_RECORD = "no record in it; pinochle help records shows how one is written"
_T = TypeVar("_T")


@dataclass(frozen=True)
class RecordText:
    """A record as it stands in its file.

    Attributes:
        place: ``FILE:LINE``.
        record: what it says, or what is wrong with its tags.
        lines: its lines without their ends, and those before it where it is the first of its file.
        line_end: how they end.
    """

    place: str
    record: AnyRecord | PositionError
    lines: tuple[str, ...]
    line_end: str

    @property
    def text(self) -> str:
        """All lines."""
        return "".join(f"{line}{self.line_end}" for line in self.lines)


class GivenRecords:
    """The records of the files and folders that a command was given.

    A file or a record that cannot be read stops nothing. It is left out, and named when the
    ``with`` block ends, however that ends.

    Args:
        names: files, folders, which stand for their records as `record_files` says, ``FILE:LINE``
            for one hand of a file, and ``-`` for standard input; without a name it is read, unless
            it is a terminal.
        rulebooks: those that records may name besides the published ones.
        hand: the number of the only hand that is wanted, from 1, over all files; None: all hands.

    Attributes:
        files: the files, those of folders one by one; ``-`` is standard input.

    Raises:
        click.UsageError: when there is nothing to read from.
    """

    def __init__(
        self,
        names: Sequence[str],
        rulebooks: Iterable[AnyRulebook] = (),
        hand: int | None = None,
    ) -> None:
        self._names, self._rulebooks, self._faults = names, rulebooks, list[str]()
        self._hand = hand
        self._sources = [
            source
            for name in given_names(names)
            for source in self._but_faults(partial(record_sources, name))
        ]
        self.files = [source.file for source in self._sources]

    @property
    def is_part(self) -> bool:
        """Whether only some hands of a file are wanted."""
        return self._hand is not None or any(each.hand is not None for each in self._sources)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for fault in self._faults:
            tell(fault)

    @property
    def status(self) -> int:
        """The exit status so far: whether all could be read."""
        return BAD_INPUT if self._faults else DONE

    @property
    def name(self) -> str:
        """What was given, in a word or two."""
        return self._names[0] if len(self._names) == 1 else f"{len(self._names)} files"

    def leave_out(self, place: str, fault: object) -> None:
        """Name a record at the end that a command cannot take.

        Args:
            place: ``FILE:LINE``.
            fault: what is wrong with it.
        """
        self._faults.append(f"{place_of(place, fault)}: {fault}")

    def texts(self) -> Iterator[RecordText]:
        """The records with their text, those that cannot be read among them; file by file."""
        for text in self._wanted(self._read(_texts)):
            if isinstance(text.record, PositionError):
                self.leave_out(text.place, text.record)
            yield text

    def records(self) -> Iterator[tuple[str, AnyRecord]]:
        """The records that can be read, each with its place ``FILE:LINE``; one after the other."""
        for place, record in self._wanted(self._read(_records)):
            if isinstance(record, PositionError):
                self.leave_out(place, record)
            else:
                yield place, record

    def places(self) -> Iterator[tuple[str, AnyRecord | None]]:
        """As `records`, with None for a record or a file that cannot be read."""
        for source in self._sources:
            known = len(self._faults)
            for place, record in self._but_faults(partial(_records, source, self._rulebooks)):
                if isinstance(record, PositionError):
                    self.leave_out(place, record)
                    known += 1
                yield place, None if isinstance(record, PositionError) else record
            if len(self._faults) > known:
                yield source.file, None

    def records_of(self, rules: AnyRulebook) -> Iterator[AnyRecord]:
        """The records of one rulebook; others are left out, which is told."""
        others = Counter[str]()
        for _, record in self.records():
            if record.rules == rules:
                yield record
            else:
                own = record.rules.name == rules.name
                others[f"{rules.name} by other rules" if own else record.rules.name] += 1
        if others:
            left = ", ".join(
                f"{counted(number, 'hand')} of {name}" for name, number in others.items()
            )
            tell(f"{self.name}: left out {left}; --rules NAME counts those of another game")

    def _read(
        self, read: Callable[[RecordSource, Iterable[AnyRulebook]], Iterable[_T]]
    ) -> Iterator[_T]:
        for source in self._sources:
            yield from self._but_faults(partial(read, source, self._rulebooks))

    def _wanted(self, items: Iterator[_T]) -> Iterator[_T]:
        """All hands, or the one that is wanted; raises `click.UsageError` if it is not there."""
        if self._hand is None:
            yield from items
            return
        number = 0
        for number, item in enumerate(items, start=1):
            if number == self._hand:
                yield item
                return
        hands = counted(number, "hand")
        raise click.UsageError(f"--hand: {self._hand}, but {self.name} has {hands}")

    def _but_faults(self, read: Callable[[], Iterable[_T]]) -> Iterator[_T]:
        """What is read until that fails."""
        try:
            yield from read()
        except click.ClickException as error:
            self._faults.append(error.message)


class RecordSource(NamedTuple):
    """A file of records, and which of them is wanted.

    Attributes:
        file: the file; ``-`` is standard input.
        hand: the number of the hand, from 1; None: all hands.
    """

    file: str
    hand: int | None = None


def hand_at_line(name: str) -> RecordSource | None:
    """The hand that ``FILE:LINE`` names; None for any other name, and if there is such a file.

    Raises:
        click.ClickException: if there is no hand at that line, or the file cannot be read.
    """
    match = _AT_LINE.fullmatch(name)
    if match is None or Path(name).exists() or not Path(match[1]).is_file():
        return None
    file, line = match[1], int(match[2])
    with closing(Lines([open_input(file)])) as stream:
        lines = list(next(stream.by_stream()))
    starts = [block.line for block in record_blocks(lines)]
    if not starts or line > len(lines):
        hands = ", ".join(map(str, starts[:_NAMED])) + (", ..." if len(starts) > _NAMED else "")
        found = f"; hands begin at lines {hands}" if starts else ""
        raise click.ClickException(f"{name}: no hand at this line{found}")
    # What stands before the first record is said of it.
    return RecordSource(file, max(bisect_right(starts, line), 1))


def record_sources(name: str) -> list[RecordSource]:
    """The files that a name stands for, as `record_files`, or the one hand of ``FILE:LINE``."""
    at_line = hand_at_line(name)
    return [RecordSource(file) for file in record_files(name)] if at_line is None else [at_line]


def place_of(place: str, fault: object) -> str:
    """The place of a fault: that of its record, with the line of the fault if that is known."""
    line = fault.line if isinstance(fault, PositionError) else None
    return place if line is None else f"{place.rpartition(':')[0]}:{line}"


def given_names(names: Sequence[str]) -> Sequence[str]:
    """The names that a command was given, or standard input.

    Raises:
        click.UsageError: when that is a terminal.
    """
    if not names and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("FILE: give a file, or - for standard input")
    return names or ("-",)


def record_files(name: str) -> list[str]:
    """The files of records that a name stands for: of a folder its records, sorted by name.

    These are the files ``*.pnr`` in the folder and in its folders. Other files are left out, which
    is told; hidden ones are passed over.

    Raises:
        click.ClickException: for a folder without records.
    """
    folder = Path(name)
    if name == "-" or not folder.is_dir():
        return [name]
    files = [each for each in sorted(folder.rglob("*")) if _is_shown(each, folder)]
    records = [str(each) for each in files if each.suffix.lower() == _SUFFIX]
    if not records:
        raise click.ClickException(f"{name}: no file named *{_SUFFIX} in it")
    others = [each.relative_to(folder) for each in files if str(each) not in records]
    if others:
        left = ", ".join(map(str, others[:_NAMED]))
        if len(others) > _NAMED:
            left += f" and {counted(len(others) - _NAMED, 'more file')}"
        tell(f"{name}: left out {left}: of a folder only files named *{_SUFFIX} are read")
    return records


def _is_shown(path: Path, folder: Path) -> bool:
    """Whether a path is a file that is not hidden, nor in a hidden folder."""
    parts = path.relative_to(folder).parts
    return path.is_file() and not any(part.startswith(".") for part in parts)


def _records(
    source: RecordSource, rulebooks: Iterable[AnyRulebook]
) -> Iterator[tuple[str, AnyRecord | PositionError]]:
    """The records of a file, lazily; raises `click.ClickException` if there is none."""
    place = STDIN if source.file == "-" else source.file
    number = 0
    with closing(Lines([open_input(source.file)])) as lines:
        records = numbered_records_of_all(next(lines.by_stream()), rulebooks)
        for number, (line, record) in enumerate(records, start=1):
            if source.hand in (None, number):
                yield f"{place}:{line}", record
    if not number:
        raise click.ClickException(f"{place}: {_NO_RECORD}")


def _texts(source: RecordSource, rulebooks: Iterable[AnyRulebook]) -> list[RecordText]:
    texts = record_texts(source.file, rulebooks)
    return texts if source.hand is None else texts[source.hand - 1 : source.hand]


def record_texts(name: str, rulebooks: Iterable[AnyRulebook]) -> list[RecordText]:
    """The records of a file with their text; ``-`` is standard input.

    Raises:
        click.ClickException: when the file cannot be read or holds no record.
    """
    place = STDIN if name == "-" else name
    with closing(Lines([open_input(name)])) as stream:
        lines = list(next(stream.by_stream()))
    for number, each in enumerate(lines, start=1):
        if is_too_long(each):  # its end is not there to be written again
            raise click.ClickException(f"{place}:{number}: line: {TOO_LONG}")
    records = list(numbered_records_of_all(lines, rulebooks))
    if not records:
        raise click.ClickException(f"{place}: {_NO_RECORD}")
    line_end = "\r\n" if lines[0].rstrip("\n").endswith("\r") else "\n"
    bare = [line.rstrip("\r\n") for line in lines]
    starts = [0, *(line - 1 for line, _ in records[1:]), len(lines)]
    return [
        RecordText(f"{place}:{line}", record, tuple(bare[begin:end]), line_end)
        for (line, record), begin, end in zip(records, starts[:-1], starts[1:], strict=True)
    ]
