"""The soak of matches: that it finds a hand whose record and result do not agree."""

from __future__ import annotations

import sys
from pathlib import Path

from click.testing import CliRunner

from commandline import Pinochle

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from check_matches import main


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
