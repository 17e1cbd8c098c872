"""What one seat has in a game with a stock: in the hand, on the table, and scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.rules.melds import Copy, Meld
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.stock_melds import LaidMelds


@dataclass(frozen=True, slots=True)
class StockSeat:
    """What one seat has.

    Attributes:
        hand: the cards that are known to be in its hand, those on the table apart.
        laid: its melds, and what lies on the table.
        known: the cards of its hand that all seats know to be there: an upcard taken and, in the
            playoff, what lay on the table; each until a card like it leaves the hand.
        melds: what its melds and dixes scored.
        hidden: how many more cards its hand has.
    """

    hand: Hand
    laid: LaidMelds
    known: Hand = NO_CARDS
    melds: int = 0
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.held()) + self.hidden

    def held(self) -> Hand:
        """All its cards that are known, those on the table included."""
        return joined(self.hand, self.laid.cards())

    def seen_by_others(self) -> StockSeat:
        """The seat as all others see it: of its hand only the cards are told that all know."""
        hidden = len(self.hand) - len(self.known) + self.hidden
        return replace(self, hand=self.known, hidden=hidden)

    def with_known(self, cards: Sequence[Card]) -> StockSeat:
        """The seat of which these cards, hidden so far, are known to be in its hand."""
        hand = Hand.of((*self.hand, *cards))
        return replace(self, hand=hand, hidden=self.hidden - len(cards))

    def without(self, card: Card) -> StockSeat:
        """The seat after a card has left its hand."""
        known = self.known.without(card) if card in self.known else self.known
        return replace(self, hand=self.hand.without(card), known=known)

    def with_card(self, card: Card | None, *, known: bool) -> StockSeat:
        """The seat after a card has come into its hand.

        Args:
            card: the card; None: it is not seen.
            known: whether all seats have seen it.
        """
        if card is None:
            return replace(self, hidden=self.hidden + 1)
        seen = self.known.with_card(card) if known else self.known
        return replace(self, hand=self.hand.with_card(card), known=seen)

    def scoring(self, points: int) -> StockSeat:
        """The seat after it has scored this many more points by a dix."""
        return replace(self, melds=self.melds + points)

    def after_playing(self, copy: Copy) -> StockSeat:
        """The seat after it has played this copy from the table."""
        return replace(self, laid=self.laid.after_playing(copy))

    def after_dix(self, taken: Card | None, trick: int | None) -> StockSeat:
        """The seat after it has shown a nine of trumps after this trick.

        Args:
            taken: the upcard that it got for the nine; None: the nine lies on its table.
            trick: the number of the trick; None: it is not known.
        """
        laid = self.laid.after_dix(trick, exchanged=taken is not None)
        seat = replace(self.without(laid.book.dix), laid=laid).scoring(laid.book.dix_points)
        return seat if taken is None else seat.with_card(taken, known=True)

    def after_meld(self, meld: Meld, trick: int) -> StockSeat:
        """The seat after it has laid a meld, which it may lay, after this trick."""
        laying = self.laid.best(meld, self.hand)
        assert laying is not None
        seat = replace(self, laid=self.laid.after(laying, trick)).scoring(laying.points)
        for card in laying.from_hand:
            seat = seat.without(card)
        return seat

    def taking_back(self) -> StockSeat:
        """The seat after its melds have gone back to the hand, where all seats know them to be."""
        back = self.laid.cards()
        return replace(
            self,
            hand=joined(self.hand, back),
            laid=replace(self.laid, taken_back=True),
            known=joined(self.known, back),
        )
