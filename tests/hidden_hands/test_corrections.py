"""The share of the points to come that playouts leave out of what a bidder wins."""

from __future__ import annotations

import numpy as np
import pytest

from pinochle_solver.hidden_hands.corrections import (
    SHARE_AGAINST_ONE,
    SHARE_OF_PARTNERS,
    correct,
    share_of,
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
