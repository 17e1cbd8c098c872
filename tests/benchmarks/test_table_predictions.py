"""What hands of three and four were predicted to come to, beside what they came to."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.calibration import table_predictions
from benchmarks.calibration.table_predictions import (
    AGAINST,
    BIDDER,
    CALL,
    LEAD,
    Predicted,
    PredictedHand,
    PredictionSettings,
    bias_rows,
    bin_rows,
    play_hand,
)


def settings(rules: str, worlds: int = 8, fresh: int = 8) -> PredictionSettings:
    return PredictionSettings(
        rules=(rules,),
        player="default",
        worlds=worlds,
        seconds=None,
        contract=True,
        fresh=fresh,
        seed=1,
    )


@pytest.mark.parametrize("rules", ["auction", "check"])
def test_what_a_hand_was_worth_is_the_same_for_all_of_a_side(rules: str) -> None:
    decisions = play_hand(1, settings(rules)).decisions
    assert decisions == play_hand(1, settings(rules)).decisions
    worths = {
        side: {each.actual for each in decisions if each.side == side} for side in (BIDDER, AGAINST)
    }
    assert [len(each) for each in worths.values()] == [1, 1]
    bidder, against = (each.pop() for each in worths.values())
    # In auction the bidder settles with two, in check one side with the other.
    assert bidder == -against * (2 if rules == "auction" else 1) != 0
    assert {each.won for each in decisions} == {0, 1}
    assert {each.won for each in decisions if each.side == BIDDER} == {float(bidder > 0)}
    assert all(0 <= each.win <= 1 for each in decisions if each.win is not None)
    for each in decisions:
        assert 0 <= each.cards <= each.to_come <= 250
        if each.fresh_cards is not None:
            assert 0 <= each.fresh_cards <= each.to_come
    last = decisions[-1]
    assert (last.mean, last.win) == (last.actual, last.won)


def test_errors_are_those_of_hands() -> None:
    def predicted(kind: str, mean: float, win: float, fresh: float | None) -> Predicted:
        return Predicted(
            kind, BIDDER, 0, mean, win, fresh, None, 100.0, 90, 200, actual=3.0, won=1.0
        )

    hands = [
        PredictedHand(0, [predicted(CALL, 5.0, 0.72, None), predicted(LEAD, 4.0, 0.78, 3.5)]),
        PredictedHand(1, [predicted(LEAD, 2.0, 0.25, 2.5)]),
    ]
    assert list(bias_rows(hands)) == [
        ("call, bidder", "1", "1", "+2.00", "3.0", "", "", ""),
        (
            "lead, bidder",
            "2",
            "2",
            "+0.00 ± 1.00",
            "3.0",
            "+0.00 ± 0.50",
            "+0.00 ± 0.50",
            "+5.00 ± 0.00",
        ),
        ("all", "3", "2", "+0.67 ± 1.11", "3.0", "+0.00 ± 0.50", "+0.00 ± 0.50", "+5.00 ± 0.00"),
    ]
    bins = list(bin_rows(hands, lambda each: each.win))
    assert bins[2] == ("0.2 to 0.3", "1", "0.250", "1.000", "-75.0")
    assert bins[7] == ("0.7 to 0.8", "2", "0.750", "1.000", "-25.0")
    assert bins[9][1] == "0"
    # Four hands at 0.8 are all won: 0.8 x 0.2 of four outcomes, 0.4 / 2.
    all_won = [PredictedHand(number, [predicted(CALL, 5.0, 0.8, None)]) for number in range(4)]
    told = list(bin_rows(all_won, lambda each: each.win))[8]
    assert told == ("0.8 to 0.9", "4", "0.800", "1.000", "-20.0 ± 20.0")


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    options = [
        "--rules",
        "auction",
        "--worlds",
        "32",
        "--fresh",
        "2",
        "--processes",
        "1",
        "--contract",
    ]
    first = CliRunner().invoke(table_predictions.main, [*options, "--hands", "1", "--resume", kept])
    assert first.exit_code == 0, first.output
    both = CliRunner().invoke(table_predictions.main, [*options, "--hands", "2", "--resume", kept])
    assert "2 hands" in both.output
    assert "| auction: predicted minus actual |" in both.output
    anew = CliRunner().invoke(table_predictions.main, [*options, "--hands", "2"])
    assert anew.output.split("hands, ")[1] == both.output.split("hands, ")[1]
