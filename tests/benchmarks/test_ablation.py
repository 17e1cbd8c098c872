"""The variants of the search that `benchmarks.speed.ablation` measures, without building them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.common.variants import ChangeError, Edit, Project, changed, check
from benchmarks.speed import ablation
from benchmarks.speed.ablation import VARIANTS, Compared, Variant, main, table


@pytest.mark.source
@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.name for variant in VARIANTS])
def test_a_variant_changes_the_program_as_it_is(variant: Variant) -> None:
    check(variant.edits)
    for edit in variant.edits:
        assert edit.new != edit.old


def test_variants_have_names_of_their_own() -> None:
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)
    assert len({variant.edits for variant in VARIANTS}) == len(VARIANTS)


@pytest.mark.parametrize(("text", "found"), [("two", 0), ("one one", 2)])
def test_a_text_that_is_not_there_once_is_not_changed(text: str, found: int) -> None:
    with pytest.raises(ChangeError, match=f"^a.pyx has this text {found} times, not once: 'one'$"):
        changed(Edit("a.pyx", None, "one", "1"), text)
    with pytest.raises(
        ChangeError, match=f"^a.pyx: this code is there {found} times, not once: 'one'$"
    ):
        changed(Edit("a.pyx", "", "one", "1"), text)


def test_a_copy_is_changed_for_a_while(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one two", encoding="utf-8")
    edits = [Edit("a.py", "", "one", "1"), Edit("a.py", None, "two", "2")]
    with Project(tmp_path).changed(edits):
        assert (tmp_path / "a.py").read_text(encoding="utf-8") == "1 2"
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "one two"
    with pytest.raises(ChangeError), Project(tmp_path).changed([*edits, edits[0]]):
        pass
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "one two"


def test_a_text_that_is_gone_is_told_before_anything_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = Variant(
        "gone",
        (Edit("ext/pinochle_solver/_core/playoff/search.pyx", "search", "no such text", ""),),
    )
    monkeypatch.setattr(ablation, "VARIANTS", (gone,))
    monkeypatch.setattr(ablation, "copied", None)
    done = CliRunner().invoke(main)
    assert done.exit_code == 1
    assert done.output == (
        "Error: ext/pinochle_solver/_core/playoff/search.pyx: this code is there 0 times in "
        "search, not once: 'no such text'\n"
    )


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("file", " is of other settings, or no file of a measurement"),
        ("file/below", ": not a directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_before_anything_is_built(
    name: str, fact: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("{}\n", encoding="utf-8")
    monkeypatch.setattr(ablation, "copied", None)
    done = CliRunner().invoke(main, ["--resume", str(tmp_path / name)])
    assert done.exit_code == 2
    assert f"Invalid value for --resume: {tmp_path / name}{fact}\n" in done.output


def test_other_values_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Compared(
        0,
        full={"scarne": 2.0, "hayes": 2.0},
        nodes={"scarne": 3.0, "hayes": 3.0},
        time={"scarne": 1.5, "hayes": 1.5},
        differ={"scarne": 2, "hayes": 0},
    )
    monkeypatch.setattr(ablation, "compared", lambda *_: [row])
    done = CliRunner().invoke(main)
    assert done.exit_code == 1
    assert done.output.endswith("\n2 values differ\n")


@pytest.mark.parametrize(("done", "status"), [(0, 130), (1, 130), (len(VARIANTS), 0)])
def test_what_was_interrupted_is_no_success(
    done: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = dict.fromkeys(("scarne", "hayes"), 1.0)
    rows = [Compared(n, same, same, same, dict.fromkeys(same, 0)) for n in range(done)]
    monkeypatch.setattr(ablation, "compared", lambda *_: rows)
    result = CliRunner().invoke(main)
    assert result.exit_code == status, result.output
    assert result.output.endswith("\n0 values differ\n")


def test_the_table() -> None:
    row = Compared(
        1,
        full={"scarne": 1000.0, "hayes": 500.0},
        nodes={"scarne": 1500.4, "hayes": 400.0},
        time={"scarne": 1.204, "hayes": 0.9},
        differ={"scarne": 0, "hayes": 0},
    )
    assert table(VARIANTS, [row])[2:] == [
        "| **all techniques** | 1,000 | 1 | 1 | 500 | 1 | 1 |",
        f"| {VARIANTS[1].name} | 1,500 | 1.500 | 1.20 | 400 | 0.800 | 0.90 |",
    ]


def test_only_some_are_listed() -> None:
    done = CliRunner().invoke(main, ["--list", "--only", "a bucket"])
    assert done.output.splitlines() == [
        "one position a bucket, not four",
        "eight positions a bucket, not four",
    ]
    refused = CliRunner().invoke(main, ["--only", "no such"])
    assert refused.exit_code == 2
    assert "no variant has no such in its name" in refused.output
