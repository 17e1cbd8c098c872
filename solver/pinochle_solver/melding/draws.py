"""What a drawn card is worth to a seat, by a rule of thumb that was fitted once.

Its worth is what the card adds to the melds held or hoped for (`MeldProspects`), its points and,
for a trump, some units of melds. The shares of these were fitted to hands of the engines ``advice``
and ``greedy``.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.melding.prospects import MeldProspects
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat

PROSPECTS_SHARE = 0.8
CARD_POINTS_SHARE = 1.0
TRUMP_WORTH = 1.7


def draw_worths(before: StockPosition, seat: Seat, cards: Iterable[Card]) -> dict[Card, float]:
    """What each of these cards would be worth to a seat that drew it, in points.

    Args:
        before: the position before the draw; the seat's hand is known.
        seat: who draws.
        cards: what it may draw.
    """
    prospects = MeldProspects(before, seat)
    by_rank = before.count.by_rank()
    trump = TRUMP_WORTH * before.rules.meld_unit
    return {
        card: PROSPECTS_SHARE * prospects.gained_by(card.index)
        + CARD_POINTS_SHARE * by_rank[card.rank]
        + trump * (card.suit == before.trump)
        for card in set(cards)
    }
