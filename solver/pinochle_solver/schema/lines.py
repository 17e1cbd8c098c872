"""The line of any value, the lines of every command, and the JSON schema of them.

A function marked with `line` makes the line of a value. It stands in the module that has the name
of the value's room: the lines of ``playoff`` are in ``playoff``, those of ``notation/table`` in
``table/notation``. So a new value needs no row anywhere. That module is imported when the first
value of its room is written: to solve a position, nothing of matches is needed. The annotations of
the function say which class it writes, and as what. They are read as text, so that a module need
not import all classes that it writes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import msgspec

import pinochle_solver.schema as room
from pinochle_solver.notation.known_rulebooks import is_two_handed

_Make = TypeVar("_Make", bound=Callable[[Any], object])


class _Line(NamedTuple):
    """How values of a class are written.

    Attributes:
        make: what makes the line of a value.
        kind: the name of the struct that it is.
        commands: those that write it.
    """

    make: Callable[[Any], object]
    kind: str
    commands: tuple[str, ...]


# By the module of the function, and the name of the value's class.
_LINES: dict[tuple[str, str], _Line] = {}
# By the class of the value, from the first that was written on.
_MAKES: dict[type, Callable[[Any], object]] = {}
# msgspec tells structs of one name apart by their modules. Other programs know them by the names
# that these modules had when the schema was first published.
_PUBLISHED = {
    f"{room.__name__}.{module}": f"{room.__name__}.{published}"
    for module, published in (("game", "records"), ("match", "matches"), ("stock", "analyses"))
}


def line(*commands: str) -> Callable[[_Make], _Make]:
    """Mark a function as what makes the line of a value.

    Args:
        commands: those that write the line.
    """

    def marked(make: _Make) -> _Make:
        value, kind = make.__annotations__.values()
        _LINES[make.__module__, value] = _Line(make, kind, commands)
        return make

    return marked


def line_of(value: object) -> object:
    """The struct that a value is written as.

    Raises:
        LookupError, ModuleNotFoundError: for a value that has none.
    """
    kind = type(value)
    if kind not in _MAKES:
        module = import_module(_module(kind)).__name__
        _MAKES[kind] = _LINES[module, kind.__name__].make
    return _MAKES[kind](value)


def lines_of_commands() -> dict[str, tuple[type, ...]]:
    """The structs that each command may write, a line each; imports all of them."""
    # To write lines it is not needed.
    import pkgutil

    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(found.name)
    kinds: dict[str, dict[type, None]] = {}
    for (module, _), each in sorted(_LINES.items(), key=lambda item: item[0][0]):
        for command in each.commands:
            kinds.setdefault(command, {})[getattr(import_module(module), each.kind)] = None
    return {command: tuple(kinds[command]) for command in sorted(kinds)}


def json_schema() -> dict[str, Any]:
    """The JSON schema of every line, ``$defs`` shared (JSON Schema 2020-12)."""
    from inspect import cleandoc

    lines = lines_of_commands()
    kinds = [kind for kinds in lines.values() for kind in kinds]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for definition in definitions.values():
        # Some versions of msgspec leave the indentation of a docstring in.
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
    in_order = iter(schemas)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The output of pinochle --json, a line each, by command",
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
