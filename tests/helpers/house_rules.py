"""Rulebooks of one's own for three and four."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from pinochle_solver import (
    TABLE_RULEBOOKS,
    TableRules,
)
from pinochle_solver.errors import RulesError
from pinochle_solver.table.rulebooks import check_options

CHOSEN = ("out_dealer", "options", "without_options")

NAMES = list(TABLE_RULEBOOKS)


def based(name: str, text: str = "") -> str:
    return f'name = "house"\nbased-on = "{name}"\n{text}'


def drawn_values(draw: st.DrawFn, hint: Any, value: Any) -> Any:
    """Another value of the type of a field, or a dataclass with a field changed."""
    arguments = get_args(hint)
    if NoneType in arguments:
        if value is None or draw(st.integers(0, 9)) == 0:
            return None
        (hint,) = (each for each in arguments if each is not NoneType)
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return changed(draw, value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return draw(st.sampled_from(list(hint)))
    if hint is bool:
        return draw(st.booleans())
    if hint is int:
        tens = draw(st.integers(0, 120)) * 10
        return draw(st.sampled_from([value, tens, tens + draw(st.integers(0, 9))]))
    if hint is str:
        return draw(st.text(max_size=30).filter(str.isprintable))
    if hint == tuple[str, ...]:
        return tuple(name for name in value if draw(st.booleans()))
    if get_args(hint) and all(isinstance(each, int) for each in value):
        return tuple(draw(st.integers(0, 99)) for _ in value)
    return value


def changed(draw: st.DrawFn, value: Any) -> Any:
    """A dataclass in which some fields have other values, if these go together."""
    hints = get_type_hints(type(value))
    for each in fields(value):
        if each.name in ("name", "deck", *CHOSEN) or draw(st.integers(0, 2)):
            continue
        other = drawn_values(draw, hints[each.name], getattr(value, each.name))
        try:
            value = replace(value, **{each.name: other})
        except RulesError:
            continue
    return value


@st.composite
def house_rules(draw: st.DrawFn) -> TableRules:
    """A published rulebook with some values changed, also of its tables."""
    rules = replace(TABLE_RULEBOOKS[draw(st.sampled_from(NAMES))], name="house")
    if rules.stock is not None:
        book = replace(rules.stock.book, name=draw(st.sampled_from(["house", "ours"])))
        rules = replace(rules, stock=replace(rules.stock, book=book))
    count = replace(rules.count, name=draw(st.sampled_from(["house", "mine"])))
    other: TableRules = replace(changed(draw, rules), count=changed(draw, count))
    try:
        check_options(other)
    except RulesError:
        other = replace(other, known_options=())
    return other
