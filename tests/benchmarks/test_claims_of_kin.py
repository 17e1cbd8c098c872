"""Claims about partners and about the games with a stock: small runs of what they are made of."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.handbook.macdougall.check_claims import CONVENTIONS, OpeningSettings, open_hand
from benchmarks.handbook.macdougall.claim import Verdict
from benchmarks.handbook.macdougall.conventions import answer_of, opening_of
from benchmarks.handbook.macdougall.leanings import LeaningSettings, leaning_hand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.other_claims import CLAIMS
from benchmarks.handbook.macdougall.partner_claims import (
    all_tricks_won,
    checks_at,
    opens_200,
)
from benchmarks.handbook.macdougall.score_games import by_shift
from benchmarks.handbook.macdougall.sold_deals import Sale, sale_of, sold_deals
from benchmarks.handbook.macdougall.stock_three import SkillSettings, hands_played, skill_deal
from benchmarks.handbook.macdougall.two_handed import (
    CourseSettings,
    course_of,
    hands_by_policy,
    playoffs_by_policy,
)
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.moves import Call
from pinochle_solver.table.seats import Seat

DEALS = 10


def test_a_hand_opens_with_the_highest_bid_that_it_fits() -> None:
    solid = Hand.parse("AAKQ99.AKQ.9J.J")
    assert opens_200(solid)
    assert not opens_200(Hand.parse("AATKQJ.AKQ.9J.J"))  # a run: 250
    assert CONVENTIONS["a run"].fits(Hand.parse("AATKQJ.AKQ.9J.J"))


def test_a_dealer_at_corners_is_forced_to_190() -> None:
    found = open_hand(0, OpeningSettings(opening="forced at Corners", worlds=4, seed=1))
    assert 0 <= found.made <= 1
    assert found.passing == 0


def test_a_higher_limit_changes_only_who_buys() -> None:
    deals = sold_deals("check", DEALS, 1)
    worth = by_shift(deals, (0, 0, 80), 0, deals.worths)
    assert (worth[:, 0] == worth[:, 1]).all()
    assert (worth[:, 0] != worth[:, 2]).any()


def test_all_tricks_make_a_contract() -> None:
    deals = sold_deals("check", DEALS, 1)
    sales = [Sale(number, 0, 250) for number in range(DEALS)]
    swept = all_tricks_won(deals, 0)
    assert swept.made(sales).all()
    assert (swept.scores(sales)[:, 1] == 0).all()
    at_end = checks_at(swept, (900, 0))(sales)
    assert (at_end[:, 0] == swept.worths(sales)[:, 0] + 10).all()


def test_a_hand_of_three_with_a_stock_is_played_to_its_end() -> None:
    scores = hands_played(4, 1)
    assert scores.sum(axis=1).min() >= 250
    united = hands_played(4, 1, Seat.SOUTH)
    melds = scores.sum(axis=1) - 250
    assert (united.sum(axis=1) - 250).tolist() == melds.tolist()


def test_the_policy_is_ahead_of_a_simple_player() -> None:
    assert skill_deal(0, SkillSettings(against="advice", seed=1)).ahead == pytest.approx(74.833)


def test_a_hand_for_two_is_noted_trick_by_trick() -> None:
    course = course_of(0, CourseSettings(engine="advice", seed=1))
    assert course.melds == (2, 1)
    assert len(course.leaders) == len(course.points) == 13
    assert (course.points[-1], course.end) == ((263, 107), (324, 176))
    assert course.reaches(0, 100) == 8
    assert course.has_led_and_won(0, 1)
    assert not course.has_led_and_won(0, 2)


def test_twelve_cards_each_are_left_in_a_playoff() -> None:
    left = playoffs_by_policy("macdougall", DEALS, 1)
    assert (left.plain.sum(axis=1) + left.trumps.sum(axis=1) == 24).all()
    assert (left.plain[:, :2] == 0).all()  # there are no sevens and eights
    hands = hands_by_policy("macdougall", DEALS, 1)
    assert (hands.tricks.sum(axis=1) == 250).all()
    assert (left.points <= 250).all()


@pytest.mark.parametrize("claim", ["N2", "N3", "N9", "N11", "N12"])
def test_a_claim_about_two_hands_has_a_verdict(claim: str) -> None:
    found = next(each for each in CLAIMS if each.id == claim).found(Measured(20, 1))
    assert found.verdict is not Verdict.NOT_RUN
    assert np.isfinite(float(claim[1:]))


def test_conventions_open_and_answer() -> None:
    assert opening_of(Hand.parse("AATKQJ.AKQ.9J.J")) == "a run"
    assert opening_of(Hand.parse("AAKQ99.AKQ.9J.J")) == "six solid trumps, an outside ace and 60"
    run = Hand.parse("ATKQJ.KQ.99.JJ9")
    assert [answer_of(run, lowest) for lowest in (210, 280, 360)] == [270, 300, None]
    assert answer_of(Hand.parse("KQJJ99.KJ.JJ.99"), 210) == 220
    assert answer_of(Hand.parse("99JJ.99JJ.99JJ.-"), 210) is None


def test_a_call_of_a_way_is_made_if_it_may_be() -> None:
    deals = sold_deals("corners", DEALS, 1)
    sale = sale_of(deals, 0, [lambda *_: Call(300)] * 4)
    assert sale.contract == 300
    assert sale.bidder == (deals.deals[0].dealer + 1) % 4


def test_a_deal_is_played_by_who_holds_and_who_plays_freely() -> None:
    found = leaning_hand(0, LeaningSettings(seed=1))
    assert (found.melds, found.gains) == ((50, 0), (80, -8))
