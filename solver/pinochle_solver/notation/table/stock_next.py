"""The position after a move while there is a stock, as far as it follows from what is known.

It follows the course of `table.stock_hands` for hands that may be hidden. A seat with a hidden hand
is asked wherever it may have something to show. A drawn card that is seen must be given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.order import leaders_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.melds import Copy, Meld, parse_laid_melds
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.moves import Dix, TableMove
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import LaidMelds
from pinochle_solver.table.stock_options import (
    shows,
    why_not_played,
    why_not_shown,
    with_dix_shown,
)
from pinochle_solver.table.stock_seats import StockSeat
from pinochle_solver.table.tricks import winner_of

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


def stock_after(
    position: TablePosition, move: TableMove | StockMove, drawn: Drawn
) -> TablePosition:
    """The position after a move of the seat on turn.

    A hidden hand may play any card that may be in it, and lays as few hidden cards as a meld needs.

    Args:
        position: a position whose stock is not gone.
        move: the move.
        drawn: what is drawn after the move, as far as it must be given.

    Raises:
        IllegalMoveError: for a move that is not legal, naming it.
        IllegalPositionError: for what is impossible; (``gone``) if the winner of the last trick
            must be known and is not.
        UndrawnError: for a draw that must be given.
    """
    after = _After(position, drawn)
    if isinstance(move, Play) and position.act is Act.PLAY:
        after.play(move)
    elif isinstance(move, Dix) and position.act is Act.DIX:
        after.answer_dix(move)
    elif isinstance(move, Show) and position.act is Act.MELD:
        after.show(move)
    else:
        fact = f"{position.turn.text()} has to {position.act.value} now"
        raise IllegalMoveError(move.text(), fact)
    return after.position()


class _After:
    """A position while it changes."""

    def __init__(self, position: TablePosition, drawn: Drawn) -> None:
        assert position.trump is not None
        assert position.upcard is not None
        assert position.rules.stock is not None
        self.before, self.drawn = position, drawn
        self.book = position.rules.stock.book
        self.nine = MeldBook.of(position.rules, position.trump).dix
        self.trump, self.players = position.trump, position.players
        self.act, self.turn = position.act, position.turn
        self.hands = dict(position.hands)
        self.laid = {seat: laid_by(position, seat)[0] for seat in self.players}
        self.upcard: Card | None = position.upcard
        self.stock = position.stock
        self.led, self.tricks, self.gone = position.led, position.tricks, position.gone
        self.completed = position.completed_tricks or 0
        self.melds = dict.fromkeys(self.players, 0)
        self.cards = dict.fromkeys(self.players, 0)
        self.won = dict.fromkeys(self.players, 0)

    def position(self) -> TablePosition:
        """The position that it has become."""
        before, points, won = self.before, self.before.points, self.before.won
        if points is not None:
            points = tuple(
                UnitPoints(each.melds + self.melds[seat], each.cards + self.cards[seat])
                for seat, each in zip(self.players, points, strict=True)
            )
        if won is not None:
            won = tuple(w + self.won[seat] for seat, w in zip(self.players, won, strict=True))
        has_stock = self.upcard is not None
        return replace(
            before,
            act=self.act,
            turn=self.turn,
            hands=self.hands,
            laid={
                seat: parse_laid_melds(laid.text())
                for seat, laid in self.laid.items()
                if has_stock and laid.melds
            },
            upcard=self.upcard,
            stock=self.stock if has_stock else None,
            led=self.led,
            tricks=self.tricks,
            gone=self.gone,
            points=points,
            won=won,
        )

    # Cards

    def play(self, play: Play) -> None:
        """Let the seat on turn play a card."""
        seat = self.turn
        table = self._table(seat)
        is_copy = isinstance(play.source, int)
        if is_copy or not self.hands[seat].hidden:
            fact = why_not_played(play, table)
            if fact is not None:
                raise IllegalMoveError(play.text(), fact)
        if isinstance(play.source, int):
            self.laid[seat] = self.laid[seat].after_playing(Copy(play.card, play.source))
            table = replace(table, laid=self.laid[seat])
        else:
            table = self._with_hidden(seat, table, (play.card,)).without(play.card)
        self._put(seat, table)
        self.led = (*self.led, play.card)
        if len(self.led) < len(self.players):
            self.turn = left_of(self.players, seat)
            return
        winner = clockwise(self.players, self.before.leader)[winner_of(self.led, self.trump)]
        self.cards[winner] += self.before.rules.count.of(self.led)
        self.won[winner] += 1
        if self.gone is not None:
            self.gone = joined(self.gone, Hand.of(self.led))
        else:
            self.tricks = (*(self.tricks or ()), self.led)
        self.led, self.turn = (), winner
        self.completed += 1
        self._after_trick(winner)

    def _after_trick(self, winner: Seat) -> None:
        if self.book.draws_before_melding:
            self._draw(winner)
            self._ask_meld(winner)
        elif self._last_draw:
            self._ask_dix(clockwise(self.players, winner), winner)
        else:
            self._ask_meld(winner)

    # What is shown

    def show(self, show: Show) -> None:
        """Let the winner of a trick show something, or pass."""
        seat, table = self.turn, self._table(self.turn)
        assert self.upcard is not None
        if show.dix:
            table = self._with_hidden(seat, table, (self.nine,))
        if show.meld is not None and self.hands[seat].hidden:
            table = self._with_meld(seat, table, show.meld)
        fact = why_not_shown(show, table, self.upcard, self.before.rules)
        if fact is not None:
            raise IllegalMoveError(show.text(), fact)
        if show.dix:
            table = self._shown(table)
        if show.meld is not None:
            table = table.after_meld(show.meld, self.completed)
        self._put(seat, table)
        self._after_meld(seat)

    def answer_dix(self, move: Dix) -> None:
        """Let a seat that was asked show a dix, or pass."""
        seat = self.turn
        winner = self._leader()
        order = clockwise(self.players, winner)
        if move.shown:
            table = self._with_hidden(seat, self._table(seat), (self.nine,))
            if self.nine not in table.hand:
                raise IllegalMoveError(move.text(), f"there is no {self.nine} in the hand")
            self._put(seat, self._shown(table))
        self._ask_dix(order[order.index(seat) + 1 :], winner)

    def _ask_meld(self, winner: Seat) -> None:
        """Ask the winner of a trick, if it may have something to show."""
        if self.upcard is None:
            self._lead(winner)
            return
        table, upcard = self._table(winner), self.upcard
        options = shows(table, upcard, self.before.rules)
        if self.hands[winner].hidden or len([*islice(options, 2)]) > 1:
            self.act, self.turn = Act.MELD, winner
        else:
            self._after_meld(winner)

    def _after_meld(self, winner: Seat) -> None:
        if self.book.dix_by_loser:
            self._ask_dix(clockwise(self.players, winner)[1:], winner)
        else:
            self._lead(winner)

    def _ask_dix(self, seats: tuple[Seat, ...], winner: Seat) -> None:
        """Ask the first of these that may have a nine of trumps; else go on to draws and lead."""
        is_unseen = self.nine in self._unseen()
        for seat in seats:
            is_hidden = self.hands[seat].hidden and is_unseen
            if is_hidden or self.nine in self._table(seat).hand:
                self.act, self.turn = Act.DIX, seat
                return
        if self.completed and not self.book.draws_before_melding:
            self._draw(winner)
        self._lead(winner)

    def _shown(self, table: StockSeat) -> StockSeat:
        """A seat that has shown a nine from its hand."""
        assert self.upcard is not None
        after = with_dix_shown(table, self.upcard, self.completed)
        self.upcard = self.nine
        return after

    def _lead(self, seat: Seat) -> None:
        self.act, self.turn = Act.PLAY, seat

    def _leader(self) -> Seat:
        """Who won the last trick, or leads to the first."""
        if not self.completed:
            dealer = self.before.dealer
            if dealer is None:
                raise IllegalPositionError("dealer", "missing, and nobody has led")
            return self.before.rules.from_left_of(dealer)[0]
        if self.tricks is None:
            raise IllegalPositionError("gone", "does not tell who won the last trick; give tricks=")
        leaders = leaders_of(self.before)
        if not leaders:
            raise IllegalPositionError("dealer", "missing, who won the last trick follows from it")
        return leaders[-1]

    # Draws

    @property
    def _last_draw(self) -> bool:
        face_down = self.stock if isinstance(self.stock, int) else len(self.stock or ())
        return face_down < len(self.players)

    def _draw(self, winner: Seat) -> None:
        """Let all seats draw, the winner first; in the last draw the last seat takes the upcard."""
        assert self.upcard is not None
        order, is_last = clockwise(self.players, winner), self._last_draw
        told = iter(self.stock) if isinstance(self.stock, tuple) else None
        for seat in order:
            if is_last and seat is order[-1]:
                self._take(seat, self.upcard)
                continue
            is_seen = told is not None or not self.hands[seat].hidden
            card = self._drawn_by(seat, is_last) if told is None else next(told)
            self._take(seat, card if is_seen else None)
            if is_last and card == self.nine:
                self.melds[seat] += self.book.last_draw_dix
        if is_last:
            self.upcard = self.stock = None
        elif isinstance(self.stock, tuple):
            self.stock = self.stock[len(order) :]
        else:
            self.stock = (self.stock or 0) - len(order)

    def _drawn_by(self, seat: Seat, is_last: bool) -> Card | None:
        """The card that a seat draws, if it is seen; None for an unseen card."""
        if not self.hands[seat].hidden:
            choices: tuple[Card | None, ...] = tuple(self._unseen().distinct())
        elif is_last and self.book.last_draw_dix and self.nine in self._unseen():
            choices = self.nine, None
        else:
            return None
        if seat not in self.drawn:
            raise UndrawnError(seat, choices)
        if self.drawn[seat] not in choices:
            raise IllegalPositionError("drawn", f"{self.drawn[seat]} by {seat.text()}: not unseen")
        return self.drawn[seat]

    def _take(self, seat: Seat, card: Card | None) -> None:
        held = self.hands[seat]
        if card is None:
            self.hands[seat] = replace(held, hidden=held.hidden + 1)
        else:
            self.hands[seat] = replace(held, known=held.known.with_card(card))

    # Hands

    def _table(self, seat: Seat) -> StockSeat:
        """What is known of a seat, without points."""
        laid: LaidMelds = self.laid[seat]
        return StockSeat(hand=less(self.hands[seat].known, laid.cards()), laid=laid)

    def _put(self, seat: Seat, table: StockSeat) -> None:
        """Let a seat hold this; `_with_hidden` has already taken some of its hidden cards."""
        self.melds[seat] += table.melds
        self.laid[seat] = table.laid
        self.hands[seat] = PartialHand(table.held(), self.hands[seat].hidden)

    def _with_hidden(self, seat: Seat, table: StockSeat, cards: tuple[Card, ...]) -> StockSeat:
        """The seat with these cards in its hand; unknown ones are taken from the hidden cards."""
        hand, hidden = table.hand, self.hands[seat].hidden
        for card in cards:
            if card in hand or not hidden:
                continue  # if it is not held, the checks of the move say so
            if card not in self._unseen():
                raise IllegalMoveError(card.text(), f"every {card} has been seen elsewhere")
            hand, hidden = hand.with_card(card), hidden - 1
        self.hands[seat] = PartialHand(self.hands[seat].known, hidden)
        return replace(table, hand=hand)

    def _with_meld(self, seat: Seat, table: StockSeat, meld: Meld) -> StockSeat:
        """The seat with only as many hidden cards made known as a meld needs."""
        unseen, hidden = self._unseen(), self.hands[seat]
        for added in _some_of(meld.cards, hidden.hidden):
            hand = table.hand
            for card in added:
                hand = hand.with_card(card)
            fits = all(added.count(card) <= unseen.count(card) for card in added)
            if fits and table.laid.best(meld, hand) is not None:
                self.hands[seat] = PartialHand(hidden.known, hidden.hidden - len(added))
                return replace(table, hand=hand)
        there = joined(hidden.known, unseen)
        for card in meld.cards:
            if card not in there:
                raise IllegalMoveError(meld.text(), f"every {card} has been seen elsewhere")
        return table

    def _unseen(self) -> Hand:
        """The cards that are not named."""
        seen = [hand.known for hand in self.hands.values()]
        seen += [Hand.of(self.led), Hand.of(card for trick in self.tricks or () for card in trick)]
        if self.gone is not None and self.tricks is None:
            seen.append(self.gone)
        if self.upcard is not None:
            seen.append(Hand.of([self.upcard]))
        if isinstance(self.stock, tuple):
            seen.append(Hand.of(self.stock))
        cards = self.before.rules.deck
        for some in seen:
            cards = less(cards, some)
        return cards


def _some_of(cards: tuple[Card, ...], most: int) -> Iterator[tuple[Card, ...]]:
    """No card of these, then one of them, then two, and so on."""
    for number in range(min(most, len(cards)) + 1):
        yield from dict.fromkeys(combinations(cards, number))
