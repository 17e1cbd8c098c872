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
    with closing(Lines([open_stream(name) for name in names])) as lines:
        for name, stream_lines in zip(names, lines.by_stream(), strict=True):
            place = STDIN if name == "-" else name
            try:
                records = [
                    (f"{place}:{line}", record) for line, record in read_records(stream_lines)
                ]
            except OSError as error:
                fact = (error.strerror or str(error)).lower()
                raise click.ClickException(f"{place}: {fact}") from None
            if not records:
                raise click.ClickException(f"{place}: no record in it")
            found += records
    return found
