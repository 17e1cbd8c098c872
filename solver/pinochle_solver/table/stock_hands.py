"""A hand with a stock: what may be done, and what follows (RULES-TABLE.md 8).

It covers a hand from the first lead to the last trick. What is drawn and melded, and when, is data:
the two-handed rulebook in `StockRules`. The referee knows all cards of a hand; to a seat, or in a
position, some may be hidden. A card that is drawn and seen must then be given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from operator import add

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.melds import Copy, Meld
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.holdings import check_known, joined, less
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
from pinochle_solver.table.under_way import HandUnderWay

StockMove = Play | Show | Dix

Drawn = Mapping[Seat, Card | None]
"""What seats draw after a move; None: an unseen card that does not score."""

NOTHING_DRAWN: Drawn = {}


class UndrawnError(Exception):
    """What a seat draws after a move must be given.

    Attributes:
        seat: the seat.
        choices: the cards that it may be; None among them stands for all other cards, unseen.
    """

    def __init__(self, seat: Seat, choices: tuple[Card | None, ...]) -> None:
        super().__init__(seat, choices)
        self.seat, self.choices = seat, choices


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockHand(HandUnderWay):
    """A hand of a game with a stock, after some moves. `begun_with_stock` gives it before any move.

    Attributes:
        seats: what each seat has, by `Seat`.
        upcard: the card turned up, a nine after an exchange; None: the stock is gone.
        stock: the face-down cards, the next to be drawn first; None for a card that is hidden.

    The others are those of `HandUnderWay`. What is to be decided is ``play``, ``meld`` or ``dix``.
    """

    seats: tuple[StockSeat, ...]
    upcard: Card | None
    stock: tuple[Card | None, ...]

    # What everybody can see

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.seats[0].laid.book.trump

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards that each seat is known to hold, those on the table included, by `Seat`."""
        return tuple(seat.held() for seat in self.seats)

    def known_cards(self, seat: Seat) -> Hand:
        """The cards that everybody knows a seat holds: on its table, or seen to come to it."""
        return joined(self.seats[seat].known, self.seats[seat].laid.cards())

    @property
    def last_draw(self) -> bool:
        """Whether the upcard goes in the next draw, or is already taken."""
        return len(self.stock) < len(self.players)

    @property
    def unseen(self) -> Hand:
        """The cards that lie nowhere for all that is known."""
        lying = [*self.led, *(card for trick in self.tricks for card in trick.cards)]
        lying += [card for card in (self.upcard, *self.stock) if card is not None]
        cards = less(less(self.rules.deck, self.gone), Hand.of(lying))
        for seat in self.seats:
            cards = less(cards, seat.held())
        return cards

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

        Raises:
            IllegalPositionError: naming the seat on turn, if some of its cards are hidden.
        """
        if self.turn is None:
            return iter(())
        seat = self.seats[self.turn]
        check_known(seat.hidden, self.turn)
        if self.act is Act.DIX:
            return map(Dix, (False, True) if self._nine in seat.hand else (False,))
        if self.upcard is None:
            return map(Play, self._playoff_cards(seat))
        if self.act is Act.MELD:
            return shows(seat, self.upcard, self.rules)
        return stock_plays(seat)

    def _playoff_cards(self, seat: StockSeat) -> tuple[Card, ...]:
        return legal_cards(seat.hand, self.led, self.trump, self.rules.obligation)

    def is_legal(self, move: StockMove) -> bool:
        """Whether the seat on turn may make this move."""
        return self.why_illegal(move) is None

    def is_asked_for(self, move: StockMove) -> bool:
        """Whether a move is of the kind that is to be decided."""
        return self.turn is not None and isinstance(move, _KINDS[self.act])

    def why_illegal(self, move: StockMove) -> str | None:
        """What is wrong with a move, in a few words; None: it is legal.

        A seat with hidden cards may play any card from its hand.
        """
        if self.turn is None:
            return "the hand is over"
        seat, name = self.seats[self.turn], self.turn.text()
        if not self.is_asked_for(move):
            return f"{name} has to {_TO_DO[self.act]}"
        if isinstance(move, Dix):
            can = not move.shown or self._nine in seat.hand
            return None if can else f"there is no {self._nine} in the hand"
        if isinstance(move, Show):
            assert self.upcard is not None
            return why_not_shown(move, seat, self.upcard, self.rules)
        if seat.hidden and not isinstance(move.source, int):
            return None
        fact = why_not_played(move, seat)
        if fact is not None or self.upcard is not None:
            return fact
        return None if move.card in self._playoff_cards(seat) else f"{name} must play another card"

    def after(self, move: StockMove, drawn: Drawn = NOTHING_DRAWN) -> StockHand:
        """The hand after a move of the seat on turn.

        Anything that needs no decision follows at once: draws are made, and a seat with nothing to
        show is not asked. A seat with hidden cards is asked wherever it may have something to show,
        and lays as few hidden cards as a meld needs.

        Args:
            move: the move.
            drawn: what seats draw after it, as far as it must be given.

        Raises:
            IllegalMoveError: the move is not legal here; the token is its text, or a card that the
                seat cannot have.
            IllegalPositionError: (``drawn``) for a card that is drawn and has been seen elsewhere.
            UndrawnError: for a draw that must be given.
        """
        hand = self._telling(move)
        fact = hand.why_illegal(move)
        if fact is not None:
            raise IllegalMoveError(move.text(), fact)
        assert self.turn is not None
        if isinstance(move, Play):
            return hand._after_play(move, self.turn, drawn)
        if isinstance(move, Dix):
            if move.shown:
                hand = hand._after_dix(self.turn)
            return hand._ask_dix(self.waiting, drawn)
        if move.dix:
            hand = hand._after_dix(self.turn)
        if move.meld is not None:
            seat = hand.seats[self.turn].after_meld(move.meld, self.completed)
            hand = hand._with_seat(self.turn, seat)
        return hand._after_melds(drawn)

    def _telling(self, move: StockMove) -> StockHand:
        """The hand in which the cards are known that a move shows of the hidden ones."""
        if self.turn is None or not self.seats[self.turn].hidden or not self.is_asked_for(move):
            return self
        seat = self.seats[self.turn]
        if isinstance(move, Dix):
            seat = self._with_known(seat, self._nine) if move.shown else seat
        elif isinstance(move, Show):
            if move.dix:
                seat = self._with_known(seat, self._nine)
            if move.meld is not None and seat.hidden:
                seat = self._with_meld_known(seat, move.meld)
        return self._with_seat(self.turn, seat)

    def _with_known(self, seat: StockSeat, card: Card) -> StockSeat:
        """A seat with hidden cards that has this card in its hand."""
        if card in seat.hand:
            return seat
        # Not of every playoff is it known what is gone.
        if self.upcard is not None and card not in self.unseen:
            raise IllegalMoveError(card.text(), f"every {card} has been seen elsewhere")
        return seat.with_known((card,))

    def _with_meld_known(self, seat: StockSeat, meld: Meld) -> StockSeat:
        """The seat with only as many hidden cards made known as a meld needs."""
        unseen = self.unseen
        for cards in _some_of(meld.cards, seat.hidden):
            told = seat.with_known(cards)
            fits = all(cards.count(card) <= unseen.count(card) for card in cards)
            if fits and seat.laid.best(meld, told.hand) is not None:
                return told
        for card in meld.cards:
            if card not in seat.held() and card not in unseen:
                raise IllegalMoveError(meld.text(), f"every {card} has been seen elsewhere")
        return seat

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
        return self._after_play(play, self.turn, NOTHING_DRAWN)

    def _after_play(self, play: Play, player: Seat, drawn: Drawn) -> StockHand:
        assert self.leader is not None
        seat = self.seats[player]
        if isinstance(play.source, int):
            seat = seat.after_playing(Copy(play.card, play.source))
        else:
            seat = (self._with_known(seat, play.card) if seat.hidden else seat).without(play.card)
        led = (*self.led, play.card)
        hand = replace(self._with_seat(player, seat), led=led, turn=left_of(self.players, player))
        if len(led) < len(self.players):
            return hand
        winner = clockwise(self.players, self.leader)[winner_of(led, self.trump)]
        tricks = (*self.tricks, Trick(self.leader, led, winner))
        hand = replace(hand, led=(), tricks=tricks, leader=winner, turn=winner)
        return hand._after_trick(winner, drawn)

    def _after_trick(self, winner: Seat, drawn: Drawn) -> StockHand:
        """What comes after a trick: draws, what may be shown, or the next lead."""
        if self.upcard is None:
            over = not len(self.seats[winner])
            return replace(self, act=Act.OVER, turn=None) if over else self
        if self._two_handed.draws_before_melding:
            hand = self._after_draws(drawn)
            return hand._lead() if hand.upcard is None else hand._ask_melds(winner, drawn)
        if self.last_draw:
            return self._ask_dix(clockwise(self.players, winner), drawn)
        return self._ask_melds(winner, drawn)

    def _ask_melds(self, winner: Seat, drawn: Drawn) -> StockHand:
        """Let the winner of a trick show something, if there is something to show."""
        assert self.upcard is not None
        hand, seat = replace(self, act=Act.MELD, turn=winner), self.seats[winner]
        options = shows(seat, self.upcard, self.rules)
        may_show = seat.hidden or any(move != Show() for move in options)
        return hand if may_show else hand._after_melds(drawn)

    def _after_melds(self, drawn: Drawn) -> StockHand:
        """If losers of a trick may meld a dix too, ask them now; else the next lead follows."""
        if self._two_handed.dix_by_loser:
            assert self.leader is not None
            return self._ask_dix(clockwise(self.players, self.leader)[1:], drawn)
        return self._lead()

    def _ask_dix(self, seats: tuple[Seat, ...], drawn: Drawn) -> StockHand:
        """Ask the first of these seats that may have a nine; if none, go on to draws or lead."""
        is_unseen = any(self.seats[seat].hidden for seat in seats) and self._nine in self.unseen
        for place, seat in enumerate(seats):
            has = self.seats[seat]
            if self._nine in has.hand or (is_unseen and has.hidden):
                return replace(self, act=Act.DIX, turn=seat, waiting=seats[place + 1 :])
        return (self._after_draws(drawn) if self.completed else self)._lead()

    def _after_dix(self, seat: Seat) -> StockHand:
        assert self.upcard is not None
        after = with_dix_shown(self.seats[seat], self.upcard, self.completed)
        return replace(self._with_seat(seat, after), upcard=self._nine)

    def _after_draws(self, drawn: Drawn) -> StockHand:
        """All seats draw, the winner first; in the last draw the last seat takes the upcard.

        In that draw a nine drawn face down may score by itself, and melds go back to the hands.
        """
        assert self.leader is not None
        assert self.upcard is not None
        order, last = clockwise(self.players, self.leader), self.last_draw
        seats = list(self.seats)
        for place, drawer in enumerate(order):
            seat = seats[drawer]
            if last and drawer == order[-1]:
                seats[drawer] = seat.with_card(self.upcard, known=True)
                continue
            card = self.stock[place]
            is_seen = card is not None or not seat.hidden
            if card is None:
                card = replace(self, seats=tuple(seats))._given(drawer, drawn)
            if last and card == self._nine:
                seat = seat.scoring(self._two_handed.last_draw_dix)
            seats[drawer] = seat.with_card(card if is_seen else None, known=False)
        if not last:
            return replace(self, seats=tuple(seats), stock=self.stock[len(order) :])
        back = tuple(seat.taking_back() for seat in seats)
        return replace(self, seats=back, stock=(), upcard=None)

    def _given(self, drawer: Seat, drawn: Drawn) -> Card | None:
        """The hidden card that a seat draws, if it is seen or scores; None: an unseen card."""
        unseen = self.unseen
        if not self.seats[drawer].hidden:
            choices: tuple[Card | None, ...] = tuple(unseen.distinct())
        elif self.last_draw and self._two_handed.last_draw_dix and self._nine in unseen:
            choices = self._nine, None
        else:
            return None
        if drawer not in drawn:
            raise UndrawnError(drawer, choices)
        if drawn[drawer] not in choices:
            fact = f"{drawn[drawer]} by {drawer.text()}: not unseen"
            raise IllegalPositionError("drawn", fact)
        return drawn[drawer]

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
    Act.MELD: "meld now, or pass",
    Act.DIX: "meld a dix now, or pass",
}


def _some_of(cards: tuple[Card, ...], most: int) -> Iterator[tuple[Card, ...]]:
    """No card of these, then one of them, then two, and so on."""
    for number in range(min(most, len(cards)) + 1):
        yield from dict.fromkeys(combinations(cards, number))


def begun_with_stock(deal: TableDeal) -> StockHand:
    """The hand after the deal: the dealer's points for a nine, then dixes or the first lead."""
    assert deal.upcard is not None
    held = tuple(map(PartialHand, deal.hands))
    hand = begun_with_stock_seen(deal.rules, deal.dealer, held, deal.upcard, deal.stock)
    return replace(hand, dealt=deal)


def begun_with_stock_seen(
    rules: TableRules,
    dealer: Seat,
    held: tuple[PartialHand, ...],
    upcard: Card,
    stock: tuple[Card | None, ...],
) -> StockHand:
    """The same of a hand of which some cards may be hidden.

    Args:
        rules: the rulebook with its options; it has a stock.
        dealer: who dealt.
        held: what is known of the cards of each seat, by `Seat`.
        upcard: the card turned up.
        stock: the face-down cards, None for one that is hidden.
    """
    assert rules.stock is not None
    book = MeldBook.of(rules, upcard.suit)
    turned = rules.stock.book.dealer_dix if upcard == book.dix else 0
    order = rules.from_left_of(dealer)
    hand = StockHand(
        rules=rules,
        dealer=dealer,
        act=Act.PLAY,
        turn=order[0],
        seats=tuple(
            StockSeat(
                hand=cards.known,
                laid=LaidMelds(book),
                melds=turned * (seat == dealer),
                hidden=cards.hidden,
            )
            for seat, cards in zip(rules.table, held, strict=True)
        ),
        upcard=upcard,
        stock=stock,
        leader=order[0],
    )
    return hand._ask_dix(order, NOTHING_DRAWN) if rules.stock.dixes_before_lead else hand
