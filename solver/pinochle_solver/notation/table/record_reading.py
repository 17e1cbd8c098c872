"""Reading hand records of the table games: turning tags into values, and numbered tricks.

An error about text that cannot be read names its tag or its trick; what stands before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import StringIO
from typing import Any

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.players import player_tag
from pinochle_solver.notation.record_text import (
    RecordBlock,
    record_blocks,
)
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.hand_tags import RULES_TAGS, TABLE_TAGS, hand_tag, melds_tag
from pinochle_solver.notation.table.position_reading import rules_of
from pinochle_solver.notation.table.record_parts import (
    Note,
    StatedResult,
    TableTrick,
)
from pinochle_solver.notation.trick_words import TrickReader
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import CallOutRule
from pinochle_solver.table.game import why_not_settled


def parse_table_record(text: str, rulebooks: Iterable[AnyRulebook] = ()) -> TableRecord:
    """Read a single record of a table game; raises `NotationError` for anything else.

    Args:
        text: the record.
        rulebooks: rulebooks known by name besides the published ones.
    """
    blocks = list(record_blocks(StringIO(text, newline=None)))
    if len(blocks) != 1:
        raise NotationError("record", f"{len(blocks)} records, expected one")
    return table_record(blocks[0], KnownRulebooks.of(rulebooks))


def table_record(block: RecordBlock, known: KnownRulebooks) -> TableRecord:
    """Read the record of a block of text.

    Raises:
        NotationError: for a tag that cannot be read. Tricks that cannot be read only end the
            record, and `TableRecord.unread` says why.
        IllegalPositionError: for options that cannot be chosen.
    """
    block.check_size()
    tags = TABLE_TAGS.texts(block.tags)
    fields = TABLE_TAGS.read(tags, {"rules": _under_tags(tags, known), "hands": {}})
    record = TableRecord(**fields, line=block.line, comments=tuple(block.comments))
    _check_tags(record)
    return replace(record, **_read_tricks("\n".join(block.moves), record))


def _under_tags(tags: Mapping[str, str], known: KnownRulebooks) -> Any:
    """The rules that the tags give; an error names the tag."""
    texts = {tag.lower(): tags[tag] for tag in RULES_TAGS if tag in tags}
    try:
        return rules_of(texts, known)
    except PositionError as error:
        raise type(error)(error.token.capitalize(), error.fact) from None


def _check_tags(record: TableRecord) -> None:
    """Refuse a record without all hands or one seat's hand, and tags of other games.

    A record without the stock is a kibitzer's, who sees each card as it is drawn.
    """
    rules = record.rules
    # Of several, what cannot have happened in the hand is named before how the game stands.
    for row in sorted(TABLE_TAGS.rows, key=lambda row: row.field in ("checks", "kitty")):
        if row.field and row.value(record) is not None and not row.games(rules):
            raise NotationError(row.name, f"given, but there is none in {rules.name}")
    if record.pays is not None and rules.target is not None:
        fact = why_not_settled(rules, record.pays)
        if fact is not None:
            raise NotationError("Pays", f"{record.pays.value}, but {fact}")
    if record.result in (StatedResult.CONCEDED, StatedResult.SET) and not rules.melds_win:
        fact = f"{record.result.value}, but in {rules.name} no bidder can concede"
        raise NotationError("Result", fact)
    if record.dealer not in rules.table:
        raise NotationError("Dealer", f"{record.dealer.text()} does not sit there")
    for seat in record.names:
        if seat not in rules.table:
            raise NotationError(player_tag(seat), f"{seat.text()} does not sit there")
    for tag, numbers, expected in (
        ("Score", record.score, len(rules.score_units)),
        ("Checks", record.checks, 2),
    ):
        if numbers is not None and len(numbers) != expected:
            raise NotationError(tag, f"{len(numbers)} numbers, expected {expected}")
    if record.call_outs and rules.game.call_out is CallOutRule.NONE:
        raise NotationError("CallOut", f"given, but {rules.name} has none")
    of_seats = [(hand_tag(seat), seat) for seat in record.hands]
    of_seats += [(melds_tag(seat), seat) for seat in record.melds]
    of_seats += [("View", record.view)] if record.view is not None else []
    of_seats += [("CallOut", call.seat) for call in record.call_outs]
    for tag, seat in of_seats:
        if seat not in record.players:
            raise NotationError(tag, f"{seat.text()} does not play this hand")
    if rules.stock and record.melds:
        fact = f"given, but in {rules.name} melds stand in braces"
        raise NotationError(melds_tag(min(record.melds)), fact)
    if record.buried is not None and record.trump is None:
        raise NotationError("Buried", "given, but no trump")
    if record.upcard is None and (rules.turned_trump or rules.stock):
        raise NotationError("Upcard", "missing")
    needed = record.players if record.view is None else (record.view,)
    for seat in needed:
        if seat not in record.hands:
            fact = "missing, in a record without View" if record.view is None else "missing"
            raise NotationError(hand_tag(seat), fact)
    if record.view is not None:
        if len(record.hands) > 1:
            raise NotationError("View", f"{record.view.text()}, but other hands are given as well")
        return
    if rules.widow and record.widow is None:
        raise NotationError("Widow", "missing, in a record without View")


# Tricks


class _TrickReader(TrickReader):
    """Reads the tricks of a record of a game for three or four; what braces say is read later."""

    def __init__(self, record: TableRecord) -> None:
        super().__init__(len(record.players))
        self.tricks = [TableTrick(0)]
        self._tells_copies = record.rules.stock is not None
        self._note: list[str] = []

    def brace(self) -> None:
        """Begin a note, or keep one that is complete."""
        if self.in_braces:
            self.count_item()  # so that empty braces have a limit, too
            self._note = []
            return
        trick = self.tricks[-1]
        note = Note(self.played, tuple(self._note))
        self.tricks[-1] = replace(trick, notes=(*trick.notes, note))

    def item(self, item: str) -> None:
        """Take a word of a note."""
        self._note.append(item)

    def begin(self) -> None:
        """Begin a trick."""
        self.tricks.append(TableTrick(self.number))

    def play(self, play: str) -> None:
        """Take a card of the trick."""
        Card.parse(play.partition("@")[0] if self._tells_copies else play)
        trick = self.tricks[-1]
        self.tricks[-1] = replace(trick, plays=(*trick.plays, play))

    def too_few(self) -> str:
        """How many cards a trick has that is not full, in words."""
        return f"only {self.played} of {self.players} cards"


def _read_tricks(moves: str, record: TableRecord) -> dict[str, Any]:
    """The tricks as far as they can be read, and what cannot be, as fields of a record."""
    reader = _TrickReader(record)
    unread = reader.read_all(moves)
    opening, *tricks = reader.tricks
    return {"opening": opening, "tricks": tuple(tricks), "unread": unread}
