"""A player of the stock phase that takes the most points now.

It shows whatever scores most. It plays the cheapest of the cards that win the most points now,
including what it can meld after the trick. If nothing can be won it throws the card that costs
least. It hopes for nothing: a meld that lacks a card is worth nothing to it.

>>> position = StockPosition.parse(
...     "upcard=9S stock=23 turn=south south=AAT9.Q9.-.KQJJ99 north=+11 led=TD")
>>> greedy_move(position).text()
'TS'
"""

from __future__ import annotations

from pinochle_solver.engines.seat_sight import SeatSight, plays_of, shown_points
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move, Play, Show


def greedy_move(position: StockPosition) -> Move:
    """The move that brings the most points now.

    Args:
        position: what the seat to decide sees; its own hand is wholly known.

    Returns:
        a legal move, always the same for a position; among equals the first in the referee's order.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """
    sight = SeatSight(position)
    if position.act is Act.PLAY:
        return max(plays_of(sight), key=lambda play: _points_of_play(sight, play))
    return max(sight.moves, key=lambda show: _points_of_show(sight, show))


def _points_of_show(sight: SeatSight, show: Move) -> tuple[int, int]:
    """What a show scores; among equals the one that lays fewer cards."""
    assert isinstance(show, Show)
    option = sight.options.get(show)
    return shown_points(sight, show), -len(option.from_hand) if option else 0


def _points_of_play(sight: SeatSight, play: Play) -> tuple[float, int, int]:
    """What a card wins now, less what it gives away and the melds held that it breaks.

    Among equals the weaker card comes first.
    """
    led, chance = sight.led_points, sight.win_chance(play.card)
    # The seat already has its own card's points: they can only be lost.
    won = chance * (led + sight.best_show(play))
    lost = (1 - chance) * (led + sight.points(play.card)) + sight.prospects.broken_by(play)
    return won - lost, -sight.is_trump(play.card), -play.card.rank
