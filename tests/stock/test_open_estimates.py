"""Estimates of open positions: how far they may be wrong, and the chances that come of it."""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt
from random import Random

import pytest

from helpers.soak import some
from helpers.strategies import play_on
from pinochle_solver import RULEBOOKS, Referee, Seat, random_deals
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Points
from pinochle_solver.stock.analysis import POINTS, WIN, MoveEstimate
from pinochle_solver.stock.open_estimates import Effort, doubt_of, estimate_open, tree_errors
from pinochle_solver.stock.open_stock import solve_open
from pinochle_solver.stock.settings import SearchSettings


def open_position(rules: str, tricks: int, seed: int = 1) -> StockPosition:
    """The first decision of a hand with at most so many tricks of the stock left."""
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    referee, random = Referee.of_deal(deal), Random(seed)
    while True:
        position = referee.position()
        assert isinstance(position, StockPosition)
        left = position.rules.deck.stock_tricks - position.completed_tricks
        if left <= tricks and len(referee.moves()) > 1:
            return position
        play_on(referee, 1, random)


@pytest.mark.parametrize("rules", some(PINOCHLE_BOOKS, 2))
@pytest.mark.parametrize("objective", [POINTS, WIN])
def test_no_error_is_smaller_than_that_of_trees(rules: str, objective: str) -> None:
    position = open_position(rules, 4)
    moves = estimate_open(position, Effort(200), SearchSettings(objective=objective))
    doubt = doubt_of(position)
    for move in moves:
        assert not move.exact
        assert move.mean_se >= doubt.alone
        assert move.behind >= 0
        assert move is moves[0] or move.points_behind.se >= doubt.apart
    assert moves[0].behind == moves[0].behind_se == 0


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
@pytest.mark.parametrize("tricks", [1, 3, 8])
def test_doubt_grows_with_the_leads_to_come(rules: str, tricks: int) -> None:
    book, position = RULEBOOKS[rules], open_position(rules, tricks)
    alone, apart = tree_errors(book, book.count)
    leads = sqrt(position.rules.deck.stock_tricks - position.completed_tricks + 1)
    assert doubt_of(position) == pytest.approx((alone * leads, apart * leads))


def test_every_move_is_tried_often_where_all_cards_are_open() -> None:
    moves = estimate_open(open_position("scarne", 5), Effort(1_000))
    assert len(moves) > 3
    assert min(move.visits for move in moves) * len(moves) > 1_000 / 4


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_intervals_hold_exact_values(rules: str) -> None:
    held, moves = 0, 0
    for seed in range(6):
        position = open_position(rules, 1, seed)
        values = solve_open(position)
        assert values is not None
        exact = {value.move: value.difference for value in values}
        for move in estimate_open(position, Effort(200)):
            moves += 1
            held += abs(move.mean - exact[move.move]) <= SURE * move.mean_se
    assert moves >= 12
    assert held >= 0.9 * moves


def valued(position: StockPosition) -> tuple[MoveEstimate, ...]:
    return estimate_open(position, Effort(300), SearchSettings(objective=WIN))


def test_chances_follow_from_what_a_value_may_be() -> None:
    position = open_position("scarne", 5)
    moves = valued(position)
    for move in moves:
        assert (move.win > 0.5) == (move.mean > 0)
        assert 0 <= move.win <= 1
        assert 0 <= move.win_se < 0.5
    by_mean = sorted(moves, key=lambda move: move.mean / move.mean_se)
    chances = [move.win for move in by_mean]
    assert chances == pytest.approx(sorted(chances), abs=0.02)


def test_no_lead_in_chances_is_surer_than_the_lead_in_points() -> None:
    """Both follow from the same values, so what is too close to call in points is so in chances."""
    position = replace(open_position("scarne", 5), score=Points(700, 650))
    by_points, by_win = (
        estimate_open(position, Effort(300), SearchSettings(objective=objective))
        for objective in (POINTS, WIN)
    )
    assert len(by_win) > 2
    assert [m.move for m in by_points] == [m.move for m in by_win]
    for points, win in zip(by_points[1:], by_win[1:], strict=True):
        in_points, in_chances = points.behind / points.behind_se, win.behind / win.behind_se
        assert in_chances < 1.5 * in_points


@pytest.mark.parametrize("score", [Points(980, 100), Points(100, 980)])
def test_who_is_far_ahead_in_the_game_is_likely_to_win_it(score: Points) -> None:
    """With a game score the chance is that of the game, whichever way the hand may go."""
    position = open_position("scarne", 5)
    best = valued(replace(position, score=score))[0]
    ahead = float((score.south > score.north) == (position.turn is Seat.SOUTH))
    assert best.win == pytest.approx(ahead, abs=0.15)
    assert best.mean == pytest.approx(valued(position)[0].mean, abs=5)


def test_of_what_was_tried_once_no_error_is_known() -> None:
    moves = estimate_open(open_position("scarne", 3), Effort(1))
    assert {move.visits for move in moves} == {1}
    assert {move.mean_se for move in moves} == {inf}
