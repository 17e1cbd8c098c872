"""What is measured of reviews: pairs of hands reviewed, planted blunders; tiny runs."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from benchmarks.strength import planted_blunders, planted_hands, planted_table_hands
from benchmarks.strength import review as review_command
from benchmarks.strength.planted_hands import LEAST_LOSS, PlantedHand, planted_hand
from benchmarks.strength.planted_table_hands import LEAST_SHARE, planted_table_hand
from benchmarks.strength.review_hands import ReviewedPair, reviewed_pair
from helpers.rivals import SETTINGS
from pinochle_solver.reviews.decisions import DecisionKind


@cache
def pair() -> ReviewedPair:
    settings = replace(
        SETTINGS, a="advice", b="greedy", rules=("macdougall",), names=("advice", "greedy"), seed=2
    )
    return reviewed_pair(0, settings, 16)


def test_the_parts_of_a_hand_come_to_its_result() -> None:
    for hand in pair().hands:
        parts = hand.deal + hand.rest
        for both in (hand.draws, hand.given, hand.unseen):
            parts += both[0] - both[1]
        assert parts == pytest.approx(hand.result)
        for player in range(2):
            lost = sum(each.points for each in hand.lost[player].values())
            assert lost == pytest.approx(-hand.given[player])


def test_what_comes_before_decisions_is_all_that_draws_and_moves_came_to() -> None:
    """But for what comes after the last decision of the stock phase."""
    for hand in pair().hands:
        made = sum(
            each.decisions
            for player in hand.lost
            for kind, each in player.items()
            if kind != DecisionKind.PLAYOFF.value
        )
        assert len(hand.arrivals) == made - 1


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "reviews.jsonl"
    options = ["advice", "--worlds", "16", "--rules", "hayes", "--processes", "1"]
    options += ["--resume", str(file)]
    first = CliRunner().invoke(review_command.main, [*options, "--pairs", "1"])
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(review_command.main, [*options, "--pairs", "1"])
    assert first.output.strip().endswith(again.output.strip())
    for words in ("points lost a decision", "points of a hand", "A over B"):
        assert words in first.output
    (row,) = file.read_text().splitlines()[1:]
    assert len(json.loads(row)["hands"]) == 1
    other = CliRunner().invoke(review_command.main, ["greedy", *options[1:], "--pairs", "1"])
    assert other.exit_code == 2


@cache
def planted() -> PlantedHand:
    with patch.multiple(planted_hands, PLAYING_WORLDS=4, LONG_WORLDS=1024):
        return planted_hand(1, ("hayes",), seed=4, seconds=None, worlds=32)


def test_a_planted_blunder_is_one_and_is_looked_for_in_the_review() -> None:
    hand = planted()
    assert hand.moment
    assert hand.long >= LEAST_LOSS
    assert 10 < hand.decisions < 40
    assert hand.found > 0
    assert (hand.mark != "") >= hand.is_largest


def test_shares_are_of_all_hands_with_a_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [
        PlantedHand(0, "hayes", "2l", "lead", 40.0, 35.0, "?", True, 40, (), 5.0),
        PlantedHand(1, "hayes", "3r", "reply", 60.0, 5.0, "", False, 60, (), 7.0),
        PlantedHand(2, "hayes"),
    ]
    monkeypatch.setattr(planted_blunders, "gathered", lambda *_: hands)
    result = CliRunner().invoke(planted_blunders.main, ["--hands", "3"])
    assert result.exit_code == 0, result.output
    assert "| all | 2 | 50 | 50% | 50% |" in result.output
    assert "False marks: 0 of 100 other decisions" in result.output


def test_a_blunder_planted_at_a_table_is_looked_for_in_the_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, number in (("LONG_WORLDS", 256), ("PLAYING_WORLDS", 8)):
        monkeypatch.setattr(planted_table_hands, name, number)
    # The second of every three hands has its blunder in the burial.
    hand = planted_table_hand(1, ("auction",), seed=4, seconds=None, worlds=16)
    assert hand.kind == "burial"
    assert hand.long >= 100 * LEAST_SHARE
    assert hand.found > 0
    assert (hand.mark != "") >= hand.is_largest


def test_rulebooks_for_three_and_four_are_not_mixed_with_the_others() -> None:
    result = CliRunner().invoke(planted_blunders.main, ["--rules", "auction,hayes"])
    assert result.exit_code == 2
