"""By how much playouts are wrong about a table, and how that is put right.

*Of the bidder's side.* Worlds are drawn by a rule of thumb for what a bidder bids, names and
buries. A bidder judges his hand better than the rule does, and has chosen trump and burial by it,
so his side wins more than it does in the worlds of those who do not see his hand. How much more was
measured in hands that the default engine played (``benchmarks/calibration/table_predictions.py``,
its column *cards*, and what was said of the contract). So many of the card points that are to come
are counted for the bidder in every playout. Without a widow nothing was found to put right.

*Of a whole hand.* A study of bids plays by the policy, and the players play otherwise: now the one
side wins more by that and now the other. So in every world of a study of bids some points go from
one side to the other, as many now as then. How many was measured in contracts that were said to be
made with some chance and then played (``benchmarks/calibration/contract_predictions.py``).
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING

from pinochle_solver.notation.table.position_fields import usual_sides
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHARE_AGAINST_ONE = 0.12
"""Of the points to come, what a bidder with a widow wins above the playouts of two opponents."""
SHARE_OF_PARTNERS = 0.07
"""The same of a bidder with a widow and a partner, in the playouts of all but the bidder."""
VARYING = 0.08
"""By what part of the count a hand that is played varies about its playout (a standard deviation).

The outcomes of 3,203 contracts are likeliest with 0.08. Hands of three rulebooks that were played
both ways differed by more, 0.09 to 0.13. A side that is lucky in a playout is often less so in the
hand.
"""
_GOLDEN = (5**0.5 - 1) / 2


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
    assert position.bidder is not None
    bidder = position.players.index(position.bidder)
    _, others = _sides_of(position, position.bidder)
    _give(results, bidder, others, np.full(results.shape[:2], points, dtype=np.int16))


def deviations(whole: int, numbers: Iterable[int]) -> NDArray[np.int16]:
    """(worlds,) the points that a bidder's side wins in worlds above their playouts.

    They are normal, and spread evenly over worlds that follow one another.

    Args:
        whole: the card points of a hand.
        numbers: the numbers of the worlds.
    """
    import numpy as np

    normal = NormalDist(0.0, VARYING * whole)
    shares = ((number + 0.5) * _GOLDEN % 1.0 for number in numbers)
    return np.array([round(normal.inv_cdf(share)) for share in shares], dtype=np.int16)


def vary(
    results: NDArray[np.int16], position: TablePosition, bidder: Seat, points: NDArray[np.int16]
) -> None:
    """Give card points of one side to the other.

    Args:
        results: (worlds, seats, 2) the card points and the tricks that each seat wins; changed in
            place. A side gives no more than it has won, and none to a side without a trick.
        position: for the game and its seats.
        bidder: who has bought the hand.
        points: (worlds,) what his side is given; what it gives if they are negative.
    """
    import numpy as np

    own, others = _sides_of(position, bidder)
    for givers, takers, given in ((others, own, points), (own, others, -points)):
        has_trick = results[:, takers, 1].sum(axis=1) > 0
        _give(results, takers[0], givers, np.where(has_trick, np.maximum(given, 0), 0))


def _sides_of(position: TablePosition, bidder: Seat) -> tuple[list[int], list[int]]:
    """The places of the bidder, first, and of those on his side; and those of the others."""
    players = position.players
    sides = usual_sides(position.rules, players, bidder)
    assert sides is not None
    own, others = ([players.index(seat) for seat in side if seat in players] for side in sides)
    return sorted(own, key=lambda place: players[place] != bidder), others


def _give(
    results: NDArray[np.int16], taker: int, givers: list[int], points: NDArray[np.int16]
) -> None:
    """Give a seat card points that others have won, as far as they have any."""
    import numpy as np

    left = points.copy()
    for giver in givers:
        given = np.minimum(left, results[..., giver, 0])
        results[..., giver, 0] -= given
        results[..., taker, 0] += given
        left -= given
