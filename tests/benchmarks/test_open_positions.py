"""The command that compares trees of open positions with exact values: tiny runs."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.calibration.open_positions import (
    ALL_SOLVED,
    AS_IT_IS,
    Estimated,
    OpenErrors,
    OpenSettings,
    compared,
    main,
    rows,
    smaller,
    some_position,
)
from pinochle_solver import RULEBOOKS
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.open_estimates import Effort, estimate_open
from pinochle_solver.stock.open_stock import is_open

SMALL = OpenSettings(rules="goulash", cards=6, tricks=2, nodes=1, solve_every=None, seed=1)
TINY = ("goulash", "--cards", "6", "--tricks", "1", "--processes", "1")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, [*TINY, *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("rules", ["goulash", "glup"])
def test_positions_are_open_and_between_moves(rules: str) -> None:
    settings = replace(SMALL, rules=rules)
    book = smaller(RULEBOOKS[rules], 6)
    assert 2 * book.deck.hand + book.deck.stock == 2 * RULEBOOKS[rules].deck.hand + (
        RULEBOOKS[rules].deck.stock
    )
    for number in range(3):
        position = some_position(number, settings)
        assert position == some_position(number, settings)
        assert is_open(position)
        assert position.rules.deck.stock_tricks - position.completed_tricks <= 2


def test_the_figures_do_not_depend_on_resuming(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    whole = run("--positions", "3", "--json")
    run("--positions", "2", "--resume", str(file))
    assert run("--positions", "3", "--resume", str(file), "--json") == whole
    told = json.loads(whole)
    assert told["finished"]
    for position in told["positions"]:
        exact = position["values"].values()
        for found in position["found"].values():
            assert found["error"] >= 0
            assert found["loss"] in {max(exact) - value for value in exact}


def test_what_is_not_solved_is_left_out() -> None:
    told = run("--positions", "2", "--nodes", "1")
    assert ": 2 positions, 0 of them solved\n" in told
    assert "| loss |  |\n" in told


def test_intervals_chances_and_errors_are_compared_with_exact_values() -> None:
    position = some_position(0, replace(SMALL, rules="scarne"))
    first, second, *_ = estimate_open(position, Effort(64))
    best = replace(first, mean=10.0, mean_se=5.0, win=0.8)
    other = replace(
        second, mean=-3.0, mean_se=1.0, win=0.4, points_behind=Estimate(13.0, 6.0), exact=False
    )
    exact = {best.move.text(): 1, other.move.text(): 2}
    found = compared([best, other], exact)
    assert found.error == pytest.approx(sqrt((9**2 + 5**2) / 2))
    assert (found.loss, found.values_held, found.differences_held) == (1, 0.5, 0.0)
    assert found.chances == pytest.approx((0.2**2 + 0.6**2) / 2)
    assert found.expected == pytest.approx((0.8 * 0.2 + 0.4 * 0.6) / 2)


def test_games_of_48_cards_have_one_way() -> None:
    result = CliRunner().invoke(
        main,
        ["scarne", "--tricks", "1", "--positions", "1", "--nodes", "1", "--processes", "1"],
        catch_exceptions=False,
    )
    assert "| of a position | as it is |\n" in result.stdout


def test_a_hand_larger_than_the_games_is_refused() -> None:
    result = CliRunner().invoke(main, ["goulash", "--cards", "17"])
    assert result.exit_code == 2
    assert "17, a hand of goulash has 16" in result.stderr


def test_trees_are_compared_position_by_position() -> None:
    pairs = [
        (Estimated(2.0, 0, 1.0, 1.0, 0.1, 0.2), Estimated(3.0, 6, 1.0, 0.5, 0.1, 0.1)),
        (Estimated(4.0, 2, 0.5, 1.0, 0.3, 0.2), Estimated(9.0, 4, 1.0, 0.5, 0.1, 0.1)),
    ]
    solved = [
        OpenErrors(number, "", {}, {AS_IT_IS: now, ALL_SOLVED: before})
        for number, (now, before) in enumerate(pairs)
    ]
    assert rows(solved) == [
        ("error", "3.0 ± 1.0", "6.0 ± 3.0", "-3.0 ± 2.0"),
        ("loss", "1.0 ± 1.0", "5.0 ± 1.0", "-4.0 ± 2.0"),
        ("values held", "0.750 ± 0.250", "1.000 ± 0.000", "-0.250 ± 0.250"),
        ("differences held", "1.000 ± 0.000", "0.500 ± 0.000", "+0.500 ± 0.000"),
        ("chances", "0.200 ± 0.100", "0.100 ± 0.000", "+0.100 ± 0.100"),
        ("expected", "0.200 ± 0.000", "0.100 ± 0.000", "+0.100 ± 0.000"),
    ]
