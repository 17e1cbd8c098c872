"""The player that takes the most points now (`pinochle_solver.engines.greedy`)."""

from __future__ import annotations

import pytest

from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.notation.stock_position import StockPosition


def move_in(line: str) -> str:
    return greedy_move(StockPosition.parse(line)).text()


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # The most points, and a dix with them where it is not the meld of its turn.
        (
            "upcard=KS stock=23 act=meld turn=south south=ATTQJ9.K.KQ.KJ north=+11 gone=-.-.-.AJ",
            "dix+run:AS.TS.KS.QS.JS",
        ),
        (
            "rules=hayes upcard=AS stock=21 act=meld turn=south south=KQ99.K.KQ.KTTJ9 north=+12"
            " gone=-.-.-.AJ",
            "kings:KS.KH.KD.KC",
        ),
        # The loser's dix.
        (
            "rules=macdougall upcard=AS stock=23 act=dix turn=south south=KQ9.K.KQ.TTJJ9 north=+11"
            " gone=-.-.-.AK",
            "dix",
        ),
        # A trick for a meld.
        (
            "upcard=AS stock=23 turn=south south=TJ9.KQ.J9.ATJJ9 north=+11 led=9C",
            "JC",
        ),
        # What counts is taken with the weakest card that takes it.
        ("upcard=9S stock=23 turn=south south=ATJ.K9.J9.TTJJ9 north=+11 led=TD", "JS"),
        # Nothing is taken with a card that is missed in a meld held.
        ("upcard=9S stock=23 turn=south south=KJ.TKQ.J9.TTJJ9 north=+11 led=JH", "TH"),
        # Nothing to be had: a card that counts nothing.
        ("upcard=9S stock=23 turn=south south=TK.TQ.J9.ATTKQJ north=+11 led=AS", "9D"),
    ],
)
def test_points_now(line: str, move: str) -> None:
    assert move_in(line) == move
