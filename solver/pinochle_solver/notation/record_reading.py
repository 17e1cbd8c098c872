"""Reading hand records: turning tags into values.

An error about text that cannot be read names its tag or its trick; what stands before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.hand_tags import HAND_TAGS, stock_tag
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.record_text import RecordBlock, numbered_blocks
from pinochle_solver.notation.trick_reading import read_tricks
from pinochle_solver.rules.rules import Rulebook, Seat


def numbered_records(
    lines: Iterable[str], rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[int, HandRecord | PositionError]]:
    """Read the records of a file, lazily: tags begin one, ``;`` starts a comment.

    Yields:
        the number of the line on which each record begins, from 1, and the record or the error in
        its tags.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
    """
    known = KnownRulebooks.of(rulebooks)
    yield from numbered_blocks(lines, lambda block: record_of(block, known))


def parse_record(text: str, rulebooks: Iterable[Rulebook] = ()) -> HandRecord:
    """Read a single record; `NotationError` for no record, several records or wrong tags."""
    records = list(numbered_records(StringIO(text, newline=None), rulebooks))
    if len(records) != 1:
        raise NotationError("record", f"{len(records)} records, expected one")
    ((_, record),) = records
    if isinstance(record, PositionError):
        raise record
    return record


# Tags


def record_of(block: RecordBlock, rulebooks: KnownRulebooks) -> HandRecord:
    """Read the record of a block of text; raises `NotationError` for wrong tags."""
    block.check_size()
    if block.rulebook is not None:  # it decides which tags there are
        rulebooks.expect({"Rules": block.rulebook}, "Rules")
    tags = HAND_TAGS.texts(block.tags)
    rules = rulebooks.read(tags, "Rules")
    own = {"rules": rules, "count": rules.count, "target": rules.target}
    fields = HAND_TAGS.read(tags, own)
    names = fields.pop("players", {})
    record = HandRecord(
        **fields,
        players=Players(*map(names.get, Seat)),
        line=block.line,
        comments=tuple(block.comments),
    )
    _check_known(record)
    opening, tricks, unread = read_tricks("\n".join(block.moves), record)
    return replace(record, opening=opening, tricks=tricks, unread=unread)


def _check_known(record: HandRecord) -> None:
    """Refuse a record that gives neither all cards nor those of one seat."""
    stock = stock_tag(record.rules)
    if record.view is None:
        for name, value in (("South", record.south), ("North", record.north)):
            if value is None:
                raise NotationError(name, "missing, in a record without View")
        if record.stock is None:
            raise NotationError(stock, "missing, in a record without View")
        return
    view = record.view.text()
    if record.hand(record.view) is None:
        raise NotationError(view.capitalize(), "missing, though it is the View")
    other = record.view.other
    if record.hand(other) is not None:
        raise NotationError(other.text().capitalize(), f"given, but the View is {view}")
    if record.stock is not None:
        raise NotationError(stock, f"given, but the View is {view}")
