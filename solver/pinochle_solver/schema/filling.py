"""How a struct is filled from a value: the fields that both have are copied, the rest is chosen.

    filled(partial(TrickObject, trick=trick.number), trick)

is a `TrickObject` whose ``trick`` is chosen; its other fields are copied from the trick, as far as
the trick has them. mypy knows `partial`, so it checks what is chosen. ``tests/schema`` reads every
line back by its schema, so it checks what is copied.

The type of a field says how it is copied:

- ``str``: cards, seats, moves and positions as their ``text()``, suits as their letters, other
  enums as their values, rulebooks and counts as their names.
- a struct: by the function that is marked with `makes` for it, else filled in the same way.
- ``list``: member by member.
- others: as they are.

None is left out where the field may be left out but not be null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType

from pinochle_solver.rules.cards import Suit

_S = TypeVar("_S", bound=Struct)
_Make = TypeVar("_Make", bound=Callable[[Any], Any])

# By the struct.
_MAKERS: dict[type, Callable[[Any], Any]] = {}
# What makes a struct of its chosen fields and of values; by the struct, the classes of the values
# and the names of the chosen fields.
_FILLED: dict[tuple[object, ...], Callable[..., Any]] = {}


def makes(struct: type[Struct]) -> Callable[[_Make], _Make]:
    """Mark a function as what makes a struct of a value wherever one is copied."""

    def marked(make: _Make) -> _Make:
        _MAKERS[struct] = make
        return make

    return marked


def filled(chosen: type[_S] | partial[_S], *values: object) -> _S:
    """A struct with the fields that are chosen, and those that it shares with values.

    Args:
        chosen: the struct, or a `partial` of it with the fields that are chosen.
        values: where the others are copied from; the first value that has a field counts.
    """
    struct: Callable[..., _S]
    struct, fields = chosen, {}
    if isinstance(chosen, partial):
        struct, fields = chosen.func, chosen.keywords
    key = (struct, *map(type, values), *fields)
    make = _FILLED.get(key)
    if make is None:
        make = _FILLED[key] = _compiled(struct, fields, values)
    made: _S = make(fields, *values)
    return made


def _compiled(
    struct: Callable[..., Struct], fields: Mapping[str, object], values: Sequence[object]
) -> Callable[..., Any]:
    """What makes a struct of its chosen fields and of values.

    It is compiled, as `dataclasses` compiles its methods, so that it takes hardly longer than a
    call of the struct that is written by hand.
    """
    known: dict[str, object] = {"struct": struct, "texts": _TEXTS, "UNSET": UNSET}
    arguments = []
    for name, kind in get_type_hints(struct).items():
        if name in fields:
            arguments.append(f"{name}=fields[{name!r}]")
            continue
        for place, value in enumerate(values):
            if hasattr(value, name):
                arguments.append(f"{name}={_copied(kind, f'value{place}.{name}', known)}")
                break
    given = ", ".join(["fields", *(f"value{place}" for place in range(len(values)))])
    make: Callable[..., Any] = eval(f"lambda {given}: struct({', '.join(arguments)})", known)
    return make


def _copied(kind: Any, held: str, known: dict[str, object]) -> str:
    """The expression for what a field of a type is given; `held` is that for what a value has."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    (kind,) = (each for each in kinds if each not in (NoneType, UnsetType))
    if len(kinds) > 1:
        absent = None if NoneType in kinds else "UNSET"
        return f"{absent} if (held := {held}) is None else {_copied(kind, 'held', known)}"
    if kind is str:
        if not held.isidentifier():
            return f"texts[type(held := {held})](held)"
        return f"texts[type({held})]({held})"
    if get_origin(kind) is list:
        return f"[{_copied(get_args(kind)[0], 'each', known)} for each in {held}]"
    if isinstance(kind, type) and issubclass(kind, Struct):
        known[kind.__name__] = _MAKERS.get(kind) or partial(filled, kind)
        return f"{kind.__name__}({held})"
    return held


class _Texts(dict[type, Callable[[Any], str]]):
    """What writes values of a class."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        self[kind] = writes = _text(kind)
        return writes


def _text(kind: type) -> Callable[[Any], str]:
    if kind is str:
        return str
    if hasattr(kind, "text"):
        text: Callable[[Any], str] = kind.text
        return text
    if issubclass(kind, Suit):
        return attrgetter("letter")
    return attrgetter("value" if issubclass(kind, Enum) else "name")


_TEXTS = _Texts()


def text_or_none(value: object | None) -> str | None:
    """What a field of ``str`` is given for a value; None for None."""
    return None if value is None else _TEXTS[type(value)](value)
