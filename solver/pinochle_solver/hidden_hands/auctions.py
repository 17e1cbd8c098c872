"""What the calls, the trump and the burial tell of the hands at a table of three or four.

A rule of thumb (``double_dummy/choices.py``) guesses what a hand makes. A seat is taken to bid up
to this guess plus some points, to name trump and to bury by it, and to concede by it, give or take
(``_core/hidden_hands/auctions.pyx``). How many points, and how far off, was measured in hands of
the engines: ``benchmarks/learning/table_limits.py`` and ``table_concessions.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.hidden_hands.auctions import AuctionLikelihood
from pinochle_solver.double_dummy.choices import (
    CARD_IN_PLAY,
    LENGTH_IN_PLAY,
    REST_IN_PLAY,
    TRUMP_IN_PLAY,
)
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.double_dummy.unseen import BURIED, Place
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import RANKS, Card, Rank
from pinochle_solver.table.auction import opened
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPREAD = 16.0
"""The scale of the logistic distribution of limits around what is expected, in points.

It is about twice that of the engines, because people judge hands in more ways than they.
"""
TEMPERATURE = 10.0
"""A trump or a burial is chosen e times as often as one that is guessed so many points worse."""
SLIPS = 0.03
"""The share of calls, trumps and burials that follow no rule."""
CONCEDES_BELOW = -15.0
"""Half of the bidders who may concede do so with a guess so far from the contract, in points.

The engines do so a little earlier, 12 points below it.
"""
CONCEDES_SPREAD = 12.0
"""The scale of the logistic distribution around it, twice that of the engines."""
_MELDS = [
    "run",
    "royal_marriage",
    "marriage",
    "aces",
    "kings",
    "queens",
    "jacks",
    "pinochle",
    "dix",
]
"""Of `MeldValues`, in the order in which the compiled likelihood takes them."""


class Limit(NamedTuple):
    """Between which bids the limit of a seat lies.

    Attributes:
        low: it is at least this; minus infinity: not known.
        high: and below this; infinity: not known.
        needs_marriage: whether the seat could bid only with a marriage.
    """

    low: float
    high: float
    needs_marriage: bool


def auction_likelihood(
    position: TablePosition, places: tuple[Place, ...]
) -> AuctionLikelihood | None:
    """The likelihood of the calls of the other seats, of their trump, burial and playing on.

    Args:
        position: the position as its seat to decide sees it.
        places: the places of a world, the seats first.

    Returns:
        None if there is nothing to judge, or if it is not known what was played since.
    """
    is_past_known = position.tricks is not None or not position.completed_tricks
    if position.rules.auction is None or not is_past_known:
        return None
    turn, bidder, trump = position.turn, position.bidder, position.trump
    limits = {seat: limit for seat, limit in limits_of(position).items() if seat != turn}
    found, hand = _by_rule(position.rules), hand_of(position)
    for seat, limit in limits.items():
        dealt = list(hand.played_by(seat).counts)
        if seat == bidder and position.widow is not None:
            widow = position.widow.known.counts
            dealt = [own - taken for own, taken in zip(dealt, widow, strict=True)]
        # As signed bytes: a card that he has taken up counts below 0.
        signed = bytes(copies & 0xFF for copies in dealt)
        found.see_calls(
            places.index(seat), signed, limit.low, limit.high, needs_marriage=limit.needs_marriage
        )
    is_named = False
    if bidder is not None and bidder != turn and trump is not None:
        is_named = True
        played = bytes(hand.played_by(bidder).counts)
        buried = places.index(BURIED)
        found.see_trump(places.index(bidder), played, trump, buried, position.rules.widow)
        contract = standing_of(position).contract
        if position.rules.melds_win and contract is not None:
            middle = contract.points + CONCEDES_BELOW - REST_IN_PLAY
            found.see_playing_on(middle, CONCEDES_SPREAD)
    return found if limits or is_named else None


def limits_of(position: TablePosition) -> dict[Seat, Limit]:
    """The limit of each seat that has called, by the calls of a position; none if it gives none.

    A bid that a seat had to make says nothing.
    """
    limits = dict[Seat, Limit]()
    if position.dealer is None:
        return limits
    auction = opened(position.rules, position.dealer)
    for call in position.bids or ():
        seat, legal = auction.turn, auction.legal_calls()
        assert seat is not None
        before = limits.get(seat, Limit(-inf, inf, auction.needs_marriage))
        if call.bid is None:
            lowest = legal[0].bid
            limits[seat] = before._replace(high=inf if lowest is None else lowest)
        elif PASS in legal:
            # Where a pass is not final, a later bid takes it back.
            limits[seat] = before._replace(low=call.bid, high=inf)
        auction = auction.after(call)
    return limits


def _by_rule(rules: TableRules) -> AuctionLikelihood:
    """The likelihood of nothing yet."""
    import numpy as np

    points = [getattr(rules.melds, name) for name in _MELDS]
    return AuctionLikelihood(
        np.array(points, dtype=np.float64),
        _by_rank(TRUMP_IN_PLAY),
        _by_rank(CARD_IN_PLAY),
        np.array(LENGTH_IN_PLAY),
        _by_rank({rank: rules.count.of((Card.from_index(rank),)) for rank in Rank}),
        np.array(_added(rules)),
        SPREAD,
        TEMPERATURE,
        SLIPS,
    )


def _added(rules: TableRules) -> tuple[float, float]:
    """What a cautious and a bold seat bid above the guess for the cards that they were dealt.

    It stands for a widow and for a partner.
    """
    if rules.partners:
        return (67.0, 147.0) if rules.widow else (33.0, 76.0)
    return (-15.0, 30.0)


def _by_rank(values: Mapping[Rank, float]) -> NDArray[np.float64]:
    import numpy as np

    return np.array([values.get(rank, 0.0) for rank in map(Rank, range(RANKS))], dtype=np.float64)
