"""How commands take hand records: from files, or from standard input."""

from __future__ import annotations

from contextlib import closing

import click

from pinochle_solver.cli.lines import Lines
from pinochle_solver.cli.positions import STDIN, open_stream
from pinochle_solver.errors import PositionError
from pinochle_solver.records import HandRecord, read_records


def read_record_files(names: tuple[str, ...]) -> list[tuple[str, HandRecord | PositionError]]:
    """Read the records of files, ``-`` being standard input.

    Returns:
        in order each record, or what is wrong with its tags, with its place (``FILE:LINE``).

    Raises:
        click.ClickException: when a file cannot be read or holds no record.
    """
    found: list[tuple[str, HandRecord | PositionError]] = []
    for name in names:
        place = STDIN if name == "-" else name
        records = [(f"{place}:{line}", record) for line, record in _read(name, place)]
        if not records:
            raise click.ClickException(f"{place}: no record in it")
        found += records
    return found


def _read(name: str, place: str) -> list[tuple[int, HandRecord | PositionError]]:
    with closing(Lines([open_stream(name)])) as lines:
        try:
            return list(read_records(next(lines.by_stream())))
        except OSError as error:
            fact = (error.strerror or str(error)).lower()
            raise click.ClickException(f"{place}: {fact}") from None
