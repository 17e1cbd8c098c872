"""Ends of three and four played by two searches that differ in their open last tricks."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from benchmarks.strength import table_ends
from benchmarks.strength.table_ends import EndSettings, play_end
from helpers.soak import tried


def test_a_search_is_as_good_as_itself() -> None:
    settings = EndSettings(rules="check", cards=3, tricks=2, against=2, worlds=8, seed=1)
    assert {play_end(number, settings).margin for number in range(tried(1, 20))} == {0.0}


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    options = ["--cards", "3", "--worlds", "32", "--processes", "1", "--rules", "corners"]
    for deals in ("1", "2"):
        done = CliRunner().invoke(table_ends.main, [*options, "--deals", deals, "--resume", kept])
        assert done.exit_code == 0, done.output
    anew = CliRunner().invoke(table_ends.main, [*options, "--deals", "2"])
    assert "2 deals, 2 ends" in anew.output
    assert anew.output.split("ends\n")[1] == done.output.split("ends\n")[1]
    refused = CliRunner().invoke(table_ends.main, ["--rules", "hayes-3"])
    assert refused.exit_code == 2
    assert "'hayes-3' is no game without a stock" in refused.output
