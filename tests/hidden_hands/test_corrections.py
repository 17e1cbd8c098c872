"""By how much playouts are put right: for the bidder, and one way as often as the other."""

from __future__ import annotations

import numpy as np
import pytest

from pinochle_solver.hidden_hands.corrections import (
    SHARE_AGAINST_ONE,
    SHARE_OF_PARTNERS,
    VARYING,
    correct,
    deviations,
    share_of,
    vary,
)
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

POINTS, TRICKS = 0, 1


def before_the_reply(name: str) -> list[TablePosition]:
    """Of a hand in which everything is the first legal move: the bidder's lead, then a reply."""
    rules, found = TABLE_RULEBOOKS[name], list[TablePosition]()
    hand = begun(random_deal(3, 1, rules))
    while len(found) < 2:
        assert hand.turn is not None
        position = position_of(hand, hand.turn)
        is_reply = bool(found) and hand.turn != hand.bidder
        if hand.act is Act.PLAY and (is_reply or (not found and hand.turn == hand.bidder)):
            found.append(position)
        hand = hand.after(next(hand.legal_moves()))
    return found


@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("auction", SHARE_AGAINST_ONE),
        ("auction-score", SHARE_AGAINST_ONE),
        ("partnership-auction", SHARE_OF_PARTNERS),
        ("corners", 0.0),
        ("check", 0.0),
    ],
)
def test_only_a_bidder_with_a_widow_wins_more_than_others_think(name: str, share: float) -> None:
    lead, reply = before_the_reply(name)
    assert share_of(lead) == 0
    assert share_of(reply) == share


def test_the_bidder_gets_what_the_others_have_and_no_more() -> None:
    position = before_the_reply("auction")[1]
    assert position.bidder is not None
    bidder = position.players.index(position.bidder)
    others = [place for place in range(3) if place != bidder]
    results = np.zeros((4, 1, 3, 2), dtype=np.int16)
    results[:, 0, bidder, POINTS] = 200
    for world, won in enumerate(((50, 0), (7, 43), (0, 5), (0, 0))):
        results[world, 0, others, POINTS] = won
    results[..., TRICKS] = 5
    whole = results[..., POINTS].sum(axis=2)
    correct(results, position, 250)
    assert results[:, 0, bidder, POINTS].tolist() == [230, 230, 205, 200]
    assert results[:, 0, others, POINTS].tolist() == [[20, 0], [0, 20], [0, 0], [0, 0]]
    assert np.array_equal(results[..., POINTS].sum(axis=2), whole)
    assert (results[..., TRICKS] == 5).all()


def test_the_bidder_knows_his_own_hand() -> None:
    lead = before_the_reply("auction")[0]
    results = np.full((2, 3, 3, 2), 40, dtype=np.int16)
    correct(results, lead, 250)
    assert (results == 40).all()


def test_worlds_vary_by_a_part_of_the_count_and_by_nothing_on_average() -> None:
    points = deviations(250, range(4096))
    assert abs(points.mean()) < 0.2
    assert points.std() == pytest.approx(250 * VARYING, rel=0.01)
    within = np.mean(np.abs(points) <= 250 * VARYING)
    assert within == pytest.approx(0.683, abs=0.02)  # As of a normal distribution.
    assert 50 < points.max() < 85
    assert -85 < points.min() < -50


def test_any_worlds_that_follow_one_another_vary_evenly() -> None:
    for first in (0, 64, 1000):
        points = deviations(250, range(first, first + 64))
        assert abs(points.mean()) < 1.2  # Drawn at random: 20 / 8 = 2.5 points.
        assert abs(np.median(points)) < 2.5


def test_a_world_varies_alike_in_every_chunk() -> None:
    whole = deviations(250, range(128))
    assert whole[64:].tolist() == deviations(250, range(64, 128)).tolist()


@pytest.mark.parametrize("name", ["auction", "partnership-auction", "corners", "check"])
def test_a_side_gives_what_it_has_and_the_count_stays(name: str) -> None:
    position = before_the_reply(name)[1]
    bidder = position.bidder
    assert bidder is not None
    players, place = position.players, position.players.index(bidder)
    own = [players.index(seat) for unit in position.units if bidder in unit for seat in unit]
    own = own if position.rules.partners else [place]
    others = [each for each in range(len(players)) if each not in own]
    results = np.zeros((5, len(players), 2), dtype=np.int16)
    results[:, place, POINTS] = 100
    results[:, others[0], POINTS] = 20
    results[:, others[1], POINTS] = 130
    results[..., TRICKS] = 3
    results[4, others, TRICKS] = 0
    results[4, others, POINTS] = 0
    whole = results[..., POINTS].sum(axis=1)
    vary(results, position, bidder, np.array([30, -40, 200, 0, -40], dtype=np.int16))
    # The last: who has no trick is given no points.
    assert results[:, own, POINTS].sum(axis=1).tolist() == [130, 60, 250, 100, 100]
    assert np.array_equal(results[..., POINTS].sum(axis=1), whole)
    assert (results[..., POINTS] >= 0).all()
