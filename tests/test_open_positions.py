"""The command that compares trees of open positions with exact values: tiny runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from open_positions import (
    ALL_SOLVED,
    AS_IT_IS,
    Estimated,
    OpenErrors,
    OpenSettings,
    main,
    rows,
    smaller,
    some_position,
)
from pinochle_solver import RULEBOOKS
from pinochle_solver.stock.open_stock import is_open

TINY = ("goulash", "--cards", "6", "--tricks", "1", "--processes", "1")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, [*TINY, *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("rules", ["goulash", "glup"])
def test_positions_are_open_and_between_moves(rules: str) -> None:
    settings = OpenSettings(rules=rules, cards=6, tricks=2, nodes=1, solve_every=None, seed=1)
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
    assert "| loss |  |  |  |" in told


def test_trees_are_compared_position_by_position() -> None:
    pairs = [
        (Estimated(2.0, 0), Estimated(3.0, 6)),
        (Estimated(4.0, 2), Estimated(9.0, 4)),
    ]
    solved = [
        OpenErrors(number, "", {}, {AS_IT_IS: now, ALL_SOLVED: before})
        for number, (now, before) in enumerate(pairs)
    ]
    assert rows(solved) == [
        ("error", "3.0 ± 1.0", "6.0 ± 3.0", "-3.0 ± 2.0"),
        ("loss", "1.0 ± 1.0", "5.0 ± 1.0", "-4.0 ± 2.0"),
    ]
