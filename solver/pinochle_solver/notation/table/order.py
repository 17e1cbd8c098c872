"""Who lays and leads when, as far as a position tells it."""

from __future__ import annotations

from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import winner_of


def meld_order(position: TableFields) -> tuple[Seat, ...]:
    """The seats in the order in which they lay melds, starting with the seat that leads first.

    Without an auction the order needs the dealer; it is empty if the dealer is not given.
    """
    if position.bidder is not None:
        return clockwise(position.players, position.bidder)
    if position.dealer is not None and position.rules.auction is None:
        return position.rules.from_left_of(position.dealer)
    return ()


def laid_before(position: TableFields) -> tuple[Seat, ...]:
    """The seats that lay their melds before the one on turn, with `act` meld and no stock."""
    order = meld_order(position)
    return order[: order.index(position.turn)] if position.turn in order else ()


def leaders_of(position: TableFields) -> tuple[Seat, ...]:
    """Who has led to each trick of `tricks`, and who leads to the open one.

    Where nothing tells who led to the first trick, this follows from who leads now. Empty if that
    is not known either.
    """
    trump, tricks = position.trump, position.tricks or ()
    if trump is None:
        return ()
    order = meld_order(position)
    if not order:
        return _leaders_back(position, trump) if tricks and position.act is not Act.DIX else ()
    leaders = [order[0]]
    for trick in tricks:
        seats = clockwise(position.players, leaders[-1])
        leaders.append(seats[winner_of(trick, trump)])
    return tuple(leaders)


def _leaders_back(position: TableFields, trump: Suit) -> tuple[Seat, ...]:
    """The same, from the last trick to the first: its winner leads to the open one."""
    players = position.players
    leaders = [position.leader]
    for trick in reversed(position.tricks or ()):
        place = players.index(leaders[-1]) - winner_of(trick, trump)
        leaders.append(players[place % len(players)])
    return tuple(reversed(leaders))
