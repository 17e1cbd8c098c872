"""The fields of a stock-phase position and what follows from them, for its checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import sub

from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import NO_SCORE, Act, HandPoints, awaits_draw
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.events import Glups, ScoredInPlay, score_plays
from pinochle_solver.rules.hand_packing import SeatRecord
from pinochle_solver.rules.meld_table import MeldTable, followed
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Points, Rulebook, Seat

PlayedTrick = tuple[Card, Card]


def face_down_after(draws: int, deck: Deck) -> int:
    """How many cards lie face down when both seats have drawn this many times.

    With an upcard, the last draw takes one of these cards and the upcard.
    """
    return max(deck.stock - 2 * draws, 0)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockFields:
    """The fields of a `StockPosition`, described there; here they are not checked or filled in."""

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
    glups: Glups = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    dealer: Seat | None = None
    cut: int | None = None
    points: HandPoints | None = None
    score: Points = NO_SCORE
    target: int = field(default=None)  # type: ignore[assignment]  # filled in by StockPosition
    ahead: int | None = None
    agreed: Agreed = Agreed.NOTHING
    called: tuple[Seat, ...] = ()
    stakes: Stakes | None = None
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
        """What `seat` has laid, followed through by the rules."""
        return MeldTable(self.rules, self.trump, self.melds(seat))

    def laid_record(self, seat: Seat) -> SeatRecord:
        """What `seat` has laid, as a part of a state record."""
        return followed(self.rules, self.trump, self.melds(seat)).record()

    def credits(self, seat: Seat) -> int:
        """What the melds of `seat` scored; raises `PositionError` as `MeldTable` does."""
        return sum(followed(self.rules, self.trump, self.melds(seat)).credits)

    def on_table(self, seat: Seat) -> Hand:
        """The cards of `seat` that lie on the table."""
        return self._laid(seat, played=False)

    def played_from_table(self, seat: Seat) -> Hand:
        """The cards that `seat` has laid and played since."""
        return self._laid(seat, played=True)

    def _laid(self, seat: Seat, *, played: bool) -> Hand:
        copies = {
            (copy.card, copy.number)
            for meld in self.melds(seat)
            for copy in meld.copies
            if copy.played == played
        }
        return Hand.of(card for card, _ in copies)

    @property
    def completed_tricks(self) -> int:
        """How many tricks have been played."""
        return len(self.gone) // 2

    @property
    def scored_in_play(self) -> ScoredInPlay:
        """What the cards of `tricks`, and one led, scored as they were played."""
        plays = [card for trick in self.tricks or () for card in trick]
        if self.led is not None:
            plays.append(self.led)
        return score_plays(self.rules, self.trump, plays, (*self.leaders, self.leader)[0])

    @property
    def is_ordered(self) -> bool:
        """Whether the order of the completed tricks is known."""
        return self.tricks is not None or not self.gone

    @property
    def face_down(self) -> int:
        """How many cards of the stock lie face down."""
        return self.stock if isinstance(self.stock, int) else len(self.stock)

    @property
    def awaits_draw(self) -> bool:
        """Whether both have yet to draw after the last trick."""
        return awaits_draw(self.act, self.rules)

    @property
    def is_last_window(self) -> bool:
        """Whether it is about a double after the last draws, with the tables taken up."""
        return self.act.doubles and self.completed_tricks == self.rules.deck.stock_tricks

    def named_cards(self) -> Iterator[tuple[str, Iterable[Card]]]:
        """All cards that are named, with the tokens that name them."""
        yield "south", self.south.known
        yield "north", self.north.known
        yield "led", () if self.led is None else (self.led,)
        yield "upcard", () if self.upcard is None else (self.upcard,)
        yield "gone" if self.tricks is None else "tricks", self.gone
        row = () if isinstance(self.stock, int) else self.stock
        if self.rules.deck.own_piles:
            south, north, dead = Piles.of_row(row)
            yield "pile.south", south
            yield "pile.north", north
            yield "dead", () if dead is None else (dead,)
        else:
            yield "stock", row

    @property
    def unseen(self) -> Hand:
        """The cards that are not named: those of the hidden hand and of the unknown stock."""
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
        """Who leads or has led to this trick: the winner of the last one."""
        lost = self.act in (Act.DIX, Act.ANSWER) or self.led is not None
        return self.turn.other if lost else self.turn
