"""What each side has, as far as a position of a table tells it (``double_dummy/sides.py``)."""

from __future__ import annotations

import pytest

from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.notation.table.positions import TablePosition

CORNERS = "rules=corners dealer=east act=meld bids=p,150,p,p bidder=west contract=150 trump=S "
AUCTION = "rules=auction dealer=north bidder=south contract=450 trump=D turn=west led=AD "


@pytest.mark.parametrize(
    ("line", "melds"),
    [
        # Who has still to lay counts nothing yet.
        (
            CORNERS + "turn=north south=+12 west=KQ.-.-.-+10 north=KQ9.KQ9.KQ9.KQ9 east=+12"
            " melds.west=royal-marriage:KS.QS",
            {"west": 40, "north": 0},
        ),
        (
            CORNERS + "turn=east south=+12 west=KQ.-.-.-+10 north=-.KQ.-.-+10"
            " east=KQ9.K9.KQ9.KQ99 melds.west=royal-marriage:KS.QS melds.north=marriage:KH.QH",
            {"west": 40, "north": 20},
        ),
        # Who never lays has nothing.
        (
            AUCTION + "south=-.-.KQ.-+12 west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=-.J.-.T9"
            " buried=+3 melds.south=royal-marriage:KD.QD",
            {"west": 0, "north": 0, "south": 40},
        ),
    ],
)
def test_melds_are_counted_for_the_unit_of_who_laid_them(line: str, melds: dict[str, int]) -> None:
    standing = standing_of(TablePosition.parse(line))
    for unit, laid in standing.melds.items():
        assert laid.points in [melds[seat.text()] for seat in unit if seat.text() in melds]
    assert len(standing.melds) == len(melds)
