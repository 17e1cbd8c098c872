"""A record on its way into the ledger: by what it is known, who played, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b

from pinochle_solver.ledger.words import parse_day
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.rulebook_text import rulebook_text
from pinochle_solver.notation.table.all_games import AnyRecord, is_table_record
from pinochle_solver.reviews.together import WhoPlayed
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat


@dataclass(frozen=True, slots=True)
class Incoming:
    """A record to be kept.

    Attributes:
        key: by what the hand is known: what was dealt and played, by which rules and by whom. A
            date that is added later, or another comment, leaves it the same hand.
        text: the record as it stands in its file, with its comments.
        record: what it says.
        names: the players by seat, those that are assumed among them; a seat without a name is
            called by its own word.
        day: the day of its tag ``Date``; None if it has none that can be read.
        place: ``FILE:LINE``.
    """

    key: str
    text: str
    record: AnyRecord
    names: Mapping[str, str]
    day: date | None
    place: str

    @property
    def rulebook(self) -> str:
        """The name of the rulebook, with the options of a game for three or four."""
        record = self.record
        if is_table_record(record) and record.rules.options:
            return f"{record.rules.name} {','.join(record.rules.options)}"
        return record.rules.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self.record.rules.seats if is_table_record(self.record) else len(Seat)


def incoming(
    records: Sequence[tuple[str, str, AnyRecord]], day: date | None = None
) -> Iterator[Incoming]:
    """Records in order, of one evening or of many.

    Args:
        records: each with its place and its text.
        day: of those that have no date of their own.
    """
    two = [record for _, _, record in records if isinstance(record, HandRecord)]
    seated = iter(WhoPlayed(two).names)
    for place, text, record in records:
        if is_table_record(record):
            names = {seat.text(): record.player(seat) for seat in record.players}
            bare: AnyRecord = replace(record, other_tags=())
        else:
            found = next(seated)
            names = {seat.text(): found.get(seat, seat.text()) for seat in Seat}
            players = Players(*(found.get(seat) for seat in Seat))
            bare = replace(record, other_tags=(), players=players)
        key = _digest(bare)
        yield Incoming(key, text, record, names, _day(record.other_tags) or day, place)


def _day(tags: Iterable[tuple[str, str]]) -> date | None:
    return next((parse_day(text) for name, text in tags if name == "Date"), None)


def _digest(record: AnyRecord) -> str:
    text = record.text()
    if is_table_record(record):
        from pinochle_solver.notation.table.rulebook_text import table_rulebook_text
        from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, usual_rules

        if record.rules.name not in TABLE_RULEBOOKS:
            text += table_rulebook_text(usual_rules(record.rules))
    elif RULEBOOKS.get(record.rules.name) != record.rules:
        # The record only names it, and a hand is worth something else by other rules.
        text += rulebook_text(record.rules)
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
