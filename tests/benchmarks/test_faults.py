"""The command that disturbs the program: what it takes for a fault, on files made for it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.correctness import faults
from benchmarks.correctness.faults import Disturbance, Play, Run, Solve, left_behind, run
from helpers.games import record
from pinochle_solver import Seat

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

KILLED, REFUSED = Run(-9, "", "", 1.0), Run(2, "", "file too large", 1.0)


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Where work was done undisturbed, and where it was disturbed."""
    folders = tmp_path / "undisturbed", tmp_path / "disturbed"
    for folder in folders:
        folder.mkdir()
    return folders


@pytest.mark.parametrize(
    ("text", "status", "fault"),
    [
        ("", -9, None),
        ('{"south":1,"seconds":3}\n', -9, None),
        ('{"south":1,"seconds":3}\n{"so', -9, "half a line"),
        # A file that takes no more may end so.
        ('{"south":1,"seconds":3}\n{"so', 2, None),
        ('{"south":2,"seconds":1}\n', -9, "other values"),
    ],
)
def test_values_are_those_of_an_undisturbed_run(
    text: str, status: int, fault: str | None, places: tuple[Path, Path]
) -> None:
    whole, disturbed = places
    (whole / "values.jsonl").write_text('{"south":1,"seconds":1}\n{"south":4,"seconds":1}\n')
    (disturbed / "values.jsonl").write_text(text)
    found = [*Solve(whole).kept(disturbed, Run(status, "", "", 1.0))]
    assert [each[: len(fault or "")] for each in found] == ([fault] if fault else [])


def played(moves: int) -> str:
    return record("hayes", 4, Seat.SOUTH, moves=moves).text()


@pytest.mark.parametrize(
    ("text", "given", "prompts", "fault"),
    [
        # An answer each 2 moves; the first prompt comes before any.
        (played(0), 0, 1, None),
        (played(2), 1, 2, None),
        (played(3), 2, 2, None),
        (played(4), 2, 3, None),
        (played(2), 1, 3, "2 answers were taken, but the record has 1 of them"),
        (None, 0, 2, "1 answers were taken, but the record has 0 of them"),
        # The beginning of a right record, but torn.
        ("[Rules", None, 1, "line 1: tag: '[Rules' is not"),
        (played(2).replace("[Rules", "[Rule"), None, 1, "a record that no undisturbed run keeps"),
    ],
)
def test_a_record_has_what_was_taken(
    text: str | None,
    given: int | None,
    prompts: int,
    fault: str | None,
    places: tuple[Path, Path],
) -> None:
    whole, disturbed = places
    work = Play(whole)
    work.__dict__["texts"] = [played(0), played(2), played(4), played(6), played(6)]
    if text is not None:
        (disturbed / "kept.pnr").write_text(text)
    found = [*work.kept(disturbed, Run(-9, "card> " * prompts, "", 1.0))]
    assert [each[: len(fault or "")] for each in found] == ([fault] if fault else [])
    # A file that takes no more has its record shown.
    if given is not None and text is not None:
        assert [*work.kept(disturbed, REFUSED)] == [
            "the file took no more, and the record was not shown"
        ]
        shown = Run(2, f"\n\n{played(6)}", "file too large", 1.0)
        assert [*work.kept(disturbed, shown)] == []


def _begun(_: faults.Match, folder: Path, disturbance: Disturbance = faults.UNDISTURBED) -> Run:
    """A match of one pair of nothing, which cuts off zero bytes."""
    for name in ("results.jsonl", "hands.pnr"):
        file = folder / name
        file.write_bytes(file.read_bytes().rstrip(b"\0") if file.exists() else b"{}\n")
    return Run(0 if disturbance is faults.UNDISTURBED else -9, "{}", "", 1.0)


def test_what_is_left_is_found_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "_ENDING_SECONDS", 0.0)
    mark = uuid.uuid4().hex
    assert left_behind(mark) == ()
    sleeper = [sys.executable, "-c", "import time; time.sleep(100)"]
    with subprocess.Popen(sleeper, env=os.environ | {faults.MARK: mark}) as process:
        while not (left := left_behind(mark)):
            pass
        assert "time.sleep(100)" in left[0]
        assert process.wait(10) == -9


def test_zero_bytes_at_the_end_of_what_is_gone_on_with_are_put_there_and_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults.Match, "begin", _begun)
    found = faults.Findings()
    faults.power(faults.Match(tmp_path), random.Random(1), found)
    assert found.faults == []
    assert found.notes["files with zero bytes"] == 2
    monkeypatch.setattr(faults, "_finished", lambda *given: given[4](given[1]) or [])
    faults.power(faults.Match(tmp_path), random.Random(1), found)
    assert [fault.rpartition(": ")[2] for fault in found.faults] == [
        "zero bytes are left in results.jsonl",
        "zero bytes are left in hands.pnr",
    ]


def test_a_run_may_be_left_no_room(tmp_path: Path) -> None:
    ended = run(["deal"], tmp_path, disturbance=Disturbance(room=10), out=tmp_path / "deal")
    assert (ended.status, ended.err) == (2, "standard output: file too large\n")
    assert (tmp_path / "deal").stat().st_size == 10


def test_the_command_tells_what_it_did() -> None:
    result = CliRunner().invoke(faults.main, ["--times", "1", "--only", "full"])
    assert result.exit_code == 0
    assert "full: 1 times, 0 faults (" in result.output
