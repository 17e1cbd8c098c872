"""The rooms of the package: each uses what its docstring says, and the drawing shows it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.paths import ROOT, TESTS
from helpers.rooms import (
    House,
    circle_of_folders,
    circle_of_modules,
    circle_of_rooms,
    drawn_rooms,
    forbidden_imports,
    idle_permissions,
    read_house,
    unlisted_modules,
    upward_arrows,
)

FOLDERS = (ROOT, ROOT / "solver/pinochle_solver", ROOT / "ext/pinochle_solver")
ARCHITECTURE = (ROOT / "docs/ARCHITECTURE.md").read_text()


@pytest.fixture(scope="module")
def house() -> House:
    return read_house(ROOT / "solver/pinochle_solver", ROOT / "ext/pinochle_solver")


def test_every_room_says_what_it_may_use(house: House) -> None:
    assert {"rules", "notation", "hand", "_core", "errors"} <= house.docstrings.keys()
    assert [room for room, others in house.may_use.items() if others is None] == []


def test_rooms_import_only_from_those_they_may_use(house: House) -> None:
    assert forbidden_imports(house) == []


def test_rooms_use_all_that_they_may(house: House) -> None:
    assert idle_permissions(house) == []


def test_no_rooms_use_each_other_in_a_circle(house: House) -> None:
    assert circle_of_rooms(house) == []


def test_no_modules_of_a_room_import_each_other_in_a_circle(house: House) -> None:
    circles = {room: circle_of_modules(house, room) for room in house.docstrings}
    assert {room: circle for room, circle in circles.items() if circle} == {}


def test_no_folders_of_a_room_use_each_other_in_a_circle(house: House) -> None:
    assert {"cli.commands", "cli.input", "cli.output", "notation.table"} <= house.folders.keys()
    # What a command does with a game for three or four is read by the rest when a line names one.
    apart = {
        module: frozenset(other for other in others if ".cli.table" not in other)
        for module, others in house.imports.items()
    }
    two_handed = replace(house, imports=apart)
    circles = {room: circle_of_folders(two_handed, room) for room in house.docstrings}
    assert {room: circle for room, circle in circles.items() if circle} == {}


def test_the_compiled_modules_use_nothing_of_the_package(house: House) -> None:
    solver = house.imports["pinochle_solver._core.playoff.solver"]
    assert "pinochle_solver._core.hand.hand" in solver
    assert house.may_use["_core"] == frozenset()


def test_the_compiled_folders_use_only_those_named_before_them(house: House) -> None:
    core = f"{house.name}._core."
    named = re.findall(r"\(``(\w+)``\)", house.docstrings["_core"])
    assert {f"_core.{name}" for name in named} == {
        folder for folder in house.folders if folder.startswith("_core.")
    }
    # What lies beside the folders is below the first.
    place = {name: number for number, name in enumerate(named, start=1)}
    upward = [
        f"{module} imports {imported}"
        for module, all_imported in house.imports.items()
        if module.startswith(core)
        for imported in all_imported
        for higher, lower in [[m.removeprefix(core).partition(".")[0] for m in (imported, module)]]
        if place.get(higher, 0) > place.get(lower, 0)
    ]
    assert upward == []


def test_docstrings_that_list_modules_list_all_of_them(house: House) -> None:
    assert unlisted_modules(house) == []


def test_the_drawing_shows_the_rooms_and_what_they_use(house: House) -> None:
    assert drawn_rooms(ARCHITECTURE) == house.may_use


def test_the_drawing_leads_down() -> None:
    assert upward_arrows(drawn_rooms(ARCHITECTURE)) == []


def test_the_files_named_beside_the_drawing_are_there() -> None:
    named = set(re.findall(r"`([\w/]+/[\w.]*)`", ARCHITECTURE))
    assert len(named) > 20
    assert [name for name in named if not any((folder / name).exists() for folder in FOLDERS)] == []


def test_no_test_file_imports_another() -> None:
    found = [
        f"{file.name}: {line}"
        for file in TESTS.rglob("test_*.py")
        for line in re.findall(r"^ *(?:from|import) (?:[\w.]+\.)?test_\w+", file.read_text(), re.M)
    ]
    assert found == []


def test_the_map_of_the_tests_has_every_room_and_names_files_that_there_are(house: House) -> None:
    page = (TESTS / "README.md").read_text()
    rows = [row.split(" | ") for row in re.findall(r"^\| (`.*) \|$", page, re.M)]
    assert sorted(re.findall(r"`(\w+)`", " ".join(row[0] for row in rows))) == sorted(house.may_use)
    for _, rooms, telling in rows:
        folders = re.findall(r"`(\w+)`", rooms)
        for name in re.findall(r"`(test_\w+\.py)`", telling):
            assert any((TESTS / folder / name).exists() for folder in folders), name
    for folder in TESTS.iterdir():
        if folder.is_dir() and folder.name != "__pycache__":
            assert f"`{folder.name}`" in page


# The checks themselves, on a small package with one thing wrong at a time.

SOUND = {
    "small/__init__.py": "from small.top.door import enter\n",
    "small/__main__.py": "from small.top import door\n",
    "small/top/__init__.py": '"""The top.\n\n- ``door``: opens.\n\nMay use: low, middle.\n"""\n',
    "small/top/door.py": "import small.middle.one\nfrom small.low import base\n",
    "small/middle/__init__.py": '"""The middle.\n\nMay use: low.\n"""\n',
    "small/middle/one.py": "from small.low.base import thing\n",
    "small/middle/two.py": "from small.middle import one\n",
    "small/low/__init__.py": '"""The bottom.\n\nMay use: nothing.\n"""\n',
    "small/low/base.pyi": "",
    "small/low/more.pyi": "",
    "ext/small/low/base.pyx": "from libc.math cimport log\nfrom small.low.more cimport (\n    a)\n",
    "ext/small/low/more.pxd": "",
}


def small_house(folder: Path, changes: dict[str, str]) -> House:
    for name, text in (SOUND | changes).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return read_house(folder / "small", folder / "ext/small")


def test_a_sound_house_passes(tmp_path: Path) -> None:
    house = small_house(tmp_path, {})
    assert house.imports["small.low.base"] == {"small.low.more"}
    assert house.may_use == {"top": {"low", "middle"}, "middle": {"low"}, "low": frozenset()}
    assert house.uses == house.may_use
    assert forbidden_imports(house) == idle_permissions(house) == unlisted_modules(house) == []
    assert circle_of_rooms(house) == []
    assert all(circle_of_modules(house, room) == [] for room in house.docstrings)


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        (
            "small/middle/two.py",
            "def later():\n    from small.top import door\n",
            "small.middle.two imports small.top.door",
        ),
        (
            "small/middle/two.py",
            "if TYPE_CHECKING:\n    from small.top.door import Door\n",
            "small.middle.two imports small.top.door",
        ),
        (
            "small/middle/two.py",
            "from ..top import door\n",
            "small.middle.two imports small.top.door",
        ),
        ("small/middle/two.py", "from small import version\n", "small.middle.two imports small"),
        (
            "small/middle/__init__.py",
            '"""Says nothing."""\n',
            "small.middle.one imports small.low.base",
        ),
        (
            "ext/small/low/more.pxd",
            "from small.middle.one cimport a\n",
            "small.low.more imports small.middle.one",
        ),
        (
            "ext/small/low/more.pxd",
            "from small.middle cimport one\n",
            "small.low.more imports small.middle.one",
        ),
        (
            "ext/small/low/base.pyx",
            "cimport small.middle.one as a\n",
            "small.low.base imports small.middle.one",
        ),
    ],
)
def test_a_forbidden_import_is_seen(tmp_path: Path, file: str, text: str, fault: str) -> None:
    assert forbidden_imports(small_house(tmp_path, {file: text})) == [fault]


def test_a_room_that_may_be_used_and_is_not_is_seen(tmp_path: Path) -> None:
    house = small_house(tmp_path, {"small/top/door.py": "from small.low import base\n"})
    assert idle_permissions(house) == ["top does not use middle"]


def test_a_circle_of_rooms_is_seen(tmp_path: Path) -> None:
    house = small_house(tmp_path, {"small/middle/two.py": "from small.top import door\n"})
    assert set(circle_of_rooms(house)) == {"top", "middle"}


@pytest.mark.parametrize(
    "text", ["from small.middle.two import a\n", "if TYPE_CHECKING:\n    from . import two\n"]
)
def test_a_circle_of_modules_is_seen(tmp_path: Path, text: str) -> None:
    house = small_house(tmp_path, {"small/middle/one.py": text})
    assert set(circle_of_modules(house, "middle")) == {"small.middle.one", "small.middle.two"}
    assert circle_of_modules(house, "top") == []


def test_a_circle_of_compiled_modules_is_seen(tmp_path: Path) -> None:
    house = small_house(tmp_path, {"ext/small/low/more.pxd": "from small.low.base cimport a\n"})
    assert set(circle_of_modules(house, "low")) == {"small.low.base", "small.low.more"}


def test_a_list_of_other_modules_is_seen(tmp_path: Path) -> None:
    docstring = '"""The top.\n\n- ``gate``: opens.\n\nMay use: low, middle.\n"""\n'
    house = small_house(tmp_path, {"small/top/__init__.py": docstring})
    assert unlisted_modules(house) == ["top.door", "top.gate"]


def test_a_drawing_is_read_line_by_line() -> None:
    drawing = drawn_rooms(
        "front  top -> low,\n       middle\n\nback  middle -> low\n  low -> nothing\n"
    )
    assert drawing == {"top": {"low", "middle"}, "middle": {"low"}, "low": frozenset()}
    assert upward_arrows(drawing) == []


def test_an_arrow_that_leads_up_or_nowhere_is_seen() -> None:
    drawing = drawn_rooms("low -> nothing\nmiddle -> low, cellar\n")
    assert upward_arrows(drawing) == ["middle -> cellar", "middle -> low"]
