"""How hands are reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.game.replayed_hand import Moment
from pinochle_solver.limits import Limits
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.settings import SearchSettings

DEFAULT_SECONDS = 1.0
"""For a decision of the stock phase."""
LEAST_WORLDS = 16
"""For a decision: with fewer, losses have no errors that mean anything."""
ACTS = "lrmsdoab"
"""The moments of a trick, in order.

Lead, reply, melds of its winner, a dix of who leads next, a dix of its loser; then a double, the
answer to it, and the answer to a redouble.
"""

# To find the best move, and then to measure what another one lost.
_SHARE_TO_CHOOSE = 0.6
# The worlds of the comparison are others than those of the choice, which has the seed before.
_SEEDS_A_DECISION = 2
# The moments of a trick by number: what a seat shows at a dix turn has the worlds of its melds.
# Those of doubles come behind all others, of however many tricks.
_SEEDED = {"l": 0, "r": 1, "m": 2, "s": 2, "d": 3, "o": 400, "a": 401, "b": 402}
_SEEDED_A_TRICK = 4
_SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a hand is reviewed.

    Attributes:
        limits: of each decision of the stock phase: seconds or worlds.
        seed: of the worlds.
        threads: how many to use.
        belief: what is believed of hidden cards.
        cards: whether to find where the unseen cards were at each decision of the stock phase.
    """

    limits: Limits
    seed: int = 1
    threads: int = 1
    belief: str = INFERRED
    cards: bool = False

    def described(self, remark: str = "") -> str:
        """In words, how much is spent on a decision; a remark on that may follow it."""
        limits = self.limits
        each = f"{limits.seconds:g} s" if limits.seconds else f"{limits.worlds:,} worlds"
        return f"{each} a decision{remark}, seed {self.seed}"

    def searches(self, moment: Moment) -> tuple[SearchSettings, SearchSettings]:
        """How to choose the best move of a decision, and how to measure what another one lost."""
        choosing, comparing = (
            SearchSettings(limits=limits, seed=seed, threads=self.threads, belief=self.belief)
            for limits, seed in zip(self.parts, self._seeds(moment), strict=True)
        )
        return choosing, comparing

    @property
    def parts(self) -> tuple[Limits, Limits]:
        """What is spent on choosing the best move, and on measuring what another one lost."""
        limits = self.limits
        if limits.seconds is None:
            return limits, limits
        choosing = _SHARE_TO_CHOOSE * limits.seconds
        return Limits(seconds=choosing), Limits(seconds=limits.seconds - choosing)

    def _seeds(self, moment: Moment) -> tuple[int, int]:
        """The seeds of the worlds of a decision, to choose in and to compare in.

        They are the same whoever else's decisions are reviewed or known.
        """
        return self.seeds_of(_SEEDED_A_TRICK * moment.trick + _SEEDED[moment.act])

    def seeds_of(self, number: int) -> tuple[int, int]:
        """The seeds of the worlds of a decision, to choose in and to compare in, by its number."""
        first = self.seed + _SEEDS_A_DECISION * number
        return first % _SEEDS, (first + 1) % _SEEDS
