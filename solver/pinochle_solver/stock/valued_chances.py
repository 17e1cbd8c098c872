"""Chances to win as a network's values of leads tell them.

A network values a lead in points, with less noise than a playout has. What a hand may still come to
around such a value, playouts tell: by how much they ended above or below it, and how many points
both seats had together. The mean of the chances over all of that is the chance at this value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinochle_solver.stock.chances import WinChance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# So many values are worked out over those that come up, and those between taken from both sides.
_VALUES = 65


@dataclass(frozen=True, eq=False)
class ValuedChance:
    """The chance to win for every value of a lead.

    Attributes:
        values: rising, in points of the seat's lead at the end,
        chances: and the chance at each.
    """

    values: NDArray[np.float64]
    chances: NDArray[np.float64]

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
        import numpy as np

        seat = chance.seat
        own, others = points[:, seat].astype(np.float64), points[:, seat.other]
        beyond, together = own - others - values, own + others
        low, high = float(values.min()), float(values.max())
        grid = np.linspace(low, max(high, low + 1.0), _VALUES)
        leads = (grid[:, None] + beyond[None, :]).ravel()
        both = np.tile(together, len(grid))
        ends = np.empty((len(leads), 2))
        ends[:, seat], ends[:, seat.other] = (both + leads) / 2, (both - leads) / 2
        found = chance.of_points(ends, less).reshape(len(grid), -1).mean(axis=1)
        return cls(grid, found)

    def at(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """The chance at each of these values."""
        import numpy as np

        return np.asarray(np.interp(values, self.values, self.chances))

    @property
    def slope(self) -> float:
        """What a point is worth where values usually are."""
        rise = float(abs(self.chances[-1] - self.chances[0]))
        return rise / float(self.values[-1] - self.values[0])
