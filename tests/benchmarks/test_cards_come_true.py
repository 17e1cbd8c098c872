"""The measurement of where the cards are: its sums, and a hand from end to end."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.calibration.card_chances import (
    BINS,
    BRIER,
    CardSettings,
    Scores,
    add,
    bins_of,
    main,
    play_hand,
)


def test_chances_are_counted_in_their_bins() -> None:
    bins = np.zeros((BINS, BRIER + 1))
    for chance, came in ((0.25, True), (0.29, False), (1.0, True), (0.0, False)):
        add(bins, chance, came)
    assert bins[:, 0].tolist() == [1, 0, 2, 0, 0, 0, 0, 0, 0, 1]
    assert bins[2] == pytest.approx([2, 0.54, 1, -log(0.25) - log(0.71), 0.75**2 + 0.29**2])
    found = list(bins_of(bins[None]))
    assert found[2].number == 2
    assert [found[2].predicted, found[2].held] == pytest.approx([0.27, 0.5])
    assert [found[2].low, found[2].high] == pytest.approx([0.2, 0.3])
    assert found[1].number == 0


def test_scores_are_set_beside_those_of_counting() -> None:
    cells = np.zeros((2, 2, BINS, BRIER + 1))
    for hand in range(2):
        for _ in range(3):
            add(cells[hand, 0], 0.75, True)
            add(cells[hand, 1], 0.5, True)
    scores = Scores.of(cells)
    assert scores.number == 6
    assert [scores.log_loss, scores.brier] == pytest.approx([-log(0.75), 0.25**2])
    assert [scores.counting_log_loss, scores.counting_brier] == pytest.approx([log(2), 0.25])
    assert [scores.gain, scores.gain_se] == pytest.approx([log(1.5), 0], abs=1e-9)


def test_a_hand_is_played_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "cards.jsonl"
    asked = ["--decisions", "30", "--rules", "scarne", "--worlds", "16", "--chains", "4"]
    asked += ["--seed", "3", "--processes", "1", "--resume", str(file)]
    shown = CliRunner().invoke(main, asked)
    assert shown.exit_code == 0, shown.output
    assert "| chance | chances | predicted | held |" in shown.output
    assert "| all |" in shown.output
    again = CliRunner().invoke(main, [*asked, "--json"])
    found = json.loads(again.stdout)
    assert found["finished"]
    assert found["decisions"] > 15
    assert set(found["scores"]) >= {"all", "at least one", "both copies"}
    numbers = {name: [each["number"] for each in bins] for name, bins in found["bins"].items()}
    assert len(numbers["inferred"]) == BINS
    assert sum(numbers["inferred"]) == sum(numbers["uniform"]) == found["scores"]["all"]["number"]
    # What is kept depends on the settings alone.
    record = json.loads(file.read_text().splitlines()[1])
    settings = CardSettings(rules=("scarne",), worlds=16, chains=4, seed=3)
    assert record["cells"] == play_hand(0, settings).cells
