"""Positions with few worlds: all of them gone through, what follows chosen by expectation.

The model: every seat chooses, of what it sees, the move of the highest expected final difference,
all worlds that it considers possible equally likely, and knows that what follows is chosen in the
same way; playoffs are exact. So the reply to the last stock trick, after which at most shows
remain, is an expectation over at most a dozen worlds that no model blurs. The lead to it, and
anything further back, is exact against that model of the other's choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from math import perm, sqrt
from time import monotonic
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playouts import Playouts
from pinochle_solver.analysis import Analysis, MoveEstimate, SeatOutlook
from pinochle_solver.beliefs import Belief
from pinochle_solver.chances import WinChance
from pinochle_solver.hand import Referee
from pinochle_solver.melds import melds_of
from pinochle_solver.position_fields import Act
from pinochle_solver.prices import with_prices
from pinochle_solver.rules import DIX, Seat
from pinochle_solver.stock_position import StockPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The product of the worlds and moves of all choices that may follow one another.
MOST_LINES = 10**8
# So long may the choices that follow take if their playoffs are solved, not estimated.
MOST_SECONDS = 5.0
_PLAYOFF_SECONDS, _SMALLER, _FULL = 1e-3, 0.45, 12

SOLVED = "every choice after the move by its expectation, all worlds equally likely; playoffs exact"
ESTIMATED = SOLVED + ", but for those estimated to choose by"


def is_late(belief: Belief) -> bool:
    """Whether there are so few worlds that all can be gone through."""
    return _lines(belief.position) <= MOST_LINES


def _lines(position: StockPosition) -> int:
    """A bound of the worlds and moves of all plays that may follow one another.

    The choices of what to show are left out: they are few.
    """
    hand, face_down, stock_tricks = (
        position.rules.deck.hand,
        position.face_down if isinstance(position.stock, int) else 0,
        position.rules.deck.stock_tricks,
    )
    tricks = position.completed_tricks
    lines = perm(hand + face_down, face_down)
    if position.act is not Act.PLAY:
        face_down = max(0, face_down - 2)
    leads = position.led is None
    while tricks < stock_tricks:
        for unseen in (hand + face_down, hand - 1 + face_down)[0 if leads else 1 :]:
            lines *= perm(unseen, face_down) * hand
        leads = True
        tricks += 1
        face_down = max(0, face_down - 2)
    return lines
