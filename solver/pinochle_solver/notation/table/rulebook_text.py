r"""Rulebooks for three and four as text (TOML), as docs/RULEBOOKS.md describes them.

The keys are the fields of `TableRules` and of the values in it; options are chosen in positions and
records, and are no keys.

>>> house = parse_table_rulebook('name = "ours"\nbased-on = "corners"\nauction.lowest = 120')
>>> house.auction.lowest, house.auction.forced, house.target
(120, 190, 1000)
>>> parse_table_rulebook(table_rulebook_text(house)) == house
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pinochle_solver.errors import NotationError, PositionError, RulesError
from pinochle_solver.notation.field_text import (
    FieldReader,
    in_quotes,
    join,
    key_of,
    number_of,
    plain,
    table_lines,
    table_of,
    text_of,
)
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.rulebook_text import (
    BASED_ON,
    base_name,
    check_unpublished,
    named_after,
    read_count,
    read_rulebook,
    rulebook_lines,
)
from pinochle_solver.notation.toml_text import read_toml
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import MOST_POINTS, Rulebook
from pinochle_solver.table.rulebooks import (
    TABLE_RULEBOOKS,
    as_table_rulebook,
    check_options,
    with_open_options,
)
from pinochle_solver.table.rules import TableRules

# What is chosen in a position or a record is no part of its rulebook.
_CHOSEN = ("out_dealer", "options", "without_options")
# Rules of a two-handed rulebook that a game for three or four has itself, and where.
_ELSEWHERE = {
    "count": "count",
    "target": "target",
    "must_head_plain": "obligation",
    "must_head_trumps": "obligation",
    "must_trump": "obligation",
    "deck": "packets and copies",
}


def parse_table_rulebook(text: str, rulebooks: Iterable[AnyRulebook] = ()) -> TableRules:
    """Read a rulebook of a game for three or four.

    Args:
        text: TOML; docs/RULEBOOKS.md has its keys.
        rulebooks: the rulebooks that it may be based on or name, besides the published ones.

    Raises:
        NotationError: as `parse_rulebook`; the token is the key, such as ``auction.lowest``.
        IllegalPositionError: for two different rulebooks of one name among `rulebooks`.
    """
    return table_rulebook_of(read_toml(text), KnownRulebooks.of(rulebooks))


def table_rulebook_of(given: dict[str, Any], known: KnownRulebooks) -> TableRules:
    """The rulebook of these keys; raises the errors of `parse_table_rulebook`."""
    name = base_name(given)
    base = None if name is None else known.read_table({BASED_ON: name}, BASED_ON)
    book = _Book(known)
    reader = FieldReader(
        {CardCount: read_count, int: _read_number, Rulebook: book.read},
        no_keys=[(TableRules, field) for field in _CHOSEN],
    )
    by_field = named_after(reader.by_field(given, TableRules, "", (BASED_ON,)))
    book.owner = str(by_field["name"])
    rules: TableRules = reader.made(TableRules, by_field, base, "", {})
    if "known_options" not in by_field:
        rules = with_open_options(rules)
    if rules.name in RULEBOOKS:
        fact = f"{rules.name} is a published rulebook for two; give it another name"
        raise NotationError("name", fact)
    check_unpublished(rules, TABLE_RULEBOOKS)
    try:
        check_options(rules)
    except RulesError as error:
        raise NotationError(key_of(error.field), error.fact) from None
    return rules


def _read_number(_: FieldReader, value: object, __: Any, path: str) -> int:
    number = number_of(value, path)
    if not 0 <= number <= MOST_POINTS:
        fact = f"{number}, expected a whole number from 0 to {MOST_POINTS}"
        raise NotationError(path, fact)
    return number


class _Book:
    """Reads the two-handed rulebook by which a stock is played: its name, or what it changes.

    Args:
        known: the rulebooks that may be named.

    Attributes:
        owner: the name of the game, which such a rulebook takes if it has none of its own.
    """

    def __init__(self, known: KnownRulebooks) -> None:
        self._known = known
        self.owner = ""

    def read(self, _: FieldReader, value: object, base: Rulebook | None, path: str) -> Rulebook:
        """The rulebook; raises `NotationError`."""
        if isinstance(value, str):
            return self._named(value, path)
        given = dict(table_of(value, path))
        for key in given:
            place = _ELSEWHERE.get(plain(key).replace("-", "_"))
            if place is not None and base is not None:
                fact = f"of no meaning with more than two seats; write {place}, outside of {path}"
                raise NotationError(join(path, key), fact)
        named = [key for key in given if plain(key) == BASED_ON]
        if named:
            place = join(path, BASED_ON)
            base = self._named(text_of(given.pop(named[0]), place), place)
        rules = read_rulebook(given, base, path, self.owner)
        published = RULEBOOKS.get(rules.name, rules)
        if rules != published:
            fact = f"{rules.name} is a published rulebook, and this one differs"
            raise NotationError(join(path, "name"), fact)
        return rules

    def _named(self, name: str, path: str) -> Rulebook:
        try:
            return self._known.read({path: name}, path)
        except PositionError as error:
            raise NotationError(path, error.fact) from None


def table_rulebook_text(rules: TableRules | str) -> str:
    """The whole of a rulebook as TOML; `parse_table_rulebook` reads it back as the same value.

    This holds for rulebooks whose texts can be shown in one line.

    Args:
        rules: the rulebook, or the name of a published one.

    Raises:
        NotationError: (``rules``) for an unknown name.
        ValueError: for a rulebook with chosen options, which are no part of it.
    """
    rules = as_table_rulebook(rules)
    if rules.options or rules.out_dealer:
        raise ValueError(f"{rules!r} has options; write the rulebook without them")
    return "\n".join(_lines(rules)) + "\n"


def _lines(rules: TableRules) -> Iterator[str]:
    without, stock = [*_CHOSEN], rules.stock
    if stock is not None:
        without += ["melds", "stock"]
    yield from table_lines(rules, "", without)
    if stock is None:
        return
    is_published = RULEBOOKS.get(stock.book.name) == stock.book
    written = {"book": in_quotes(stock.book.name)} if is_published else {}
    hidden = () if is_published else ("book",)
    yield from ("", "[stock]", *table_lines(stock, "stock", hidden, written))
    if not is_published:
        yield from ("", "[stock.book]", *rulebook_lines(stock.book, "stock.book"))
