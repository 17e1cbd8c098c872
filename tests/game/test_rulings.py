"""What a rulebook makes of points claimed wrongly (``game/rulings.py``), case by case."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from pinochle_solver import RULEBOOKS, Rulebook, Seat
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.rulings import Claim, points_with_claims, ruled_findings
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.rules.irregularities import Irregularity

BEFORE = HandPoints(SeatPoints(100, 30), SeatPoints(40, 50))
FINDING = Finding(Irregularity.WRONG_CREDIT, 3, Seat.SOUTH, "pinochle", "too much", "")

every_case = pytest.mark.parametrize(
    ("is_meld", "to_opponent", "stand"), list(product([False, True], repeat=3))
)


def rules_of(to_opponent: bool) -> Rulebook:
    rules = RULEBOOKS["scarne"]
    return replace(rules, penalties=replace(rules.penalties, wrong_meld_to_opponent=to_opponent))


@every_case
def test_a_claim_is_ruled_on(is_meld: bool, to_opponent: bool, stand: bool) -> None:
    """A meld that is none goes to the opponent where the rules say so; a wrong credit never."""
    claim = Claim(1, Seat.SOUTH, 40, is_meld)
    untouched, ruled = ruled_findings([FINDING] * 2, [claim], rules_of(to_opponent), stand)
    assert untouched == FINDING
    if stand:
        assert ruled.ruling.startswith("stands")
    elif is_meld and to_opponent:
        assert ruled.ruling == "40 to north"
    else:
        assert ruled.ruling == "corrected"


@every_case
def test_a_claim_is_counted_as_it_is_ruled_on(
    is_meld: bool, to_opponent: bool, stand: bool
) -> None:
    claims = [Claim(0, Seat.SOUTH, 40, is_meld), Claim(1, Seat.NORTH, 10, is_meld)]
    points = points_with_claims(BEFORE, claims, rules_of(to_opponent), stand)
    south, north = 100, 40
    if stand:
        south, north = south + 40, north + 10
    elif is_meld and to_opponent:
        south, north = south + 10, north + 40
    assert points == HandPoints(SeatPoints(south, 30), SeatPoints(north, 50))
