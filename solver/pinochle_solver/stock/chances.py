"""The chance to win a hand, or a game of several, from the points at the end of a hand.

A hand's points decide it; a tie counts half. With a game score the hand is one of several: if it
ends the game, that is decided as well, otherwise what follows is modelled. The points of the two
seats in a hand between equals are taken as normal with the moments below, hand after hand, and the
chance to get to the target first is worked out backwards on a grid. Where one has to be so far
ahead, the lead goes up and down evenly until it is: the chance rises evenly with it (the gambler's
ruin).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Points, Rulebook, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# In a hand between equal players of the games of 48 cards, in their units of melds: the mean of
# what a seat melds, and the standard deviation of all its points. In other games both are larger
# the more tricks a meld may follow, and much larger the more copies of a card there are: these are
# the powers of their number (of 80 hands each of goulash and glup).
MELDS_MEAN, HAND_SD, USUAL_HAND_SD = 12.5, 7.5, 75.0
_TRICKS, _COPIES, _MEAN_POWER, _SD_POWER = 12, 2, 2, 3
# By so much of that deviation a lead goes beyond what is asked for, when it does.
OVERSHOOT = 0.58
STEP = 25
MOST_STEPS = 60


class HandPoints(NamedTuple):
    """A seat's points in a hand between equal players: their mean and standard deviation."""

    mean: float
    sd: float


def hand_points(rules: Rulebook, count: CardCount) -> HandPoints:
    """What is to be expected of a hand."""
    deck = rules.deck
    more = deck.stock_tricks / _TRICKS * rules.meld_unit
    copies = deck.copies / _COPIES
    return HandPoints(
        count.of_hand(deck) / 2 + more * copies**_MEAN_POWER * MELDS_MEAN,
        more * copies**_SD_POWER * HAND_SD,
    )


@dataclass(frozen=True, slots=True)
class WinChance:
    """The chance to win of the seat to decide.

    Attributes:
        seat: that seat.
        score: the game score before this hand; None where the hand alone counts.
        target: the points that end the game,
        ahead: or by how many one has to be ahead for that; None where the target ends it.
        mean: of a seat's points in a hand,
        sd: and their standard deviation.
    """

    seat: Seat
    score: Points | None
    target: int
    ahead: int | None = None
    mean: float = 250.0
    sd: float = 75.0

    @classmethod
    def of(cls, position: StockPosition) -> WinChance:
        """As a position says: of the game where it has a score, else of the hand."""
        score = None if position.score == NO_SCORE else position.score
        points = hand_points(position.rules, position.count)
        return cls(position.turn, score, position.target, position.ahead, *points)

    def of_points(self, points: NDArray[Any], less: float = 0.0) -> NDArray[np.float64]:
        """The chance for each row of points, south's and north's: shape (n, 2) gives (n,).

        Args:
            points: at the end of the hand.
            less: so much smaller is the seat's lead than they say.
        """
        import numpy as np

        own = points[:, self.seat] - less / 2
        others = points[:, self.seat.other] + less / 2
        if self.score is not None:
            own = own + self.score[self.seat]
            others = others + self.score[self.seat.other]
        decided = (np.sign(own - others) + 1) / 2
        if self.score is None:
            return np.asarray(decided, np.float64)
        if self.ahead is not None:
            most = self.ahead + OVERSHOOT * self.sd * 2**0.5
            ahead = (1 + (own - others) / most) / 2
            goes_on = np.abs(own - others) < self.ahead
            return np.asarray(np.where(goes_on, ahead, decided), np.float64)
        step = max(STEP, -(-self.target // MOST_STEPS))
        table = _race(self.target, step, self.mean, self.sd)
        needs = (np.ceil((self.target - reached) / step) for reached in (own, others))
        ahead = table[tuple(np.clip(need, 0, len(table) - 1).astype(np.int64) for need in needs)]
        goes_on = np.maximum(own, others) < self.target
        return np.asarray(np.where(goes_on, ahead, decided), np.float64)


@lru_cache(maxsize=32)
def _race(target: int, step: int, mean: float, sd: float) -> NDArray[np.float64]:
    """The chance to win for one who needs i steps of so many points, the other j: shape (n, n).

    Both hands' points fall on the grid by the same distribution; who is further over the target
    when both get there wins.
    """
    import numpy as np

    most = -(-target // step)
    gains = np.arange(int((mean + 4 * sd) // step) + 2)
    weights = np.exp(-0.5 * ((gains * step - mean) / max(sd, step / 2)) ** 2)
    weights /= weights.sum()
    chance = np.full((most + 1, most + 1), 0.5)
    both = np.outer(weights, weights)
    for total in range(2, 2 * most + 1):
        for need in range(max(1, total - most), min(most, total - 1) + 1):
            other = total - need
            left, others_left = need - gains[:, None], other - gains[None, :]
            over = (np.sign(others_left - left) + 1) / 2
            on = chance[np.maximum(left, 0), np.maximum(others_left, 0)]
            ends = (left <= 0) | (others_left <= 0)
            # Where neither gets on, by the grid, nothing is told.
            moves = (gains[:, None] > 0) | (gains[None, :] > 0)
            known = both * moves
            chance[need, other] = (known * np.where(ends, over, on)).sum() / known.sum()
    return chance
