"""What a search of trump and burial loses by the choices that it never tries."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from benchmarks.calibration import screened_burials
from benchmarks.calibration.screened_burials import (
    Screened,
    ScreenSettings,
    best_of,
    row,
    screened_deal,
)
from benchmarks.calibration.table_errors import decisions_of
from pinochle_solver.hidden_hands.decisions import MOST_MOVES
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits


def test_the_search_as_it_is_is_that_of_analyze() -> None:
    position = decisions_of(0, "auction", 1)["burial"]
    analysis = analyze_hidden(position, Limits(worlds=64), seed=3)
    assert best_of(position, None, 64, 3) == analysis.moves[0].move


def test_a_deal_is_measured_by_its_number_alone() -> None:
    settings = ScreenSettings("auction", 32, 32, 1)
    found = screened_deal(1, settings)
    assert found == screened_deal(1, settings)
    assert 1 < found.choices <= 4 * 816
    assert 0 <= found.place < found.choices


def test_a_row_counts_what_is_never_tried() -> None:
    deals = [
        Screened(0, 400, 7, 0.0),
        Screened(1, 500, MOST_MOVES - 1, 1.5),
        Screened(2, 600, MOST_MOVES, 3.0),
        Screened(3, 0, 0, 0.0),
    ]
    assert row("auction", deals) == ("auction", "3", "500", "2", "+1.50 ± 0.87")


def test_games_without_a_widow_are_refused(tmp_path: Path) -> None:
    given = ["--rules", "check", "--resume", str(tmp_path / "found")]
    told = CliRunner().invoke(screened_burials.main, given)
    assert told.exit_code == 2
    assert "'check', expected some of auction, auction-score, partnership-auction" in told.output
