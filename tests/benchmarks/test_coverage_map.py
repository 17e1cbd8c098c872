"""Whether lines are counted as reached that were, in Python and in Cython, and no others."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.common.variants import ROOT
from benchmarks.correctness import coverage_map, coverage_report
from benchmarks.correctness.cython_lines import statements
from benchmarks.correctness.reach import (
    Place,
    Reach,
    ReachMap,
    is_of,
    load,
    read_lines,
    written_lines,
)

needs_gcov = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("gcov") is None, reason="gcov is not installed"
)

CYTHON = '''\
"""Words: cdef int no(): return 1"""
from pinochle_solver._core.other cimport double_of

TABLE = 3

cdef int answer(
    int number, bint is_odd
) noexcept nogil:
    """More words.

    return nothing
    """
    cdef int each
    cdef int found = 0
    if is_odd:
        found += (
            number
            - 1
        )
    else:
        for each in range(number):
            found += double_of(each)
    return found


cdef int never(int number) noexcept nogil:
    return 2 * number


def asked(int number):
    if number < 0:
        raise ValueError(number)
    return answer(number, number % 2) if number < 100 else never(number)
'''
INCLUDED = """\
cdef inline int double_of(int number) noexcept nogil:
    if number > 50:
        number -= 1
    return 2 * number


cdef inline int of_no_use(int number) noexcept nogil:
    return number
"""
PYTHON = """\
import sys


def name(number: int) -> str:
    if number == 1:
        return "one"
    if number == 2:
        return "two"
    if number == 3:
        return "three"
    return "many"


def told(number: int) -> None:
    print(name(number))


if __name__ == "__main__":
    told(2)
"""
TEST = """\
import os
import subprocess
import sys

import pytest

from pinochle_solver.names import name
from pinochle_solver._core.small import asked


def test_one():
    assert name(1) == "one"


def test_two_is_said_by_a_program():
    ran = subprocess.run([sys.executable, "-m", "pinochle_solver.names"], capture_output=True)
    assert ran.stdout.split() == [b"two"]


def test_three_is_said_by_a_copy():
    copy = os.fork()
    if copy == 0:
        os._exit(name(3) != "three")
    assert os.waitpid(copy, 0)[1] == 0


def test_compiled():
    assert asked(4) == 12


def test_wrong():
    assert asked(4) == 13
"""


def test_statements_are_told_from_what_stands_around_them() -> None:
    assert statements(CYTHON) == {
        14: 14,
        15: 15,
        16: 16,
        17: 16,
        18: 16,
        19: 16,
        21: 21,
        22: 22,
        23: 23,
        27: 27,
        31: 31,
        32: 32,
        33: 33,
    }


@given(st.sets(st.integers(1, 60)))
def test_lines_are_read_as_they_were_written(lines: set[int]) -> None:
    text = written_lines(lines)
    assert read_lines(text) == lines
    assert text.count(",") + 1 == max(1, sum(line - 1 not in lines for line in lines))


def reach(number: int, reached: str, statements: str = "") -> Reach:
    """What a test file reaches of `a.py`."""
    test = f"tests/test_{number}.py" if number else ""
    known = {"a.py": statements} if statements else {}
    return Reach(number, test, 1.0, (), False, {"a.py": reached}, known)


def test_a_map_says_who_reaches_a_line() -> None:
    found = ReachMap([reach(2, "1,5"), reach(0, "1", "1,4-5,9"), reach(1, "5,9")])
    assert found.reached == {"a.py": {1, 5, 9}}
    assert found.statement("a.py", 8) == Place("a.py", 5)
    assert found.statement("a.py", 4) == Place("a.py", 4)
    assert found.statement("b.py", 4) is None
    reaching = {
        line: [test.number for test in found.reaching(Place("a.py", line))] for line in (1, 4, 5, 9)
    }
    # What is reached by import may go wrong in any test.
    assert reaching == {1: [1, 2], 4: [], 5: [1, 2], 9: [1]}


def test_a_map_is_read_as_far_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "map.jsonl"
    whole, torn = (msgspec.json.encode(each) for each in (reach(0, "1", "1,5"), reach(1, "5")))
    file.write_bytes(b"{}\n" + whole + b"\n" + torn[:-9])
    found = load(file)
    assert (found.tests, found.reached) == ([], {"a.py": {1}})


def test_a_map_that_was_interrupted_says_so(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage_map, "gathered", lambda *_: [reach(0, "1", "1,5")])
    assert count(project).exit_code == 130


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a file of Python, one of Cython, and a test."""
    core = tmp_path / "ext" / "pinochle_solver" / "_core"
    package = tmp_path / "solver" / "pinochle_solver"
    for folder in (core, package / "_core", tmp_path / "tests"):
        folder.mkdir(parents=True)
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "small"\nversion = "1"\n'
        '[tool.setuptools]\npackage-dir = { "" = "solver" }\n'
    )
    for folder in (package, package / "_core", core, core.parent):
        (folder / "__init__.py").touch()
    (core / "small.pyx").write_text(CYTHON)
    (core / "other.pxd").write_text(INCLUDED)
    (package / "names.py").write_text(PYTHON)
    (tmp_path / "tests" / "test_small.py").write_text(TEST)
    monkeypatch.setattr(coverage_map, "ROOT", tmp_path)
    monkeypatch.setattr(coverage_map, "_BRIEF", ())
    monkeypatch.setattr(coverage_report, "ROOT", tmp_path)
    return tmp_path


def count(project: Path, *options: str) -> Result:
    return CliRunner().invoke(coverage_map.main, [str(project / "map.jsonl"), *options])


@needs_gcov
def test_what_is_reached_and_what_is_not(project: Path) -> None:
    names, core = "solver/pinochle_solver/names.py", "ext/pinochle_solver/_core/"
    result = count(project)
    assert result.exit_code == 0, result.output
    assert result.stdout == "failed: tests/test_small.py::test_wrong\n"
    assert is_of(project / "map.jsonl", project)
    found = load(project / "map.jsonl")
    (test,) = found.tests
    assert found.statements[names] == [1, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19]
    assert read_lines(test.reached[names]) == {1, 4, 5, 6, 7, 8, 9, 10, 14, 15, 18, 19}
    assert found.statements[f"{core}small.pyx"] == [14, 15, 16, 21, 22, 23, 27, 31, 32, 33]
    assert read_lines(test.reached[f"{core}small.pyx"]) == {14, 15, 21, 22, 23, 31, 33}
    assert found.statements[f"{core}other.pxd"] == [2, 3, 4]
    assert read_lines(test.reached[f"{core}other.pxd"]) == {2, 4}
    # It is done, and nothing is built or run again.
    assert count(project).stdout == result.stdout

    shown = CliRunner().invoke(coverage_report.main, [str(project / "map.jsonl"), "--lines"])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == [
        "| | statements | reached | % |",
        "|---|--:|--:|--:|",
        "| pinochle_solver | 13 | 12 | 92.3 |",
        "| all of Python | 13 | 12 | 92.3 |",
        "| other.pxd | 3 | 2 | 66.7 |",
        "| small.pyx | 10 | 7 | 70.0 |",
        "| all that is compiled | 13 | 9 | 69.2 |",
        "",
        "ext/pinochle_solver/_core/other.pxd",
        "    3          number -= 1",
        "ext/pinochle_solver/_core/small.pyx",
        "   16          found += (",
        "   27      return 2 * number",
        "   32          raise ValueError(number)",
        "solver/pinochle_solver/names.py",
        '   11      return "many"',
    ]


def test_a_map_of_other_tests_is_not_gone_on_with(project: Path) -> None:
    (project / "map.jsonl").write_text('{"program":""}\n')
    assert "map.jsonl is of other settings" in count(project).stderr
    result = count(project, "--only", "large")
    assert (result.exit_code, "no test file has large in its name" in result.stderr) == (2, True)
    report = CliRunner().invoke(coverage_report.main, [str(project / "map.jsonl")])
    assert (report.exit_code, "of another state of the program" in report.stderr) == (2, True)
    (project / "map.jsonl").write_text("[]")
    report = CliRunner().invoke(coverage_report.main, [str(project / "map.jsonl")])
    assert (report.exit_code, "map.jsonl is no map of coverage" in report.stderr) == (2, True)
