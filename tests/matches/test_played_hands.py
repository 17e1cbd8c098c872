"""How the hands of a match are called."""

from __future__ import annotations

import pytest

from pinochle_solver.matches.results import HandResult, PlayedHand, SideResult


@pytest.mark.parametrize(
    ("game", "number", "name", "text"),
    [(None, 1, "hand 1", "1"), (None, 2, "hand 2", "2"), (2, 3, "game 2, hand 3", "2.3")],
)
def test_a_hand_has_its_number_and_that_of_its_game(
    game: int | None, number: int, name: str, text: str
) -> None:
    side = SideResult(melds=0, tricks=125)
    hand = HandResult(a_sits="south", margin=0, a=side, b=side, moves=())
    played = PlayedHand(hand, game, number)
    assert played.name == name
    assert played.text() == text
