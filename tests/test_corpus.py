"""What fuzzing begins with and what it once found goes through its targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz_targets import TARGETS

CORPUS = Path(__file__).with_name("corpus")


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/*")), ids=lambda file: file.name)
def test_what_is_kept_reads_or_is_refused_in_one_line(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())


def test_every_target_has_something_to_begin_with_and_no_folder_is_of_another() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
    assert all(any(folder.iterdir()) for folder in CORPUS.iterdir())
