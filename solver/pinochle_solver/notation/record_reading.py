"""Reading hand records: turning tags into values.

An error about text that cannot be read names its tag or its trick; what stands before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from io import StringIO

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.hand_records import PILE_TAGS, TAGS, HandRecord
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.players import Players, parse_player
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
    parse_number,
    parse_points,
    parse_target,
)
from pinochle_solver.notation.record_text import (
    RecordBlock,
    check_agreed_tags,
    read_tags,
    record_blocks,
)
from pinochle_solver.notation.seating import player_tag
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.notation.trick_reading import read_tricks
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import check_cut
from pinochle_solver.rules.claims import RecordedCall, check_called_once
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Doubles, Pays, Rulebook, Seat

_PAYS = {pays.value: pays for pays in Pays}


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
    for block in record_blocks(lines):
        try:
            yield block.line, record_of(block, known)
        except PositionError as error:
            yield block.line, error


def named_trick(error: PositionError) -> int:
    """The number of the trick that a record's error is about; 0 if it is about none."""
    match = re.fullmatch(r"trick ([0-9]+)", error.token)
    return int(match[1]) if match else 0


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
    tags = read_tags(block.tags, TAGS)
    rules = rulebooks.read(tags, "Rules")
    counts = {rules.count.name: rules.count} | COUNTS
    record = HandRecord(
        rules=rules,
        count=read_optional(tags, "Count", name_parser("count", counts), rules.count),
        target=read_optional(tags, "Target", parse_target, rules.target),
        dealer=read_required(tags, "Dealer", Seat.parse),
        view=read_optional(tags, "View", Seat.parse, None),
        upcard=read_required(tags, "Upcard", Card.parse),
        south=read_optional(tags, "South", Hand.parse, None),
        north=read_optional(tags, "North", Hand.parse, None),
        stock=_read_stock(tags, rules),
        cut=read_optional(tags, "Cut", _number_of_cards(rules), None),
        score=read_optional(tags, "Score", parse_points, NO_SCORE),
        ahead=_read_ahead(tags, rules),
        agreed=_read_agreed(tags, rules),
        doubles=_read_doubles(tags, rules),
        players=Players(
            *(read_optional(tags, player_tag(seat), parse_player, None) for seat in Seat)
        ),
        other_tags=tuple((name, value) for name, value in tags.items() if name not in TAGS),
        pays=read_optional(tags, "Pays", name_parser("payment", _PAYS), None),
        call_outs=read_optional(tags, "CallOut", _parse_calls, ()),
        line=block.line,
        comments=tuple(block.comments),
    )
    _check_known(record)
    opening, tricks, unread = read_tricks("\n".join(block.moves), record)
    return replace(record, opening=opening, tricks=tricks, unread=unread)


def _parse_stock(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _read_stock(tags: dict[str, str], rules: Rulebook) -> tuple[Card, ...] | None:
    """The face-down cards, from one tag or from the tags of the piles; None if there is no tag."""
    own_piles = rules.deck.own_piles
    names = PILE_TAGS[: 2 + rules.deck.upcard] if own_piles else ("Stock",)
    for name in ("Stock", *PILE_TAGS):
        if name in tags and name not in names:
            fact = "each seat has a pile of its own" if own_piles else "both draw from one stock"
            raise NotationError(name, f"given, but in {rules.name} {fact}")
    if not own_piles:
        return read_optional(tags, "Stock", _parse_stock, None)
    if not tags.keys() & {*names}:
        return None
    south, north = (read_required(tags, name, _parse_stock) for name in PILE_TAGS[:2])
    dead = read_required(tags, "Dead", Card.parse) if rules.deck.upcard else None
    try:
        return Piles(south, north, dead).row()
    except PositionError as error:
        raise NotationError("PileNorth", error.fact) from None


def _parse_calls(text: str) -> tuple[RecordedCall, ...]:
    calls = tuple(map(RecordedCall.parse, text.split()))
    check_called_once(calls)
    return calls


def _number_of_cards(rules: Rulebook) -> Callable[[str], int]:
    def parse(text: str) -> int:
        cut = parse_number(text)
        check_cut(rules, cut)
        return cut

    return parse


def _read_agreed(tags: dict[str, str], rules: Rulebook) -> Agreed:
    agreed = read_optional(tags, "Agreed", Agreed.parse, Agreed.NOTHING)
    if not agreed:
        return agreed
    terms = GameTerms(None, _read_ahead(tags, rules), agreed)
    check_agreed_tags(tags, terms, rules, has_doubles="Doubles" in tags)
    return agreed


def _read_ahead(tags: dict[str, str], rules: Rulebook) -> int | None:
    ahead = read_optional(tags, "Ahead", parse_target, None)
    if ahead is not None and not rules.game.ahead:
        raise NotationError("Ahead", f"{ahead}, but {rules.name} is played for a target")
    if ahead is not None and "Target" in tags:
        raise NotationError("Target", "given, and Ahead as well")
    return ahead


def _read_doubles(tags: dict[str, str], rules: Rulebook) -> Doubles | None:
    doubles = read_optional(tags, "Doubles", Doubles.parse, None)
    if doubles is None:
        return None
    try:
        check_doubles(rules, doubles)
    except PositionError as error:
        raise NotationError("Doubles", error.fact) from None
    for tag in ("Score", "Target", "Ahead", "Pays", "CallOut"):
        if tag in tags:
            raise NotationError(tag, "given, but with doubles each hand is a game of its own")
    return doubles


def _check_known(record: HandRecord) -> None:
    """Refuse a record that gives neither all cards nor those of one seat."""
    stock = "PileSouth" if record.rules.deck.own_piles else "Stock"
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
