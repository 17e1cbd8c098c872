"""The hand records of a file, for all games: a record's tag ``Rules`` says which game it is.

For two-handed records nothing of the table games is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.record_reading import record_of
from pinochle_solver.notation.record_text import RecordBlock, record_blocks
from pinochle_solver.notation.table.position_lines import is_table_game

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from pinochle_solver.notation.table.hand_records import TableRecord

AnyRecord: TypeAlias = "HandRecord | TableRecord"
"""A record of any game."""


def is_table_record(record: object) -> TypeIs[TableRecord]:
    """Whether it is a record of a game for three or four; does not import these games."""
    return type(record).__name__ == "TableRecord"


def numbered_records_of_all(
    lines: Iterable[str], rulebooks: Iterable[AnyRulebook] = ()
) -> Iterator[tuple[int, AnyRecord | PositionError]]:
    """Read the records of a file, lazily: tags begin one, ``;`` starts a comment.

    Yields:
        the number of the line on which each record begins, from 1, and the record or the error in
        its tags.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
    """
    known = KnownRulebooks.of(rulebooks)
    for block in record_blocks(lines):
        try:
            yield block.line, _record(block, known)
        except PositionError as error:
            yield block.line, error


def _record(block: RecordBlock, known: KnownRulebooks) -> AnyRecord:
    if not is_table_game(block.rulebook, known):
        return record_of(block, known)
    from pinochle_solver.notation.table.record_reading import table_record

    return table_record(block, known)
