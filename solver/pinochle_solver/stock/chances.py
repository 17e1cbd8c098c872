"""The chance to win a hand, or a game of several, from the points at the end of a hand.

A hand's points decide it; a tie counts half. With a game score the hand is one of several. If it
ends the game, the game is decided too. Otherwise the equity tables (`equities.tables`) say what the
score after it is worth to the seat, with the deal passing to the other seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinochle_solver.equities.equity import GameSettings, souths_chance
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.agreed import Agreed, chips_up_from, in_chips
from pinochle_solver.rules.rules import Points, Seat

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
