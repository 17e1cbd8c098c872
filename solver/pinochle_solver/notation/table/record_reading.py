"""Reading hand records of the table games: turning tags into values, and numbered tricks.

An error about text that cannot be read names its tag or its trick; what stands before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import StringIO
from typing import Any

from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.players import parse_player
from pinochle_solver.notation.record_text import (
    RecordBlock,
    check_agreed_tags,
    read_tags,
    record_blocks,
)
from pinochle_solver.notation.seating import player_tag
from pinochle_solver.notation.table.field_readers import (
    parse_call,
    parse_number,
    parse_numbers,
    parse_scores,
)
from pinochle_solver.notation.table.hand_records import (
    TABLE_TAGS,
    Note,
    RecordedTableCall,
    StatedResult,
    TableRecord,
    TableTrick,
    melds_tag,
)
from pinochle_solver.notation.table.move_reading import parse_laid
from pinochle_solver.notation.table.position_reading import rules_of
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.notation.trick_words import (
    check_goes_on,
    check_number_of_items,
    items_of,
    plays_of,
    trick_number,
    words_of,
)
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.claims import check_called_once
from pinochle_solver.rules.rules import CallOutRule
from pinochle_solver.table.game import why_not_settled
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import Call
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_PAYS = {pays.value: pays for pays in TablePays}
_RESULTS = {result.value: result for result in StatedResult}
_BIDS = re.compile(r"[{}]|[^\s,{}]+")
_RULES_TAGS = ("Rules", "Options", "Count", "Target", "Out")


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
    tags = read_tags(block.tags, TABLE_TAGS)
    rules = _under_tags(tags, known)
    seats = {seat: seat.text().capitalize() for seat in Seat}
    dealer = _dealer(tags)
    upcard = read_optional(tags, "Upcard", Card.parse, None)
    trump = read_optional(tags, "Trump", Suit.parse, None)
    record = TableRecord(
        rules=rules,
        dealer=dealer,
        view=read_optional(tags, "View", Seat.parse, None),
        hands={
            seat: read_required(tags, tag, Hand.parse) for seat, tag in seats.items() if tag in tags
        },
        widow=read_optional(tags, "Widow", Hand.parse, None),
        upcard=upcard,
        stock=read_optional(tags, "Stock", _parse_stock, None),
        score=read_optional(tags, "Score", parse_scores, None),
        checks=read_optional(tags, "Checks", parse_numbers, None),
        kitty=read_optional(tags, "Kitty", parse_number, None),
        pays=read_optional(tags, "Pays", name_parser("payment", _PAYS), None),
        agreed=_agreed(tags, rules),
        call_outs=read_optional(tags, "CallOut", _parse_calls_out, ()),
        **read_optional(tags, "Bids", _parse_bids, {}),
        exchange=read_optional(tags, "Exchange", Seat.parse, None),
        trump=trump,
        buried=read_optional(tags, "Buried", Hand.parse, None),
        melds=_melds(tags, trump if upcard is None else upcard.suit),
        result=read_optional(tags, "Result", _parse_result, None),
        names={
            seat: read_required(tags, player_tag(seat), parse_player)
            for seat in Seat
            if player_tag(seat) in tags
        },
        other_tags=tuple((name, value) for name, value in tags.items() if name not in TABLE_TAGS),
        line=block.line,
        comments=tuple(block.comments),
    )
    _check_tags(record)
    return replace(record, **_read_tricks("\n".join(block.moves), record))


def _under_tags(tags: Mapping[str, str], known: KnownRulebooks) -> Any:
    """The rules that the tags give; an error names the tag."""
    texts = {tag.lower(): tags[tag] for tag in _RULES_TAGS if tag in tags}
    try:
        return rules_of(texts, known)
    except PositionError as error:
        raise type(error)(error.token.capitalize(), error.fact) from None


def _agreed(tags: Mapping[str, str], rules: TableRules) -> Agreed:
    agreed = read_optional(tags, "Agreed", Agreed.parse, Agreed.NOTHING)
    check_agreed_tags(tags, GameTerms(agreed=agreed), rules)
    return agreed


def _parse_calls_out(text: str) -> tuple[RecordedTableCall, ...]:
    calls = tuple(map(RecordedTableCall.parse, text.split()))
    check_called_once(calls)
    return calls


def _dealer(tags: Mapping[str, str]) -> Seat:
    out = read_optional(tags, "Out", Seat.parse, None)
    if out is None:
        return read_required(tags, "Dealer", Seat.parse)
    if read_optional(tags, "Dealer", Seat.parse, out) is not out:
        raise NotationError("Out", f"{out.text()}, but it is the dealer who is out")
    return out


def _parse_stock(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _parse_result(text: str) -> StatedResult:
    result = _RESULTS.get(text.lower())
    if result is None:
        fact = f"{quoted(text)} is not conceded or made; other results follow from the record"
        raise NotationError("Result", fact)
    return result


def _parse_bids(text: str) -> dict[str, Any]:
    """The calls, and what stands in braces among them, as fields of a record."""
    calls: list[Call] = []
    notes: list[Note] = []
    words: list[str] | None = None
    for number, word in enumerate(_BIDS.findall(text), start=1):
        if word in "{}":
            if (word == "{") == (words is not None):
                raise NotationError("Bids", f"{quoted(word)} cannot stand here")
            if words is not None:
                notes.append(Note(len(calls), tuple(words)))
            words = [] if words is None else None
        elif words is None:
            calls.append(parse_call(word))
        else:
            words.append(word)
            check_number_of_items(number)
    if words is not None:
        raise NotationError("Bids", "the brace is not closed")
    if not calls and not notes:
        raise NotationError("Bids", "no call (a number, or p)")
    return {"calls": tuple(calls), "call_notes": tuple(notes)}


def _melds(tags: Mapping[str, str], trump: Suit | None) -> dict[Seat, TableMelds | None]:
    names = {seat: melds_tag(seat) for seat in Seat}
    given = {seat: tag for seat, tag in names.items() if tag in tags}
    if trump is None:
        for tag in given.values():
            raise NotationError(tag, "given, but no trump")
        return {}
    return {
        seat: read_required(tags, tag, lambda text: parse_laid(text, trump))
        for seat, tag in given.items()
    }


def _check_tags(record: TableRecord) -> None:
    """Refuse a record without all cards or one seat's cards, and tags of other games."""
    rules = record.rules
    for tag, value, is_there in (
        ("Widow", record.widow, rules.widow),
        ("Buried", record.buried, rules.widow),
        ("Upcard", record.upcard, rules.turned_trump or rules.stock),
        ("Exchange", record.exchange, rules.turned_trump),
        ("Bids", record.calls, rules.auction),
        ("Trump", record.trump, rules.auction),
        ("Stock", record.stock, rules.stock),
        ("Kitty", record.kitty, rules.money and rules.money.kitty),
        ("Checks", record.checks, rules.checks),
        ("Result", record.result, rules.auction),
    ):
        if value is not None and not is_there:
            raise NotationError(tag, f"given, but there is none in {rules.name}")
    if record.pays is not None and rules.target is not None:
        fact = why_not_settled(rules, record.pays)
        if fact is not None:
            raise NotationError("Pays", f"{record.pays.value}, but {fact}")
    if record.result is StatedResult.CONCEDED and not rules.melds_win:
        raise NotationError("Result", f"conceded, but in {rules.name} no bidder can concede")
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
    of_seats = [(seat.text().capitalize(), seat) for seat in record.hands]
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
            raise NotationError(seat.text().capitalize(), fact)
    if record.view is not None:
        if len(record.hands) > 1:
            raise NotationError("View", f"{record.view.text()}, but other hands are given as well")
        return
    if rules.widow and record.widow is None:
        raise NotationError("Widow", "missing, in a record without View")
    if rules.stock and record.stock is None:
        raise NotationError("Stock", "missing, in a record without View")


# Tricks


class _TrickReader:
    """Reads numbered tricks word by word; after an unreadable word, what came before is kept."""

    def __init__(self, record: TableRecord) -> None:
        self.tricks = [TableTrick(0)]
        self._items = 0
        self._players = len(record.players)
        self._tells_copies = record.rules.stock is not None
        self._note: list[str] | None = None

    @property
    def place(self) -> str:
        """The trick being read, as an error's token."""
        number = self.tricks[-1].number
        return f"trick {number}" if number else "tricks"

    def read(self, word: str) -> None:
        """Take the next word; raises `NotationError` for one that cannot stand here."""
        trick = self.tricks[-1]
        if not word.isprintable():
            raise NotationError(self.place, f"{quoted(word)} is not text")
        if word in "{}":
            self._brace(word)
        elif self._note is not None:
            for item in items_of(word):
                self._count_item()
                self._note.append(item)
        elif number := trick_number(word):
            if number.goes_on:
                check_goes_on(number, trick.number, len(trick.plays), self._players)
            else:
                self._begin(number.number)
        else:
            for play in plays_of(word):
                self._play(play)

    def end(self) -> None:
        """Take the end of the text."""
        if self._note is not None:
            raise NotationError(self.place, "the brace is not closed")

    def _play(self, word: str) -> None:
        trick = self.tricks[-1]
        if not trick.number:
            raise NotationError("tricks", f"{quoted(word)} before the number of a trick")
        if len(trick.plays) == self._players:
            raise NotationError(self.place, f"{quoted(word)} is one card too many")
        Card.parse(word.partition("@")[0] if self._tells_copies else word)
        self.tricks[-1] = replace(trick, plays=(*trick.plays, word))

    def _count_item(self) -> None:
        self._items += 1
        check_number_of_items(self._items)

    def _brace(self, brace: str) -> None:
        if (brace == "{") == (self._note is not None):
            raise NotationError(self.place, f"{quoted(brace)} cannot stand here")
        if self._note is None:
            self._count_item()  # so that empty braces have a limit, too
            self._note = []
            return
        trick = self.tricks[-1]
        note = Note(len(trick.plays), tuple(self._note))
        self.tricks[-1] = replace(trick, notes=(*trick.notes, note))
        self._note = None

    def _begin(self, number: int) -> None:
        last = self.tricks[-1]
        if number != last.number + 1:
            fact = f"missing, {number}. stands in its place"
            raise NotationError(f"trick {last.number + 1}", fact)
        if last.number and len(last.plays) < self._players:
            raise NotationError(self.place, f"only {len(last.plays)} of {self._players} cards")
        self.tricks.append(TableTrick(number))
        self._items = 0


def _read_tricks(moves: str, record: TableRecord) -> dict[str, Any]:
    """The tricks as far as they can be read, and what cannot be, as fields of a record."""
    reader, unread = _TrickReader(record), None
    try:
        for word in words_of(moves):
            try:
                reader.read(word)
            except PositionError as error:
                if error.token.startswith("trick "):
                    raise
                raise NotationError(reader.place, error.fact) from None
        reader.end()
    except PositionError as error:
        unread = error
    opening, *tricks = reader.tricks
    return {"opening": opening, "tricks": tuple(tricks), "unread": unread}
