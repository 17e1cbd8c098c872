"""The tags of two-handed records: a table of them, in the order in which they are written."""

from __future__ import annotations

from typing import Any

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
    parse_number,
    parse_points,
    parse_target,
)
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
    optional,
    parse_cards,
    pays_tag,
    ruled_tag,
)
from pinochle_solver.notation.tokens import name_parser, read_required
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import check_cut
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Doubles, Pays, Points, Rulebook, Seat

_PILES = ("PileSouth", "PileNorth", "Dead")
_NO_GAME = ("Score", "Target", "Ahead", "Pays", "CallOut")
"""The tags of a game of several hands: with doubles each hand is a game of its own."""


def stock_tag(rules: Rulebook) -> str:
    """The tag that gives the stock, or begins to, by a rulebook."""
    return _PILES[0] if rules.deck.own_piles else "Stock"


def _has_piles(rules: Rulebook) -> bool:
    return rules.deck.own_piles


def _has_one_stock(rules: Rulebook) -> bool:
    return not rules.deck.own_piles


def _has_dead_card(rules: Rulebook) -> bool:
    return rules.deck.own_piles and bool(rules.deck.upcard)


# Reading


def _read_count(tags: Tags, fields: Fields) -> Any:
    own = fields["rules"].count
    return optional(tags, "Count", name_parser("count", {own.name: own} | COUNTS))


def _read_target(tags: Tags, _fields: Fields) -> Any:
    return optional(tags, "Target", parse_target)


def _read_ahead(tags: Tags, fields: Fields) -> Any:
    ahead, rules = optional(tags, "Ahead", parse_target), fields["rules"]
    if ahead is not NOT_GIVEN and not rules.game.ahead:
        raise NotationError("Ahead", f"{ahead}, but {rules.name} is played for a target")
    if ahead is not NOT_GIVEN and "Target" in tags:
        raise NotationError("Target", "given, and Ahead as well")
    return ahead


def _read_doubles(tags: Tags, fields: Fields) -> Any:
    doubles = optional(tags, "Doubles", Doubles.parse)
    if doubles is NOT_GIVEN:
        return doubles
    try:
        check_doubles(fields["rules"], doubles)
    except PositionError as error:
        raise NotationError("Doubles", error.fact) from None
    for tag in _NO_GAME:
        if tag in tags:
            raise NotationError(tag, "given, but with doubles each hand is a game of its own")
    return doubles


def _read_stock(tags: Tags, fields: Fields) -> Any:
    """The face-down cards, from one tag or from the tags of the piles."""
    rules = fields["rules"]
    for row in HAND_TAGS.rows:
        if row.name in tags and not row.games(rules):
            is_apart = rules.deck.own_piles
            fact = "each seat has a pile of its own" if is_apart else "both draw from one stock"
            raise NotationError(row.name, f"given, but in {rules.name} {fact}")
    if not rules.deck.own_piles:
        return optional(tags, "Stock", parse_cards)
    if not tags.keys() & {*_PILES}:
        return NOT_GIVEN
    south, north = (read_required(tags, name, parse_cards) for name in _PILES[:2])
    dead = read_required(tags, "Dead", Card.parse) if rules.deck.upcard else None
    try:
        return Piles(south, north, dead).row()
    except PositionError as error:
        raise NotationError("PileNorth", error.fact) from None


def _read_cut(tags: Tags, fields: Fields) -> Any:
    def parse(text: str) -> int:
        cut = parse_number(text)
        check_cut(fields["rules"], cut)
        return cut

    return optional(tags, "Cut", parse)


# Writing; a record imports this module, so that its class is not named here


def _write_count(record: Any) -> str | None:
    return record.count.name if record.count != record.rules.count else None


def _write_target(record: Any) -> str | None:
    return str(record.target) if record.target != record.rules.target else None


def _write_stock(record: Any) -> str | None:
    is_one = record.stock is not None and not record.rules.deck.own_piles
    return cards_text(record.stock or ()) if is_one else None


def _piles(record: Any) -> Piles | None:
    has_piles = record.stock is not None and record.rules.deck.own_piles
    return Piles.of_row(record.stock or ()) if has_piles else None


def _write_south_pile(record: Any) -> str | None:
    piles = _piles(record)
    return None if piles is None else cards_text(piles.south)


def _write_north_pile(record: Any) -> str | None:
    piles = _piles(record)
    return None if piles is None else cards_text(piles.north)


def _write_dead_card(record: Any) -> str | None:
    piles = _piles(record)
    return None if piles is None or piles.dead is None else piles.dead.text()


def _score_text(score: Points) -> str | None:
    return score.text() if score != NO_SCORE else None


_DEAL, _TERMS = Step.DEAL, Step.HAND
HAND_TAGS = TagTable(
    Tag("Rules", lambda record: record.rules.name),
    Tag("Count", _write_count, "count", _read_count, step=Step.RULES),
    Tag("Target", _write_target, "target", _read_target, step=Step.RULES),
    ruled_tag("Ahead", "ahead", _read_ahead, step=_TERMS),
    agreed_tag(may_double=True, step=_TERMS),
    ruled_tag("Doubles", "doubles", _read_doubles, Doubles.text, step=_TERMS),
    *name_tags("players", Seat, _TERMS),
    field_tag("Dealer", "dealer", Seat.parse, Seat.text, is_needed=True, step=_DEAL),
    field_tag("View", "view", Seat.parse, Seat.text, step=_DEAL),
    field_tag("Upcard", "upcard", Card.parse, Card.text, is_needed=True, step=_DEAL),
    field_tag("South", "south", Hand.parse, Hand.text, step=_DEAL),
    field_tag("North", "north", Hand.parse, Hand.text, step=_DEAL),
    Tag("Stock", _write_stock, "stock", _read_stock, step=_DEAL, games=_has_one_stock),
    Tag("PileSouth", _write_south_pile, games=_has_piles),
    Tag("PileNorth", _write_north_pile, games=_has_piles),
    Tag("Dead", _write_dead_card, games=_has_dead_card),
    ruled_tag("Cut", "cut", _read_cut, step=_DEAL),
    field_tag("Score", "score", parse_points, _score_text, step=_DEAL),
    pays_tag(Pays, Step.GAME),
    call_outs_tag(RecordedCall.parse, Step.GAME),
)
"""The tags of two-handed records."""
