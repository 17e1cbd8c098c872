"""A player of the stock phase that follows the advice of the books.

The strategy chapters of Scarne and of MacDougall (1947) give maxims, not a way to weigh them
against each other. Here each maxim is a *term*: a small rule for how much a move agrees with the
advice, times a weight. The sum of the terms decides. The weights are in points and set by hand:
this is what the books say, not the best that can be done.

>>> position = StockPosition.parse(
...     "upcard=9S act=meld stock=23 turn=south south=ATKQJ.K9.J9.QJ north=-.-.-.-+11"
...     " gone=-.AT.-.-")
>>> advice_move(position).text()
'royal-marriage:KS.QS'
>>> for term, points in advice_terms(position, advice_move(position)).items():
...     print(f"{points:+.0f} {term}")
+40 points shown
+120 royal marriage before the run
"""

from __future__ import annotations

from pinochle_solver.engines.maxims import PLAY_MAXIMS, SHOW_MAXIMS
from pinochle_solver.engines.seat_sight import SeatSight
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move, Play, Show


def advice_move(position: StockPosition) -> Move:
    """The move that the books' advice favours on the whole.

    Args:
        position: what the seat to decide sees; its own hand is wholly known.

    Returns:
        a legal move, always the same for a position; among equals the first in the referee's order.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """
    sight = SeatSight(position)
    return max(sight.moves, key=lambda move: sum(_terms(sight, move).values()))


def advice_terms(position: StockPosition, move: Move) -> dict[str, float]:
    """What the advice says about one move: the terms that are not 0, by name; their sum decides.

    Args:
        position: what the seat to decide sees; its own hand is wholly known.
        move: a legal move, with its card named as the referee names it.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """
    return _terms(SeatSight(position), move)


def _terms(sight: SeatSight, move: Move) -> dict[str, float]:
    if isinstance(move, Play):
        terms = {maxim.name: maxim.term(sight, move) for maxim in PLAY_MAXIMS}
    elif isinstance(move, Show):
        terms = {maxim.name: maxim.term(sight, move) for maxim in SHOW_MAXIMS}
    else:
        terms = {}  # about doubles these books give no advice that goes by the cards
    return {name: points for name, points in terms.items() if points}
