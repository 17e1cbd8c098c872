"""What the seat on turn sees, in the terms by which rule-based engines judge its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod

from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.holdings import check_known
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import beats, winner_of


class TableSight:
    """One card to be played, as the seat that plays it sees the table.

    Args:
        position: the position; the hand of `position.turn` is wholly known.

    Raises:
        IllegalPositionError: naming the seat on turn, if some of its cards are hidden.

    Attributes:
        position: the position.
        seat: the seat on turn.
        hand: the hand with its hidden cards, which says what is legal.
        held: the cards of the seat.
        trump: the trump suit.
        led: the cards of the open trick.
    """

    def __init__(self, position: TablePosition) -> None:
        check_known(position.hands[position.turn].hidden, position.turn)
        self.position, self.seat = position, position.turn
        self.hand = hand_of(position)
        self.held = self.hand.hands[self.seat]
        trump = self.hand.trump
        assert trump is not None
        self.trump: Suit = trump
        self.led = position.led

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to this trick."""
        return clockwise(self.hand.players, self.position.leader)

    @cached_property
    def later(self) -> tuple[Seat, ...]:
        """The seats that play to this trick after this one."""
        return self.order[len(self.led) + 1 :]

    def is_mate(self, seat: Seat) -> bool:
        """Whether a seat plays on the same side: partners, or all who play against a bidder."""
        rules, bidder = self.position.rules, self.position.bidder
        if rules.partners:
            return (seat - self.seat) % 2 == 0
        if bidder is None:
            return seat is self.seat
        return (seat is bidder) == (self.seat is bidder)

    @property
    def is_bidding_side(self) -> bool:
        """Whether the bidder plays on the seat's side."""
        bidder = self.position.bidder
        return bidder is not None and self.is_mate(bidder)

    def points(self, card: Card) -> int:
        """What a card counts."""
        return self.position.count.of((card,))

    @cached_property
    def led_points(self) -> int:
        """What the cards of the open trick count."""
        return self.position.count.of(self.led)

    def length(self, suit: Suit) -> int:
        """How many cards of a suit the seat holds."""
        return len(self.held.ranks_text(suit))

    def has(self, rank: Rank, suit: Suit) -> bool:
        """Whether the seat holds a card."""
        return Card(rank, suit) in self.held

    @cached_property
    def unseen_trumps(self) -> int:
        """How many trumps the seat has not seen, those that others show on the table included."""
        return sum(card.suit == self.trump for card in self._elsewhere)

    @cached_property
    def _unseen(self) -> Hand:
        """The cards that lie nowhere for all that the seat knows."""
        return self.hand.unseen

    @cached_property
    def _elsewhere(self) -> tuple[Card, ...]:
        """The cards that the seat does not hold and that are not played, shown ones included."""
        others = (seat for seat in self.hand.players if seat is not self.seat)
        return (*self._unseen, *(card for seat in others for card in self.hand.hands[seat]))

    def takes(self, card: Card) -> bool:
        """Whether a card takes the trick as it lies."""
        return winner_of((*self.led, card), self.trump) == len(self.led)

    def side_wins(self, card: Card) -> float:
        """The chance that the seat's side wins the trick if it plays a card; known for the last.

        Whoever can take the trick from the other side does.
        """
        cards = (*self.led, card)
        place = winner_of(cards, self.trump)
        best, leads = cards[place], self.is_mate(self.order[place])
        takers = [seat for seat in self.later if self.is_mate(seat) is not leads]
        stays = prod(1 - self._takes(seat, best) for seat in takers)
        return stays if leads else 1 - stays

    def _takes(self, seat: Seat, best: Card) -> float:
        """The chance that a later seat can take the trick from the best card."""
        suit = (self.led[0] if self.led else best).suit
        higher = [card for card in self._elsewhere if beats(card, best, self.trump)]
        follows = self._holds(seat, [card for card in higher if card.suit == suit])
        if suit == self.trump or follows == 1:
            return follows
        has_none = 1 - self._holds(seat, [card for card in self._elsewhere if card.suit == suit])
        return follows + has_none * self._holds(seat, [c for c in higher if c.suit == self.trump])

    def _holds(self, seat: Seat, cards: Sequence[Card]) -> float:
        """The chance that a seat holds one of these cards of those that are elsewhere."""
        if any(card in self.hand.hands[seat] for card in cards):
            return 1.0
        number = sum(map(self._unseen.count, dict.fromkeys(cards)))
        share = number / max(len(self._unseen), 1)
        return 1 - float((1 - share) ** self.position.hands[seat].hidden)
