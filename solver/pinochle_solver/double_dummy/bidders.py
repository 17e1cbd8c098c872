"""What bids prove if a bid needs a marriage (RULES-TABLE.md, section 3)."""

from __future__ import annotations

from collections.abc import Mapping

from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.auction import has_marriage, opened
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.seats import Seat


class Bidders:
    """The seats that must have been dealt a marriage, because they bid without having to.

    Args:
        position: a position that gives its calls and the order of its completed tricks; else
            nothing is proven.
    """

    def __init__(self, position: TablePosition) -> None:
        hand = hand_of(position)
        self._played = {seat: hand.played_by(seat) for seat in _proven(position)}

    @property
    def seats(self) -> frozenset[Seat]:
        """These seats."""
        return frozenset(self._played)

    def could_bid(self, hands: Mapping[Seat, Hand]) -> bool:
        """Whether these hands, with the cards already played, had the marriages they needed."""
        return all(
            has_marriage(joined(hands[seat], played)) for seat, played in self._played.items()
        )


def _proven(position: TablePosition) -> set[Seat]:
    rules = position.rules.auction
    is_known = position.tricks is not None or position.completed_tricks == 0
    if rules is None or not rules.needs_marriage or position.dealer is None or not is_known:
        return set()
    auction, seats = opened(position.rules, position.dealer), set()
    for call in position.bids or ():
        had_to = auction.is_forced and call.bid == rules.forced
        needs_marriage = auction.needs_marriage and call.bid is not None and not had_to
        if needs_marriage and auction.turn is not None:
            seats.add(auction.turn)
        auction = auction.after(call)
    return seats
