"""The chance to win a game with call-outs: who first counts to the target wins, not who has more.

In the stock phase playouts tell when a seat has what it needs (``_core.stock.playouts``). In the
playoff that is estimated: of two seats that get there by the end of the hand the one is first that
needs the smaller share of its points in the playoff. Where nobody gets there, the game goes on, and
`WinChance` says how.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from pinochle_solver.notation.calls import Calls, known_points
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rules import CallOutRule, Points, Seat
from pinochle_solver.stock.chances import WinChance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# All times in the stock phase are before those in the playoff, which are shares of it, 0 to 1.
_BEFORE_THE_PLAYOFF = 1000


@dataclass(frozen=True, slots=True)
class CallOutChance:
    """The chance to win of the seat to decide, in a game with call-outs.

    Attributes:
        otherwise: the chance where nobody has reached the target.
        points: what both have in this hand so far.
        needs: with how many points of this hand both have reached the target.
        needs_a_trick: whether a caller must still win a trick that he leads.
        called: who has called out already.
    """

    otherwise: WinChance
    points: Points
    needs: Points
    needs_a_trick: bool
    called: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        """The seat to decide."""
        return self.otherwise.seat

    @property
    def options(self) -> dict[str, Any]:
        """How playouts are asked when seats reach the target."""
        return {
            "needs": tuple(self.needs),
            "needs_a_trick": self.needs_a_trick,
            "called": sum(1 << seat for seat in self.called),
        }

    def of_points(
        self, points: NDArray[Any], less: float = 0.0, claimed: NDArray[np.int32] | None = None
    ) -> NDArray[np.float64]:
        """As `WinChance.of_points`.

        Args:
            points: at the end of the hand.
            less: so much smaller is the lead of the seat to decide than they say.
            claimed: when both would win by a claim in the stock phase, and what they have as the
                playoff begins (`Playouts.evaluate`); None where that is not told: then all the
                rest of the hand is taken as the playoff is.
        """
        import numpy as np

        final = points[:, :2].astype(np.float64)
        final[:, self.seat] -= less / 2
        final[:, self.seat.other] += less / 2
        begins = np.broadcast_to(np.array(self.points, np.float64), final.shape)
        if claimed is not None:
            begins = claimed[:, 2:].astype(np.float64)
        needs = np.array(self.needs, np.float64)
        lacks, gains = needs - begins, np.maximum(final - begins, 1)
        share = np.where(lacks <= 0, 0.0, np.where(final >= needs, lacks / gains, inf))
        if claimed is not None:
            times = claimed[:, :2].astype(np.float64)
            share = np.where(times >= 0, times - _BEFORE_THE_PLAYOFF, share)
        own, others = share[:, self.seat], share[:, self.seat.other]
        first = np.where(own == others, 0.5, own < others)
        nobody = np.isinf(own) & np.isinf(others)
        return np.asarray(np.where(nobody, self.otherwise.of_points(points, less), first))


AnyChance = WinChance | CallOutChance


def chance_of(position: StockPosition, call_out: bool) -> AnyChance:
    """The chance to win in a position.

    Args:
        position: the position.
        call_out: whether the game is played with call-outs. Where the points of the hand are not
            told nobody can say who is first, and the end of the hand decides.
    """
    calls, points = Calls.of(position), known_points(position)
    chance = WinChance.of(position)
    if not call_out or points is None or not calls.are_possible:
        return chance
    return CallOutChance(
        # A game that is played for the target has a score, even where that is 0 to 0.
        otherwise=replace(chance, score=position.score),
        points=Points(*map(sum, points)),
        needs=Points(*(calls.needs(seat, points) for seat in Seat)),
        needs_a_trick=calls.rule is CallOutRule.NEEDS_A_TRICK,
        called=position.called,
    )
