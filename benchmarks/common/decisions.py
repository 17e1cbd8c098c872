"""Decisions of the stock phase: their kinds, the policy's choice, and what it makes of a move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import in_a_thread
from pinochle_solver import StockPosition
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.beliefs import Belief

LEAD, REPLY, MELD = "lead", "reply", "meld"
KINDS = (LEAD, REPLY, MELD)
PLURALS = {LEAD: "leads", REPLY: "replies", MELD: "melds"}
POLICY = "policy"
"""As an engine: the policy by which the default engine's playouts go on, without any search."""


def kind_of(position: StockPosition) -> str:
    """Which of `KINDS` a decision is."""
    if position.act is not Act.PLAY:
        return MELD
    return LEAD if position.led is None else REPLY


def trick_of(position: StockPosition) -> int:
    """The number of the trick that a decision belongs to, a meld to the one before it."""
    return position.completed_tricks + (position.act is Act.PLAY)


def policy_choice(position: StockPosition) -> int:
    """The number of the policy's move in the compiled hand; of equals the first."""
    search = Belief(position).playouts()
    scores = search.scores()
    return search.legal()[scores.index(max(scores))]


def final_points(
    search: Playouts, belief: Belief, move: Move, worlds: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """South's and north's points at the end if the policy plays on after a move in each world.

    The playoff is solved in each, so that the differences spread as real ones do.
    """
    position, number = belief.position, len(worlds)
    kinds = len(melds_of(position.rules, position.trump)) + 1
    estimated, solved = np.zeros((number, 1, 4), np.int32), np.zeros((number, 1, 2), np.int32)
    shown = np.zeros((1, 2, kinds), np.int64)
    every = np.ones(number, np.uint8)
    arguments = worlds, belief.numbers([move]), every, estimated, solved, shown, StopFlag()
    in_a_thread(search.evaluate, *arguments)
    return solved[:, 0].astype(np.int64)
