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
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

import click

from pinochle_solver.cli.output import tell
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import PositionError, quoted
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.notation.records import HandRecord
from pinochle_solver.notation.sources import ZERO, decoded
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Rulebook

if sys.platform != "win32":
    import fcntl


class KeptRecords(Protocol):
    """Hands that are being played or written down.

    Attributes:
        resumed: the hand of the file that is gone on with, None where a new one is begun.
    """

    @property
    def resumed(self) -> HandRecord | None:
        """See above."""

    def records(self) -> Iterable[HandRecord]:
        """The records as far as they have come."""


_LOCK_SECONDS = 5.0
_TELL_SECONDS = 0.5
_POLL_SECONDS = 0.02
# The last word of a file, or a brace that is not closed.
_TORN = re.compile(r"(\{[^{}]*|[^\s{}]+)\s*\Z")
# A record's text ends where a blank line and other tags, a comment or nothing follow.
_END = r"(?=\s*\Z|[ \t]*\n[ \t]*\n\s*[\[;])"


class RecordKeeper:
    """Keeps the records of hands in a file.

    Args:
        name: the file; None for none.
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
        option: str = "--record FILE",
        rulebooks: Iterable[Rulebook] = (),
    ) -> None:
        if name == "":
            raise click.UsageError(f"{option.removesuffix(' FILE')}: no file is named")
        self._option = option
        self._name = name
        self._path = None if name is None else Path(os.path.realpath(name))
        self._torn, self._has_told_cut = "", False
        text = "" if self._path is None else self._read(self._path)
        # To find the lines of a record again they have to be those that its reader counts.
        self._lines = text.splitlines(keepends=True)
        self._own = ""
        self.records = tuple(self._parsed(rulebooks))
        if self.records and self.records[-1].unread is not None:
            self._cut_torn_end(text, rulebooks)

    @property
    def promise(self) -> str:
        """What becomes of the record, in words."""
        if self._path is None:
            return f"nothing is kept ({self._option} keeps the record)"
        return f"the record is kept in {self._name}"

    def _parsed(self, rulebooks: Iterable[Rulebook]) -> Iterator[HandRecord]:
        for line, record in numbered_records(self._lines, rulebooks):
            if isinstance(record, PositionError):
                fact = f"not a record, so nothing is added to it: {record}"
                raise click.ClickException(f"{self._name}:{line}: {fact}")
            yield record

    def _read(self, path: Path) -> str:
        try:
            # One that is no file may never end, or wait for ever for somebody to write.
            if not stat.S_ISREG(path.stat().st_mode):
                raise click.ClickException(f"{self._name}: no regular file")
            text = decoded(path.read_bytes())
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None
        kept = text.rstrip(ZERO)
        if zeros := len(text) - len(kept):
            self._tell_cut(counted(zeros, "zero byte"))
        return kept.removesuffix(self._torn)

    def _cut_torn_end(self, text: str, rulebooks: Iterable[Rulebook]) -> None:
        """Leave out the last word, or the open brace, of a record that is unreadable only there."""
        torn = _TORN.search(text)
        if torn is None:
            return
        lines = text[: torn.start()].splitlines(keepends=True)
        *_, last = numbered_records(lines, rulebooks)
        if isinstance(last[1], HandRecord) and last[1].unread is None:
            self._torn, self._lines = torn[0], lines
            self.records = (*self.records[:-1], last[1])
            self._tell_cut(quoted(torn[0].strip()))

    def _tell_cut(self, what: str) -> None:
        """Say what is left out at the end of the file, once."""
        if not self._has_told_cut:
            self._has_told_cut = True
            tell(f"{self._name}: left out its torn end, {what}")

    def check_writable(self) -> None:
        """Find out early that the file cannot be written; a `click.ClickException` says why."""
        if self._name is not None:
            check_target(self._name)

    def begin(self, hands: KeptRecords) -> None:
        """Write the first record, or take the place of the one that is played on.

        Raises:
            click.ClickException: when it cannot be written.
        """
        if hands.resumed is not None:
            self._own = "".join(self._lines[hands.resumed.line - 1 :]).strip()
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
                replace_file(self._path, _with_own(self._read(self._path), self._own, own))
        except OSError as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None
        self._own = own


def _text_of(hands: KeptRecords) -> str:
    return "\n".join(map(_with_comments, hands.records())).strip()


def _with_comments(record: HandRecord) -> str:
    """A record's text, with its comments behind it, where a reader of its hand takes them."""
    return record.text() + "".join(f";{comment}\n" for comment in record.comments)


def _with_own(text: str, before: str, now: str) -> str:
    """A file's text with some records in their earlier place; behind all others if not found."""
    places = list(re.finditer(rf"^{re.escape(before)}{_END}", text, re.MULTILINE)) if before else []
    if places:
        return f"{text[: places[-1].start()]}{now}{text[places[-1].end() :]}"
    return f"{text.rstrip()}\n\n{now}\n".lstrip()


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

    That it has to wait is told.
    """
    begun, is_told = monotonic(), False
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
            if waited > _TELL_SECONDS and not is_told:
                is_told = True
                tell(f"{name}: waiting for another process, which has locked its folder")
            sleep(_POLL_SECONDS)
