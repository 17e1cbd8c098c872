"""The rooms of the package, read from its sources: what each may use, and what it imports.

A room is a folder of the package, or a module that stands beside the folders. Its docstring says
which other rooms it may use, in its last paragraph: ``May use: notation, rules.`` or ``May use:
nothing.`` A folder within a room is a part of it. The package itself (its ``__init__``, which
gathers the public names) and ``__main__`` are no rooms: they stand on top, and nothing imports
them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

_MAY_USE = re.compile(r"May use: (\w+(?:, \w+)*)\.")
_LISTED = re.compile(r"^- ((?:``\w+``(?:,\s+)?)+):", re.MULTILINE)
_CYTHON_FROM = re.compile(r"^\s*from\s+([\w.]+)\s+c?import\b(.*)$", re.MULTILINE)
_CYTHON_IMPORT = re.compile(r"^\s*c?import\s+(.+)$", re.MULTILINE)
_ARROW = re.compile(r"(\w+) +-> +(\w+(?:,\s+\w+)*)$", re.MULTILINE)
_NOTHING = "nothing"

Graph = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class House:
    """A package and its rooms.

    Attributes:
        name: of the package.
        docstrings: by room.
        folders: the docstrings of the folders within rooms, by their names (``notation.table``).
        imports: by module, with its full name: the modules of the package that it imports, inside
            functions and for type checking as well.
    """

    name: str
    docstrings: Mapping[str, str]
    folders: Mapping[str, str]
    imports: Graph

    def room(self, module: str) -> str:
        """The room that a module is in; empty for the package itself."""
        return module.removeprefix(self.name).removeprefix(".").partition(".")[0]

    @cached_property
    def may_use(self) -> dict[str, frozenset[str] | None]:
        """By room: the rooms that it may use, None where it does not say."""
        return {room: _said(docstring) for room, docstring in self.docstrings.items()}

    @cached_property
    def uses(self) -> Graph:
        """By room: the other rooms that it does use."""
        return {
            room: frozenset(
                self.room(imported)
                for module, all_imported in self.imports.items()
                for imported in all_imported
                if self.room(module) == room
            )
            - {room}
            for room in self.docstrings
        }


def read_house(package: Path, compiled: Path) -> House:
    """Read a package from its folder, and from that of its Cython sources."""
    sources: dict[str, list[Path]] = {}
    for folder, pattern in ((package, "*.py"), (package, "*.pyi"), (compiled, "*.p[yx][xd]")):
        for file in sorted(folder.rglob(pattern)):
            sources.setdefault(_module_name(folder, file), []).append(file)
    modules = sources.keys()
    imports = {
        module: frozenset(
            imported
            for file in files
            for name in _imported_names(file, package.name)
            if (imported := _known_module(name, modules)) is not None and imported != module
        )
        for module, files in sources.items()
    }
    tops = (package.name, f"{package.name}.__main__")
    docstrings = {
        module.rpartition(".")[2]: _docstring(files)
        for module, files in sources.items()
        if module.count(".") == 1 and module not in tops
    }
    folders = {
        module.removeprefix(f"{package.name}."): _docstring(files)
        for module, files in sources.items()
        if module.count(".") > 1 and any(file.stem == "__init__" for file in files)
    }
    return House(package.name, docstrings, folders, imports)


def forbidden_imports(house: House) -> list[str]:
    """The imports from rooms that may not be used, and from the package itself."""
    return [
        f"{module} imports {imported}"
        for module, all_imported in sorted(house.imports.items())
        for imported in sorted(all_imported)
        if house.room(module) in house.docstrings
        and house.room(imported) not in _allowed(house, house.room(module))
    ]


def idle_permissions(house: House) -> list[str]:
    """The rooms that may be used and are not."""
    return [
        f"{room} does not use {other}"
        for room, others in house.may_use.items()
        for other in sorted((others or frozenset()) - house.uses[room])
    ]


def unlisted_modules(house: House) -> list[str]:
    """Where a docstring lists modules: those of its folder that it leaves out, or that are not."""
    differences = []
    for folder, docstring in (*house.docstrings.items(), *house.folders.items()):
        listed = {
            name for names in _LISTED.findall(docstring) for name in re.findall(r"\w+", names)
        }
        modules = {
            name
            for module in house.imports
            for parent, _, name in [module.rpartition(".")]
            if parent == f"{house.name}.{folder}"
        }
        if listed:
            differences += [f"{folder}.{name}" for name in sorted(listed ^ modules)]
    return differences


def circle_of_rooms(house: House) -> list[str]:
    """Rooms that use each other in a circle, the first one again at the end; empty for none."""
    return _circle(house.uses)


def circle_of_modules(house: House, room: str) -> list[str]:
    """The same for the modules of a room."""
    inside = {module for module in house.imports if house.room(module) == room}
    return _circle({module: house.imports[module] & inside for module in inside})


def circle_of_folders(house: House, room: str) -> list[str]:
    """The same for the folders of a room; modules beside them, which all may use, do not count."""
    uses: dict[str, set[str]] = {}
    for module, all_imported in house.imports.items():
        for imported in all_imported:
            folders = [_folder(house, room, name) for name in (module, imported)]
            if folders[0] != folders[1] and None not in folders:
                uses.setdefault(str(folders[0]), set()).add(str(folders[1]))
    return _circle({folder: frozenset(others) for folder, others in uses.items()})


def drawn_rooms(text: str) -> dict[str, frozenset[str]]:
    """The arrows of a drawing, from the top down: ``room -> other, another``."""
    return {room: _names(others) for room, others in _ARROW.findall(text)}


def upward_arrows(drawing: Graph) -> list[str]:
    """The arrows of a drawing that do not lead to a room further down."""
    places = {room: place for place, room in enumerate(drawing)}
    return [
        f"{room} -> {other}"
        for room, others in drawing.items()
        for other in sorted(others)
        if places.get(other, -1) <= places[room]
    ]


def _folder(house: House, room: str, module: str) -> str | None:
    """The folder of a room that a module is in; None if it is in none, or in another room."""
    name = module.removeprefix(f"{house.name}.")
    names = [name, *(name.rpartition(".")[:1])]
    return next(
        (
            folder
            for folder in names
            if folder in house.folders and folder.partition(".")[0] == room
        ),
        None,
    )


def _allowed(house: House, room: str) -> frozenset[str]:
    return (house.may_use[room] or frozenset()) | {room}


def _names(text: str) -> frozenset[str]:
    return frozenset() if text == _NOTHING else frozenset(re.findall(r"\w+", text))


def _said(docstring: str) -> frozenset[str] | None:
    last_paragraph = " ".join(docstring.rpartition("\n\n")[2].split())
    match = _MAY_USE.fullmatch(last_paragraph)
    return None if match is None else _names(match[1])


def _docstring(files: Iterable[Path]) -> str:
    first = next(file for file in files if file.suffix == ".py")
    return ast.get_docstring(ast.parse(first.read_text())) or ""


def _module_name(folder: Path, file: Path) -> str:
    parts = file.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_names(file: Path, package: str) -> Iterator[str]:
    """The full names that a file imports, of modules or of what is in them."""
    folders = file.parent.parts
    within = ".".join(folders[len(folders) - 1 - folders[::-1].index(package) :])
    text = file.read_text()
    if file.suffix in (".py", ".pyi"):
        yield from _python_imports(ast.parse(text), within)
    else:
        yield from _cython_imports(text, within)


def _cython_imports(text: str, within: str) -> Iterator[str]:
    for names in _CYTHON_IMPORT.findall(text):
        yield from re.findall(r"[\w.]+", names)
    for written, names in _CYTHON_FROM.findall(text):
        module = resolve_name(written, within)
        # Names that stand on further lines are of this module, whatever they are.
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names) or ["*"])


def _python_imports(tree: ast.AST, within: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), within)
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _known_module(name: str, modules: Iterable[str]) -> str | None:
    """The module that a name is, or is in; None if it is not of the package."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def _circle(graph: Graph) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []
