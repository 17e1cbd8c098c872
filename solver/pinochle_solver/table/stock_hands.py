"""The referee of a hand with a stock: what may be done, and what follows (RULES-TABLE.md 8).

It covers a hand from the first lead to the last trick. What is drawn and melded, and when, is data:
the two-handed rulebook in `StockRules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import add

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.melds import Copy
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import LaidMelds
from pinochle_solver.table.stock_options import (
    shows,
    stock_plays,
    why_not_played,
    why_not_shown,
    with_dix_shown,
)
from pinochle_solver.table.stock_seats import StockSeat
from pinochle_solver.table.tricks import Trick, legal_cards, winner_of

StockMove = Play | Show | Dix


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockHand:
    """A hand of a game with a stock, after some moves. `begun_with_stock` gives it before any move.

    Attributes:
        deal: the cards dealt.
        act: what is to be decided: ``play``, ``meld`` or ``dix``.
        turn: who decides; None: the hand is over.
        seats: what each seat has, by `Seat`.
        upcard: the card turned up, a nine after an exchange; None: the stock is gone.
        stock: the face-down cards, the next to be drawn first.
        leader: who has led to the open trick, or leads to the next one.
        waiting: the seats still to be asked for a dix after the one on turn.
        tricks: the completed tricks.
        led: the cards of the open trick, the leader's first.
    """

    deal: TableDeal
    act: Act
    turn: Seat | None
    seats: tuple[StockSeat, ...]
    upcard: Card | None
    stock: tuple[Card, ...]
    leader: Seat
    waiting: tuple[Seat, ...] = ()
    tricks: tuple[Trick, ...] = ()
    led: tuple[Card, ...] = ()

    # What everybody can see

    @property
    def rules(self) -> TableRules:
        """The rulebook with its options."""
        return self.deal.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.deal.dealer

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play the hand."""
        return self.rules.players(self.dealer)

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.seats[0].laid.book.trump

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards that each seat holds now, including those on the table, by `Seat`."""
        return tuple(seat.held() for seat in self.seats)

    def known_cards(self, seat: Seat) -> Hand:
        """The cards that everybody knows a seat holds: on its table, or seen to come to it."""
        return joined(self.seats[seat].known, self.seats[seat].laid.cards())

    @property
    def last_draw(self) -> bool:
        """Whether the upcard goes in the next draw, or is already taken."""
        return len(self.stock) < len(self.players)

    def tricks_won(self, seat: Seat) -> int:
        """How many tricks a seat has won."""
        return sum(trick.winner == seat for trick in self.tricks)

    def cards_won(self, seat: Seat) -> int:
        """The points of the cards that a seat has won, with the last trick."""
        count = self.rules.count
        points = sum(count.of(trick.cards) for trick in self.tricks if trick.winner == seat)
        last = self.act is Act.OVER and self.tricks[-1].winner == seat
        return points + last * count.last_trick

    def melds_made(self, seat: Seat) -> int:
        """What a seat's melds and dixes scored, including the dealer's points for a nine."""
        return self.seats[seat].melds

    def result(self) -> HandResult:
        """The result of the hand: melds and cards of each seat by itself.

        Raises:
            ValueError: the hand is not over.
        """
        if self.act is not Act.OVER:
            raise ValueError("the hand is not over")
        return self.score_so_far()

    def score_so_far(self) -> HandResult:
        """Melds and cards of each seat up to now."""
        cards = tuple(map(self.cards_won, self.players))
        totals = tuple(map(add, map(self.melds_made, self.players), cards))
        return HandResult(
            outcome=Outcome.PLAYED,
            units=self.rules.score_units,
            scores=totals,
            totals=totals,
            cards=cards,
        )

    # Moves

    def legal_moves(self) -> Iterator[StockMove]:
        """What the seat on turn may do, each once; nothing when the hand is over.

        Among shows a pass comes first; plays come in canonical order of the cards.
        """
        if self.turn is None:
            return
        seat = self.seats[self.turn]
        if self.act is Act.DIX:
            yield from (Dix(False), Dix(True))
        elif self.upcard is None:
            cards = legal_cards(seat.hand, self.led, self.trump, self.rules.obligation)
            yield from map(Play, cards)
        elif self.act is Act.MELD:
            yield from shows(seat, self.upcard, self.rules)
        else:
            yield from stock_plays(seat)

    def is_legal(self, move: StockMove) -> bool:
        """Whether the seat on turn may make this move."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: StockMove) -> str | None:
        """What is wrong with a move, in a few words; None: it is legal."""
        if self.turn is None:
            return "the hand is over"
        seat, name = self.seats[self.turn], self.turn.text()
        if not isinstance(move, _KINDS[self.act]):
            return f"{name} has to {_TO_DO[self.act]}"
        if isinstance(move, Dix):
            return None
        if isinstance(move, Show):
            assert self.upcard is not None
            return why_not_shown(move, seat, self.upcard, self.rules)
        fact = why_not_played(move, seat)
        if fact is not None or self.upcard is not None:
            return fact
        may = legal_cards(seat.hand, self.led, self.trump, self.rules.obligation)
        return None if move.card in may else f"{name} must play another card"

    def after(self, move: StockMove) -> StockHand:
        """The hand after a move of the seat on turn.

        Anything that needs no decision follows at once: draws are made, and a seat with nothing to
        show is not asked.

        Raises:
            IllegalMoveError: the move is not legal here; the token is its text.
        """
        fact = self.why_illegal(move)
        if fact is not None:
            raise IllegalMoveError(move.text(), fact)
        assert self.turn is not None
        if isinstance(move, Play):
            return self._after_play(move, self.turn)
        hand = self
        if isinstance(move, Dix):
            if move.shown:
                hand = self._after_dix(self.turn)
            return hand._ask_dix(self.waiting)
        if move.dix:
            hand = self._after_dix(self.turn)
        if move.meld is not None:
            seat = hand.seats[self.turn].after_meld(move.meld, len(self.tricks))
            hand = hand._with_seat(self.turn, seat)
        return hand._after_melds()

    def is_renege(self, move: StockMove) -> bool:
        """Whether the seat on turn has this card, but its obligations forbid playing it."""
        if self.turn is None or self.upcard is not None or not isinstance(move, Play):
            return False
        return why_not_played(move, self.seats[self.turn]) is None and not self.is_legal(move)

    def after_renege(self, play: Play) -> StockHand:
        """The hand after a renege (by `is_renege`); the cards lie as they were played.

        Raises:
            IllegalMoveError: the play is no renege; the token is its text.
        """
        if not self.is_renege(play):
            raise IllegalMoveError(play.text(), "no renege")
        assert self.turn is not None
        return self._after_play(play, self.turn)

    def _after_play(self, play: Play, seat: Seat) -> StockHand:
        if isinstance(play.source, int):
            changed = self.seats[seat].after_playing(Copy(play.card, play.source))
        else:
            changed = self.seats[seat].without(play.card)
        led = (*self.led, play.card)
        hand = replace(self._with_seat(seat, changed), led=led, turn=left_of(self.players, seat))
        if len(led) < len(self.players):
            return hand
        winner = clockwise(self.players, self.leader)[winner_of(led, self.trump)]
        tricks = (*self.tricks, Trick(self.leader, led, winner))
        return replace(hand, led=(), tricks=tricks, leader=winner, turn=winner)._after_trick()

    def _after_trick(self) -> StockHand:
        """What comes after a trick: draws, what may be shown, or the next lead."""
        if self.upcard is None:
            over = not len(self.seats[self.leader].hand)
            return replace(self, act=Act.OVER, turn=None) if over else self
        if self._two_handed.draws_before_melding:
            hand = self._after_draws()
            return hand._lead() if hand.upcard is None else hand._ask_melds()
        if self.last_draw:
            return self._ask_dix(clockwise(self.players, self.leader))
        return self._ask_melds()

    def _ask_melds(self) -> StockHand:
        """Let the winner of a trick show something, if there is something to show."""
        hand = replace(self, act=Act.MELD, turn=self.leader)
        return hand if any(move != Show() for move in hand.legal_moves()) else hand._after_melds()

    def _after_melds(self) -> StockHand:
        """If losers of a trick may show a dix too, ask them now; else the next lead follows."""
        if self._two_handed.dix_by_loser:
            return self._ask_dix(clockwise(self.players, self.leader)[1:])
        return self._lead()

    def _ask_dix(self, seats: tuple[Seat, ...]) -> StockHand:
        """Ask the first of these seats with a nine of trumps; if none, go on to draws or lead."""
        holders = [place for place, seat in enumerate(seats) if self._nine in self.seats[seat].hand]
        if holders:
            first = holders[0]
            return replace(self, act=Act.DIX, turn=seats[first], waiting=seats[first + 1 :])
        return (self._after_draws() if self.tricks else self)._lead()

    def _after_dix(self, seat: Seat) -> StockHand:
        assert self.upcard is not None
        after = with_dix_shown(self.seats[seat], self.upcard, len(self.tricks))
        return replace(self._with_seat(seat, after), upcard=self._nine)

    def _after_draws(self) -> StockHand:
        """All seats draw, the winner first; in the last draw the last seat takes the upcard.

        In that draw a nine drawn face down may score by itself, and melds go back to the hands.
        """
        assert self.upcard is not None
        order, last = clockwise(self.players, self.leader), self.last_draw
        seats = list(self.seats)
        for seat, card in zip(order, (*self.stock, self.upcard), strict=False):
            takes_upcard = last and seat == order[-1]
            seats[seat] = seats[seat].with_card(card, known=takes_upcard)
            if last and not takes_upcard and card == self._nine:
                seats[seat] = seats[seat].scoring(self._two_handed.last_draw_dix)
        if not last:
            return replace(self, seats=tuple(seats), stock=self.stock[len(order) :])
        back = tuple(seat.taking_back() for seat in seats)
        return replace(self, seats=back, stock=(), upcard=None)

    def _lead(self) -> StockHand:
        return replace(self, act=Act.PLAY, turn=self.leader, waiting=())

    def _with_seat(self, seat: Seat, changed: StockSeat) -> StockHand:
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))

    @property
    def _two_handed(self) -> Rulebook:
        assert self.rules.stock is not None
        return self.rules.stock.book

    @property
    def _nine(self) -> Card:
        return self.seats[0].laid.book.dix

    def __repr__(self) -> str:
        words = [self.rules.name, *self.rules.options, self.act.value]
        if self.turn is not None:
            words.append(self.turn.text())
        return f"<StockHand {' '.join(words)}>"


_KINDS = {Act.PLAY: Play, Act.MELD: Show, Act.DIX: Dix}
_TO_DO = {
    Act.PLAY: "play a card now",
    Act.MELD: "show a dix or a meld now, or pass",
    Act.DIX: "show a dix now, or pass",
}


def begun_with_stock(deal: TableDeal) -> StockHand:
    """The hand after the deal: the dealer's points for a nine, then dixes or the first lead."""
    rules, upcard = deal.rules, deal.upcard
    assert rules.stock is not None
    assert upcard is not None
    book = MeldBook.of(rules, upcard.suit)
    turned = rules.stock.book.dealer_dix if upcard == book.dix else 0
    order = rules.from_left_of(deal.dealer)
    hand = StockHand(
        deal=deal,
        act=Act.PLAY,
        turn=order[0],
        seats=tuple(
            StockSeat(hand=cards, laid=LaidMelds(book), melds=turned * (seat == deal.dealer))
            for seat, cards in deal.seated
        ),
        upcard=upcard,
        stock=deal.stock,
        leader=order[0],
    )
    return hand._ask_dix(order) if rules.stock.dixes_before_lead else hand
