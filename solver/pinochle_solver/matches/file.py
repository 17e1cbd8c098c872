"""The results file of a match: a line of settings, then one for each finished pair.

A line is written as soon as its pair is done, and is on the disk before anything is said of it. A
kill or a power cut leaves at most the last line unfinished, or zero bytes in its place. When the
match is continued, that end is cut off and its pair is played again. While one match writes to the
file, no other can.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from pinochle_solver.durable import without_zeros
from pinochle_solver.matches.contests import AnySettings, Pair, contest_of
from pinochle_solver.matches.locked_file import FileInUseError, LockedFile
from pinochle_solver.matches.results import encoded
from pinochle_solver.rules.checks import in_short

# Settings that hold whole rulebooks.
_OWN = ("rulebooks", "rulebook")
_PAIR_BEGINS = b'{"pair":'


class MatchFileError(ValueError):
    """A file is not a results file, or belongs to another match; one line says why."""


class MatchFile:
    """A results file, open for appending; it is made if there is none.

    Args:
        path: where it is.
        settings: the settings of the match.

    Attributes:
        pairs: the pairs that it holds already, by number.
        cut_off: how many bytes of an unfinished end were cut off.

    Raises:
        MatchFileError: for a file with other settings, for anything but a results file, and while
            another match writes to it.
        OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path, settings: AnySettings) -> None:
        self.pairs: dict[int, Pair] = {}
        self._contest = contest_of(settings)
        header = encoded(settings) + b"\n"
        self._file = open_alone(path)
        try:
            content = self._file.read()
            whole = self._read(without_zeros(content), header, settings)
            self.cut_off = len(content) - whole
            if self.cut_off:
                self._file.cut(whole)
            if not whole:
                self._file.add(header)
        except BaseException:
            self._file.discard()
            raise

    def _read(self, content: bytes, header: bytes, settings: AnySettings) -> int:
        """Take in what is there; return how much of it is whole lines."""
        *lines, rest = content.split(b"\n")
        if not _is_beginning(rest, _PAIR_BEGINS if lines else header):
            raise MatchFileError("no results of pinochle match: its last line is something else")
        if lines:
            _check_settings(lines[0], settings, self._contest.settings)
        for number, line in enumerate(lines[1:], start=2):
            try:
                pair: Pair = msgspec.json.decode(line, type=self._contest.pair)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise MatchFileError(f"line {number} is no pair of {self._contest.what}") from None
            if pair.pair in self.pairs:
                raise MatchFileError(f"line {number} holds pair {pair.pair} a second time")
            self.pairs[pair.pair] = pair
        return len(content) - len(rest)

    def add(self, pair: Pair) -> None:
        """Write a finished pair."""
        self._file.add(encoded(pair) + b"\n")
        self.pairs[pair.pair] = pair

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def discard(self) -> None:
        """Close the file, and remove it if it was made for this."""
        self._file.discard()


def open_alone(path: Path) -> LockedFile:
    """Open a file of a match; raises `MatchFileError` while another match writes to it."""
    try:
        return LockedFile(path)
    except FileInUseError:
        raise MatchFileError("another match is writing to it") from None


def _is_beginning(text: bytes, of: bytes) -> bool:
    """Whether an unfinished line can have been one of these."""
    return of.startswith(text) or (of is _PAIR_BEGINS and text.startswith(of))


def _check_settings(line: bytes, settings: AnySettings, kind: type[Any]) -> None:
    try:
        written = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise MatchFileError("no results of pinochle match") from None
    for each in fields(kind):
        theirs, ours = getattr(written, each.name), getattr(settings, each.name)
        if theirs != ours and each.name in _OWN:
            raise MatchFileError("it is of a match with other settings: its own rulebooks differ")
        if theirs != ours:
            raise MatchFileError(
                f"it is of a match with other settings: {each.name} is {_in_a_line(theirs)} there,"
                f" not {_in_a_line(ours)}"
            )


def _in_a_line(setting: object) -> str:
    """A setting in one line: a text may hold whatever stands in the file."""
    return in_short(setting) if isinstance(setting, str) else str(setting)
