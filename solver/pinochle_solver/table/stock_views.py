"""What a seat knows of a hand with a stock (RULES-TABLE.md, sections 8 and 9)."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_melds import LaidMelds
from pinochle_solver.table.tricks import Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class StockView:
    """A hand with a stock as one seat sees it.

    Attributes:
        seat: who sees it; None: what everybody sees, without any seat's own cards.
        rules: the rulebook with its options.
        dealer: who dealt.
        act, turn: what must be decided, and by whom.
        trump: the trump suit.
        known: the cards that each seat is known to hold, including those on its table, by `Seat`;
            for the viewing seat all its cards.
        unknown: how many more cards each seat holds.
        laid: the melds of each seat.
        upcard: the card turned up; None: the stock is gone.
        stock: how many cards lie face down.
        tricks, led: the completed tricks, and the open one.
        melds, cards: what the melds of each seat scored, and the cards that it won.
    """

    seat: Seat | None
    rules: TableRules
    dealer: Seat
    act: Act
    turn: Seat | None
    trump: Suit
    known: tuple[Hand, ...]
    unknown: tuple[int, ...]
    laid: tuple[LaidMelds, ...]
    upcard: Card | None
    stock: int
    tricks: tuple[Trick, ...]
    led: tuple[Card, ...]
    melds: tuple[int, ...]
    cards: tuple[int, ...]


def stock_seen_by(hand: StockHand, seat: Seat | None) -> StockView:
    """What a seat knows of a hand; for None, what everybody knows."""
    held = hand.hands
    known = tuple(
        held[other] if other == seat else hand.known_cards(other) for other in hand.players
    )
    return StockView(
        seat=seat,
        rules=hand.rules,
        dealer=hand.dealer,
        act=hand.act,
        turn=hand.turn,
        trump=hand.trump,
        known=known,
        unknown=tuple(len(cards) - len(seen) for cards, seen in zip(held, known, strict=True)),
        laid=tuple(each.laid for each in hand.seats),
        upcard=hand.upcard,
        stock=len(hand.stock),
        tricks=hand.tricks,
        led=hand.led,
        melds=tuple(map(hand.melds_made, hand.players)),
        cards=tuple(map(hand.cards_won, hand.players)),
    )
