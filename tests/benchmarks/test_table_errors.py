"""How sure a search of three and four is in a given time."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.calibration import table_errors
from benchmarks.calibration.table_errors import SureHand, Sureness, decisions_of, rows_of, sureness
from pinochle_solver import analyze_table
from pinochle_solver.table.acts import Act

WITH_ALL = 2
"""The number of a hand with decisions of all kinds."""


def test_of_a_hand_one_decision_of_every_kind_is_taken() -> None:
    found = decisions_of(WITH_ALL, "check", 1)
    assert list(found) == sorted(found)
    assert {"call", "follow", "follow, against"} <= set(found)
    assert found["call"].act is Act.BID
    assert not found["call"].bids
    assert found == decisions_of(WITH_ALL, "check", 1)
    # Nobody bids in partnership: the four play as if all were the bidder's side.
    assert set(decisions_of(0, "partnership", 1)) == {"lead", "follow"}


def test_the_figures_are_those_of_the_analysis() -> None:
    found = decisions_of(WITH_ALL, "check", 1)
    analysis = analyze_table(found["follow"], worlds=64)
    second = analysis.moves[1]
    assert second.behind is not None
    assert second.win_behind is not None
    assert sureness("follow", analysis) == Sureness(
        "follow", 64, second.behind.se, 100 * second.win_behind.se
    )
    bids = analyze_table(found["call"], worlds=8)
    widest = max(move.chance.se for move in bids.moves if move.chance)
    assert sureness("call", bids).chance == pytest.approx(196 * widest, rel=1e-3)


def test_half_and_nine_in_ten_keep_within_these() -> None:
    hand = SureHand(0, [Sureness("lead", 10 * each, each, 2 * each) for each in range(11)])
    assert rows_of([hand], "auction") == [
        ("auction, lead", "11", "50", "5.00", "9.00", "10.00", "18.00")
    ]


def test_a_run_is_gone_on_with(tmp_path: Path) -> None:
    given = ["--rules", "corners", "--hands", "1", "--seconds", "0.01", "--kinds", "call"]
    given += ["--resume", str(tmp_path / "errors")]
    first = CliRunner().invoke(table_errors.main, given)
    assert first.exit_code == 0, first.output
    assert "| corners, call | 1 |" in first.output
    assert "follow" not in first.output
    assert CliRunner().invoke(table_errors.main, given).stdout == first.stdout


def test_games_with_a_stock_are_refused() -> None:
    told = CliRunner().invoke(table_errors.main, ["--rules", "hayes-3"])
    assert told.exit_code == 2
    assert "'hayes-3', expected some of auction," in told.output


def test_a_kind_that_there_is_not_is_named() -> None:
    told = CliRunner().invoke(table_errors.main, ["--kinds", "call,dix"])
    assert told.exit_code == 2
    assert "'call,dix', expected some of call, burial, lead, follow" in told.output
