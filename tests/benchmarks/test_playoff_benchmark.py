"""The commands that time playoffs, check their search, and tell what they are worth."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks.correctness import check_playoffs
from benchmarks.handbook import opening_values, playoff_values
from benchmarks.speed import playoffs
from pinochle_solver import RULEBOOKS, __version__
from pinochle_solver._core.playoff.race import LOSES


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


@pytest.mark.parametrize(
    ("command", "asked", "told"),
    [
        (
            playoff_values.main,
            ("--rules", "hayes", "--number", "100"),
            "random playoffs rules=hayes seed=7: 100 playoffs\n",
        ),
        (
            opening_values.main,
            ("--rules", "hayes", "--hands", "1000", "--engine-hands", "0"),
            f"opening hands version={__version__} rules=hayes seed=7: 1,000 hands of the policy\n",
        ),
    ],
    ids=["playoffs", "openings"],
)
def test_what_is_there_is_told_with_the_seed_it_was_made_by(
    command: click.Command, asked: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    folder = str(tmp_path)
    made = CliRunner().invoke(command, [folder, *asked, "--seed", "7", "--workers", "0"])
    assert made.exit_code == 0, made.output
    assert told in made.output
    so_far = CliRunner().invoke(command, [folder, "--rules", "hayes", "--so-far"])
    assert so_far.exit_code == 0, so_far.output
    assert told in so_far.output


@pytest.mark.parametrize("command", [playoff_values.main, opening_values.main])
def test_where_nothing_was_made_so_far_it_is_told_in_one_line(
    command: click.Command, tmp_path: Path
) -> None:
    result = CliRunner().invoke(command, [str(tmp_path), "--rules", "hayes", "--so-far"])
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {tmp_path / 'hayes-'}")
    assert result.output.count("\n") == 1
