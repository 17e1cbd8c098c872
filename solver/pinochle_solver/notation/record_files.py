"""The hand records of a file, or of any lines, for users of Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, overload

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.many import Bad, Errors, check_errors, with_errors
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.notation.sources import Source, lines_of, place_in
from pinochle_solver.rules.rules import Rulebook


@overload
def read_records(
    source: Source,
    rulebooks: Iterable[Rulebook] = (),
    *,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[HandRecord]: ...


@overload
def read_records(
    source: Source, rulebooks: Iterable[Rulebook] = (), *, errors: Literal["yield"]
) -> Iterator[HandRecord | PositionError]: ...


def read_records(
    source: Source, rulebooks: Iterable[Rulebook] = (), *, errors: Errors = "raise"
) -> Iterator[HandRecord | Bad]:
    """Read the hand records (``.pnr``) of a file, lazily.

    Only its tags can make a record wrong. Tricks that cannot be read end the record:
    `HandRecord.unread` says why, and `replay_record` reports it as a finding.

    Args:
        source: the path of a file, or lines: an open text file, a list.
        rulebooks: rulebooks known by name besides the published ones.
        errors: what to do with a wrong record: ``raise`` raises its error in its place, ``skip``
            leaves it out, ``yield`` gives the error instead of it. The error names the line on
            which the record begins: ``hands.pnr:12: Dealer: missing``.

    Raises:
        NotationError: for a wrong record, with ``raise``.
        IllegalPositionError: for two different rulebooks of one name.
        ValueError: for an unknown value of `errors`, and for text of several lines instead of a
            path.
        OSError: when the file cannot be read; raised once reading begins.
    """
    check_errors(errors)
    known = KnownRulebooks.of(rulebooks)
    read = numbered_records(lines_of(source), known)
    placed = (
        record.at(place_in(source, line)) if isinstance(record, PositionError) else record
        for line, record in read
    )
    return with_errors(placed, errors)
