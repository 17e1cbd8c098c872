"""The hand records of table games in a file, or in any lines, for users of Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, overload

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.many import Bad, Errors, check_errors, with_errors
from pinochle_solver.notation.sources import Source, lines_of, place_in
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.notation.table.hand_records import TableRecord


@overload
def read_table_records(
    source: Source,
    rulebooks: Iterable[AnyRulebook] = (),
    *,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[TableRecord]: ...


@overload
def read_table_records(
    source: Source, rulebooks: Iterable[AnyRulebook] = (), *, errors: Literal["yield"]
) -> Iterator[TableRecord | PositionError]: ...


def read_table_records(
    source: Source, rulebooks: Iterable[AnyRulebook] = (), *, errors: Errors = "raise"
) -> Iterator[TableRecord | Bad]:
    """Read the hand records (``.pnr``) of games for three and four in a file, lazily.

    Only its tags can make a record wrong. Tricks that cannot be read end the record:
    `TableRecord.unread` says why, and `replay_table_record` reports it as a finding.

    Args:
        source: the path of a file, or lines: an open text file, a list.
        rulebooks: rulebooks known by name besides the published ones.
        errors: what to do with a record that is wrong, or that is of the two-handed game: ``raise``
            raises its error in its place, ``skip`` leaves it out, ``yield`` gives the error instead
            of it. The error names the line on which the record begins.

    Raises:
        NotationError: for a wrong record, with ``raise``.
        ValueError: for an unknown value of `errors`, and for text of several lines instead of a
            path.
        OSError: when the file cannot be read; raised once reading begins.
    """
    check_errors(errors)
    read = numbered_records_of_all(lines_of(source), rulebooks)
    placed = (_expected(record, place_in(source, line)) for line, record in read)
    return with_errors(placed, errors)


def _expected(record: AnyRecord | PositionError, place: str) -> TableRecord | PositionError:
    if isinstance(record, PositionError):
        return record.at(place)
    if is_table_record(record):
        return record
    fact = f"{record.rules.name} is the two-handed game, which read_records reads"
    return NotationError("Rules", fact).at(place)
