"""What hands played out are worth, beside the referee who plays and scores the same cards."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.table_worlds import late_position
from pinochle_solver import StopFlag
from pinochle_solver.double_dummy.unseen import BURIED, GONE, WIDOW, Place
from pinochle_solver.hidden_hands.beliefs import WorldBatch
from pinochle_solver.hidden_hands.decisions import ending_of, points_by_index
from pinochle_solver.hidden_hands.laying import most_laid
from pinochle_solver.hidden_hands.payoffs import Payoffs
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.table.checks_paid import meld_checks
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import meld_points, most_melds
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat

GAMES = (
    "auction",
    "auction-score",
    "partnership",
    "firehouse",
    "partnership-auction",
    "corners",
    "check",
)


def true_world(hand: TableHand) -> WorldBatch:
    """The cards as they lie, as the only world."""
    rows = [list(hand.hands[seat].counts) for seat in hand.players]
    none = [0] * CARDS
    counts = [*rows, none, list(hand.buried.known.counts), none]
    places: tuple[Place, ...] = (*hand.players, WIDOW, BURIED, GONE)
    return WorldBatch(places, np.array([counts], dtype=np.uint8))


def played_on(hand: TableHand, line: bytes) -> HandResult:
    for index in line:
        hand = hand.after(PlayCard(Card.from_index(index)))
    assert hand.turn is None
    return hand.result()


def worth_by_the_referee(hand: TableHand, seat: Seat, result: HandResult) -> float:
    """What a hand was worth to a seat by the sheet of scores."""
    if hand.rules.money is not None:
        return result.score_of(seat)
    scores = result.checks or result.scores
    units = dict(zip(result.units, scores, strict=True))
    own = next(unit for unit in units if seat in unit)
    others = [score for unit, score in units.items() if unit != own]
    return units[own] - sum(others) / len(others)


@pytest.mark.parametrize("cards_left", [12, 5])
@pytest.mark.parametrize("name", GAMES)
def test_a_hand_played_out_is_worth_what_the_referee_pays(name: str, cards_left: int) -> None:
    seen = set[float]()
    for seed in range(10):
        hand = late_position(name, seed, cards_left)
        assert hand.turn is not None
        assert hand.trump is not None
        seat = hand.turn
        position, batch = position_of(hand, seat), true_world(hand)
        playouts = playouts_from(known_to_all(position))
        results = np.empty((1, len(hand.players), 2), dtype=np.int16)
        assert playouts.play_out(batch.hands(), results, StopFlag()) == 1
        buried = batch.at(BURIED).astype(np.int64) @ points_by_index(hand.rules)
        payoffs = Payoffs(ending_of(position, hand.trump))
        outcomes = payoffs(results[:, None], buried)
        result = played_on(hand, playouts.line(batch.hands()[0]))
        mean = worth_by_the_referee(hand, seat, result)
        assert outcomes.means[0, 0] == mean
        seen.add(mean)
        if hand.bidder is not None:
            is_made = result.outcome.value == "made"
            own = next(unit for unit in position.units if seat in unit)
            assert outcomes.wins[0, 0] == (is_made == (hand.bidder in own))
        to_come = 250 - sum(hand.rules.count.of(trick.cards) for trick in hand.tricks)
        stake = payoffs.stake(to_come)
        assert stake.least <= mean <= stake.most
    assert len(seen) > 2


@pytest.mark.parametrize("name", ["check", "partnership-auction"])
def test_many_hands_at_once_lay_what_each_can(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    hands = [hand for seed in range(60) for hand in random_deal(seed, 1, rules).hands]
    # With two runs, two marriages in trumps besides, and a roundhouse.
    hands += [Hand.parse("AATTKKQQJJ.K.-.-"), Hand.parse("ATKQJKQ.KQ.KQ.K")]
    counts = np.array([list(hand.counts) for hand in hands], dtype=np.uint8)
    for trump in Suit:
        laid = most_laid(rules, trump, counts).tolist()
        for hand, (points, checks) in zip(hands, laid, strict=True):
            melds = most_melds(hand, trump)
            assert points == meld_points(melds, rules.melds)
            assert checks == (0 if rules.checks is None else meld_checks(rules.checks, melds))
