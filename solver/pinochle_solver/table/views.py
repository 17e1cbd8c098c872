"""What a seat knows of a hand (RULES-TABLE.md, sections 8 and 9)."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Rank
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import beyond, joined
from pinochle_solver.table.melds import shown_cards
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, StockMove, begun_with_stock

AnyHand = TableHand | StockHand
"""A hand of any game for three or four."""

AnyMove = TableMove | StockMove
"""A move of any of these games."""


def begun_hand(deal: TableDeal) -> AnyHand:
    """The hand of any of these games before its first decision."""
    return begun(deal) if deal.rules.stock is None else begun_with_stock(deal)


def view_of(hand: TableHand, seat: Seat | None) -> TableHand:
    """A hand without a stock as a seat sees it; for None, as everybody does.

    The others' cards that are not known to all are hidden; so is the widow until it is turned up,
    and the burial from all but its bidder.
    """
    held = tuple(
        mine if other == seat else _partial(known_cards(hand, other), len(mine))
        for other, mine in zip(hand.rules.table, hand.held, strict=True)
    )
    is_turned = hand.bidder is not None
    sees_burial = seat is not None and seat == hand.bidder
    return replace(
        hand,
        held=held,
        widow=hand.widow if is_turned else _partial(NO_CARDS, len(hand.widow)),
        buried=hand.buried if sees_burial else _partial(NO_CARDS, len(hand.buried)),
        dealt=None,
    )


def stock_view_of(hand: StockHand, seat: Seat | None) -> StockHand:
    """A hand with a stock as a seat sees it; for None, as everybody does."""
    seats = tuple(
        has if other == seat else has.seen_by_others()
        for other, has in zip(hand.players, hand.seats, strict=True)
    )
    return replace(hand, seats=seats, stock=(None,) * len(hand.stock), dealt=None)


def known_cards(hand: TableHand, seat: Seat) -> Hand:
    """The cards that everybody knows a seat to hold.

    These are the turned widow until the burial, the upcard or the nine exchanged for it, the nine
    of a seat that was asked for one and has not exchanged it, and the cards of its melds, each
    until the seat plays one like it.
    """
    shown = shown_cards(hand.laid[seat] or ())
    if seat in hand.asked_for_nine and seat != hand.exchanger:
        assert hand.trump is not None
        shown = _either(shown, Hand.of([Card(Rank.NINE, hand.trump)]))
    at_upcard = hand.dealer if hand.exchanger is None else hand.exchanger
    if hand.exchanger is not None and seat == hand.dealer:
        # The exchanged nine does not count as a dix of the dealer's: it lies beside those that he
        # lays. If he has exchanged it with himself, he has both cards.
        assert hand.trump is not None
        shown = shown.with_card(Card(Rank.NINE, hand.trump))
    if hand.upcard is not None and seat == at_upcard:
        shown = _either(shown, Hand.of([hand.upcard]))
    if hand.act is Act.BURY and seat == hand.bidder:
        shown = joined(shown, hand.widow.known)
    return beyond(shown, hand.played_by(seat))


def _either(hand: Hand, other: Hand) -> Hand:
    """As many copies of each card as the hand with more copies of it has."""
    return Hand(bytes(map(max, hand.counts, other.counts)))


def _partial(known: Hand, cards: int) -> PartialHand:
    return PartialHand(known, cards - len(known))
