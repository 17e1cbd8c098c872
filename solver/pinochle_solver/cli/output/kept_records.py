"""The file that hands being played are kept in, written anew after every move.

What else is in it stays: older records, and those that another `pinochle play` keeps there at the
same time. Each finds its own records again by their text.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import click

from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import PositionError, quoted
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.record_text import record_blocks
from pinochle_solver.notation.sources import decoded_before_zeros
from pinochle_solver.notation.table.all_games import is_table_record, numbered_records_of_all
from pinochle_solver.rules.checks import counted

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules


class KeptRecord(Protocol):
    """The record of a hand of any game."""

    @property
    def line(self) -> int:
        """The line of its file on which it begins."""

    @property
    def comments(self) -> tuple[str, ...]:
        """Its comments."""

    @property
    def unread(self) -> PositionError | None:
        """What cannot be read in it."""

    def text(self) -> str:
        """Its text."""


_Record = TypeVar("_Record", bound=KeptRecord)


class KeptRecords(Protocol):
    """Hands that are being played or written down.

    Attributes:
        resumed: the hand of the file that is gone on with, None where a new one is begun.
    """

    @property
    def resumed(self) -> KeptRecord | None:
        """See above."""

    def records(self) -> Iterable[KeptRecord]:
        """The records as far as they have come."""


_LOCK_SECONDS = 5.0
_TELL_SECONDS = 0.5
_POLL_SECONDS = 0.02
# What a power cut leaves of a card (10S is a card, too) or of a number, and of an open brace: its
# last word. A blank line ends no brace, but nobody leaves one within it.
_TORN_WORD = re.compile(r"(?<!\S)([AKQJT9]|[0-9]{1,4})\s*\Z", re.IGNORECASE)
_TORN_BRACE = re.compile(r"\{((?!\n\s*\n)[^{};])*\Z")
_LAST_WORD = re.compile(r"[^\s{]*\s*\Z")
# A record's text ends where a blank line and other tags, a comment or nothing follow.
_END = re.compile(r"\s*\Z|[ \t]*\n[ \t]*\n\s*[\[;]")


RecordReader = Callable[
    [Iterable[str], Iterable[Any]], Iterator[tuple[int, _Record | PositionError]]
]
"""Reads the records of a file: each with its line, or what is wrong in its tags."""


class RecordKeeper(Generic[_Record]):
    """Keeps the records of hands in a file.

    Args:
        name: the file; None for none.
        read: reads its records.
        option: how a file is asked for, for messages.
        rulebooks: those that its records may name besides the published ones.

    Raises:
        click.ClickException: for one that cannot be kept in, and for what is no record.

    Attributes:
        records: those that were in the file before.
    """

    def __init__(
        self,
        name: str | None,
        read: RecordReader[_Record],
        option: str = "--record FILE",
        rulebooks: Iterable[AnyRulebook] = (),
    ) -> None:
        if name == "":
            raise click.UsageError(f"{option.removesuffix(' FILE')}: no file is named")
        self._option, self._name = option, name
        self._reader = read
        self._path = None if name is None else Path(os.path.realpath(name))
        self._text, self._zeros = ("", 0) if self._path is None else self._read(self._path)
        self._torn, self._own = "", ""
        self.records = tuple(self._parsed(rulebooks))
        if self.records and self.records[-1].unread is not None:
            self._find_torn_end(rulebooks)

    @property
    def promise(self) -> str:
        """What becomes of the record, in words."""
        if self._path is None:
            return f"nothing is kept ({self._option} keeps the record)"
        return f"the record is kept in {self._name}"

    def _parsed(self, rulebooks: Iterable[AnyRulebook]) -> Iterator[_Record]:
        for line, record in self._reader(_lines(self._text), rulebooks):
            if isinstance(record, PositionError):
                fact = f"not a record, so nothing is added to it: {record}"
                raise click.ClickException(f"{self._name}:{line}: {fact}")
            yield record

    def _read(self, path: Path) -> tuple[str, int]:
        """What is in the file, and how many zero bytes are behind it."""
        try:
            # One that is no file may never end, or wait for ever for somebody to write.
            if not stat.S_ISREG(path.stat().st_mode):
                raise click.ClickException(f"{self._name}: no regular file")
            return decoded_before_zeros(path.read_bytes())
        except FileNotFoundError:
            return "", 0
        except (OSError, UnicodeDecodeError) as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None

    def _find_torn_end(self, rulebooks: Iterable[AnyRulebook]) -> None:
        """Find the torn end of the last record: what can be left out so that the rest is read.

        Only a file whose last line has no end, zero bytes left aside, may have been torn, in its
        last card, number or brace. Anything else that cannot be read is a slip of whoever wrote it,
        and stays.
        """
        if self._text.endswith("\n"):
            return
        for pattern in (_TORN_WORD, _TORN_BRACE):
            torn = pattern.search(self._text)
            if torn is None:
                continue
            kept = self._text[: torn.start()]
            *before, last = [*record_blocks(_lines(self._text))]
            left = [*record_blocks(_lines(kept))]
            # All tags and comments have to stay: what looks torn may stand in one of them.
            if len(left) != len(before) + 1 or left[-1].tags != last.tags:
                continue
            if left[-1].comments != last.comments:
                continue
            # Of a torn brace only the last word is torn, and the others can be read.
            closed = _LAST_WORD.sub("", self._text) + "}" if pattern is _TORN_BRACE else kept
            if self._last_record(closed, rulebooks).unread is None:
                self._torn = torn[0]
                self.records = (*self.records[:-1], self._last_record(kept, rulebooks))
                return

    def _last_record(self, text: str, rulebooks: Iterable[AnyRulebook]) -> _Record:
        """The last record of a text whose tags can be read."""
        *_, (_, record) = self._reader(_lines(text), rulebooks)
        assert not isinstance(record, PositionError)
        return record

    def check_writable(self) -> None:
        """Find out early that the file cannot be written; a `click.ClickException` says why."""
        if self._name is not None:
            check_target(self._name, for_records=True)

    def begin(self, hands: KeptRecords) -> None:
        """Write the first record, or take the place of the one that is played on.

        Raises:
            click.ClickException: when it cannot be written.
        """
        resumed = hands.resumed
        if resumed is None:
            self._torn = ""  # it is of a record that is not played on
        else:
            kept = self._text.removesuffix(self._torn)
            self._own = "".join(_lines(kept)[resumed.line - 1 :]).strip()
        cut = [quoted(self._torn.strip())] if self._torn else []
        cut += [counted(self._zeros, "zero byte")] if self._zeros else []
        if cut:
            tell(f"{self._name}: left out its torn end, {' and '.join(cut)}")
        self._save(hands)

    def save(self, hands: KeptRecords) -> None:
        """Write the records as far as they have come; play goes on where that fails."""
        try:
            self._save(hands)
        except click.ClickException as error:
            tell(error.format_message())

    def close(self, hands: KeptRecords, is_heard: bool) -> bool:
        """Write the records a last time; to standard output where the file does not take them.

        Args:
            hands: whose.
            is_heard: whether to say where they are.

        Returns:
            whether they are kept, or need not be.
        """
        if self._path is None:
            return True
        try:
            self._save(hands)
        except click.ClickException as error:
            tell(error.format_message())
            with contextlib.suppress(OSError):
                click.echo(f"\n\n{_text_of(hands)}")
            return False
        if is_heard:
            tell(f"the record is in {self._name}")
        return True

    def _save(self, hands: KeptRecords) -> None:
        """Write them whole or not at all; a failure is a `ClickException`."""
        if self._path is None:
            return
        own = _text_of(hands)
        try:
            with _alone_in(self._path.parent, self._name):
                text, _ = self._read(self._path)
                if text == self._text:  # nobody else has written since the torn end was found
                    text = text.removesuffix(self._torn)
                replace_file(self._path, _with_own(text, self._own, own))
        except OSError as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None
        self._own, self._torn = own, ""


def last_table_rules(
    name: str | None, option: str, rulebooks: Iterable[AnyRulebook]
) -> TableRules | None:
    """The rules of the last record of a file, if it is of a game for three or four; else None.

    Args and errors: as of `RecordKeeper`.
    """
    records = RecordKeeper(name, numbered_records_of_all, option, rulebooks).records
    return records[-1].rules if records and is_table_record(records[-1]) else None


def _lines(text: str) -> list[str]:
    """The lines that a reader of records counts, so that a record is found by its line."""
    return text.splitlines(keepends=True)


def _text_of(hands: KeptRecords) -> str:
    return "\n".join(map(_with_comments, hands.records())).strip()


def _with_comments(record: KeptRecord) -> str:
    """A record's text, with its comments behind it, where a reader of its hand takes them."""
    return record.text() + "".join(f";{comment}\n" for comment in record.comments)


def _with_own(text: str, before: str, now: str) -> str:
    """A file's text with some records in their earlier place; behind all others if not found."""
    places = list(_places(before, text)) if before else []
    if places:
        return f"{text[: places[-1]]}{now}{text[places[-1] + len(before) :]}"
    return f"{text.rstrip()}\n\n{now}\n".lstrip()


def _places(records: str, text: str) -> Iterator[int]:
    """Where records stand in a file's text, whole and from the beginning of a line on."""
    place = text.find(records)
    while place >= 0:
        begins_line = not place or text[place - 1] == "\n"
        if begins_line and _END.match(text, place + len(records)):
            yield place
        place = text.find(records, place + 1)


@contextlib.contextmanager
def _alone_in(directory: Path, name: str | None) -> Iterator[None]:
    """Keep others from reading a file there between being read and being replaced here.

    Args:
        directory: the folder of the file.
        name: the file, for messages.

    Raises:
        click.ClickException: when another process holds the folder for `_LOCK_SECONDS`.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        # Not every file system can: what is lost then is a race that is seldom run.
        with contextlib.suppress(OSError):
            _lock(handle, name)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, name: str | None) -> None:
    """Lock an open folder; `click.ClickException` when that takes too long, `OSError` if it cannot.

    It says when it has to wait.
    """
    begun, is_reported = monotonic(), False
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            waited = monotonic() - begun
            if waited > _LOCK_SECONDS:
                fact = f"another process has locked its folder for {_LOCK_SECONDS:g} seconds"
                raise click.ClickException(
                    f"{name}: {fact}; end that process, or name a file in another folder"
                ) from None
            if waited > _TELL_SECONDS and not is_reported:
                is_reported = True
                tell(f"{name}: waiting for another process, which has locked its folder")
            sleep(_POLL_SECONDS)
