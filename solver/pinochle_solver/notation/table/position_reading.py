"""The tokens of a position of the table games, read into the fields of `TablePosition`.

This module fills in what a line may leave out because it follows from the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.players import parse_player
from pinochle_solver.notation.position_fields import parse_target
from pinochle_solver.notation.table.field_readers import (
    parse_act,
    parse_calls,
    parse_led,
    parse_names,
    parse_number,
    parse_numbers,
    parse_points,
    parse_scores,
    parse_sides,
    parse_stock,
    parse_tricks,
)
from pinochle_solver.notation.table.hand_checks import AUCTION_IS_OVER, auction_after
from pinochle_solver.notation.table.stock_sizes import face_down_after
from pinochle_solver.notation.token_table import check_tokens
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.melds import LaidMeld, parse_laid_melds
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import EXCHANGE_ALONE, TableMelds, parse_melds
from pinochle_solver.table.rulebooks import TableRules, with_options
from pinochle_solver.table.seats import Seat

_Value = TypeVar("_Value")

TABLE_TOKENS = (
    "rules",
    "options",
    "count",
    "target",
    "out",
    "dealer",
    "act",
    "bids",
    "bidder",
    "contract",
    "trump",
    "turn",
    "led",
    "upcard",
    "stock",
    *(seat.text() for seat in Seat),
    "widow",
    "buried",
    *(f"melds.{seat.text()}" for seat in Seat),
    "gone",
    "tricks",
    "won",
    "points",
    "score",
    "checks",
    "kitty",
    "sides",
    "id",
    "bm",
    "value",
    *(f"player.{seat.text()}" for seat in Seat),
)
_SEAT_TOKENS = {
    prefix: tuple((seat, f"{prefix}{seat.text()}") for seat in Seat)
    for prefix in ("", "melds.", "player.")
}
_KNOWN = frozenset(TABLE_TOKENS)
# Token, field if its name differs, reader.
_READERS: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    ("act", "act", parse_act),
    ("bids", "bids", parse_calls),
    ("bidder", "bidder", Seat.parse),
    ("contract", "contract", parse_number),
    ("trump", "trump", Suit.parse),
    ("turn", "turn", Seat.parse),
    ("led", "led", parse_led),
    ("upcard", "upcard", Card.parse),
    ("stock", "stock", parse_stock),
    ("widow", "widow", PartialHand.parse),
    ("buried", "buried", PartialHand.parse),
    ("gone", "gone", Hand.parse),
    ("tricks", "tricks", parse_tricks),
    ("won", "won", parse_numbers),
    ("points", "points", parse_points),
    ("score", "score", parse_scores),
    ("checks", "checks", parse_numbers),
    ("kitty", "kitty", parse_number),
    ("sides", "sides", parse_sides),
    ("id", "id", str),
    ("bm", "best_moves", parse_led),
    ("value", "value", parse_numbers),
)


def fields_of(tokens: Mapping[str, str], rulebooks: Iterable[AnyRulebook] = ()) -> dict[str, Any]:
    """The fields that a position's tokens give, and what follows from them.

    Raises:
        NotationError: for text that cannot be read, and for what is missing.
        IllegalPositionError: for options that cannot be chosen, and for bids that are not legal.
    """
    known = KnownRulebooks.of(rulebooks)
    if isinstance(tokens.get("rules"), str):  # first: it decides which tokens there are
        known.read_table(tokens, "rules")
    check_tokens(tokens, _KNOWN, (), "")
    rules = rules_of(tokens, known)
    fields: dict[str, Any] = {"rules": rules}
    for token, name, parse in _READERS:
        if token in tokens:
            fields[name] = read_required(tokens, token, parse)
    fields["dealer"] = _dealer(tokens)
    fields["hands"] = _by_seat(tokens, "", PartialHand.parse)
    names = _by_seat(tokens, "player.", parse_player)
    if names:
        fields["names"] = names
    _fill_in(fields, rules)
    if "turn" not in fields:
        raise NotationError("turn", "missing")
    if rules.stock is None:
        fields["melds"] = _melds(tokens, fields.get("trump"))
        _check_laid_nothing(tokens, fields)
    else:
        fields["laid"] = _by_seat(tokens, "melds.", _parse_laid)
    return fields


def rules_of(tokens: Mapping[str, str], known: KnownRulebooks) -> TableRules:
    """The rules that tokens or tags of these names give: rules, options, count, target, out."""
    rules = known.read_table(tokens, "rules")
    count = tokens.get("count")
    target = read_optional(tokens, "target", parse_target, None)
    return _with_options(rules, tokens.get("options"), count, target, "out" in tokens)


def _parse_count(text: str, rules: TableRules) -> CardCount:
    """The published count of this name, or the rulebook's own."""
    return name_parser("count", {**COUNTS, rules.count.name: rules.count})(text)


@lru_cache(maxsize=256)
def _with_options(
    rules: TableRules, options: str | None, count: str | None, target: int | None, out: bool
) -> TableRules:
    return with_options(
        rules,
        () if options is None else parse_names(options),
        count=None if count is None else _parse_count(count, rules),
        target=target,
        out_dealer=out,
    )


def _dealer(tokens: Mapping[str, str]) -> Seat | None:
    dealer = read_optional(tokens, "dealer", Seat.parse, None)
    out = read_optional(tokens, "out", Seat.parse, None)
    if out is not None and dealer not in (None, out):
        raise NotationError("out", f"{out.text()}, but it is the dealer who is out")
    return dealer if out is None else out


def _by_seat(
    tokens: Mapping[str, str], prefix: str, parse: Callable[[str], _Value]
) -> dict[Seat, _Value]:
    """What the tokens say about each seat."""
    return {
        seat: read_required(tokens, token, parse)
        for seat, token in _SEAT_TOKENS[prefix]
        if token in tokens
    }


def _parse_laid(text: str) -> tuple[LaidMeld, ...]:
    return () if text.lower() == "none" else parse_laid_melds(text)


def _melds(tokens: Mapping[str, str], trump: Suit | None) -> dict[Seat, TableMelds]:
    if trump is not None:
        return _by_seat(tokens, "melds.", lambda text: parse_melds(text, trump))
    for _, token in _SEAT_TOKENS["melds."]:
        if token in tokens:
            raise NotationError(token, "given, but no trump")
    return {}


def _check_laid_nothing(tokens: Mapping[str, str], fields: Mapping[str, Any]) -> None:
    """Refuse ``dix+none`` of a seat that has yet to lay its melds."""
    rules, turn, dealer = fields["rules"], fields["turn"], fields["dealer"]
    if fields.get("act") is not Act.MELD or not rules.turned_trump or dealer not in rules.table:
        return
    order = rules.from_left_of(dealer)
    for seat, token in _SEAT_TOKENS["melds."]:
        is_due = seat in order and turn in order and order.index(seat) >= order.index(turn)
        if is_due and tokens.get(token, "").lower() == EXCHANGE_ALONE:
            fact = f"{EXCHANGE_ALONE}, but it is {turn.text()}'s turn to lay; write dix"
            raise IllegalPositionError(token, fact)


# What follows from the rest


def _fill_in(fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in what the line leaves out and what follows."""
    act = fields.get("act", Act.PLAY)
    if "trump" not in fields and "upcard" in fields:
        fields["trump"] = fields["upcard"].suit
    _fill_in_auction(fields, rules, act)
    if act is Act.BURY and "bidder" in fields:
        fields.setdefault("turn", fields["bidder"])
    if rules.widow and act is Act.BID:
        fields.setdefault("widow", _hidden(rules.widow))
    if rules.stock is not None:
        _fill_in_stock(fields, rules, act)
        return
    is_whole = any(len(hand) == rules.hand for hand in fields["hands"].values())
    is_told = is_whole or "gone" in fields or "tricks" in fields
    if rules.widow and act in (Act.MELD, Act.PLAY) and is_told:
        fields.setdefault("buried", _hidden(rules.widow))


def _fill_in_stock(fields: dict[str, Any], rules: TableRules, act: Act) -> None:
    """Fill in how many cards lie face down, from the tricks played."""
    if "upcard" not in fields or "stock" in fields:
        return
    players = len(rules.players(fields["dealer"]))
    tricks = len(fields.get("tricks", ())) or len(fields.get("gone", ())) // players
    fields["stock"] = max(face_down_after(rules, act, tricks), 0)


def _fill_in_auction(fields: dict[str, Any], rules: TableRules, act: Act) -> None:
    """Fill in whose call it is, or who has won the auction for how much."""
    dealer = fields["dealer"]
    needed = ("turn",) if act is Act.BID else ("bidder", "contract")
    if rules.auction is None or dealer not in rules.table or all(map(fields.__contains__, needed)):
        return
    if act is not Act.BID and "bids" not in fields:
        return
    auction = auction_after(rules, dealer, fields.get("bids", ()))
    if act is Act.BID and auction.turn is None:
        raise IllegalPositionError("bids", AUCTION_IS_OVER)
    for name, value in (
        (("turn", auction.turn),)
        if act is Act.BID
        else (("bidder", auction.bidder), ("contract", auction.contract))
    ):
        if value is not None:
            fields.setdefault(name, value)


def _hidden(number: int) -> PartialHand:
    return PartialHand(Hand.of(()), number)
