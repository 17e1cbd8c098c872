"""Dataclasses as TOML: a key for each field, with hyphens, read and written by the field's type.

A new field of a rulebook is at once a key of the files that describe rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from types import MappingProxyType, NoneType
from typing import Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from pinochle_solver.errors import NotationError, RulesError, quoted
from pinochle_solver.notation.toml_text import TOO_LONG
from pinochle_solver.rules.cards import Rank, Suit

_Enum = TypeVar("_Enum", bound=Enum)

_MOST_BITS = 64
NOTHING: Mapping[str, str] = MappingProxyType({})

Reader: TypeAlias = "Callable[[FieldReader, object, Any, str], object]"
"""Reads a value of one type: the reader of its parts, the value, what it changes, its key."""


class FieldReader:
    """Reads tables into dataclasses.

    Args:
        special: readers of types that are not read as their fields say.
        no_keys: pairs of a dataclass and a field of it that is no key.
    """

    def __init__(
        self, special: Mapping[Any, Reader], no_keys: Collection[tuple[type[Any], str]] = ()
    ) -> None:
        self._special = special
        self._no_keys = no_keys

    def by_field(
        self, given: Mapping[str, Any], kind: type[Any], path: str, others: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The given values by the names of their fields.

        Args:
            given: the keys and their values.
            kind: the dataclass.
            path: the key of the table, empty at the top.
            others: keys that may be meant besides those of the fields.

        Raises:
            NotationError: for an unknown key, and for one given twice.
        """
        known = {
            key_of(each.name): each.name
            for each in fields(kind)
            if (kind, each.name) not in self._no_keys
        }
        by_field: dict[str, Any] = {}
        for key, value in given.items():
            field = known.get(plain(key))
            if field is None:
                fact = f"unknown key{near(plain(key), (*known, *others))}"
                raise NotationError(join(path, key), fact)
            if field in by_field:
                raise NotationError(join(path, key), "given twice")
            by_field[field] = value
        return by_field

    def table(self, kind: type[Any], value: object, base: Any, path: str) -> Any:
        """The dataclass that a table describes; what the table leaves out is as in `base`."""
        return self.made(kind, self.by_field(table_of(value, path), kind, path), base, path, {})

    def made(
        self,
        kind: type[Any],
        given: Mapping[str, Any],
        base: Any,
        path: str,
        defaults: Mapping[str, Any],
    ) -> Any:
        """A dataclass of these values by field; missing ones are those of `base`, or the defaults.

        Raises:
            NotationError: naming the key of a value that is wrong or missing.
        """
        hints = get_type_hints(kind)
        values = {}
        for each in fields(kind):
            name, place = each.name, join(path, key_of(each.name))
            before = getattr(base, name) if base is not None else defaults.get(name)
            if name in given:
                values[name] = self.value(hints[name], given[name], before, place)
            elif base is not None:
                values[name] = before
            elif _is_required(each):
                raise NotationError(place, "missing")
        try:
            return kind(**values)
        except RulesError as error:
            raise _refused(error, kind, path) from None

    def value(self, hint: Any, value: object, base: Any, path: str) -> object:
        """A value of this type; raises `NotationError` for a value of another type."""
        if hint in self._special:
            return self._special[hint](self, value, base, path)
        if is_dataclass(hint):
            assert isinstance(hint, type)
            return self.table(hint, value, base, path)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return word_of(hint, value, path)
        if hint in _READERS:
            return _READERS[hint](value, path)
        arguments = get_args(hint)
        if NoneType in arguments:
            (inner,) = (each for each in arguments if each is not NoneType)
            return None if value is False else self.value(inner, value, base, path)
        assert get_origin(hint) is tuple
        given = list_of(value, path)
        if arguments[-1] is ...:
            return tuple(self.value(arguments[0], each, None, path) for each in given)
        if len(given) != len(arguments):
            fact = f"a list of {len(given)}, expected {len(arguments)} values in it"
            raise NotationError(path, fact)
        return tuple(
            self.value(each, part, None, path) for each, part in zip(arguments, given, strict=True)
        )


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _refused(error: RulesError, kind: type[Any], path: str) -> NotationError:
    """The error for impossible rules, naming the key that is wrong."""
    hints = get_type_hints(kind)
    if error.field.partition(".")[0] not in hints:  # it is a field of a table in this one
        tables = {name: get_type_hints(hint) for name, hint in hints.items() if is_dataclass(hint)}
        path = join(path, next(name for name, keys in tables.items() if error.field in keys))
    fact = error.fact.removeprefix(f"{error.field} is ").replace("an int", "a whole number")
    return NotationError(join(path, key_of(error.field)), fact)


# Values


def text_of(value: object, path: str) -> str:
    """A text; raises `NotationError` for anything else, and for text that cannot be shown."""
    if not isinstance(value, str):
        raise wrong(path, value, "text in quotes")
    if not value.isprintable():
        raise NotationError(path, f"{quoted(value)} has characters that cannot be shown")
    return value


def number_of(value: object, path: str) -> int:
    """A whole number; raises `NotationError` for anything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(path, value, "a whole number")
    if value.bit_length() > _MOST_BITS:
        raise NotationError(path, TOO_LONG)
    return value


def flag_of(value: object, path: str) -> bool:
    """A truth value; raises `NotationError` for anything else."""
    if not isinstance(value, bool):
        raise wrong(path, value, "true or false")
    return value


def word_of(kind: type[_Enum], value: object, path: str) -> _Enum:
    """One of some words; blanks, hyphens and underscores count as the same."""
    known = {words_of(each): each for each in kind}
    if not isinstance(value, str):
        raise wrong(path, value, f"one of {', '.join(known)}")
    found = known.get(value.lower().replace("-", " ").replace("_", " "))
    if found is None:
        raise NotationError(path, f"{quoted(value)}, expected one of {', '.join(known)}")
    return found


def table_of(value: object, path: str) -> Mapping[str, Any]:
    """A table; raises `NotationError` for anything else."""
    if not isinstance(value, dict):
        raise wrong(path, value, "a table")
    return value


def list_of(value: object, path: str) -> list[Any]:
    """A list; raises `NotationError` for anything else."""
    if not isinstance(value, list):
        raise wrong(path, value, "a list in brackets")
    return value


_READERS: dict[Any, Callable[[object, str], object]] = {
    str: text_of,
    int: number_of,
    bool: flag_of,
}
_TYPES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
}


def wrong(path: str, value: object, expected: str) -> NotationError:
    """The error for a value of a wrong type."""
    shown = "" if isinstance(value, (dict, list)) else f"{quoted(_shown(value))} "
    given = _TYPES.get(type(value), "a date or time")
    return NotationError(path, f"{shown}is {given}, expected {expected}".lstrip())


def _shown(value: object) -> str:
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return "a number too long"


# Keys


def key_of(field: str) -> str:
    """The key for a field."""
    return field.replace("_", "-")


def plain(key: str) -> str:
    """A key in its standard form: with hyphens, in lower case."""
    return key.lower().replace("_", "-")


def join(path: str, key: str) -> str:
    """The whole name of a key in the table of this name."""
    named = key if key and key.isprintable() and len(key) <= 40 and " " not in key else quoted(key)
    return f"{path}.{named}" if path else named


def near(name: str, known: Iterable[str]) -> str:
    """What may have been meant, or else what is known, as an addition to an error."""
    close = get_close_matches(name.lower(), list(known), n=1)
    return f", did you mean {close[0]}?" if close else f" (known: {', '.join(known)})"


# Values to text


def table_lines(
    value: Any, table: str, without: Collection[str] = (), written: Mapping[str, str] = NOTHING
) -> Iterator[str]:
    """The keys of a dataclass, and then its tables.

    Args:
        value: the dataclass.
        table: the name of its table, empty at the top.
        without: the names of fields to leave out.
        written: texts of fields that are not written as usual.
    """
    named = [
        (each.name, getattr(value, each.name)) for each in fields(value) if each.name not in without
    ]
    for name, each in named:
        if name in written:
            yield f"{key_of(name)} = {written[name]}"
        elif not is_dataclass(each):
            yield f"{key_of(name)} = {value_text(each)}"
    for name, each in named:
        if is_dataclass(each) and name not in written:
            path = join(table, key_of(name))
            yield from ("", f"[{path}]", *table_lines(each, path))


def value_text(value: object) -> str:
    """A value as TOML, in one line."""
    if value is None:
        return "false"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (Rank, Suit)):
        return value.letter
    if isinstance(value, Enum):
        return in_quotes(words_of(value))
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return in_quotes(value)
    if is_dataclass(value):
        parts = (f"{key_of(f.name)} = {value_text(getattr(value, f.name))}" for f in fields(value))
        return f"{{ {', '.join(parts)} }}"
    assert isinstance(value, tuple)
    if value and all(isinstance(each, (Rank, Suit)) for each in value):
        return in_quotes("".join(map(value_text, value)))
    return f"[{', '.join(map(value_text, value))}]"


def in_quotes(text: str) -> str:
    """A text as TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(map(_escaped, escaped))}"'


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04X}" if ord(sign) < 0x20 or ord(sign) == 0x7F else sign


def words_of(value: Enum) -> str:
    """The name of a value in words: ``count to opponent``."""
    return value.name.lower().replace("_", " ")
