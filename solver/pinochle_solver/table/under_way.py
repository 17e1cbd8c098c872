"""What hands with and without a stock have in common while they are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal, stock_tricks
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import Trick, plays_to


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HandUnderWay:
    """A hand of any game for three or four, after some moves; some of its cards may be hidden.

    Attributes:
        rules: the rulebook with its options.
        dealer: who dealt; None in a hand of which that is not known.
        act: what is to be decided.
        turn: who decides; None: the hand is over.
        leader: who has led to the open trick, or leads to the next one; None if there is none, and
            if that is not known.
        waiting: the seats still to be asked for a dix, or to meld, after the one on turn.
        tricks: the completed tricks, as far as their order is known.
        gone: the cards of completed tricks before these.
        led: the cards of the open trick, the leader's first.
        dealt: all cards as they were dealt; None in a hand that is seen by somebody.
    """

    rules: TableRules
    dealer: Seat | None
    act: Act
    turn: Seat | None
    leader: Seat | None = None
    waiting: tuple[Seat, ...] = ()
    tricks: tuple[Trick, ...] = ()
    gone: Hand = NO_CARDS
    led: tuple[Card, ...] = ()
    dealt: TableDeal | None = None

    @property
    def deal(self) -> TableDeal:
        """All cards as they were dealt.

        Raises:
            ValueError: the hand is as somebody sees it.
        """
        if self.dealt is None:
            raise ValueError("not all cards of the deal are known")
        return self.dealt

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play the hand."""
        return self.rules.players(self.dealer)

    @property
    def completed(self) -> int:
        """How many completed tricks are known."""
        return len(self.tricks) + len(self.gone) // len(self.players)

    def plays(self) -> Iterator[tuple[Seat, tuple[Card, ...], Card]]:
        """Each card played whose player is known: the player, the trick before it, the card.

        Tricks of the stock phase are left out, because any card may be played to them.
        """
        for trick in self.tricks[stock_tricks(self.rules) :]:
            yield from plays_to(trick.cards, self.players, trick.leader)
        if self.leader is not None:
            yield from plays_to(self.led, self.players, self.leader)

    def played_by(self, seat: Seat) -> Hand:
        """The cards that a seat has played, as `plays` gives them."""
        return Hand.of(card for player, _, card in self.plays() if player is seat)
