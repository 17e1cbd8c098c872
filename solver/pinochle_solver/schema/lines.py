"""The line of any value, the lines of every command, and the JSON schema of them.

A function marked with `line` makes the line of a value. It stands in the module that has the name
of the value's room: the lines of ``playoff`` are in ``playoff``, those of ``notation/table`` in
``table/notation``. So a new value needs no row anywhere. That module is imported when the first
value of its room is written: to solve a position, nothing of matches is needed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

import pinochle_solver.schema as room
from pinochle_solver.notation.two_handed import is_two_handed

_Make = TypeVar("_Make", bound=Callable[[Any], object])


class _Line(NamedTuple):
    """How values of a class are written.

    Attributes:
        make: what makes the line of a value.
        kind: the class of the line.
        commands: those that write it.
    """

    make: Callable[[Any], object]
    kind: type
    commands: tuple[str, ...]


# By the class of the value.
_LINES: dict[type, _Line] = {}
# msgspec tells structs of one name apart by their modules. Other programs know them by the names
# that these modules had when the schema was first published.
_PUBLISHED = {
    f"{room.__name__}.{module}": f"{room.__name__}.{published}"
    for module, published in (("game", "records"), ("match", "matches"), ("stock", "analyses"))
}


def line(*commands: str) -> Callable[[_Make], _Make]:
    """Mark a function as what makes the line of a value; its annotations say of which class.

    Args:
        commands: those that write the line.
    """

    def marked(make: _Make) -> _Make:
        value, kind = get_type_hints(make).values()
        _LINES[value] = _Line(make, kind, commands)
        return make

    return marked


def line_of(value: object) -> object:
    """The struct that a value is written as.

    Raises:
        LookupError, ModuleNotFoundError: for a value that has none.
    """
    kind = type(value)
    if kind not in _LINES:
        import_module(_module(kind))
    return _LINES[kind].make(value)


def lines_of_commands() -> dict[str, tuple[type, ...]]:
    """The lines that each command may write; imports all of them."""
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(module.name)
    lines = sorted(_LINES.values(), key=lambda line: line.make.__module__)
    commands = sorted({command for line in lines for command in line.commands})
    return {
        command: tuple(dict.fromkeys(line.kind for line in lines if command in line.commands))
        for command in commands
    }


def json_schema() -> dict[str, Any]:
    """The JSON schema of every line, ``$defs`` shared (JSON Schema 2020-12)."""
    lines = lines_of_commands()
    kinds = [kind for kinds in lines.values() for kind in kinds]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    in_order = iter(schemas)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What pinochle writes with --json, a line each, by command",
        "properties": {
            command: {"anyOf": [next(in_order) for _ in kinds]} for command, kinds in lines.items()
        },
        "$defs": definitions,
    }
    written = msgspec.json.encode(schema).decode()
    for module, published in _PUBLISHED.items():
        written = written.replace(f"{module}.", f"{published}.")
    named: dict[str, Any] = msgspec.json.decode(written)
    return named


def _module(kind: type) -> str:
    """The module with the lines of values of a class."""
    folder = room.__name__ if is_two_handed(kind) else f"{room.__name__}.table"
    _, *rooms = kind.__module__.split(".")
    return f"{folder}.{next(name for name in rooms if name != 'table')}"
