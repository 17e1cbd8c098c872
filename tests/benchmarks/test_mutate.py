"""The mutations that `benchmarks.correctness.mutate` draws, and that one nobody notices is told."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from benchmarks.common import variants
from benchmarks.common.variants import ROOT, Project, changed
from benchmarks.correctness import mutate, mutation_trials
from benchmarks.correctness.mutants import Mutation, draw, sources
from benchmarks.correctness.mutate import SUBJECTS, diff, drawn, main, subject_of
from benchmarks.correctness.mutation_trials import Verdict, failing, files_naming
from benchmarks.correctness.reach import PLACES, Reach, digest

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


def is_of_rules(file: str) -> bool:
    """All files would take seconds to read."""
    return "/rules/" in file or "/_core/" in file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of a text in each language."""
    for file, text in (("solver/some.py", PYTHON), ("ext/some.pyx", CYTHON)):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("place", "expected"), [("solver", IN_PYTHON), ("ext", IN_CYTHON)])
def test_what_is_changed(root: Path, place: str, expected: list[tuple[int, str]]) -> None:
    found = draw(root, 1, 99, lambda file: file.startswith(place))
    assert sorted((mutation.line, mutation.what) for mutation in found) == sorted(expected)


def test_the_same_seed_draws_the_same_and_fewer_are_the_first() -> None:
    found = draw(ROOT, 1, 20, is_of_rules)
    assert len(set(found)) == 20
    assert draw(ROOT, 1, 20, is_of_rules) == found
    assert draw(ROOT, 1, 10, is_of_rules) == found[:10]
    assert draw(ROOT, 2, 20, is_of_rules) != found


def test_a_mutation_is_another_program_that_can_be_compiled() -> None:
    found = draw(ROOT, 3, 60, is_of_rules)
    assert {Path(mutation.file).suffix for mutation in found} == {".py", ".pyx", ".pxd"}
    for mutation in found:
        text = (ROOT / mutation.file).read_text(encoding="utf-8")
        after = changed(mutation, text)
        assert after != text
        if mutation.file.endswith(".py"):
            assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(text))


def test_each_subject_has_files_and_the_longest_beginning_counts() -> None:
    files = sources(ROOT)
    for subject, beginnings in SUBJECTS.items():
        for begins in beginnings:
            found = [file for file in files if file.startswith(begins)]
            assert subject in map(subject_of, found), (subject, begins)
    assert subject_of("solver/pinochle_solver/rules/cards.py") == "rules"
    assert subject_of("solver/pinochle_solver/rules/melds.py") == "scoring"
    assert subject_of("solver/pinochle_solver/cli/commands/score.py") == "no subject"


def test_as_many_are_drawn_of_each_subject_and_some_are_like_all() -> None:
    found = drawn(ROOT, 1, 15, 5)
    python = [subject_of(each.file) for each in found if each.file.endswith(".py")]
    compiled = [subject_of(each.file) for each in found if not each.file.endswith(".py")]
    assert sorted(python) == sorted([*SUBJECTS] * 3)
    assert sorted(compiled) == sorted(SUBJECTS)
    assert sum(each.file.endswith(".py") for each in found[:8]) == 6


@pytest.mark.parametrize(
    ("file", "test", "is_named"),
    [
        ("solver/pinochle_solver/matches/statistics.py", "tests/matches/test_match.py", True),
        (
            "ext/pinochle_solver/_core/playoff/retrograde.pyx",
            "tests/playoff/test_retrograde.py",
            True,
        ),
        ("solver/pinochle_solver/game/game.py", "tests/game/test_game.py", True),
        ("solver/pinochle_solver/matches/statistics.py", "tests/rules/test_cards.py", False),
    ],
)
def test_the_tests_that_name_a_module_are_near(file: str, test: str, is_named: bool) -> None:
    assert (test in files_naming(ROOT, file)) == is_named


def test_a_mutation_is_shown_by_its_lines() -> None:
    mutation = Mutation("a.py", 3, "1 -> 2", "a\nb\nc = 1", "a\nb\nc = 2")
    assert diff(mutation) == "    -c = 1\n    +c = 2"


# ------------------------------------------------------------------------------- what is noticed


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of three numbers and a test of one of them."""
    for place in ("solver", "ext", "tests"):
        (tmp_path / place).mkdir()
    (tmp_path / "solver" / "two.py").write_text("ONE = 1\nTWO = 2\nTHREE = 3\n")
    (tmp_path / "tests" / "test_two.py").write_text(
        "from two import ONE\n\n\ndef test_one():\n    assert ONE == 1\n"
    )
    for module in (mutate, mutation_trials, variants):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "SUBJECTS", {"numbers": ("solver/two",)})
    monkeypatch.setattr(mutate, "_MOST_MEMORY", -1)
    monkeypatch.setattr(mutation_trials, "PYTEST", ("-m", "pytest", "-p", "no:cacheprovider"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # soon started
    write_map(tmp_path)
    return tmp_path


def write_map(root: Path, *, seconds: float = 1.0, failed: tuple[str, ...] = ()) -> None:
    """Write the map of the project, in which the third number is reached by nothing."""
    pieces = [
        Reach(0, "", 1.0, (), False, {}, {"solver/two.py": "1-3"}),
        Reach(1, "tests/test_two.py", seconds, failed, False, {"solver/two.py": "1-2"}, {}),
    ]
    lines = [{"program": digest(root, PLACES)}, *pieces]
    (root / "map.jsonl").write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def run(project: Path, *options: str) -> Result:
    return CliRunner().invoke(main, [str(project / "map.jsonl"), "--python", "9", *options])


def test_what_is_caught_and_what_is_not(project: Path) -> None:
    kept = project / "kept.jsonl"
    result = run(project, "--resume", str(kept))
    lines = result.stdout.splitlines()
    (caught,) = (line for line in lines if line.startswith("caught "))
    assert caught.endswith("solver/two.py:1: 1 -> 2  (tests/test_two.py::test_one)")
    missed = [line for line in lines if line.startswith("NOT CAUGHT ")]
    two, three = sorted(missed, key=lambda line: line.partition("solver/")[2])
    assert two.endswith("solver/two.py:2: 2 -> 3  (by none, 1 of 1 test files begun)")
    assert three.endswith("solver/two.py:3: 3 -> 4  (by none, 0 of 0 test files begun)")
    assert lines[lines.index(two) + 1 :][:2] == ["    -TWO = 2", "    +TWO = 3"]
    assert lines[-2:] == ["numbers: 1 of 3 caught, 33%", "all: 1 of 3 caught, 33%"]
    assert result.exit_code == 1
    # All of it is done, and nothing is run again.
    assert len(kept.read_text().splitlines()) == 4
    assert run(project, "--resume", str(kept)).output.splitlines() == lines


@pytest.mark.parametrize("done", [0, 1])
def test_what_was_interrupted_says_so(
    done: int, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught = [Verdict(0, "the build", 0.0, 0, 1)]
    monkeypatch.setattr(mutate, "gathered", lambda *_: caught[:done])
    result = run(project)
    assert result.exit_code == 130, result.output
    assert ("all: 1 of 1 caught, 100%" in result.stdout) is bool(done)


@pytest.mark.parametrize("is_known", [True, False])
def test_tests_that_fail_by_themselves_tell_nothing(project: Path, is_known: bool) -> None:
    test = project / "tests" / "test_two.py"
    test.write_text(f"def test_wrong():\n    assert False\n\n\n{test.read_text()}")
    write_map(project, failed=("tests/test_two.py::test_wrong",) if is_known else ())
    result = run(project)
    assert result.stdout.splitlines()[-1] == "all: 1 of 3 caught, 33%"
    assert "(tests/test_two.py::test_one)" in result.stdout


def test_what_goes_on_for_ever_is_caught_where_there_was_time_to_end(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "tests" / "test_two.py").write_text(
        "from time import sleep\n\nfrom two import ONE\n\n\n"
        "def test_one():\n    while ONE > 1:\n        sleep(0.01)\n"
    )
    monkeypatch.setattr(mutation_trials, "_START", 1)
    write_map(project, seconds=0.1)
    assert "1 -> 2  (the time)\n" in run(project).stdout
    write_map(project, seconds=100.0)
    assert "1 -> 2  (by none, 1 of 1 test files begun)\n" in run(project, "--seconds", "1").stdout


def test_a_project_that_cannot_be_imported_is_caught(project: Path) -> None:
    (project / "tests" / "test_two.py").write_text(
        "import two\n\nif two.ONE > 1:\n    raise ImportError\n\n\ndef test():\n    pass\n"
    )
    write_map(project)
    assert "1 -> 2  (tests/test_two.py)\n" in run(project).stdout


def test_tests_that_cannot_be_run_are_told(project: Path) -> None:
    with pytest.raises(mutation_trials.UntestableError, match="the tests cannot be run"):
        failing(Project(project), "--no-such-option", (), 60)


def test_a_map_of_another_program_is_refused(project: Path) -> None:
    (project / "solver" / "two.py").write_text("ONE = 11\n")
    result = run(project)
    assert result.exit_code == 2
    assert "map.jsonl is of another state of the program" in result.stderr
    (project / "map.jsonl").write_text("no map\n")
    assert "map.jsonl is no map of coverage" in run(project).stderr
    (project / "map.jsonl").unlink()
    assert "map.jsonl: no such file or directory" in run(project).stderr


def test_mutations_are_listed_by_subject(project: Path) -> None:
    listed = run(project, "--list", "--python", "2")
    assert len(listed.output.splitlines()) == 2
    assert all(line.startswith("numbers: solver/two.py:") for line in listed.output.splitlines())
