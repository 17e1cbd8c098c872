"""The mutations that ``benchmarks/mutations.py`` draws, and that one nobody notices is told."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import mutations
import variants
from mutants import Mutation, draw, sources
from mutations import SUITE, diff, failing, files_naming, main
from variants import ROOT, Project, changed

PYTHON = '''\
"""A docstring of 1 < 2."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    ONE = 1
__all__ = ["a"][:1]
@lru_cache(maxsize=8)
def some(a: "1 < 2", b: int = 3) -> "4":
    """Another one of 1 + 1."""
    assert a > 0
    if (  # ♠ is no single byte
        a < b
        and b
    ):
        raise ValueError(f"{a + 1}", 7)
    for each in range(b):
        return each
    return [c for c in (a, b) if c is not a]
class Slots:
    __slots__ = ("a",)[:2]
    size: "1 + 1" = a - b
'''
IN_PYTHON = [
    (7, "3 -> 4"),
    (11, "a < b and b -> not (a < b\n        and b)"),
    (11, "< -> <="),
    (12, "and -> or"),
    (16, "return each -> pass"),
    (17, "is not -> is"),
    (20, "- -> +"),
]

CYTHON = '''\
"""A docstring: if 1 < 2: return 3"""
cdef extern from "one.h":
    int one(int size)
cdef enum:
    SIZE = 1
cdef bint declared(
    int[1] one
) noexcept nogil
cdef struct Pair:
    int[2] both
cdef class Search(Base):
    cdef int[3] size
    cdef bint some(
        self, int a  # of 4
    ) noexcept nogil:
        """Another one of 5."""
        cdef int[6] places
        cdef int left = <int>a + 7
        for i in range(left):
            if a and b == "8":  # 9
                return long_one(
                    left,
                )
            left -= 10; return left
            return left
        return a.b1 not in c
'''
IN_CYTHON = [
    (18, "+ -> -"),
    (18, "7 -> 8"),
    (20, 'a and b == "8" -> not (a and b == "8")'),
    (20, "and -> or"),
    (20, "== -> !="),
    (24, "-= -> +="),
    (24, "10 -> 11"),
    (25, "return left -> pass"),
    (26, "not in -> in"),
]


# All files would take seconds to read.
RULES = ("/rules/", "/_core/")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of a text in each language."""
    for file, text in (("solver/some.py", PYTHON), ("ext/some.pyx", CYTHON)):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("place", "expected"), [("solver", IN_PYTHON), ("ext", IN_CYTHON)])
def test_what_is_changed(root: Path, place: str, expected: list[tuple[int, str]]) -> None:
    drawn = draw(root, 1, 99, (place,))
    assert sorted((mutation.line, mutation.what) for mutation in drawn) == sorted(expected)


def test_the_same_seed_draws_the_same_and_fewer_are_the_first() -> None:
    drawn = draw(ROOT, 1, 20, RULES)
    assert len(set(drawn)) == 20
    assert draw(ROOT, 1, 20, RULES) == drawn
    assert draw(ROOT, 1, 10, RULES) == drawn[:10]
    assert draw(ROOT, 2, 20, RULES) != drawn


def test_a_mutation_is_another_program_that_can_be_compiled() -> None:
    drawn = draw(ROOT, 3, 60, RULES)
    assert {Path(mutation.file).suffix for mutation in drawn} == {".py", ".pyx", ".pxd"}
    for mutation in drawn:
        text = (ROOT / mutation.file).read_text(encoding="utf-8")
        after = changed(mutation, text)
        assert after != text
        if mutation.file.endswith(".py"):
            assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(text))


def test_all_that_is_compiled_or_imported_is_mutated() -> None:
    rooms = {Path(file).parent.name for file in sources(ROOT)}
    assert {"_core", "match", "notation", "rules", "stock"} <= rooms


@pytest.mark.parametrize(
    ("file", "test", "is_named"),
    [
        ("solver/pinochle_solver/match/statistics.py", "tests/test_match.py", True),
        ("ext/pinochle_solver/_core/retrograde.pyx", "tests/test_retrograde.py", True),
        ("solver/pinochle_solver/game/game.py", "tests/test_game.py", True),
        ("solver/pinochle_solver/match/statistics.py", "tests/test_cards.py", False),
    ],
)
def test_the_tests_that_name_a_module_come_first(file: str, test: str, is_named: bool) -> None:
    assert (test in files_naming(ROOT, file)) == is_named


def test_a_mutation_is_shown_by_its_lines() -> None:
    mutation = Mutation("a.py", 3, "1 -> 2", "a\nb\nc = 1", "a\nb\nc = 2")
    assert diff(mutation) == "    -c = 1\n    +c = 2"


# ------------------------------------------------------------------------------- what is noticed


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two numbers and a test of one of them."""
    for place in ("solver", "ext", "tests"):
        (tmp_path / place).mkdir()
    (tmp_path / "solver" / "two.py").write_text("ONE = 1\nTWO = 2\n")
    (tmp_path / "tests" / "test_two.py").write_text(
        "from two import ONE\n\n\ndef test_one():\n    assert ONE == 1\n"
    )
    for module in (mutations, variants):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(mutations, "SUITE", ())
    monkeypatch.setattr(mutations, "_MOST_MEMORY", -1)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # soon started
    return tmp_path


def test_what_is_caught_and_what_is_not(project: Path) -> None:
    kept = project / "kept.jsonl"
    result = CliRunner().invoke(main, ["--resume", str(kept)])
    lines = result.stdout.splitlines()
    (caught,) = (line for line in lines if line.startswith("caught "))
    assert caught.endswith("solver/two.py:1: 1 -> 2  (tests/test_two.py::test_one)")
    (missed,) = (line for line in lines if line.startswith("NOT CAUGHT "))
    assert missed.endswith("solver/two.py:2: 2 -> 3  (by none)")
    assert lines[lines.index(missed) + 1 :][:2] == ["    -TWO = 2", "    +TWO = 3"]
    assert lines[-1] == "2 mutations of seed 1, 1 not caught"
    assert result.exit_code == 1
    # All of it is done, and nothing is run again.
    assert len(kept.read_text().splitlines()) == 3
    assert CliRunner().invoke(main, ["--resume", str(kept)]).output.splitlines() == lines


def test_tests_that_fail_by_themselves_tell_nothing(project: Path) -> None:
    (project / "solver" / "two.py").write_text("ONE = 3\n")
    result = CliRunner().invoke(main)
    assert result.exit_code == 1
    fact = "the tests fail without any mutation: tests/test_two.py::test_one"
    assert f"Error: {fact}\n" in result.output


def test_what_goes_on_for_ever_has_failed(project: Path) -> None:
    (project / "tests" / "test_two.py").write_text("while True:\n    pass\n")
    assert failing(Project(project), (), seconds=1) == "the time"


def test_files_that_there_are_not_are_told() -> None:
    result = CliRunner().invoke(main, ["--only", "no such file"])
    assert result.exit_code == 2
    assert "--only: no file has no such file in its name" in result.output
    listed = CliRunner().invoke(main, ["--list", "--number", "3"])
    assert len(listed.output.splitlines()) == 3
    assert SUITE
