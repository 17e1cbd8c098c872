"""The tags of hand records, a row each: the field that a tag gives, how it is read and written.

A `TagTable` has the tags of a family of games in the order in which records are written: that of
the two-handed game is in ``hand_tags``, that of the games for three and four in
``table.hand_tags``. The rows that both have are made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from operator import attrgetter
from typing import Any

from pinochle_solver.notation.players import AnySeat, parse_player, player_tag
from pinochle_solver.notation.record_text import check_agreed_tags, read_tags, wrapped
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.claims import AnyRecordedCall, check_called_once

Tags = Mapping[str, str]
"""The texts of the tags of a record by name."""
Fields = dict[str, Any]
"""The fields of a record that have been read; those with a value for each seat are by seat."""

NOT_GIVEN = object()
"""What a reader returns for a tag that is not there: the field keeps its default."""


class Step(IntEnum):
    """When a tag is read: one on which the reading of others hangs comes before them."""

    RULES = 0
    DEAL = 1
    HAND = 2
    GAME = 3


def _always(_rules: Any) -> object:
    return True


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that has a meaning.

    Attributes:
        name: what it is called.
        write: gives its text in a record; None: it is left out.
        field: the field of a record that it gives; empty: it is read along with another tag.
        read: gives the value of that field, by all tags and the fields read before it; raises
            `NotationError`, under the name of the tag that is wrong.
        seat: if the field has a value for each seat, whose it is.
        step: when it is read; within a step the order is that of the table.
        games: tells whether a game with these rules has such a tag.
    """

    name: str
    write: Callable[[Any], str | None]
    field: str = ""
    read: Callable[[Tags, Fields], Any] | None = None
    seat: AnySeat | None = None
    step: Step = Step.HAND
    games: Callable[[Any], object] = _always

    def value(self, record: Any) -> Any:
        """What a record has in its field; None: nothing."""
        value = getattr(record, self.field)
        if self.seat is None:
            return value
        return value.get(self.seat) if isinstance(value, Mapping) else value[self.seat]


class TagTable:
    """The tags of a family of games, in the order in which they are written.

    Attributes:
        rows: the tags.
        names: what they are called.
    """

    def __init__(self, *rows: Tag) -> None:
        self.rows = rows
        self.names = tuple(row.name for row in rows)
        self._in_reading_order = sorted(rows, key=attrgetter("step"))

    def texts(self, lines: Iterable[str]) -> dict[str, str]:
        """The tags of a record by name, in their order; raises the errors of `read_tags`."""
        return read_tags(lines, self.names)

    def read(self, tags: Tags, fields: Fields) -> Fields:
        """The fields of a record by its tags, those with no meaning as ``other_tags``.

        Args:
            tags: the tags.
            fields: the fields that are known already, the rules among them, and the values of
                others where no tag gives one.

        Raises:
            NotationError: for a tag that cannot be read.
        """
        for row in self._in_reading_order:
            value = NOT_GIVEN if row.read is None else row.read(tags, fields)
            if value is NOT_GIVEN:
                continue
            if row.seat is None:
                fields[row.field] = value
            else:
                fields.setdefault(row.field, {})[row.seat] = value
        others = ((name, text) for name, text in tags.items() if name not in self.names)
        return {**fields, "other_tags": tuple(others)}

    def text(self, record: Any, tricks: Iterable[str]) -> str:
        """A record: its tags, and then its tricks, in lines that break between these texts."""
        written = ((row.name, row.write(record)) for row in self.rows)
        given = [(name, text) for name, text in written if text is not None]
        lines = [f'[{name} "{text}"]' for name, text in (*given, *record.other_tags)]
        moves = [*wrapped(tricks)]
        return "\n".join([*lines, *([""] if moves else []), *moves]) + "\n"


# Rows


def field_tag(
    name: str,
    field: str,
    parse: Callable[[str], Any],
    text: Callable[[Any], str | None] = str,
    *,
    seat: AnySeat | None = None,
    is_needed: bool = False,
    step: Step = Step.HAND,
    games: Callable[[Any], object] = _always,
) -> Tag:
    """The row of a tag whose field is read from its text alone.

    Args:
        name: what it is called.
        field: the field of a record that it gives.
        parse: reads the text; its error gets the tag's name.
        text: writes a value that is not None; None: it is left out.
        seat: as in `Tag`.
        is_needed: whether a record must have the tag.
        step: as in `Tag`.
        games: as in `Tag`.
    """

    def read(tags: Tags, _fields: Fields) -> Any:
        return read_required(tags, name, parse) if is_needed else optional(tags, name, parse)

    return ruled_tag(name, field, read, text, seat=seat, step=step, games=games)


def ruled_tag(
    name: str,
    field: str,
    read: Callable[[Tags, Fields], Any],
    text: Callable[[Any], str | None] = str,
    *,
    seat: AnySeat | None = None,
    step: Step = Step.HAND,
    games: Callable[[Any], object] = _always,
) -> Tag:
    """The row of a tag whose field hangs on the rules or on other tags as well.

    Args: as of `field_tag`, and `read` as in `Tag`.
    """

    def write(record: Any) -> str | None:
        value = row.value(record)
        return None if value is None else text(value)

    row = Tag(name, write, field, read, seat, step, games)
    return row


def optional(tags: Tags, name: str, parse: Callable[[str], Any]) -> Any:
    """The value of a tag, or `NOT_GIVEN`; raises `NotationError` under its name."""
    return read_optional(tags, name, parse, NOT_GIVEN)


def name_tags(field: str, seats: Iterable[AnySeat], step: Step) -> tuple[Tag, ...]:
    """The rows of the players' names: ``SouthPlayer``."""
    return tuple(
        field_tag(player_tag(seat), field, parse_player, seat=seat, step=step) for seat in seats
    )


def pays_tag(ways: type[Enum], step: Step) -> Tag:
    """The row of how a game is settled, by the words of these ways."""
    known = {way.value: way for way in ways}
    parse = name_parser("payment", known)
    return field_tag("Pays", "pays", parse, lambda pays: str(pays.value), step=step)


def agreed_tag(*, may_double: bool, step: Step) -> Tag:
    """The row of what else is agreed on about the game.

    Args:
        may_double: whether records of these games have a tag ``Doubles``.
        step: when it is read.
    """

    def read(tags: Tags, fields: Fields) -> Any:
        agreed = read_optional(tags, "Agreed", Agreed.parse, Agreed.NOTHING)
        if agreed:
            terms = GameTerms(None, fields.get("ahead"), agreed)
            has_doubles = may_double and "Doubles" in tags
            check_agreed_tags(tags, terms, fields["rules"], has_doubles=has_doubles)
        return agreed

    def write(record: Any) -> str | None:
        return ", ".join(record.agreed.words) or None

    return Tag("Agreed", write, "agreed", read, step=step)


def call_outs_tag(parse: Callable[[str], AnyRecordedCall[Any]], step: Step) -> Tag:
    """The row of the claims to have reached the target."""

    def read_calls(text: str) -> tuple[AnyRecordedCall[Any], ...]:
        calls = tuple(map(parse, text.split()))
        check_called_once(calls)
        return calls

    def text(calls: Iterable[AnyRecordedCall[Any]]) -> str | None:
        return " ".join(call.text() for call in calls) or None

    return field_tag("CallOut", "call_outs", read_calls, text, step=step)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards with blanks between them, in their order; raises `NotationError`."""
    return tuple(map(Card.parse, text.split()))


def cards_text(cards: Iterable[Card]) -> str:
    """``AS 9D KH``."""
    return " ".join(map(Card.text, cards))
