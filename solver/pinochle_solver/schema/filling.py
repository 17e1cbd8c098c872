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

from collections.abc import Callable
from enum import Enum
from functools import partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType

from pinochle_solver.rules.cards import Suit

_S = TypeVar("_S", bound=Struct)
_Copy = Callable[[Any], Any]
_Make = TypeVar("_Make", bound=_Copy)

# By the struct.
_MAKERS: dict[type, _Copy] = {}
# By the classes of a struct and a value: the fields that both have, and how each is copied; None
# for as it is.
_COPIED: dict[tuple[object, type], tuple[tuple[str, _Copy | None], ...]] = {}


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
    for value in values:
        copied = _COPIED.get((struct, type(value)))
        if copied is None:
            copied = _COPIED[struct, type(value)] = _shared(struct, value)
        for name, copy in copied:
            if name not in fields:
                held = getattr(value, name)
                fields[name] = held if copy is None else copy(held)
    return struct(**fields)


def _shared(struct: object, value: object) -> tuple[tuple[str, _Copy | None], ...]:
    fields = get_type_hints(struct)
    return tuple((name, _copy(kind)) for name, kind in fields.items() if hasattr(value, name))


def _copy(kind: Any) -> _Copy | None:
    """How what a field of a type holds is copied; None for as it is."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    copy = _copy_of_one(next(each for each in kinds if each not in (NoneType, UnsetType)))
    if NoneType in kinds:
        return copy and (lambda held: None if held is None else copy(held))
    if UnsetType in kinds:
        return lambda held: UNSET if held is None else copy(held) if copy else held
    return copy


def _copy_of_one(kind: Any) -> _Copy | None:
    if kind is str:
        return text_of
    if get_origin(kind) is list:
        member = _copy(get_args(kind)[0])
        return list if member is None else lambda held: [member(each) for each in held]
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _MAKERS.get(kind) or partial(filled, kind)
    return None


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


def text_of(value: object) -> str:
    """A value in a word, as the canonical text has it."""
    return _TEXTS[type(value)](value)


def text_or_none(value: object | None) -> str | None:
    """The same, or None for None."""
    return None if value is None else text_of(value)
