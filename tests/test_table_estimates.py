"""How sure means over few deals are."""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import table_intervals
from pinochle_solver.double_dummy.estimates import SURE, chance_of, difference, mean_of
from pinochle_solver.double_dummy.outcomes import Contract, at_stake
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

samples = st.lists(st.floats(-500, 500), min_size=2, max_size=60)


@given(samples, st.floats(1, 1000))
def test_an_error_is_that_of_the_deals_and_of_what_they_have_not_shown(
    found: list[float], unseen: float
) -> None:
    number, plain, told = len(found), mean_of(found), mean_of(found, unseen)
    assert told.mean == plain.mean == sum(found) / number
    squares = plain.se**2 * number * (number - 1)
    assert told.se == pytest.approx(sqrt(squares + 2.25 * unseen**2) / number)
    assert told.se > 1.4 * unseen / number


@pytest.mark.parametrize("number", [2, 3, 10, 100])
def test_what_always_happened_may_fail_as_the_rule_of_three_has_it(number: int) -> None:
    always = chance_of([1.0] * number)
    assert always.mean == 1
    assert SURE * always.se == pytest.approx(min(1, 3 / number), rel=0.03)
    assert mean_of([1.0] * number).se == 0


def test_no_chance_is_further_off_than_a_chance_can_be() -> None:
    assert SURE * chance_of([0.0, 1.0]).se == pytest.approx(0.5)
    assert SURE * chance_of([0.0, 0.0, 1.0]).se == pytest.approx(2 / 3)


def test_one_deal_tells_no_error_and_many_deals_need_no_doubt() -> None:
    assert mean_of([7.0], 100.0) == (7.0, 0.0)
    many = [0.0, 1.0] * 500
    assert chance_of(many).se == pytest.approx(mean_of(many).se, rel=0.01)


def test_a_difference_is_of_the_deals_of_both() -> None:
    assert difference([5.0, 7.0, 9.0], [1.0, 1.0]) == (5.0, 1.0)
    assert difference([5.0, 7.0], [5.0, 7.0], 2.0) == (0.0, 1.5)


@pytest.mark.parametrize(
    ("game", "points", "trump", "apart"),
    [
        # Two opponents, a base of 25: +50 or -100, with spades twice as much.
        ("auction", 250, Suit.CLUBS, 150),
        ("auction", 250, Suit.SPADES, 300),
        ("auction points", 300, Suit.CLUBS, 1800),
        # With a kitty of 100 at 400 all of it is won, or twice as much is paid.
        ("auction kitty", 400, Suit.CLUBS, 2 * 300 + 300),
        ("check", 300, Suit.CLUBS, 600),
        ("auction-score", 300, Suit.SPADES, 600),
    ],
)
def test_a_contract_is_made_or_set(game: str, points: int, trump: Suit, apart: float) -> None:
    name, *options = game.split()
    rules = with_options(TABLE_RULEBOOKS[name], options)
    assert at_stake(rules, trump, Contract(Seat.SOUTH, points, 100)) == apart
    assert at_stake(rules, trump, None) == 30


def test_who_may_give_up_has_less_at_stake() -> None:
    rules = TABLE_RULEBOOKS["auction"]
    contract = Contract(Seat.SOUTH, 250)
    # +50 or -50: conceded it costs the base in every suit.
    assert at_stake(rules, Suit.CLUBS, contract, may_concede=True) == 100
    assert at_stake(rules, Suit.SPADES, contract, may_concede=True) == 150


def test_the_command_counts_intervals() -> None:
    asked = ["--positions", "6", "--cards", "3", "--worlds", "50"]
    result = CliRunner().invoke(table_intervals.main, asked)
    assert result.exit_code == 0, result.output
    rows = [line.split("|")[1:-1] for line in result.stdout.splitlines() if line.startswith("| ")]
    assert [row[0].strip() for row in rows] == ["deals", "mean", "behind", "win", "cards"]
    shares = [float(cell.strip(" %")) for row in rows[1:] for cell in row[1:-1]]
    assert min(shares) > 70
    assert int(rows[1][-1]) == int(rows[3][-1]) > int(rows[2][-1])
