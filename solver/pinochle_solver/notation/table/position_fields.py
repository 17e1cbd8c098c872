"""The fields of a table-game position, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pinochle_solver.notation.table.field_readers import Cards, Sides, UnitPoints
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rulebooks import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import Trick, tricks_before, tricks_from
from pinochle_solver.table.views import AnyHand


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableFields:
    """The fields of a `TablePosition`.

    Attributes:
        rules: the game with its options, its count and its target; to make a position, the name of
            a published rulebook will do.
        turn: whose decision it is.
        hands: what is known of the cards of each seat that plays.
        act: what is to be decided.
        trump: the trump suit; None before it is named.
        led: the cards of the open trick, the leader's first; they are in no hand.
        dealer: who dealt (an out dealer has no hand); None if it is not given.
        bids: the calls of the auction so far, in order; None if they are not given.
        bidder, contract: who won the auction, and with which bid.
        widow: during the auction what lies in the widow, later the cards that were turned up.
        buried: what is known of the burial.
        melds: what each seat has laid, in list order, as far as it is known; in `partnership` a dix
            without a card is an exchange.
        gone: the cards of the completed tricks.
        tricks: the completed tricks in order, each leader's card first.
        won: how many tricks each seat has won, in the order of `players`.
        points: what each unit (`TableRules.units`) has in this hand so far.
        score: the score of each unit before the hand, including a unit that is out.
        checks, kitty: the checks of both sides, and the kitty, before the hand.
        upcard: the card turned up; in games with a stock None once it is gone.
        stock: how many cards lie face down in the stock, or the cards, the next to be drawn first.
        laid: in games with a stock, what each seat has laid while it lasts, copies told apart.
        sides: who plays against whom when the hand is solved with open cards, the bidding side
            first. The usual sides if None is given; None if these are not known either.
        id, best_moves, value: annotations: a name, the best cards, and the points to come of each
            side. They are kept but not relied on.
        names: the names of the players.
        players: the seats that play, clockwise from south; not given, but worked out.
    """

    rules: TableRules
    turn: Seat
    hands: Mapping[Seat, PartialHand] = field(hash=False)
    act: Act = Act.PLAY
    trump: Suit | None = None
    led: Cards = ()
    dealer: Seat | None = None
    bids: tuple[Call, ...] | None = None
    bidder: Seat | None = None
    contract: int | None = None
    widow: PartialHand | None = None
    buried: PartialHand | None = None
    melds: Mapping[Seat, TableMelds] = field(default_factory=dict, hash=False)
    gone: Hand | None = None
    tricks: tuple[Cards, ...] | None = None
    won: tuple[int, ...] | None = None
    points: tuple[UnitPoints, ...] | None = None
    score: tuple[int, ...] | None = None
    checks: tuple[int, ...] | None = None
    kitty: int | None = None
    upcard: Card | None = None
    stock: int | tuple[Card, ...] | None = None
    laid: Mapping[Seat, tuple[LaidMeld, ...]] = field(default_factory=dict, hash=False)
    sides: Sides | None = None
    id: str | None = None
    best_moves: tuple[Card, ...] = ()
    value: tuple[int, ...] | None = None
    names: Mapping[Seat, str] = field(default_factory=dict, hash=False)
    players: tuple[Seat, ...] = field(init=False, compare=False)
    # Worked out when first asked for: `taken`, and the hand of the position.
    _taken: tuple[Trick, ...] | None = field(init=False, default=None, compare=False)
    _hand: AnyHand | None = field(init=False, default=None, compare=False)

    @property
    def count(self) -> CardCount:
        """What cards and the last trick count."""
        return self.rules.count

    @property
    def out(self) -> Seat | None:
        """The dealer, if out."""
        return self.dealer if self.rules.out_dealer else None

    @property
    def units(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together."""
        return self.rules.units(self.dealer)

    @property
    def is_open(self) -> bool:
        """Whether all cards of all hands are known."""
        return not any(hand.hidden for hand in self.hands.values())

    @property
    def leader(self) -> Seat:
        """Who leads or has led to the open trick."""
        players = self.players
        return players[(players.index(self.turn) - len(self.led)) % len(players)]

    @property
    def completed_tricks(self) -> int | None:
        """The number of completed tricks; None in an ending that does not give it."""
        if self.tricks is not None:
            return len(self.tricks)
        if self.gone is not None:
            return len(self.gone) // len(self.hands)
        if self.rules.stock is not None:
            return None if self.upcard is None else 0
        if self.act is not Act.PLAY:
            return 0
        return 0 if len(self.hands[self.turn]) >= self.rules.hand else None

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they lay melds, starting with the seat that leads first.

        Without an auction the order needs the dealer; it is empty if the dealer is not given.
        """
        return self.rules.lead_order(self.bidder, self.dealer)

    @property
    def taken(self) -> tuple[Trick, ...]:
        """The tricks of `tricks` with who has led to them and won them.

        Where nothing tells who led to the first trick, this follows from who leads now. Empty if
        that is not known either.
        """
        if self._taken is None:
            object.__setattr__(self, "_taken", self._worked_out())
            assert self._taken is not None
        return self._taken

    def _worked_out(self) -> tuple[Trick, ...]:
        if self.trump is None or not self.tricks:
            return ()
        order = self.order
        if order:
            return tricks_from(order[0], self.tricks, self.players, self.trump)
        if self.act is Act.DIX:
            return ()
        return tricks_before(self.leader, self.tricks, self.players, self.trump)

    @property
    def leads(self) -> Seat | None:
        """Who leads to the open trick by what is told of the tricks before; None: not told."""
        if self.taken:
            return self.taken[-1].winner
        order = self.order
        return order[0] if order and not self.completed_tricks else None

    def hand_by(self, make: Callable[[TableFields], AnyHand]) -> AnyHand:
        """The hand that `make` has made of this position; it is made once."""
        if self._hand is None:
            object.__setattr__(self, "_hand", make(self))
            assert self._hand is not None
        return self._hand

    @property
    def has_stock(self) -> bool:
        """Whether there is a stock that is not gone."""
        return self.rules.stock is not None and self.upcard is not None

    @property
    def face_down(self) -> int:
        """How many cards lie face down in the stock."""
        return self.stock if isinstance(self.stock, int) else len(self.stock or ())

    def piles(self) -> Iterator[tuple[str, Hand]]:
        """All cards that are named, each once, by token; a turned widow is not listed apart."""
        for seat, hand in self.hands.items():
            yield seat.text(), hand.known
        if self.led:
            yield "led", Hand.of(self.led)
        if self.tricks is not None:
            yield "tricks", Hand.of(card for trick in self.tricks for card in trick)
        elif self.gone is not None:
            yield "gone", self.gone
        if self.buried is not None:
            yield "buried", self.buried.known
        if self.widow is not None and self.act is Act.BID:
            yield "widow", self.widow.known
        if self.upcard is not None and self.has_stock:
            yield "upcard", Hand.of([self.upcard])
        if isinstance(self.stock, tuple):
            yield "stock", Hand.of(self.stock)

    @property
    def unseen(self) -> Hand | None:
        """The cards that are not named; None in an ending, which does not say what is gone."""
        if self.completed_tricks is None:
            return None
        cards = self.rules.deck
        for _, named in self.piles():
            cards = less(cards, named)
        return cards


def usual_sides(rules: TableRules, players: tuple[Seat, ...], bidder: Seat | None) -> Sides | None:
    """The bidding side and the rest; partners stay together, south's first if nobody bid."""
    if rules.partners:
        south, west = rules.units(None)
        return (west, south) if bidder in west else (south, west)
    if bidder is None:
        return None
    return (bidder,), tuple(seat for seat in players if seat is not bidder)
