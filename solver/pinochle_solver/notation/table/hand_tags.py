"""The tags of records of the games for three and four, in the order in which they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.record_tags import (
    NOT_GIVEN,
    Fields,
    Step,
    Tag,
    Tags,
    TagTable,
    agreed_tag,
    call_outs_tag,
    cards_text,
    field_tag,
    name_tags,
    parse_cards,
    pays_tag,
    ruled_tag,
)
from pinochle_solver.notation.table.field_readers import (
    numbers_text,
    parse_call,
    parse_number,
    parse_numbers,
    parse_scores,
)
from pinochle_solver.notation.table.move_reading import parse_laid
from pinochle_solver.notation.table.record_parts import (
    Note,
    RecordedTableCall,
    StatedResult,
)
from pinochle_solver.notation.tokens import read_optional, read_required
from pinochle_solver.notation.trick_words import too_many_items
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.sizes import MOST_ITEMS
from pinochle_solver.table.melds import TableMelds, melds_text
from pinochle_solver.table.moves import Call
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rulebooks import usual_rules
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

RULES_TAGS = ("Rules", "Options", "Count", "Target", "Out")
"""The tags that say together what is played."""
_BIDS = re.compile(r"[{}]|[^\s,{}]+")
_RESULTS = {result.value: result for result in StatedResult}


def hand_tag(seat: Seat) -> str:
    """The tag of the cards dealt to a seat: ``South``."""
    return seat.text().capitalize()


def melds_tag(seat: Seat) -> str:
    """The tag under which a seat's melds stand: ``MeldsSouth``."""
    return f"Melds{hand_tag(seat)}"


# Reading


def _read_dealer(tags: Tags, _fields: Fields) -> Any:
    out = read_optional(tags, "Out", Seat.parse, None)
    if out is None:
        return read_required(tags, "Dealer", Seat.parse)
    if read_optional(tags, "Dealer", Seat.parse, out) is not out:
        raise NotationError("Out", f"{out.text()}, but it is the dealer who is out")
    return out


def _read_bids(tags: Tags, fields: Fields) -> Any:
    """The calls; what stands in braces among them is another field."""
    if "Bids" not in tags:
        return NOT_GIVEN
    calls, fields["call_notes"] = read_required(tags, "Bids", _parse_bids)
    return calls


def _parse_bids(text: str) -> tuple[tuple[Call, ...], tuple[Note, ...]]:
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
            if number > MOST_ITEMS:
                raise too_many_items()
    if words is not None:
        raise NotationError("Bids", "the brace is not closed")
    if not calls and not notes:
        raise NotationError("Bids", "no call (a number, or p)")
    return tuple(calls), tuple(notes)


def _read_melds(tag: str, tags: Tags, fields: Fields) -> Any:
    if tag not in tags:
        return NOT_GIVEN
    upcard: Card | None = fields.get("upcard")
    trump: Suit | None = fields.get("trump") if upcard is None else upcard.suit
    if trump is None:
        raise NotationError(tag, "given, but no trump")
    return read_required(tags, tag, lambda text: parse_laid(text, trump))


def _parse_result(text: str) -> StatedResult:
    result = _RESULTS.get(text.lower())
    if result is None:
        fact = f"{quoted(text)} is not conceded, made or set; other results follow from the record"
        raise NotationError("Result", fact)
    return result


# Writing; a record imports this module, so that its class is not named here


def _write_count(record: Any) -> str | None:
    count = record.rules.count
    return count.name if count != usual_rules(record.rules).count else None


def _write_target(record: Any) -> str | None:
    target = record.rules.target
    return str(target) if target != usual_rules(record.rules).target else None


def _write_out(record: Any) -> str | None:
    return record.dealer.text() if record.rules.out_dealer else None


def _write_bids(record: Any) -> str | None:
    """The calls, with what stands in braces among them."""

    def words() -> Iterator[str]:
        calls = record.calls or ()
        for place in range(len(calls) + 1):
            yield from (note.text() for note in record.call_notes if note.after == place)
            yield from (call.text() for call in calls[place : place + 1])

    return " ".join(words()) or None


def _write_melds(seat: Seat, record: Any) -> str | None:
    laid: TableMelds | None = record.melds.get(seat, ())
    if laid is None:
        return "all"
    return melds_text(laid) if laid else None


# Which games have a tag


def _turns_up(rules: TableRules) -> object:
    return rules.turned_trump or rules.stock


TABLE_TAGS = TagTable(
    Tag("Rules", lambda record: record.rules.name),
    Tag("Options", lambda record: ",".join(record.rules.options) or None),
    Tag("Count", _write_count),
    Tag("Target", _write_target),
    *name_tags("names", Seat, Step.GAME),
    ruled_tag("Dealer", "dealer", _read_dealer, Seat.text, step=Step.RULES),
    Tag("Out", _write_out),
    field_tag("View", "view", Seat.parse, Seat.text),
    *(field_tag(hand_tag(seat), "hands", Hand.parse, Hand.text, seat=seat) for seat in Seat),
    field_tag("Widow", "widow", Hand.parse, Hand.text, games=lambda rules: rules.widow),
    field_tag("Upcard", "upcard", Card.parse, Card.text, step=Step.DEAL, games=_turns_up),
    field_tag("Stock", "stock", parse_cards, cards_text, games=lambda rules: rules.stock),
    field_tag("Score", "score", parse_scores, numbers_text),
    field_tag("Checks", "checks", parse_numbers, numbers_text, games=lambda rules: rules.checks),
    field_tag(
        "Kitty", "kitty", parse_number, games=lambda rules: rules.money and rules.money.kitty
    ),
    pays_tag(TablePays, Step.HAND),
    agreed_tag(may_double=False, step=Step.HAND),
    call_outs_tag(RecordedTableCall.parse, Step.HAND),
    Tag("Bids", _write_bids, "calls", _read_bids, games=lambda rules: rules.auction),
    field_tag(
        "Exchange", "exchange", Seat.parse, Seat.text, games=lambda rules: rules.turned_trump
    ),
    field_tag(
        "Trump",
        "trump",
        Suit.parse,
        lambda trump: str(trump.letter),
        step=Step.DEAL,
        games=lambda rules: rules.auction,
    ),
    field_tag(
        "Buried",
        "buried",
        Hand.parse,
        lambda buried: buried.text() if buried else None,
        games=lambda rules: rules.widow,
    ),
    *(
        Tag(tag, partial(_write_melds, seat), "melds", partial(_read_melds, tag), seat)
        for seat, tag in ((seat, melds_tag(seat)) for seat in Seat)
    ),
    field_tag(
        "Result",
        "result",
        _parse_result,
        lambda result: str(result.value),
        games=lambda rules: rules.auction,
    ),
)
"""The tags of records of the games for three and four."""
