"""The tokens of a position of the table games, read into the fields of `TablePosition`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.table.left_out import fill_in
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
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.acts import Act
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
    fill_in(fields, rules)
    if "turn" not in fields:
        if not fields["hands"]:
            raise NotationError("hand", "missing. Type the cards of the player to move")
        raise NotationError("turn", "missing")
    if rules.stock is None:
        fields["melds"] = _melds(tokens, fields.get("trump")) or fields.get("melds", {})
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
            fact = f"{EXCHANGE_ALONE}, but it is {turn.text()}'s turn to meld; write dix"
            raise IllegalPositionError(part.name, fact)
