"""How commands take hand records: from files, from folders of files, or from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click

from pinochle_solver.cli.input.lines import STDIN, Lines, open_input
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.table.all_games import AnyRecord, numbered_records_of_all
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Rulebook

_SUFFIX = ".pnr"
_NAMED = 3


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
        tell(f"{name}: left out {left}, not named *{_SUFFIX}; a file that is named itself is read")
    return records


def _is_shown(path: Path, folder: Path) -> bool:
    """Whether a path is a file that is not hidden, nor in a hidden folder."""
    parts = path.relative_to(folder).parts
    return path.is_file() and not any(part.startswith(".") for part in parts)


def read_record_files(
    names: tuple[str, ...], rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[str, AnyRecord | PositionError]]:
    """Read the records of files one after the other, lazily; ``-`` is standard input.

    A folder stands for its records, as `record_files` says. Without a name standard input is read,
    unless it is a terminal. Rulebooks are known by name besides the published ones. Records of the
    games for three and four are read as well.

    Yields:
        each record, or what is wrong with its tags, with its place (``FILE:LINE``).

    Raises:
        click.UsageError: when there is nothing to read from.
        click.ClickException: when a file cannot be read or holds no record.
    """
    if not names and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("FILE: give a file, or - for standard input")
    for name in (file for each in names or ("-",) for file in record_files(each)):
        place = STDIN if name == "-" else name
        empty = True
        with closing(Lines([open_input(name)])) as lines:
            for line, record in numbered_records_of_all(next(lines.by_stream()), rulebooks):
                empty = False
                yield f"{place}:{line}", record
        if empty:
            raise click.ClickException(f"{place}: no record in it")
