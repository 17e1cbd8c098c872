"""What is said about seats, said to the person."""

from __future__ import annotations

import pytest

from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.notation.players import Players
from pinochle_solver.rules.rules import Seat


@pytest.mark.parametrize(
    ("text", "south", "north"),
    [
        ("south does not hold it", "you do not hold it", "Bob does not hold it"),
        ("north's draw is missing", "Ann's draw is missing", "your draw is missing"),
        ("20 to north", "20 to Ann", "20 to you"),
        ("'north' plays", "'north' plays", "'north' plays"),
        ("northern lights", "northern lights", "northern lights"),
    ],
)
def test_the_person_is_you_and_the_other_has_a_name(text: str, south: str, north: str) -> None:
    players = Players("Bob", "Ann")
    assert addressed(text, Seat.SOUTH, players) == south
    assert addressed(text, Seat.NORTH, players) == north
