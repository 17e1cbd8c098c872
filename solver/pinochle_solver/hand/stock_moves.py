"""What seats really draw from the stock and put back, where that is not as the rules have it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.hand_packing import SeatRecord, hand_of, planes_of
from pinochle_solver.rules.rules import Seat


class NotHeldError(ValueError):
    """A card is to be put back that its seat does not have in the hand.

    Attributes:
        seat: the seat.
        card: the card.
    """

    def __init__(self, seat: Seat, card: Card) -> None:
        super().__init__(f"{seat.text()} has no {card} in the hand")
        self.seat, self.card = seat, card


class StockMove(NamedTuple):
    """A card that a seat draws, or puts back.

    Attributes:
        seat: who.
        card: the card; None for the upcard as it lies then.
        is_known: of a card drawn, whether the other seat knows it.
        is_put_back: whether the card goes back from the hand to the stock.
    """

    seat: Seat
    card: Card | None
    is_known: bool = False
    is_put_back: bool = False


class AfterTrick(NamedTuple):
    """What the seats do with the stock after a trick, in place of what the rules have them do.

    Attributes:
        at_once: the cards put back as soon as the trick is taken, before anything is shown.
        draws: what is done when the draws are due.
    """

    at_once: tuple[StockMove, ...] = ()
    draws: tuple[StockMove, ...] = ()


def handed(
    record: SeatRecord, seat: Seat, moves: Iterable[StockMove], upcard: Card | None
) -> SeatRecord:
    """A seat's part of a state after it has made its moves among these.

    Args:
        record: its part before.
        seat: who it is.
        moves: the moves of both seats.
        upcard: the upcard as it lies.

    Raises:
        NotHeldError: for a card put back that the seat does not have in the hand.
    """
    cards, known = hand_of(record.hand), hand_of(record.known)
    for move in moves:
        card = upcard if move.card is None else move.card
        if move.seat is not seat or card is None:
            continue
        if not move.is_put_back:
            cards = cards.with_card(card)
            known = known.with_card(card) if move.is_known else known
            continue
        if card not in cards:
            raise NotHeldError(seat, card)
        cards = cards.without(card)
        if known.counts[card.index] > cards.counts[card.index]:
            known = known.without(card)
    return record._replace(hand=planes_of(cards), known=planes_of(known))
