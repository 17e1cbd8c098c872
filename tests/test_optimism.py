"""What is taken off the means of playouts for what they promise too much."""

from __future__ import annotations

import numpy as np
import pytest

from oracle_decks import SMALL_RULEBOOKS, views
from pinochle_solver import RULEBOOKS, Rulebook
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.stock.analysis import POINTS
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.deadline import Deadline
from pinochle_solver.stock.optimism import optimism
from pinochle_solver.stock.playout_search import PlayoutSearch


def test_all_moves_of_a_decision_lose_as_much() -> None:
    view = next(
        view
        for _, view in views(RULEBOOKS["scarne"], 1, seed=1)
        if view.completed_tricks == 8 and view.act is Act.PLAY and view.led is None
    )
    assert optimism(view) > 5
    search = PlayoutSearch(Belief(view), 1, 1, POINTS, StopFlag(), Deadline(None))
    search.run(Limits(worlds=32))
    for tried in search.standings.tried:
        points, _ = tried.points()
        lead = points[:, view.turn].astype(float) - points[:, view.turn.other]
        values = search.standings.samples(tried, POINTS).values
        assert (values == lead - optimism(view)).all()


def test_a_smaller_lead_is_a_smaller_chance_to_win() -> None:
    points = np.array([[300, 296], [296, 300], [300, 280]], np.int16)
    for score in (None, Points(700, 720)):
        south, north = (WinChance(seat, score, 1000) for seat in Seat)
        assert (south.of_points(points, 8.0) <= south.of_points(points)).all()
        assert np.allclose(south.of_points(points, 8.0) + north.of_points(points, -8.0), 1)
    of_hand = WinChance(Seat.SOUTH, None, 1000).of_points(points, 8.0)
    assert of_hand.tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_of_other_decks_nothing_is_known(rules: Rulebook) -> None:
    for _, view in views(rules, 1, seed=1):
        assert optimism(view) == 0
