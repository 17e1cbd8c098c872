"""The commands for finished matches: what does not agree is found, and luck is told anew."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks.correctness.check_matches import main
from benchmarks.strength import match_luck
from helpers.commandline import Pinochle


def test_a_result_that_its_record_does_not_bear_out_is_found(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "re\x1b[31msults"
    played = pinochle(
        "match", "greedy", "random", "--worlds", "1", "--rules", "all", "--pairs", "4",
        "--resume", str(file),
    )  # fmt: skip
    assert played.status == 0
    right = CliRunner().invoke(main, [str(file)])
    assert right.exit_code == 0
    counts = "2 scarne, 2 hayes, 2 macdougall, 2 macdougall-bonus"
    assert f"greedy and random: 8 hands ({counts}), 0 lost by a failure" in right.output
    settings, first, *others = file.read_text().splitlines()
    melds = first.split('"a":{"melds":')[1].split(",")[0]
    wrong = first.replace(f'"a":{{"melds":{melds},', f'"a":{{"melds":{int(melds) + 20},', 1)
    file.write_text("\n".join([settings, wrong, *others, ""]))
    found = CliRunner().invoke(main, [str(file)])
    assert found.exit_code == 1
    assert r"re\x1b[31msults: pair 1, hand 1: south has " in found.output


def test_the_luck_of_a_match_is_told_anew(pinochle: Pinochle, tmp_path: Path) -> None:
    """As it was told when it was played; of one in which it was not, too."""
    file, before = tmp_path / "results", tmp_path / "before"
    for rules in ("scarne", "hayes"):
        pinochle("match", "advice", "greedy", "--worlds", "1", "--rules", rules, "--pairs", "3",
                 "--resume", f"{file}-{rules}")  # fmt: skip
    files = [f"{file}-{rules}" for rules in ("scarne", "hayes")]
    _, *rows = CliRunner().invoke(match_luck.main, files).output.strip().splitlines()[1:]
    assert [row.split("|")[1].strip() for row in rows] == ["scarne", "hayes", "all"]
    for row in rows:
        _, _, _, scored, written, told, _ = row.split("|")
        assert scored != written == told
    before.write_text(re.sub('"luck":[^,]*', '"luck":0', Path(files[0]).read_text()))
    *_, row = CliRunner().invoke(match_luck.main, [str(before)]).output.strip().splitlines()
    _, _, _, scored, written, told, _ = row.split("|")
    assert scored == written != told
    games = tmp_path / "games"
    pinochle("match", "greedy", "random", "--game", "--pairs", "1", "--resume", str(games))
    refused = CliRunner().invoke(match_luck.main, [str(games)])
    assert refused.exit_code == 2
    assert "not a match of hands without doubles" in refused.output


@pytest.mark.parametrize("command", [main, match_luck.main])
@pytest.mark.parametrize("text", ["", "a hand\n", '{"a":1}\n'])
def test_what_is_no_results_file_is_refused_in_a_line(
    command: click.Command, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "results"
    file.write_text(text)
    refused = CliRunner().invoke(command, [str(file)])
    assert refused.exit_code == 2
    assert f"Error: {file}: no file of match --resume: " in refused.output.splitlines()[-1]
