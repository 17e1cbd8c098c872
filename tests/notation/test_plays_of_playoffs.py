"""Plays score by themselves (glups, a dix played) in the stock phase, never in the playoff."""

from __future__ import annotations

from random import Random

import pytest

from helpers.strategies import play_on
from pinochle_solver import RULEBOOKS, Referee, Seat, random_deals


@pytest.mark.parametrize("name", ["glup", "goulash"])
def test_no_play_of_the_playoff_scores_as_a_meld(name: str) -> None:
    for number, deal in enumerate(random_deals(3, 1, RULEBOOKS[name])):
        referee, random = Referee.of_deal(deal), Random(number)
        while not referee.in_playoff:
            play_on(referee, 1, random)
        before = [referee.points[seat].melds for seat in Seat]
        while referee.turn is not None:
            play_on(referee, 1, random)
        assert [referee.points[seat].melds for seat in Seat] == before
