"""How sure means over few deals are."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from statistics import stdev
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration import table_intervals
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import (
    Estimate,
    Stake,
    chance_of,
    difference,
    mean_of,
)
from pinochle_solver.double_dummy.outcomes import Contract, Worth, at_stake, where_settled
from pinochle_solver.double_dummy.samples import KEPT_DEALS, MOST_BLOCKS, Samples
from pinochle_solver.double_dummy.trials import Tried
from pinochle_solver.intervals import SURE
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.table.moves import CONCEDE, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    from pinochle_solver.notation.table.positions import TablePosition

samples = st.lists(st.floats(-500, 500), min_size=2, max_size=60)


@given(samples, st.floats(1, 1000))
def test_what_deals_have_not_shown_makes_an_error_larger(found: list[float], unseen: float) -> None:
    plain, told = mean_of(Samples(found)), mean_of(Samples(found), Stake(unseen))
    assert told.mean == plain.mean == sum(found) / len(found)
    assert plain.se < told.se <= plain.se + 2 * unseen / len(found)
    assert told.se > 1.4 * unseen / len(found)
    assert mean_of(Samples(found), Stake(2 * unseen)).se > told.se


@given(samples, st.floats(0, 100), st.floats(0, 100))
def test_no_interval_reaches_further_than_a_deal(
    found: list[float], below: float, above: float
) -> None:
    stake = Stake(1000.0, min(found) - below, max(found) + above)
    mean, se = mean_of(Samples(found), stake)
    assert mean - SURE * se >= stake.least - 1e-9 or mean + SURE * se <= stake.most + 1e-9
    assert SURE * se <= max(mean - stake.least, stake.most - mean) + 1e-9
    assert mean_of(Samples([7.0, 7.0]), Stake.sure(7.0)) == (7.0, 0.0)


@pytest.mark.parametrize("number", [2, 3, 10, 100])
def test_what_always_happened_may_fail_as_the_rule_of_three_has_it(number: int) -> None:
    always = chance_of(Samples([1.0] * number))
    assert always == (1.0, 1.5 / number)
    assert SURE * always.se == pytest.approx(3 / number, rel=0.03)
    assert mean_of(Samples([1.0] * number)).se == 0


def test_the_error_of_a_chance_is_that_of_its_deals_or_of_the_rule_of_three() -> None:
    assert chance_of(Samples([0.0, 1.0])) == (0.5, 0.75)
    assert chance_of(Samples([0.0, 0.0, 1.0])) == pytest.approx((1 / 3, 0.5))
    # Of ten deals each: the square root of 0.24 / 9 is more than 0.15, that of 0.09 / 9 less.
    assert chance_of(Samples([1.0] * 4 + [0.0] * 6)) == pytest.approx((0.4, sqrt(0.24 / 9)))
    assert chance_of(Samples([1.0] + [0.0] * 9)) == (0.1, 0.15)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_deals_that_were_all_won_promise_no_certainty(number: int) -> None:
    """What was told as 100% plus or minus 100 from two deals, and as nothing of one."""
    worth = Worth(mean=10.0, win=1.0)
    tried, ace = Tried(5), PlayCard(Card.parse("AS"))
    for _ in range(number):
        tried.add(ace, worth, 7)
    (move,) = tried.chances(Stake(100.0))
    analysis = ChanceAnalysis(
        position=cast("TablePosition", None),
        moves=(move,),
        objective="points",
        worlds=number,
        seed=1,
        seconds=1.0,
        exact=False,
        is_open=False,
        finished=True,
    )
    assert move.win is not None
    interval = analysis.interval_of(move, move.win)
    lows = {1: 0.054619, 2: 0.197863, 5: 0.462936}  # by Newcombe, for n of n
    assert interval == pytest.approx((lows[number], 1.0), abs=1e-6)
    assert analysis.is_guess
    assert replace(analysis, is_open=True).interval_of(move, move.win) == (1.0, 1.0)
    assert not replace(analysis, is_open=True).is_guess
    never = Estimate(0.0, 0.0)
    conceded = MoveChance(move=CONCEDE, mean=Estimate(-9.0, 0.0), win=never, worlds=number)
    assert analysis.interval_of(conceded, never) == (0.0, 0.0)


def test_one_deal_tells_no_error_and_many_deals_need_no_doubt() -> None:
    assert mean_of(Samples([7.0]), Stake(100.0)) == (7.0, 0.0)
    many = Samples([0.0, 1.0] * 500)
    assert chance_of(many) == mean_of(many)


def test_a_difference_reaches_from_one_end_of_each_to_the_other_of_the_other() -> None:
    one, other = Stake(3.0, -10.0, 20.0), Stake(5.0, -7.0, 30.0)
    assert one.less(other) == Stake(5.0, -40.0, 27.0)
    assert Stake.of_any([one, other]) == Stake(5.0, -10.0, 30.0)


def test_figures_of_moves_are_of_their_own_deals_and_of_what_these_may_come_to() -> None:
    """Three deals in which an ace is paid 100, -200 and 100, and a king 100, -200 and -200."""
    ace, king = PlayCard(Card.parse("AS")), PlayCard(Card.parse("KS"))
    tried = Tried(8)
    for mean, win, won in ((100, 1, 120), (-200, 0, 90), (100, 1, 105)):
        tried.add(ace, Worth(mean, win), won)
    for mean, win, won in ((100, 1, 100), (-200, 0, 95), (-200, 0, 75)):
        tried.add(king, Worth(mean, win), won)
    stake = Stake(300.0, -200.0, 100.0)
    for for_aces, error in ((0, 200 / SURE), (150, 350 / SURE)):
        first, second = tried.chances(stake, for_aces=for_aces)
        assert (first.move, second.move) == (ace, king)
        # An error of 100 from the deals and half a stake for what they have not shown are more than
        # the interval may reach, to all that can be lost.
        assert first.mean == pytest.approx((0, error))
        assert second.mean is not None
        assert second.mean.mean == pytest.approx(-100)
        # Apart 0, 0 and 300: 100 from the deals, half a stake besides.
        assert second.behind == pytest.approx((100, (100**2 + 150**2) ** 0.5))
        assert first.behind == (0, 0)
        assert (first.win, second.win) != (None, None)
        assert [each.win.mean for each in (first, second) if each.win] == pytest.approx(
            [2 / 3, 1 / 3]
        )
        assert [each.cards.mean for each in (first, second) if each.cards] == [105, 90]
        assert (first.worlds, first.is_level, second.is_level) == (3, True, False)


@pytest.mark.parametrize("number", [769, 1536, 1537, 2304, 2305, 5000, 50_001])
def test_results_of_many_deals_are_kept_as_sums(number: int) -> None:
    rng = Random(number)
    one = [float(rng.randint(-90, 90)) for _ in range(number)]
    two = [each + rng.choice((-30, 0, 0, 40)) for each in one]
    found, other = Samples(one), Samples(two)
    assert (len(found), found.total) == (number, sum(one))
    assert mean_of(found).mean == sum(one) / number
    assert sum(deals for deals, _ in found.groups()) == number
    assert KEPT_DEALS < len(list(found.groups())) <= KEPT_DEALS + MOST_BLOCKS
    # The error, from a thousand groups or so, is as that of all deals but for some 3%.
    assert mean_of(found).se == pytest.approx(stdev(one) / sqrt(number), rel=0.1)
    apart = [its - mine for mine, its in zip(one, two, strict=True)]
    behind = difference(other, found)
    assert behind.mean == sum(apart) / number
    assert behind.se == pytest.approx(stdev(apart) / sqrt(number), rel=0.1)
    assert behind.se < mean_of(found).se
    assert not other.minus(found).are_zero
    assert found.minus(Samples(one)).are_zero
    sure = found.all_of(-7.0)
    assert (len(sure), mean_of(sure)) == (number, (-7.0, 0.0))
    assert difference(found, sure).mean == pytest.approx(sum(one) / number + 7)


@pytest.mark.parametrize("dropped", [6, 384, 768, 1536, 3072, 6144, 24_576])
@pytest.mark.parametrize("more", [0, 1, 700, 25_000])
def test_what_was_dropped_is_compared_in_its_own_deals(dropped: int, more: int) -> None:
    """Moves are dropped after 6 deals, 12 and so on: blocks of up to 768 deals end there."""
    rng = Random(dropped + more)
    best = [float(rng.randint(0, 9)) for _ in range(dropped + more)]
    few = [float(rng.randint(0, 9)) for _ in range(dropped)]
    for found in (Samples(best).minus(Samples(few)), Samples(few).minus(Samples(best))):
        assert len(found) == dropped
        assert abs(found.total) == abs(sum(best[:dropped]) - sum(few))
    assert Samples(best).minus(Samples(best[:dropped])).are_zero


def test_a_last_block_that_the_other_has_not_is_left_out() -> None:
    # Of 3 * 256 + 768 deals and one more blocks are of 6 deals: 1,000 end in one of 4.
    long, short = Samples([2.0] * 1537), Samples([1.0] * 1000)
    assert (len(long.minus(short)), long.minus(short).total) == (996, 996.0)
    assert (len(short.minus(short)), len(long.minus(long))) == (1000, 1537)


def test_a_difference_is_of_the_deals_of_both() -> None:
    assert difference(Samples([5.0, 7.0, 9.0]), Samples([1.0, 1.0])) == (5.0, 1.0)
    assert difference(Samples([5.0, 7.0]), Samples([5.0, 7.0]), Stake(2.0)) == (0.0, 1.5)


@pytest.mark.parametrize(
    ("game", "points", "trump", "apart"),
    [
        # Two opponents, a base of 25: +50 or -100, with spades twice as much.
        ("auction", 250, Suit.CLUBS, 150),
        ("auction", 250, Suit.SPADES, 300),
        ("auction points", 300, Suit.CLUBS, 1800),
        # With a kitty of 100 at 400 all of it is won, or twice as much is paid.
        ("auction kitty", 400, Suit.CLUBS, 2 * 300 + 300),
        # At 350 none of it is won, and 2 bases of 50 are paid; or half is won, and all is paid.
        ("auction kitty", 350, Suit.CLUBS, 2 * 150 + 100),
        ("auction kitty350", 350, Suit.CLUBS, 2 * 150 + 50 + 100),
        ("check", 300, Suit.CLUBS, 600),
        ("auction-score", 300, Suit.SPADES, 600),
    ],
)
def test_a_contract_is_made_or_set(game: str, points: int, trump: Suit, apart: float) -> None:
    name, *options = game.split()
    rules = with_options(TABLE_RULEBOOKS[name], options)
    contract = Contract(Seat.SOUTH, points, 100)
    ours, theirs = (
        at_stake(rules, 15, trump, contract, for_bidder=is_ours) for is_ours in (True, False)
    )
    assert ours.apart == apart
    if rules.money is not None:
        assert ours.most - ours.least == apart
        # One of two opponents, who has no part in the kitty, pays the base or gets it twice.
        stakes = contract.stakes(rules, trump)
        assert theirs.apart == stakes.made + stakes.lost
        assert rules.money.kitty or theirs.apart == apart / 2
        assert theirs.least < 0 < theirs.most
    assert at_stake(rules, 15, trump, None) == Stake(90.0)


@pytest.mark.parametrize("points", [10, 30, 40, 250])
def test_a_low_contract_leaves_the_cards_in_doubt(points: int) -> None:
    rules = TABLE_RULEBOOKS["partnership-auction"]
    stake = at_stake(rules, 11, Suit.CLUBS, Contract(Seat.SOUTH, points))
    assert stake.apart == max(2 * points, where_settled(rules, 11).apart)


def test_who_may_give_up_has_less_at_stake() -> None:
    rules = TABLE_RULEBOOKS["auction"]
    contract = Contract(Seat.SOUTH, 250)
    # +50 or -50: conceded it costs the base in every suit.
    for suit, most in ((Suit.CLUBS, 50), (Suit.SPADES, 100)):
        stake = at_stake(rules, 15, suit, contract, may_concede=True)
        assert stake == (most + 50, -50, most)


def test_how_far_a_move_is_behind_is_as_unsure_whichever_of_the_two_is_best() -> None:
    def analysis(*moves: tuple[str, float, float]) -> ChanceAnalysis:
        best = moves[0][1]
        chances = [
            MoveChance(
                move=PlayCard(Card.parse(text)),
                mean=Estimate(mean, 5.0),
                behind=Estimate(best - mean, se),
                worlds=9,
            )
            for text, mean, se in moves
        ]
        return cast("ChanceAnalysis", SimpleNamespace(moves=chances))

    # Short: the ace is 4 better, sure to 2.0. Long: the ten is 1 better, sure to 2.6.
    short = analysis(("AS", 4.0, 0.0), ("TS", 0.0, 1.02))
    long = analysis(("TS", 1.0, 0.0), ("AS", 0.0, 2.6))
    found = [holds for what, holds in table_intervals.held(short, long) if what == "behind"]
    assert found == [True]


def test_the_command_counts_intervals() -> None:
    asked = ["--positions", "6", "--cards", "3", "--worlds", "50"]
    result = CliRunner().invoke(table_intervals.main, asked)
    assert result.exit_code == 0, result.output
    rows = [line.split("|")[1:-1] for line in result.stdout.splitlines() if line.startswith("| ")]
    assert [row[0].strip() for row in rows] == ["deals", "mean", "behind", "win", "cards"]
    shares = [float(cell.strip(" %")) for row in rows[1:] for cell in row[1:-1]]
    assert min(shares) > 70
    assert int(rows[1][-1]) == int(rows[3][-1]) > int(rows[2][-1])
