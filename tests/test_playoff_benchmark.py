"""The command that times playoffs, ``benchmarks/playoffs.py``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinochle_solver import RULEBOOKS

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import playoffs


def test_hands_are_played_to_their_playoffs() -> None:
    found = playoffs.played_to_the_playoff("hayes", 1, 100)
    assert len(found) == len(set(found)) == 50
    sizes = {len(position.hand(position.turn)) for position in found}
    assert sizes == {RULEBOOKS["hayes"].deck.hand}


def test_a_row_of_times_is_printed() -> None:
    run = CliRunner().invoke(playoffs.main, ["scarne", "--deals", "3"])
    assert run.exit_code == 0
    assert run.output.splitlines()[-1].startswith("| scarne, 3 random, the value | ")


@pytest.mark.parametrize("rules", ["goulash", "glup"])
def test_the_search_of_smaller_deals_is_right(rules: str) -> None:
    run = CliRunner().invoke(playoffs.main, [rules, "--check", "4", "--cards", "7"])
    assert run.exit_code == 0
    assert "4 deals of 7 cards" in run.output
    assert " 0 wrong" in run.output
