"""The chance to win a hand, or a game of several, from the points at the end of a hand.

A hand's points decide it; a tie counts half. With a game score the hand is one of several. If it
ends the game, the game is decided too. Otherwise the equity tables (`equities.tables`) say what the
score after it is worth to the seat, with the deal passing to the other seat. If players may call
out, a hand can end before its last trick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from pinochle_solver.equities.equity import GameSettings, souths_chance
from pinochle_solver.notation.calls import Calls, known_points
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.agreed import Agreed, chips_up_from, in_chips
from pinochle_solver.rules.rules import CallOutRule, Points, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WinChance:
    """The chance of the seat to decide to win.

    Attributes:
        seat: that seat.
        score: the game score before this hand; None where the hand alone counts.
        settings: what the game is played by.
        dealer: who deals this hand; None where that is not known.
        up_from: from which last digit card points are rounded up to tens; 0 where they are not.
    """

    seat: Seat
    score: Points | None
    settings: GameSettings
    dealer: Seat | None = None
    up_from: int = 0

    @classmethod
    def of(cls, position: StockPosition | PlayoffPosition) -> WinChance:
        """The chance that a position calls for: of the game if it has a score, else of the hand."""
        score = None if position.score == NO_SCORE else position.score
        chips = Agreed.CHIPS in position.agreed
        settings = GameSettings(
            position.rules, position.count, position.target, position.ahead, chips
        )
        dealer = position.dealer if isinstance(position, StockPosition) else None
        up_from = chips_up_from(position.rules, position.agreed)
        return cls(position.turn, score, settings, dealer, up_from)

    def of_points(self, points: NDArray[Any], less: float = 0.0) -> NDArray[np.float64]:
        """The chance for each row of points, south's and north's: shape (n, 2) gives (n,).

        Args:
            points: the points at the end of the hand.
            less: by how much the seat's lead is smaller than these points say.
        """
        import numpy as np

        more = less / 2 if self.seat is Seat.NORTH else -less / 2
        south, north = points[:, Seat.SOUTH] + more, points[:, Seat.NORTH] - more
        if self.up_from:
            # Melds are multiples of ten, so that rounding their sum with card points rounds these.
            south, north = in_chips(south, self.up_from), in_chips(north, self.up_from)
        if self.score is None:
            souths: NDArray[np.float64] = (np.sign(south - north) + 1) / 2
        else:
            south, north = south + self.score.south, north + self.score.north
            next_dealer = None if self.dealer is None else self.dealer.other
            souths = souths_chance(self.settings, south, north, next_dealer)
        return souths if self.seat is Seat.SOUTH else 1 - souths


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
