"""Chances to win as a network's values of leads tell them.

A network values a lead in points, with less noise than a playout has. Mostly a chance goes with the
points: so many per cent each, as much as a few points more or less would change it at the ends that
playouts came to. Where it does not, playouts say so, as far as they are many enough to be believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinochle_solver.stock.chances import WinChance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What a point is worth is told by so many points more and less.
_STEP = 20.0
BLIND_ALONE, BLIND_APART = 0.03, 0.01
"""By how much chances that go with the points are usually wrong: of one move, of a difference."""


@dataclass(frozen=True, slots=True)
class ValuedChance:
    """The chance to win by the value of a lead, a straight line.

    Attributes:
        level: the chance where the lead is 0,
        slope: and what a point is worth.
    """

    level: float
    slope: float

    @classmethod
    def of(
        cls, chance: WinChance, points: NDArray[Any], values: NDArray[Any], less: float
    ) -> ValuedChance:
        """As playouts tell it.

        Args:
            chance: of the seat, by the points at the end.
            points: (playouts, 2): south's and north's at the end, at least one playout.
            values: (playouts,): the seat's lead as it was valued.
            less: so much smaller is the seat's lead than playouts and values say.
        """
        now, more, fewer = (
            float(chance.of_points(points, less - step).mean()) for step in (0.0, _STEP, -_STEP)
        )
        slope = (more - fewer) / (2 * _STEP)
        return cls(now - slope * float(values.mean()), slope)

    def at(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """The chance at each of these values."""
        import numpy as np

        return np.asarray(self.level + self.slope * values, np.float64)
