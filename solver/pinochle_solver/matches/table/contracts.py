"""The contract of hands that begin after the auction.

The seat whose hand is worth most by MacDougall's valuation bids what his advice allows, but no less
than the lowest bid, and all others pass. If a bid needs a marriage, only seats that have one count.
If the last seat must bid before it, or nobody has a marriage, that seat plays for the lowest bid.
"""

from __future__ import annotations

from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import has_marriage
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.valuation import advised_limit, best_value


def calls_for_contract(hand: TableHand) -> list[Call]:
    """The calls of the auction by this rule; the hand is before its first call, all cards known."""
    bidder, made = _bidder(hand), list[Call]()
    while hand.act is Act.BID:
        made.append(_call(hand, is_bidder=hand.turn is bidder))
        hand = hand.after(made[-1])
    return made


def _bidder(hand: TableHand) -> Seat | None:
    """Who plays the hand: of equals the first to speak; None if nobody may bid."""
    rules = hand.rules
    assert hand.auction is not None
    needs_marriage = hand.auction.rules.needs_marriage
    able = [
        seat for seat in hand.auction.order if not needs_marriage or has_marriage(hand.hands[seat])
    ]

    def worth(seat: Seat) -> float:
        has_widow = bool(rules.widow)
        return best_value(hand.hands[seat], has_widow=has_widow, values=rules.melds).normal

    return max(able, key=worth, default=None)


def _call(hand: TableHand, *, is_bidder: bool) -> Call:
    assert hand.turn is not None
    calls = [call for call in hand.legal_moves() if isinstance(call, Call)]
    bids = [call.bid for call in calls if call.bid is not None]
    if not bids or (PASS in calls and not is_bidder):
        return PASS
    limit = advised_limit(hand.hands[hand.turn], hand.rules) if is_bidder else 0
    return Call(max((bid for bid in bids if bid <= limit), default=bids[0]))
