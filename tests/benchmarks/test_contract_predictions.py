"""Contracts said to be made, beside what came of them."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from benchmarks.calibration import contract_predictions
from benchmarks.calibration.contract_predictions import ContractSettings, play_contract


def test_a_contract_in_doubt_is_played() -> None:
    settings = ContractSettings(rules=("corners",), study=8, worlds=32, seed=1)
    [found] = play_contract(0, settings).decisions
    assert found.win is not None
    assert 0 < found.win < 1
    assert found.won in (0.0, 1.0)


def test_a_hand_without_a_marriage_says_nothing_at_check() -> None:
    settings = ContractSettings(rules=("check",), study=8, worlds=32, seed=5)
    assert any(not play_contract(number, settings).decisions for number in range(3))


def test_what_is_kept_is_told_in_ten_bins(tmp_path: Path) -> None:
    words = ["--rules", "corners", "--hands", "1", "--study", "8", "--worlds", "32"]
    words += ["--resume", str(tmp_path / "kept.jsonl"), "--processes", "1"]
    first, again = (CliRunner().invoke(contract_predictions.main, words) for _ in range(2))
    assert first.exit_code == again.exit_code == 0
    assert first.stdout.split("\n", 2)[2] == again.stdout.split("\n", 2)[2]
    assert first.stdout.count("\n| 0.") == 10


def test_a_game_without_bids_is_refused() -> None:
    result = CliRunner().invoke(contract_predictions.main, ["--rules", "firehose"])
    assert result.exit_code == 2
    assert "'firehose' is none of auction" in result.output
