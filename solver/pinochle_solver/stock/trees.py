"""What the trees of all kinds have in common: how they are made, grown and asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pinochle_solver._core.stock.trees import TreeSearch
from pinochle_solver.equities.hands import hand_moments
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import MoveEstimate
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.sampling import PLAYOFF_SECONDS, SMALL_HAND, playoff_seconds

MOST_ITERATIONS = 1 << 22
"""Of one tree."""

CHUNK = 32
# In the first iterations of each move at the root the playoff is solved, and then in every so many.
SOLVE_FIRST = 2
SOLVE_EVERY = 64
# A seat's points in a hand of 48 cards deviate by so much.
_USUAL_HAND_SD = 75.0


class Trees(Protocol):
    """Trees that grow, and what they say."""

    @property
    def chunk(self) -> int:
        """By how much to go on at a time."""

    @property
    def worlds(self) -> int:
        """In how many worlds it has been so far."""

    def most(self, worlds: int | None) -> int:
        """How far it may go within so many worlds, in the units of `advance`."""

    def advance(self, size: int) -> bool:
        """Go on by so much; False if that was stopped."""

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, the best first."""

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """Which of these to play: the best, or one that cannot be told from it."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """How gladly a tree tries what it has seldom tried, in points of the games of 48 cards.

    Attributes:
        constant: what a move that was seldom tried is given for that (UCB1).
        urgency: how much more than all tried moves together one promises that was never tried,
            but for the root.
        at_first: how many times as gladly the root does.
    """

    constant: float
    urgency: float
    at_first: float = 1.0


# By regret in positions of hands that the default engine plays: of trees of what seats observe, and
# of trees of open states.
OBSERVED, OPEN = Exploration(80.0, 30.0), Exploration(160.0, 80.0)
# Of a tree of open states where the stock's order is known, too: by the errors of all moves' values
# against exact ones, which fell by 6 to 33% in 13 sets of up to 40 positions of all games.
KNOWN = Exploration(80.0, 40.0, at_first=8.0)


def new_tree(belief: Belief, edges: int, *, is_open: bool, shuffles: bool = False) -> TreeSearch:
    """A tree of a position.

    Args:
        belief: what is known of the position.
        edges: for how many there is room.
        is_open: whether its nodes are states with both hands open, or what a seat observes.
        shuffles: whether the stock is shuffled again in every iteration.
    """
    exploration = OBSERVED if not is_open else OPEN if shuffles else KNOWN
    position = belief.position
    wider = max(1.0, hand_moments(position.rules, position.count).sd / _USUAL_HAND_SD)
    return TreeSearch(
        *belief.problem.record,
        is_open,
        shuffles,
        wider * exploration.constant,
        wider * exploration.urgency,
        edges,
        exploration.at_first,
        weights=belief.problem.weights,
    )


def solved_iterations(belief: Belief, first: int) -> tuple[int, int]:
    """In how many first iterations of each root move, and then in one of how many, is solved.

    Seldomer where a playoff takes longer.

    Args:
        belief: what is known of the position.
        first: the first, where it takes no longer than usual.
    """
    if solves_always(belief):
        return 0, 1
    dearer = playoff_seconds(belief.position.rules.deck) / PLAYOFF_SECONDS
    return first if dearer <= 1 else 0, round(SOLVE_EVERY * max(dearer, 1.0))


def solves_always(belief: Belief) -> bool:
    """Whether the playoffs are so small that each is solved."""
    return belief.position.rules.deck.hand <= SMALL_HAND
