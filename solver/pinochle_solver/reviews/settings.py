"""How hands are reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.limits import Limits
from pinochle_solver.stock.beliefs import INFERRED

DEFAULT_SECONDS = 1.0
"""For a decision of the stock phase."""
LEAST_WORLDS = 16
"""For a decision: with fewer, losses have no errors that mean anything."""
ACTS = "lrmsd"
"""The moments of a trick, in order.

Lead, reply, melds of its winner, a dix of who leads next, a dix of its loser.
"""


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a hand is reviewed.

    Attributes:
        limits: of each decision of the stock phase: seconds or worlds.
        seed: of the worlds.
        threads: how many to use.
        belief: what is believed of hidden cards.
    """

    limits: Limits
    seed: int = 1
    threads: int = 1
    belief: str = INFERRED
