"""Who lays and leads when, as far as a position tells it."""

from __future__ import annotations

from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import winner_of
from pinochle_solver.table_notation.table_fields import TableFields


def meld_order(position: TableFields) -> tuple[Seat, ...]:
    """The seats in the order in which they lay melds, starting with the seat that leads first.

    Without an auction the order needs the dealer; it is empty if the dealer is not given.
    """
    if position.bidder is not None:
        return clockwise(position.players, position.bidder)
    if position.dealer is not None and position.rules.auction is None:
        return position.rules.from_left_of(position.dealer)
    return ()


def leaders_of(position: TableFields) -> tuple[Seat, ...]:
    """Who has led to each trick of `tricks`, and who leads to the open one.

    Empty if it is not known who led to the first trick.
    """
    order = meld_order(position)
    if not order or position.trump is None:
        return ()
    leaders = [order[0]]
    for trick in position.tricks or ():
        seats = clockwise(position.players, leaders[-1])
        leaders.append(seats[winner_of(trick, position.trump)])
    return tuple(leaders)
