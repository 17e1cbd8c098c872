"""Trees of the stock phase, small enough to be counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helpers.small_decks import small_position, small_rules
from pinochle_solver import Referee
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.trees import TreeSearch
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.beliefs import Belief

# South, the winner of the fourth trick, may lay a marriage or exchange the nine of trumps.
WON = (
    "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)

SMALL = small_rules("ATKQ", copies=2, hand=3, upcard=True)

# Of the trees that `tree_of` makes.
EXPLORATION, URGENCY = 160.0, 30.0


def small_view() -> StockPosition:
    """What south sees of a small deck, before its first lead."""
    position = small_position(SMALL, 1)
    view = Referee.of_position(position).view(position.turn)
    assert isinstance(view, StockPosition)
    return view


def tree_of(position: StockPosition, is_open: bool = False, edges: int = 1 << 14) -> TreeSearch:
    belief = Belief(position)
    rules, state, pile = belief.problem.record
    return TreeSearch(
        rules,
        state,
        pile,
        is_open,
        is_open,
        EXPLORATION,
        URGENCY,
        edges,
    )


def grow(tree: TreeSearch, belief: Belief, iterations: int) -> NDArray[np.uint8]:
    """Go through so many iterations; return the moves made at the root."""
    return grown(tree, belief, iterations)[0]


def grown(
    tree: TreeSearch, belief: Belief, iterations: int, first: int = 0
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint8]]:
    """The moves made at the root, what south and north had at the end of each, the worlds."""
    chosen = np.zeros(iterations, np.uint8)
    points = np.zeros((2, iterations, 2), np.int32)
    worlds = belief.sample(belief.playouts(), 1, first, iterations)
    solved = np.zeros(iterations, np.uint8)
    done = tree.iterate(worlds, 0, 1, chosen, points[0], points[1], solved, StopFlag())
    assert done == iterations
    assert solved.all()
    return chosen, points[1], worlds
