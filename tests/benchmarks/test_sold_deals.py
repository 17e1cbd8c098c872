"""Deals in which every seat is tried as the bidder: what a sale comes to, and auctions."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from benchmarks.handbook.macdougall import bidding_claims
from benchmarks.handbook.macdougall.bidding_claims import NORMAL, RISK, SAFE
from benchmarks.handbook.macdougall.once_set import gain_once_set
from benchmarks.handbook.macdougall.score_games import bidding, games_won, shifted
from benchmarks.handbook.macdougall.sold_deals import (
    NOBODY,
    Sale,
    Simple,
    gains,
    sale_of,
    sold_deals,
)
from benchmarks.strength.table_bidding import played_by_policy
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import PASS, Bury, Call
from pinochle_solver.table.seats import Seat

DEALS = 10


def test_a_sale_comes_to_what_the_referee_says() -> None:
    deals = sold_deals("check", DEALS, 1)
    sales = [Sale(number, number % 4, 250) for number in range(DEALS)]
    scores, worths, compared = deals.scores(sales), deals.worths(sales), 0
    for sale, trump, score, worth in zip(sales, deals.trumps(sales), scores, worths, strict=True):
        deal = deals.deals[sale.deal]
        hand = played_by_policy(
            deal,
            partial(_bids_250, seat=sale.bidder),
            partial(_names, trump=Suit(int(trump))),
        )
        if hand.contract != 250:  # the seat has no marriage
            continue
        compared += 1
        result = hand.result()
        assert list(result.scores) == score.tolist()
        assert result.checks[0] - result.checks[1] == worth[0]
    assert compared == 6


def _names(_: TableHand, trump: Suit) -> Bury:
    return Bury(trump)


def _bids_250(hand: TableHand, seat: int) -> Call:
    calls = [call for call in hand.legal_moves() if isinstance(call, Call)]
    if hand.turn == seat and Call(250) in calls:
        return Call(250)
    return PASS if PASS in calls else calls[0]


def test_what_one_seat_wins_the_others_pay() -> None:
    deals = sold_deals("auction", DEALS, 1)
    sales = [sale_of(deals, number, [NORMAL] * 3) for number in range(DEALS)]
    worths = deals.worths(sales)
    assert worths.sum(axis=1) == pytest.approx(np.zeros(DEALS))
    bought = [sale for sale in sales if sale.bidder != NOBODY]
    assert {sale.contract for sale in bought} == {250}
    assert all(worths[sale.deal, sale.bidder] in {-50, 50, -100, 100} for sale in bought)


def test_a_way_to_bid_wins_nothing_from_itself() -> None:
    deals = sold_deals("auction", DEALS, 1)
    assert gains(deals, RISK, RISK) == pytest.approx(np.zeros(DEALS))
    assert gains(deals, RISK, SAFE) == pytest.approx(-gains(deals, SAFE, RISK))


def test_simple_play_makes_fewer_points() -> None:
    deals = sold_deals("auction", DEALS, 1)
    simple = sold_deals("auction", DEALS, 1, Simple.BIDDER)
    sales = [Sale(number, 0, 250) for number in range(DEALS)]
    lost = deals.hands(sales).cards - simple.hands(sales).cards
    assert lost[:, 0].mean() > 5
    assert (lost.sum(axis=1) == 0).all()


def test_every_other_who_is_in_is_pushed_to_his_limit() -> None:
    deals = sold_deals("auction", DEALS, 1)
    for number in range(DEALS):
        normal = sale_of(deals, number, [NORMAL] * 3)
        if normal.bidder == NOBODY:
            continue
        ways = [bidding_claims.KNOWING] * 3
        ways[normal.bidder] = NORMAL
        pushed = sale_of(deals, number, ways)
        assert pushed.bidder == normal.bidder
        assert pushed.contract >= normal.contract


def test_a_game_ends_when_somebody_has_the_points() -> None:
    rules = sold_deals("auction-score", DEALS, 1).rules
    scores = np.array([[400, 100, 0]])
    shares, lengths, fallen = games_won(rules, scores, np.array([0]), np.array([True]), 3, seed=1)
    assert shares.tolist() == [[1, 0, 0]] * 3
    assert lengths.tolist() == [3] * 3
    assert not fallen.any()
    scores = np.array([[-400, 100, 0]])
    shares, lengths, fallen = games_won(rules, scores, np.array([0]), np.array([False]), 3, seed=1)
    assert shares.tolist() == [[0, 1, 0]] * 3
    assert fallen.all()


def test_two_play_together_against_one_who_is_not_the_bidder() -> None:
    usual = sold_deals("auction-score", DEALS, 1)
    united = sold_deals("auction-score", DEALS, 1, alone=Seat.SOUTH)
    by_south = [Sale(number, 0, 250) for number in range(DEALS)]
    by_west = [Sale(number, 1, 250) for number in range(DEALS)]
    assert (usual.hands(by_south).cards == united.hands(by_south).cards).all()
    won = united.hands(by_west).cards.mean(axis=0) - usual.hands(by_west).cards.mean(axis=0)
    assert won[2] < 0 < won[1]


def test_who_is_set_is_given_points_that_the_other_would_get() -> None:
    deals = sold_deals("auction-score", DEALS, 1)
    lost = [Sale(number, 0, 500) for number in range(2)]
    assert not deals.made(lost).any()
    assert [gain_once_set(deals.deals[sale.deal], sale) for sale in lost] == [10, 22.5]


def test_higher_limits_buy_more_hands() -> None:
    deals = sold_deals("auction-score", DEALS, 1)
    sales = [
        [sale_of(deals, number, [shifted(bidding, points)] * 3) for number in range(DEALS)]
        for points in (0, 100)
    ]
    sold = [sum(sale.bidder != NOBODY for sale in each) for each in sales]
    assert sold[0] < sold[1]
