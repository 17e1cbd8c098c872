r"""Rulebooks as text (TOML), as docs/RULEBOOKS.md describes them: text to values and back.

The keys are the fields of `Rulebook` and of the values in it, with hyphens. Their values are read
by the types of the fields, so that a new field of `Rulebook` is at once a key here. The rulebooks
of the games for three and four are in ``table_rulebook_text``.

>>> house = parse_rulebook('name = "house"\nbased-on = "scarne"\nmelds.run.points = 200')
>>> house.meld("run").points, house.meld("aces").points
(200, 100)
>>> parse_rulebook(rulebook_text(house)) == house
True
>>> parse_rulebook('name = "house"\nbased-on = "scarne"\nmust-trmp = true')
Traceback (most recent call last):
    ...
pinochle_solver.errors.NotationError: must-trmp: unknown key, did you mean must-trump?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import IntEnum
from typing import Any

from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.notation.field_text import (
    FieldReader,
    Reader,
    join,
    list_of,
    near,
    number_of,
    plain,
    table_lines,
    table_of,
    text_of,
    word_of,
    words_of,
    wrong,
)
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.toml_text import read_toml
from pinochle_solver.rules.cards import Rank, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.meld_kinds import MeldKind, Service
from pinochle_solver.rules.rulebooks import RULEBOOKS, as_rulebook
from pinochle_solver.rules.rules import MOST_POINTS, ExtraDraw, MissedDraw, Rulebook

BASED_ON = "based-on"
"""The key for the rulebook from which everything that is not given is taken."""

# What values of these types were once written as, and what they are written as now.
_FORMER: dict[type[IntEnum], dict[str, str]] = {
    MissedDraw: dict.fromkeys(("", "two are drawn next turn"), words_of(MissedDraw.TWO_NEXT)),
    ExtraDraw: {
        **dict.fromkeys(("", "the next draw is skipped"), words_of(ExtraDraw.SKIP)),
        "the extra card is put back, shown to the opponent if seen": words_of(ExtraDraw.PUT_BACK),
    },
}
# Tables that may leave out their name, which is then the rulebook's.
_NAMED_AFTER_IT = ("count", "deck")


def parse_rulebook(text: str, rulebooks: Iterable[Rulebook] = ()) -> Rulebook:
    """Read a rulebook of the two-handed game.

    Args:
        text: TOML; docs/RULEBOOKS.md has its keys.
        rulebooks: the rulebooks that it may be based on, besides the published ones.

    Raises:
        NotationError: for text that is not TOML, unknown and missing keys, values of a wrong type
            or out of range, and impossible rules; the token is the key, such as
            ``melds.run.points``.
        IllegalPositionError: for two different rulebooks of one name among `rulebooks`, and for
            one that has the name of a published rulebook and differs from it.
    """
    return rulebook_of(read_toml(text), KnownRulebooks.of(rulebooks))


def rulebook_of(given: dict[str, Any], known: KnownRulebooks) -> Rulebook:
    """The rulebook of these keys; raises the errors of `parse_rulebook`."""
    rules = read_rulebook(given, based_on(given, known), "")
    check_unpublished(rules, RULEBOOKS)
    return rules


def based_on(given: dict[str, Any], known: KnownRulebooks) -> Rulebook | None:
    """The rulebook that this one is based on; its key is removed from `given`."""
    name = base_name(given)
    return None if name is None else known.read({BASED_ON: name}, BASED_ON)


def base_name(given: dict[str, Any]) -> str | None:
    """The name of the rulebook that this one is based on; its key is removed from `given`."""
    keys = [key for key in given if plain(key) == BASED_ON]
    return text_of(given.pop(keys[0]), BASED_ON) if keys else None


def check_unpublished(rules: Any, published: Any) -> None:
    """Refuse a rulebook with the name of a published one that differs from it."""
    if published.get(rules.name, rules) != rules:
        fact = f"{rules.name} is a published rulebook, and this one differs; give it another name"
        raise NotationError("name", fact)


def read_rulebook(
    given: dict[str, Any], base: Rulebook | None, path: str, name: str | None = None
) -> Rulebook:
    """The rulebook of these keys; raises the errors of `parse_rulebook`.

    Args:
        given: the keys and their values.
        base: the rulebook from which everything is taken that is not given.
        path: the key of its table; empty at the top.
        name: its name, if it may leave that out.
    """
    by_field = _READER.by_field(given, Rulebook, path, (BASED_ON,))
    if name is not None:
        by_field = {"name": name, **by_field}
    rules: Rulebook = _READER.made(
        Rulebook, named_after(by_field, path), base, path, {"deck": PINOCHLE_DECK}
    )
    return rules


def named_after(by_field: dict[str, Any], path: str = "") -> dict[str, Any]:
    """The values of a rulebook with its title, and the tables that take its name."""
    if "name" not in by_field:
        raise NotationError(join(path, "name"), "missing")
    by_field = {"title": by_field["name"], **by_field}
    for field in _NAMED_AFTER_IT:
        if isinstance(by_field.get(field), dict):
            by_field[field] = {"name": by_field["name"], **by_field[field]}
    return by_field


# Values, by the types of fields


def read_count(reader: FieldReader, value: object, base: Any, path: str) -> CardCount:
    """What cards count: the name of a published count, or a table."""
    if not isinstance(value, str):
        count: CardCount = reader.table(CardCount, value, base, path)
        return count
    if value.lower() not in COUNTS:
        known = ", ".join(COUNTS)
        raise NotationError(path, f"{quoted(value)} is no published count (known: {known})")
    return COUNTS[value.lower()]


def _read_melds(
    reader: FieldReader, value: object, base: Iterable[MeldKind] | None, path: str
) -> tuple[MeldKind, ...]:
    """The kinds of melds: those of `base`, changed or taken out with ``false``, and new ones."""
    kinds = {kind.name: kind for kind in base or ()}
    for name, given in table_of(value, path).items():
        place = join(path, name)
        if given is False:
            if name not in kinds:
                raise NotationError(place, f"no such meld to leave out{near(name, kinds)}")
            del kinds[name]
            kinds = {each: _not_barring(name, kind) for each, kind in kinds.items()}
            continue
        try:
            table = reader.by_field(table_of(given, place), MeldKind, place)
            kinds[name] = _meld(reader, name, table, kinds.get(name), place)
        except NotationError as error:
            if error.fact == "missing" and kinds:
                fact = f"missing, for a new kind of meld{near(name, kinds)}"
                raise NotationError(error.token, fact) from None
            raise
    return tuple(kinds.values())


def _meld(
    reader: FieldReader, name: str, table: dict[str, Any], base: MeldKind | None, path: str
) -> MeldKind:
    kind: MeldKind = reader.made(MeldKind, {"name": name, **table}, base, path, {})
    return kind


def _not_barring(name: str, kind: MeldKind) -> MeldKind:
    """The kind without `name`, which has been taken out, among the kinds that it bars."""
    return replace(kind, bars=tuple(each for each in kind.bars if each != name))


def _read_targets(_: FieldReader, value: object, __: Any, path: str) -> tuple[int, ...]:
    numbers = tuple(number_of(each, path) for each in list_of(value, path))
    for number in numbers:
        if not 1 <= number <= MOST_POINTS:
            raise NotationError(path, f"{number}, expected whole numbers from 1 to {MOST_POINTS}")
    return numbers


def _read_replaced(_: FieldReader, value: object, __: Any, path: str) -> str | None:
    if value is False:
        return None
    if not isinstance(value, str):
        raise wrong(path, value, "the name of a meld, or false")
    return value


def _read_ranks(_: FieldReader, value: object, __: Any, path: str) -> tuple[Rank, ...]:
    return tuple(_letters(Rank.parse, value, path))


def _read_suits(_: FieldReader, value: object, __: Any, path: str) -> tuple[Suit, ...]:
    return tuple(_letters(Suit.parse, value, path))


def _letters(parse: Callable[[str], Any], value: object, path: str) -> list[Any]:
    """The ranks or suits that letters name, with or without blanks between them."""
    try:
        return [parse(letter) for letter in text_of(value, path) if letter != " "]
    except PositionError as error:
        raise NotationError(path, error.fact) from None


def _read_serves(
    _: FieldReader, value: object, __: Any, path: str
) -> tuple[tuple[Service, str], ...]:
    """Pairs of a service and the cards that have served in it."""
    serves = []
    for each in list_of(value, path):
        if not isinstance(each, list) or len(each) != 2:
            raise wrong(path, each, 'pairs such as ["marriage", "Kt Qt"]')
        serves.append((word_of(Service, each[0], path), text_of(each[1], path)))
    return tuple(serves)


def _read_former(kind: type[IntEnum]) -> Reader:
    """A reader of words of this kind, also as they were once written."""

    def read(_: FieldReader, value: object, __: Any, path: str) -> IntEnum:
        if isinstance(value, str):
            value = _FORMER[kind].get(value, value)
        return word_of(kind, value, path)

    return read


_READER = FieldReader(
    {
        **{kind: _read_former(kind) for kind in _FORMER},
        CardCount: read_count,
        str | None: _read_replaced,
        tuple[int, ...]: _read_targets,
        tuple[Rank, ...]: _read_ranks,
        tuple[Suit, ...]: _read_suits,
        tuple[MeldKind, ...]: _read_melds,
        tuple[tuple[Service, str], ...]: _read_serves,
    },
    # The name of a meld is that of its table.
    no_keys=((MeldKind, "name"),),
)


# Values to text


def rulebook_text(rules: Rulebook | str) -> str:
    """The whole of a rulebook as TOML; `parse_rulebook` reads it back as the same value.

    This holds for rulebooks whose texts can be shown in one line.

    Args:
        rules: the rulebook, or the name of a published one.

    Raises:
        NotationError: (``rules``) for an unknown name.
    """
    return "\n".join(rulebook_lines(as_rulebook(rules))) + "\n"


def rulebook_lines(rules: Rulebook, table: str = "") -> Iterable[str]:
    """The lines of a two-handed rulebook, at the top of a file or as a table of this name."""
    yield from table_lines(rules, table, without=("melds",))
    for kind in rules.melds:
        melds = join(join(table, "melds"), kind.name)
        yield from ("", f"[{melds}]", *table_lines(kind, melds, without=("name",)))
