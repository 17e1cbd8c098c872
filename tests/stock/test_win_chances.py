"""Chances to win, and moves whose lead is luck (``stock/chances.py``, ``stock/analysis.py``)."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest

from pinochle_solver import Seat, StockPosition, analyze, equity
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Points, Rulebook
from pinochle_solver.stock.analysis import POINTS, WIN, MoveEstimate, in_order
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.valued_chances import ValuedChance

# What there is to win after the last stock trick.
RUN = (
    "upcard=9S stock=1 act=meld turn=south south=AATKQJ.A9.9.QJ north=+11"
    " gone=-.ATTKKQQJJ9.AATTKKQQ.AATTKK"
)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=PINOCHLE_BOOKS)
def test_points_before_a_hand_count_as_points_of_the_hand(rules: Rulebook) -> None:
    settings = GameSettings(rules, rules.count, rules.target, None)
    points = np.random.default_rng(1).integers(0, 400, (50, 2))
    for before in (Points(300, 500), Points(720, 110), Points(0, 900)):
        chances = {}
        for seat in Seat:
            found = WinChance(seat, before, settings, Seat.SOUTH).of_points(points)
            at_zero = WinChance(seat, Points(0, 0), settings, Seat.SOUTH)
            assert found == pytest.approx(at_zero.of_points(points + np.array(before)))
            chances[seat] = found
        assert chances[Seat.SOUTH] + chances[Seat.NORTH] == pytest.approx(1)


@pytest.mark.parametrize("dealer", [*Seat, None])
def test_after_a_hand_the_other_seat_deals(dealer: Seat | None) -> None:
    """And whoever dealt, a finished game is won by who has more."""
    rules = PINOCHLE_BOOKS["scarne"]
    settings = GameSettings(rules, rules.count, 1000)
    points = np.array([[100, 160], [250, 90], [130, 130]])
    for seat in Seat:
        chance = WinChance(seat, Points(620, 640), settings, dealer)
        next_dealer = None if dealer is None else dealer.other
        expected = [
            equity((620 + south, 640 + north), next_dealer).chance(seat)
            for south, north in points.tolist()
        ]
        assert chance.of_points(points) == pytest.approx(expected)
        ends = chance.of_points(np.array([[380, 350], [300, 400], [390, 380]]))
        assert ends.tolist() == ([1, 0, 0] if seat is Seat.SOUTH else [0, 1, 1])


def test_a_point_is_worth_as_much_as_a_few_more_or_less_change() -> None:
    """Leads of -99.5 to 99.5, each once: 20 more are won by 20 more of 200."""
    rules = PINOCHLE_BOOKS["scarne"]
    leads = np.arange(-99.5, 100)
    points = np.column_stack([leads, np.zeros(200)])
    for seat, sign in ((Seat.SOUTH, 1), (Seat.NORTH, -1)):
        chance = WinChance(seat, None, GameSettings(rules, rules.count, 1000))
        found = ValuedChance.of(chance, points, sign * leads + 30, 0.0)
        assert found.slope == pytest.approx(0.005)
        assert found.at(np.array([30.0, 80.0, -10.0])) == pytest.approx([0.5, 0.75, 0.3])
        # Of values that promise 20 too much as well, the same one is worth as much less.
        less = ValuedChance.of(chance, points, sign * leads + 30, 20.0)
        assert less.at(np.array([30.0])) == pytest.approx([0.4])


def estimate(win: float, win_behind: float, mean: float, behind: float) -> MoveEstimate:
    return MoveEstimate(
        move=Show(),
        objective=WIN,
        mean=mean,
        mean_se=2.0,
        win=win,
        win_se=0.02,
        points_behind=Estimate(behind, 3.0),
        win_behind=Estimate(win_behind, 0.03),
        visits=40,
        exact=False,
    )


def test_a_better_chance_in_other_worlds_is_no_lead() -> None:
    best = estimate(0.6, 0.0, 50, 0.0)
    ahead = estimate(0.65, -0.05, 70, -20.0)
    (_, found) = in_order(best, [ahead])
    assert found.win == best.win
    assert found.win_behind == Estimate(0.0, 0.03)
    # Its points are what they are: the order is by chances.
    assert found.mean == ahead.mean
    assert found.points_behind == ahead.points_behind
    behind = estimate(0.5, 0.1, 70, -20.0)
    assert in_order(best, [behind])[1] == behind


def test_of_moves_that_win_alike_none_has_more_points_than_the_best() -> None:
    best, alike = estimate(0.6, 0.0, 50, 0.0), estimate(0.6, 0.0, 70, -20.0)
    (_, found) = in_order(best, [alike])
    assert (found.win, found.mean) == (best.win, best.mean)
    assert found.points_behind == Estimate(0.0, 3.0)


@pytest.mark.parametrize(
    ("win", "behind", "shown"),
    [
        (-0.03, 0.16, (0.0, 0.13)),
        (-0.03, 0.02, (0.0, 0.0)),
        (-0.03, 0.0, (0.0, 0.0)),
        (0.94, 0.08, (0.94, 0.06)),
        (1.02, -0.04, (1.0, -0.02)),
        (1.02, 0.01, (1.0, 0.0)),
        (-0.01, 1.02, (0.0, 1.0)),
        (nan, 0.0, (nan, 0.0)),
        (0.4, 0.1, (0.4, 0.1)),
    ],
)
def test_no_chance_is_further_behind_than_the_best_is_high(
    win: float, behind: float, shown: tuple[float, float]
) -> None:
    values, less = ({POINTS: Estimate(0.0, 1.0), WIN: Estimate(of, 0.1)} for of in (win, behind))
    found = MoveEstimate.of(Show(), WIN, values, less, 16)
    assert (found.win, found.win_behind.mean) == pytest.approx(shown, nan_ok=True)
    assert (found.win_se, found.win_behind.se) == (0.1, 0.1)


def test_what_a_seat_can_expect_is_beyond_what_it_has() -> None:
    """With the points so far told or not, exactly the same is still to come."""
    told = StockPosition.parse(f"{RUN} points=10+80/0+75")
    untold = StockPosition.parse(RUN)
    for with_points, without in zip(analyze(told).moves, analyze(untold).moves, strict=True):
        assert with_points.move == without.move
        for one, other in (
            (with_points.mover, without.mover),
            (with_points.other, without.other),
        ):
            assert one is not None
            assert other is not None
            assert one.melds == pytest.approx(other.melds)
            assert one.tricks == pytest.approx(other.tricks)
