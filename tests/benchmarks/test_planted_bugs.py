"""The list of planted bugs: that each can still be planted, and that one nobody holds is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.common import variants
from benchmarks.common.variants import ROOT, check
from benchmarks.correctness import planted_bugs
from benchmarks.correctness.planted_bugs import BUGS, Bug, main

ONE = Bug("one is two", "one.py", "", "ONE = 1", "ONE = 2", ("test_one.py::test_one",))


@pytest.mark.source
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_each_can_be_planted_and_names_tests_that_there_are(bug: Bug) -> None:
    check([bug])
    assert bug.new != bug.old
    assert bug.tests
    for test in bug.tests:
        file, name = test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text()


def test_their_names_tell_them_apart() -> None:
    assert len({bug.name for bug in BUGS}) == len(BUGS)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one number and its test."""
    (tmp_path / "solver").mkdir()
    (tmp_path / "one.py").write_text("# ONE is the first number.\nONE = 1\nMORE = ONE + 1\n")
    (tmp_path / "test_one.py").write_text(
        "from one import ONE\n\n\ndef test_one():\n    assert ONE == 1\n"
    )
    for module in (planted_bugs, variants):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # soon started
    return tmp_path


def test_what_is_caught_and_what_is_not(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harmless = ONE._replace(name="one more is three more", old="ONE + 1", new="ONE + 3")
    monkeypatch.setattr(planted_bugs, "BUGS", (ONE, harmless))
    result = CliRunner().invoke(main)
    caught, missed, last = result.output.splitlines()
    assert caught.startswith("caught ")
    assert caught.endswith(" s  one is two  (one.py:2)")
    assert missed.startswith("NOT CAUGHT ")
    assert (last, result.exit_code) == ("2 planted, 1 not caught", 1)
    assert (project / "one.py").read_text().count("ONE = 1") == 1


def test_only_some(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planted_bugs, "BUGS", (ONE, ONE._replace(name="other")))
    result = CliRunner().invoke(main, ["--only", "two"])
    assert result.output.splitlines()[1:] == ["1 planted, 0 not caught"]
    assert result.exit_code == 0
    none = CliRunner().invoke(main, ["--only", "three"])
    assert (none.output, none.exit_code) == ("Error: --only: no bug has three in its name\n", 1)


@pytest.mark.parametrize(
    ("test", "fact"), [("test_two", "cannot be run"), ("test_fails", "the tests fail without any")]
)
def test_tests_that_tell_nothing_are_told(
    project: Path, monkeypatch: pytest.MonkeyPatch, test: str, fact: str
) -> None:
    with (project / "test_one.py").open("a") as file:
        file.write("\n\ndef test_fails():\n    assert ONE == 3\n")
    monkeypatch.setattr(planted_bugs, "BUGS", (ONE._replace(tests=(f"test_one.py::{test}",)),))
    result = CliRunner().invoke(main)
    assert result.exit_code == 1
    assert fact in result.output
