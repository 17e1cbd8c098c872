"""What fuzzing begins with and what it once found goes through its targets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.correctness import fuzz
from helpers.fuzz_targets import TARGETS
from helpers.paths import TESTS

CORPUS = TESTS / "corpus"


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/*")), ids=lambda file: file.name)
def test_what_is_kept_reads_or_is_refused_in_one_line(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())


def test_every_target_has_something_to_begin_with_and_no_folder_is_of_another() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
    assert all(any(folder.iterdir()) for folder in CORPUS.iterdir())


def test_what_fails_a_second_time_is_told_as_the_first_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "records"

    class Child(subprocess.Popen[str]):
        def __init__(self, _command: object, **options: object) -> None:
            script = "import sys; open(sys.argv[1], 'w').write('found'); sys.exit(1)"
            command = [sys.executable, "-S", "-c", script, str(folder / "failure-1-7")]
            super().__init__(command, stderr=subprocess.PIPE, text=True)

    monkeypatch.setattr(subprocess, "Popen", Child)
    for _ in range(2):
        found = fuzz._fuzzed("records", 1, 1, tmp_path)
        assert found.failure == folder / "failure-1-7"
