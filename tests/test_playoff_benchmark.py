"""The commands that time playoffs and check their search."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinochle_solver import RULEBOOKS
from pinochle_solver._core.race import LOSES

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import check_playoffs
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


def test_random_endings_are_compared_with_plain_minimax() -> None:
    for asked in (["values", "--endings", "20", "--cards", "5"], ["race", "--endings", "20"]):
        run = CliRunner().invoke(check_playoffs.main, asked)
        assert run.exit_code == 0, run.output
        assert run.output.startswith("20 endings of up to ")
        assert run.output.endswith(", seed 1: 0 differ\n")


def test_an_ending_that_is_searched_wrongly_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = check_playoffs.Ending.cards
    monkeypatch.setattr(
        check_playoffs.Ending,
        "cards",
        lambda ending: {card: value + 1 for card, value in right(ending).items()},
    )
    run = CliRunner().invoke(check_playoffs.main, ["values", "--endings", "3", "--cards", "4"])
    assert run.exit_code == 1
    assert run.output.endswith("3 endings of up to 4 cards, seed 1: 3 differ\n")
    told = run.output.splitlines()[0]
    assert all(f"{name}: the value " in told for name in ("usual", "small table", "looks ahead"))
    assert "retrograde: " in told


def test_a_race_that_is_searched_wrongly_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_playoffs, "WINS", LOSES)
    run = CliRunner().invoke(check_playoffs.main, ["race", "--endings", "20"])
    assert run.exit_code == 1
    assert ", by all lines {" in run.output
