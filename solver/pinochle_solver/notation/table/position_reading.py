"""The tokens of a position of the table games, read into the fields of `TablePosition`.

This module fills in what a line may leave out because it follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.table.hand_checks import AUCTION_IS_OVER, auction_after
from pinochle_solver.notation.table.position_tokens import (
    DEALER,
    HANDS,
    MELDS,
    NAMES,
    OPTIONS,
    OUT,
    TABLE,
    TABLE_TOKENS,
    TARGET,
    count_reader,
    read_by_seat,
)
from pinochle_solver.notation.token_table import Token, check_tokens
from pinochle_solver.notation.tokens import read_required
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import face_down_after
from pinochle_solver.table.melds import EXCHANGE_ALONE, TableMelds, parse_melds
from pinochle_solver.table.rulebooks import TableRules, with_options
from pinochle_solver.table.seats import Seat

_KNOWN = frozenset(TABLE_TOKENS)
_ALONE = tuple(
    (row.name, row.field, row.kind.read)
    for row in TABLE.rows
    if isinstance(row, Token) and row.field not in ("rules", "dealer")
)
"""The tokens that make a field alone, with the field and the reader."""


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
    for token, field, read in _ALONE:
        if token in tokens:
            fields[field] = read_required(tokens, token, read)
    fields["dealer"] = _dealer(tokens)
    fields["hands"] = HANDS.read(tokens, rules)
    names = NAMES.read(tokens, rules)
    if names:
        fields["names"] = names
    _fill_in(fields, rules)
    if "turn" not in fields:
        raise NotationError("turn", "missing")
    if rules.stock is None:
        fields["melds"] = _melds(tokens, fields.get("trump"))
        _check_laid_nothing(tokens, fields)
    else:
        fields["laid"] = MELDS.read(tokens, rules)
    return fields


def rules_of(tokens: Mapping[str, str], known: KnownRulebooks) -> TableRules:
    """The rules that tokens or tags of these names give: rules, options, count, target, out."""
    rules = known.read_table(tokens, "rules")
    count = tokens.get("count")
    target = TARGET.of(tokens)
    return _with_options(rules, tokens.get("options"), count, target, "out" in tokens)


@lru_cache(maxsize=256)
def _with_options(
    rules: TableRules, options: str | None, count: str | None, target: int | None, out: bool
) -> TableRules:
    return with_options(
        rules,
        () if options is None else OPTIONS.kind.read(options),
        count=None if count is None else count_reader(rules)(count),
        target=target,
        out_dealer=out,
    )


def _dealer(tokens: Mapping[str, str]) -> Seat | None:
    dealer: Seat | None = DEALER.of(tokens)
    out: Seat | None = OUT.of(tokens)
    if out is not None and dealer not in (None, out):
        raise NotationError("out", f"{out.text()}, but it is the dealer who is out")
    return dealer if out is None else out


def _melds(tokens: Mapping[str, str], trump: Suit | None) -> dict[Seat, TableMelds]:
    if trump is not None:
        return read_by_seat(tokens, MELDS, lambda text: parse_melds(text, trump))
    for part in MELDS.parts:
        if part.name in tokens:
            raise NotationError(part.name, "given, but no trump")
    return {}


def _check_laid_nothing(tokens: Mapping[str, str], fields: Mapping[str, Any]) -> None:
    """Refuse ``dix+none`` of a seat that has yet to lay its melds."""
    rules, turn, dealer = fields["rules"], fields["turn"], fields["dealer"]
    if fields.get("act") is not Act.MELD or not rules.turned_trump or dealer not in rules.table:
        return
    order = rules.from_left_of(dealer)
    for seat, part in zip(Seat, MELDS.parts, strict=True):
        is_due = seat in order and turn in order and order.index(seat) >= order.index(turn)
        if is_due and tokens.get(part.name, "").lower() == EXCHANGE_ALONE:
            fact = f"{EXCHANGE_ALONE}, but it is {turn.text()}'s turn to lay; write dix"
            raise IllegalPositionError(part.name, fact)


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
