"""The fields of a stock-phase position, and what follows from them: what its checks look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import sub

from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import NO_SCORE, Act, HandPoints, PartialHand
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import CardCount, Points, Rulebook, Seat

PlayedTrick = tuple[Card, Card]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockFields:
    """The fields of a `StockPosition`, described there; not checked here, nor filled in."""

    rules: Rulebook = DEFAULT_RULEBOOK
    count: CardCount = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    trump: Suit = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    south: PartialHand
    north: PartialHand
    turn: Seat
    act: Act = Act.PLAY
    led: Card | None = None
    upcard: Card | None = None
    stock: int | tuple[Card, ...]
    melds_south: tuple[LaidMeld, ...] = ()
    melds_north: tuple[LaidMeld, ...] = ()
    gone: Hand = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    tricks: tuple[PlayedTrick, ...] | None = None
    dealer: Seat | None = None
    points: HandPoints | None = None
    score: Points = NO_SCORE
    target: int = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    id: str | None = None
    best_moves: tuple[str, ...] = ()
    value: Points | None = None
    players: Players = NO_PLAYERS
    leaders: tuple[Seat, ...] = field(init=False, compare=False)

    def hand(self, seat: Seat) -> PartialHand:
        """What is known of the cards `seat` holds, those on its table included."""
        return self.south if seat is Seat.SOUTH else self.north

    def melds(self, seat: Seat) -> tuple[LaidMeld, ...]:
        """What `seat` has laid so far, in order."""
        return self.melds_south if seat is Seat.SOUTH else self.melds_north

    def meld_table(self, seat: Seat) -> MeldTable:
        """What `seat` has laid, followed through the rules."""
        return MeldTable(self.rules, self.trump, self.melds(seat))

    def on_table(self, seat: Seat) -> Hand:
        """The cards of `seat` that lie on the table."""
        return Hand.of(copy.card for copy in self.meld_table(seat).copies if not copy.played)

    @property
    def completed_tricks(self) -> int:
        """How many tricks have been played."""
        return len(self.gone) // 2

    @property
    def face_down(self) -> int:
        """How many cards of the stock lie face down."""
        return self.stock if isinstance(self.stock, int) else len(self.stock)

    def named_cards(self) -> Iterator[tuple[str, Iterable[Card]]]:
        """All cards that are named, each time with the token that names them."""
        yield "south", self.south.known
        yield "north", self.north.known
        yield "led", () if self.led is None else (self.led,)
        yield "upcard", () if self.upcard is None else (self.upcard,)
        yield "gone" if self.tricks is None else "tricks", self.gone
        yield "stock", () if isinstance(self.stock, int) else self.stock

    @property
    def unseen(self) -> Hand:
        """The cards that are nowhere named: those of the hidden hand and of the unknown stock."""
        return Hand(bytes(self.copies_left()))

    def copies_left(self) -> list[int]:
        """How many copies of each card of the deck, by `Card.index`, are not named."""
        left = list(self.rules.deck.cards().counts)
        for hand in (self.south.known, self.north.known, self.gone):
            left = list(map(sub, left, hand.counts))
        stock = () if isinstance(self.stock, int) else self.stock
        for card in (self.led, self.upcard, *stock):
            if card is not None:
                left[card.index] -= 1
        return left

    @property
    def leader(self) -> Seat:
        """Who leads or has led to this trick: who won the last one."""
        lost = self.act is Act.DIX or self.led is not None
        return self.turn.other if lost else self.turn
