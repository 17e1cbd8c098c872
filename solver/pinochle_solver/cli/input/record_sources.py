"""How commands take hand records: from files, or from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing

import click

from pinochle_solver.cli.input.lines import STDIN, Lines, open_input
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.table.all_games import AnyRecord, numbered_records_of_all
from pinochle_solver.rules.rules import Rulebook


def read_record_files(
    names: tuple[str, ...], rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[str, AnyRecord | PositionError]]:
    """Read the records of files one after the other, lazily; ``-`` is standard input.

    Without a name standard input is read, unless it is a terminal. Rulebooks are known by name
    besides the published ones. Records of the games for three and four are read as well.

    Yields:
        each record, or what is wrong with its tags, with its place (``FILE:LINE``).

    Raises:
        click.UsageError: when there is nothing to read from.
        click.ClickException: when a file cannot be read or holds no record.
    """
    if not names and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("FILE: give a file, or - for standard input")
    for name in names or ("-",):
        place = STDIN if name == "-" else name
        empty = True
        with closing(Lines([open_input(name)])) as lines:
            for line, record in numbered_records_of_all(next(lines.by_stream()), rulebooks):
                empty = False
                yield f"{place}:{line}", record
        if empty:
            raise click.ClickException(f"{place}: no record in it")
