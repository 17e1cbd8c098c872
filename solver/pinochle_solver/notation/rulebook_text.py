r"""Rulebooks as text (TOML), as docs/RULEBOOKS.md describes them: text to values and back.

The keys are the fields of `Rulebook` and of the values in it, with hyphens. Their values are read
by the types of the fields, so that a new field of `Rulebook` is at once a key here.

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

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import IntEnum
from typing import Any, TypeVar, get_type_hints

from pinochle_solver.errors import NotationError, PositionError, RulesError, quoted
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.toml_text import TOO_LONG, read_toml
from pinochle_solver.rules.cards import Rank, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.meld_kinds import MeldKind, Service
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import MOST_POINTS, Doubles, ExtraDraw, MissedDraw, Rulebook

_Enum = TypeVar("_Enum", bound=IntEnum)

BASED_ON = "based-on"
"""The key for the rulebook from which everything that is not given is taken."""

_MOST_BITS = 64
# What these keys were once written as, and what their values say now.
_FORMER: dict[str, dict[str, str]] = {
    "penalties.missed-draw": dict.fromkeys(
        ("", "two are drawn next turn"), MissedDraw.TWO_NEXT.text()
    ),
    "penalties.extra-draw": {
        **dict.fromkeys(("", "the next draw is skipped"), ExtraDraw.SKIP.text()),
        "the extra card is put back, shown to the opponent if seen": ExtraDraw.PUT_BACK.text(),
    },
}
# Tables that may leave out their name, which is then the rulebook's.
_NAMED_AFTER_IT = ("count", "deck")


def parse_rulebook(text: str, rulebooks: Iterable[Rulebook] = ()) -> Rulebook:
    """Read a rulebook.

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
    given = read_toml(text)
    base = _base(given, KnownRulebooks.of(rulebooks))
    rules = _read_rulebook(_by_field(given, Rulebook, ""), base)
    published = RULEBOOKS.get(rules.name, rules)
    if rules != published:
        fact = f"{rules.name} is a published rulebook, and this one differs; give it another name"
        raise NotationError("name", fact)
    return rules


def _base(given: dict[str, Any], known: KnownRulebooks) -> Rulebook | None:
    """The rulebook that this one is based on; its key is removed from `given`."""
    keys = [key for key in given if _plain(key) == BASED_ON]
    if not keys:
        return None
    name = _read_text(given.pop(keys[0]), BASED_ON)
    return known.read({BASED_ON: name}, BASED_ON)


def _read_rulebook(given: dict[str, Any], base: Rulebook | None) -> Rulebook:
    """The rulebook of these values by field."""
    if "name" not in given:
        raise NotationError("name", "missing")
    given = {"title": given["name"], **given}
    for field in _NAMED_AFTER_IT:
        if isinstance(given.get(field), dict):
            given[field] = {"name": given["name"], **given[field]}
    defaults = {"deck": PINOCHLE_DECK}
    rules: Rulebook = _made(Rulebook, given, base, "", defaults)
    return rules


# Tables: one dataclass each


def _read_table(kind: type[Any], value: object, base: Any, path: str) -> Any:
    """The dataclass that a table describes; what it leaves out is taken from `base`, if given."""
    if kind is CardCount and isinstance(value, str):
        if value.lower() not in COUNTS:
            known = ", ".join(COUNTS)
            raise NotationError(path, f"{quoted(value)} is no published count (known: {known})")
        return COUNTS[value.lower()]
    return _made(kind, _by_field(_table(value, path), kind, path), base, path, {})


def _by_field(given: Mapping[str, Any], kind: type[Any], path: str) -> dict[str, Any]:
    """The given values by the names of their fields; raises `NotationError` for an unknown key."""
    known = {_key(each.name): each.name for each in fields(kind) if _is_key(kind, each.name)}
    by_field: dict[str, Any] = {}
    for key, value in given.items():
        field = known.get(_plain(key))
        if field is None:
            names = (*known, BASED_ON) if kind is Rulebook else tuple(known)
            raise NotationError(_join(path, key), f"unknown key{_near(_plain(key), names)}")
        if field in by_field:
            raise NotationError(_join(path, key), "given twice")
        by_field[field] = value
    return by_field


def _made(
    kind: type[Any],
    given: Mapping[str, Any],
    base: Any,
    path: str,
    defaults: Mapping[str, Any],
) -> Any:
    """A dataclass of these values by field; missing ones are those of `base`, or the defaults."""
    hints = get_type_hints(kind)
    values = {}
    for each in fields(kind):
        place = _join(path, _key(each.name))
        before = getattr(base, each.name) if base is not None else defaults.get(each.name)
        if each.name in given:
            values[each.name] = _read(hints[each.name], given[each.name], before, place)
        elif base is not None:
            values[each.name] = before
        elif _is_required(each):
            raise NotationError(place, "missing")
    try:
        return kind(**values)
    except RulesError as error:
        raise _refused(error, path) from None


def _refused(error: RulesError, path: str) -> NotationError:
    """The error for impossible rules, naming the key that is wrong."""
    fact = error.fact.removeprefix(f"{error.field} is ").replace("an int", "a whole number")
    at_top = error.what == "Rulebook" and error.field not in get_type_hints(Rulebook)
    place = _join("game" if at_top else path, _key(error.field))
    return NotationError(place, fact)


def _read_melds(value: object, base: Iterable[MeldKind] | None, path: str) -> tuple[MeldKind, ...]:
    """The kinds of melds: those of `base`, changed or taken out with ``false``, and new ones."""
    kinds = {kind.name: kind for kind in base or ()}
    for name, given in _table(value, path).items():
        place = _join(path, name)
        if given is False:
            if name not in kinds:
                raise NotationError(place, f"no such meld to leave out{_near(name, kinds)}")
            del kinds[name]
            kinds = {each: _not_barring(name, kind) for each, kind in kinds.items()}
            continue
        try:
            table = _by_field(_table(given, place), MeldKind, place)
            kinds[name] = _made(MeldKind, {"name": name, **table}, kinds.get(name), place, {})
        except NotationError as error:
            if error.fact == "missing" and kinds:
                fact = f"missing, for a new kind of meld{_near(name, kinds)}"
                raise NotationError(error.token, fact) from None
            raise
    return tuple(kinds.values())


def _not_barring(name: str, kind: MeldKind) -> MeldKind:
    """The kind without `name`, which has been taken out, among the kinds that it bars."""
    return replace(kind, bars=tuple(each for each in kind.bars if each != name))


# Values, by the types of fields


def _read(hint: Any, value: object, base: Any, path: str) -> object:
    """A value of this type; raises `NotationError` for a value of another type."""
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return _read_table(hint, value, base, path)
    if hint == tuple[MeldKind, ...]:
        return _read_melds(value, base, path)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        if isinstance(value, str):
            value = _FORMER.get(path, {}).get(value, value)
        return _word(hint, value, path)
    return _READERS[hint](value, path)


def _read_text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(path, value, "text in quotes")
    if not value.isprintable():
        raise NotationError(path, f"{quoted(value)} has characters that cannot be shown")
    return value


def _read_number(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(path, value, "a whole number")
    if value.bit_length() > _MOST_BITS:
        raise NotationError(path, TOO_LONG)
    return value


def _read_flag(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(path, value, "true or false")
    return value


def _read_numbers(value: object, path: str) -> tuple[int, ...]:
    numbers = tuple(_read_number(each, path) for each in _list(value, path))
    for number in numbers:
        if not 1 <= number <= MOST_POINTS:
            raise NotationError(path, f"{number}, expected whole numbers from 1 to {MOST_POINTS}")
    return numbers


def _read_replaced(value: object, path: str) -> str | None:
    if value is False:
        return None
    if not isinstance(value, str):
        raise _wrong(path, value, "the name of a meld, or false")
    return value


def _read_ranks(value: object, path: str) -> tuple[Rank, ...]:
    return tuple(_letters(Rank.parse, value, path))


def _read_suits(value: object, path: str) -> tuple[Suit, ...]:
    return tuple(_letters(Suit.parse, value, path))


def _letters(parse: Callable[[str], Any], value: object, path: str) -> list[Any]:
    """The ranks or suits that letters name, with or without blanks between them."""
    try:
        return [parse(letter) for letter in _read_text(value, path) if letter != " "]
    except PositionError as error:
        raise NotationError(path, error.fact) from None


def _read_services(value: object, path: str) -> tuple[Service, ...]:
    return tuple(_word(Service, each, path) for each in _list(value, path))


def _read_doubles(value: object, path: str) -> tuple[Doubles, ...]:
    return tuple(_word(Doubles, each, path) for each in _list(value, path))


def _read_names(value: object, path: str) -> tuple[str, ...]:
    return tuple(_read_text(each, path) for each in _list(value, path))


def _read_serves(value: object, path: str) -> tuple[tuple[Service, str], ...]:
    """Pairs of a service and the cards that have served in it."""
    serves = []
    for each in _list(value, path):
        if not isinstance(each, list) or len(each) != 2:
            raise _wrong(path, each, 'pairs such as ["marriage", "Kt Qt"]')
        serves.append((_word(Service, each[0], path), _read_text(each[1], path)))
    return tuple(serves)


_READERS: dict[Any, Callable[[object, str], object]] = {
    str: _read_text,
    int: _read_number,
    bool: _read_flag,
    str | None: _read_replaced,
    tuple[int, ...]: _read_numbers,
    tuple[Rank, ...]: _read_ranks,
    tuple[Suit, ...]: _read_suits,
    tuple[Service, ...]: _read_services,
    tuple[Doubles, ...]: _read_doubles,
    tuple[str, ...]: _read_names,
    tuple[tuple[Service, str], ...]: _read_serves,
}


def _word(kind: type[_Enum], value: object, path: str) -> _Enum:
    """One of some words; blanks, hyphens and underscores count as the same."""
    known = {_words_of(each): each for each in kind}
    if not isinstance(value, str):
        raise _wrong(path, value, f"one of {', '.join(known)}")
    found = known.get(value.lower().replace("-", " ").replace("_", " "))
    if found is None:
        raise NotationError(path, f"{quoted(value)}, expected one of {', '.join(known)}")
    return found


def _table(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(path, value, "a table")
    return value


def _list(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(path, value, "a list in brackets")
    return value


_TYPES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
}


def _wrong(path: str, value: object, expected: str) -> NotationError:
    shown = "" if isinstance(value, (dict, list)) else f"{quoted(_shown(value))} "
    given = _TYPES.get(type(value), "a date or time")
    return NotationError(path, f"{shown}is {given}, expected {expected}".lstrip())


def _shown(value: object) -> str:
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return "a number too long"


# Keys


def _is_key(kind: type[Any], field: str) -> bool:
    """Whether a field is a key of its table; a meld's name is not, for it names the table."""
    return kind is not MeldKind or field != "name"


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _key(field: str) -> str:
    return field.replace("_", "-")


def _plain(key: str) -> str:
    """A key in its standard form: with hyphens, in lower case."""
    return key.lower().replace("_", "-")


def _join(path: str, key: str) -> str:
    named = key if key and key.isprintable() and len(key) <= 40 and " " not in key else quoted(key)
    return f"{path}.{named}" if path else named


def _near(name: str, known: Iterable[str]) -> str:
    """What may have been meant, or else what is known, as an addition to an error."""
    near = get_close_matches(name.lower(), list(known), n=1)
    return f", did you mean {near[0]}?" if near else f" (known: {', '.join(known)})"


# Values to text


def rulebook_text(rules: Rulebook) -> str:
    """The whole of a rulebook as TOML; `parse_rulebook` reads it back as the same value.

    This holds for rulebooks whose texts can be shown in one line.
    """
    lines = [*_lines(rules, "", without=("melds",))]
    for kind in rules.melds:
        lines += ["", f"[melds.{kind.name}]", *_lines(kind, "", without=("name",))]
    return "\n".join(lines) + "\n"


def _lines(value: Any, table: str, without: Iterable[str] = ()) -> Iterable[str]:
    """The keys of a dataclass, and then its tables."""
    named = [(each.name, getattr(value, each.name)) for each in fields(value)]
    for name, each in named:
        if name not in without and not is_dataclass(each):
            yield f"{_key(name)} = {_written(each)}"
    for name, each in named:
        if is_dataclass(each):
            yield from ("", f"[{_key(name)}]", *_lines(each, name))


def _written(value: object) -> str:
    if value is None:
        return "false"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (Rank, Suit)):
        return value.letter
    if isinstance(value, IntEnum):
        return _quoted(_words_of(value))
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    assert isinstance(value, tuple)
    if value and all(isinstance(each, (Rank, Suit)) for each in value):
        return _quoted("".join(map(_written, value)))
    return f"[{', '.join(map(_written, value))}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(map(_escaped, escaped))}"'


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04X}" if ord(sign) < 0x20 or ord(sign) == 0x7F else sign


def _words_of(value: IntEnum) -> str:
    """The name of a value in words: ``count to opponent``."""
    return value.name.lower().replace("_", " ")
