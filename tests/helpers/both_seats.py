"""The same position from the other side of the table."""

from __future__ import annotations

from dataclasses import replace

from helpers.doubled import REDOUBLED, changed
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.doubles import Doubler
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.rules import Points


def exchanged(position: StockPosition) -> StockPosition:
    """The position with everything of south's as north's, and the other way round."""
    points, dealer, stakes = position.points, position.dealer, position.stakes
    if stakes is not None and stakes.doubler is not Doubler.BOTH:
        has_right = Doubler.NORTH if stakes.doubler is Doubler.SOUTH else Doubler.SOUTH
        stakes = replace(stakes, doubler=has_right)
    return replace(
        position,
        south=position.north,
        north=position.south,
        turn=position.turn.other,
        melds_south=position.melds_north,
        melds_north=position.melds_south,
        points=points and HandPoints(points.north, points.south),
        glups=Glups(position.glups.north, position.glups.south),
        score=Points(position.score.north, position.score.south),
        dealer=None if dealer is None else dealer.other,
        called=tuple(seat.other for seat in reversed(position.called)),
        stakes=stakes,
    )


WINDOWS = {
    "double": REDOUBLED,
    "answer": changed(REDOUBLED, "turn=north", "south=+12", "north=K9.TKJJ.ATJ9.T9"),
    "answer-redouble": REDOUBLED,
}
