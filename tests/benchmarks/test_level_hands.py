"""What levels lose: chances of judged moves, sums on known data, a tiny run."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.strength import levels
from benchmarks.strength.level_hands import JudgedDecision, JudgedMove

DECISION = JudgedDecision(
    "lead",
    [
        JudgedMove(0.0, None, is_ruled_out=False, lost=-1.0),
        JudgedMove(10.0, None, is_ruled_out=False, lost=8.0),
        JudgedMove(2.0, "meld broken", is_ruled_out=True, lost=20.0),
    ],
)


def test_a_decision_loses_the_mean_over_what_may_be_chosen() -> None:
    behind, wrong = exp(-1), exp(-0.2)
    assert DECISION.chances(10.0) == pytest.approx([1 / (1 + behind), behind / (1 + behind), 0])
    assert DECISION.expected_loss(10.0) == pytest.approx((8 * behind - 1) / (1 + behind))
    freely = DECISION.chances(10.0, rules_out=False)
    assert freely[2] == pytest.approx(wrong / (1 + behind + wrong))


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "levels.jsonl"
    options = ["--decisions", "1", "--worlds", "2", "--measured-in", "2", "--rules", "hayes"]
    options += ["--processes", "1", "--resume", str(file)]
    first = CliRunner().invoke(levels.main, options)
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(levels.main, options)
    assert first.output.strip().endswith(again.output.strip())
    for words in ("points lost a decision", "| beginner | 15.00 |", "seen to be wrong"):
        assert words in first.output
    warmer = CliRunner().invoke(levels.main, [*options, "--temperatures", "5,50"])
    cold, warm = (
        float(line.split(" | ")[2].split(" ± ")[0])
        for line in warmer.output.splitlines()
        if line.startswith(("|  | 5", "|  | 50")) and line.count("|") > 6
    )
    assert cold < warm
    wrong = CliRunner().invoke(levels.main, ["--temperatures", "0"])
    assert "expected numbers above 0" in wrong.output
