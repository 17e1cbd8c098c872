"""The checks on the fields of decks, counts, melds and rulebooks."""

from __future__ import annotations

import re

from pinochle_solver.errors import RulesError


def check_name(what: str, name: str) -> None:
    """Raise `RulesError` for a name that cannot be a word in a position's text."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        fact = "a name is lower-case letters, digits and hyphens"
        raise RulesError(what, name, "name", fact)


def check_number(what: str, name: str, field: str, number: int, low: int, high: int) -> None:
    """Raise `RulesError` for anything but an int from `low` to `high`."""
    if type(number) is not int or not low <= number <= high:
        fact = f"{field} is {number!r}, expected an int from {low} to {high}"
        raise RulesError(what, name, field, fact)


def check_type(what: str, name: str, value: object, kind: type) -> None:
    """Raise `TypeError` for a value that is not of this kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} {name!r}: {value!r} is no {kind.__name__}")
