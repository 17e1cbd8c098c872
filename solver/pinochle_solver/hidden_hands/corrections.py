"""By how much playouts are wrong about the bidder's side at a table, and how that is put right.

Worlds are drawn by a rule of thumb for what a bidder bids, names and buries. A bidder judges his
hand better than the rule does, and has chosen trump and burial by it, so his side wins more than it
does in the worlds of those who do not see his hand. How much more was measured in hands that the
default engine played (``benchmarks/calibration/table_predictions.py``, its column *cards*, and what
was said of the contract). So many of the card points that are to come are counted for the bidder in
every playout. Without a widow nothing was found to put right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver.notation.table.position_fields import usual_sides
from pinochle_solver.notation.table.positions import TablePosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHARE_AGAINST_ONE = 0.12
"""Of the points to come, what a bidder with a widow wins above the playouts of two opponents."""
SHARE_OF_PARTNERS = 0.07
"""The same of a bidder with a widow and a partner, in the playouts of all but the bidder."""


def share_of(position: TablePosition) -> float:
    """The share of the points to come that the bidder's side wins more of than playouts say."""
    rules = position.rules
    if position.bidder in (None, position.turn) or not rules.widow:
        return 0.0
    return SHARE_OF_PARTNERS if rules.partners else SHARE_AGAINST_ONE


def correct(results: NDArray[np.int16], position: TablePosition, to_come: int) -> None:
    """Give the bidder his share of the card points that the other side wins in each playout.

    Args:
        results: (worlds, moves, seats, 2) the card points and the tricks that each seat wins;
            changed in place. The other side gives no more than it has won.
        position: the position, as its seat to decide sees it.
        to_come: the card points that are to come.
    """
    import numpy as np

    points = round(share_of(position) * to_come)
    if not points:
        return
    sides = usual_sides(position.rules, position.players, position.bidder)
    assert sides is not None
    assert position.bidder is not None
    bidder = position.players.index(position.bidder)
    left = np.full(results.shape[:2], points, dtype=np.int16)
    for seat in sides[1]:
        if seat in position.players:
            place = position.players.index(seat)
            given = np.minimum(left, results[..., place, 0])
            results[..., place, 0] -= given
            results[..., bidder, 0] += given
            left -= given
