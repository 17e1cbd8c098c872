"""The referee of one hand: what is due, the legal moves, the score, what each seat can see.

`Referee` is the face of the compiled hand (``_core.hand.hand``), which holds the rules of play. It
works with cards, melds and positions, says which rule a move breaks, and takes moves back.

>>> from pinochle_solver.hand.deals import random_deals
>>> from pinochle_solver.rules.rulebooks import RULEBOOKS
>>> deal, = random_deals(1, 3, RULEBOOKS["scarne"])
>>> referee = Referee.of_deal(deal)
>>> moves = referee.moves()
>>> referee.push(moves[0])
>>> referee.pop() == moves[0]
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from pinochle_solver._core.hand.game import dealt_state
from pinochle_solver._core.hand.hand import NEVER
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError, expect_type
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.legal_moves import LegalMoves
from pinochle_solver.hand.move_text import parse_move
from pinochle_solver.hand.states import mover_cards, playoff_state, state_of, stock_state
from pinochle_solver.hand.stock_moves import AfterTrick, NotHeldError, StockMove, handed
from pinochle_solver.hand.under_way import HandUnderWay, Start
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE, check_stakes
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import PositionText
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import NO_CARDS, Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.hand_packing import (
    Due,
    Obligation,
    StateRecord,
    card_of,
    hand_of,
    hand_rules_record,
    planes_of,
)
from pinochle_solver.rules.meld_table import MeldOption
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.piles import draw_places
from pinochle_solver.rules.rules import Doubles, Points, Seat


class Referee(HandUnderWay):
    """One hand being played, all cards known to the referee.

    Use `of_deal` or `of_position` to make one. A copy (`copy.copy`, `copy.deepcopy`, or by pickle)
    is independent: what is played there changes nothing here. The referee makes draws as soon as
    they are due. A seat whose only choice is to pass is not asked, unless `ask_always` is set; but
    a given position may begin with such a decision.

    Attributes:
        rules: the rulebook.
        count: what cards count.
        trump: the trump suit.
        history: the moves made since the beginning, in order.
        draws: who has drawn what since the beginning, in order; the winner of a trick draws first.
    """

    def __init__(self, start: Start, state: bytes) -> None:
        super().__init__(start, state)
        self._first_state = state
        self._legal_moves = LegalMoves(self._game, start.rules, start.trump)
        self._steps: list[int] = []
        self._shown_drawn: set[tuple[int, Seat]] = set()
        self._numbers: list[int] = []
        self._drawn_before: list[int] = []
        self.history: list[Move] = []
        self.draws: list[tuple[Seat, Card]] = []

    @classmethod
    def of_deal(
        cls,
        deal: Deal,
        score: Points = NO_SCORE,
        target: int | None = None,
        ahead: int | None = None,
        ask_always: bool = False,
        doubles: Doubles | None = None,
        agreed: Agreed = Agreed.NOTHING,
    ) -> Referee:
        """The hand of a deal, before its first lead.

        Args:
            deal: all its cards.
            score: the game score before this hand.
            target: the points that end the game; the rulebook's if None is given.
            ahead: how many points ahead a seat must be to win; None where the target ends the game.
            ask_always: whether the winner of each trick, and in some rulebooks the loser, is asked
                what it shows even if passing is the only choice.
            doubles: after which tricks doubles may be offered; None for a hand without doubles.
            agreed: what else is agreed on about the game.

        Raises:
            IllegalPositionError: for doubles that the rulebook does not offer, and for doubles in a
                game of several hands.
            TypeError: for anything but a `Deal`.
        """
        expect_type(deal, Deal)
        if doubles is not None:
            wanted = deal.rules.target if target is None else target
            check_stakes(deal.rules, Stakes(doubles), score, wanted, ahead, agreed=agreed)
        first, second = (
            (deal.north, deal.south) if deal.dealer is Seat.SOUTH else (deal.south, deal.north)
        )
        upcard = () if deal.upcard is None else (deal.upcard,)
        state = dealt_state(
            hand_rules_record(deal.rules, deal.count, deal.trump, ask_always, doubles or NEVER),
            bytes(card.index for card in (*first, *second, *upcard, *deal.stock)),
            deal.dealer,
            deal.cut is not None,
        )
        start = Start(
            rules=deal.rules,
            count=deal.count,
            trump=deal.trump,
            dealer=deal.dealer,
            pile=deal.stock,
            melds=((), ()),
            gone=NO_CARDS,
            tricks=(),
            led=None,
            points_known=True,
            score=score,
            target=deal.rules.target if target is None else target,
            ahead=ahead,
            agreed=agreed,
            cut=deal.cut,
            stakes=None if doubles is None else Stakes(doubles),
            ask_always=ask_always,
        )
        return cls(start, state)

    @classmethod
    def of_position(
        cls,
        position: StockPosition | PlayoffPosition,
        unseen: Iterable[Card] = (),
        viewer: Seat | None = None,
        ask_always: bool = False,
    ) -> Referee:
        """The hand from a position on.

        Args:
            position: where to begin. If it has no `points`, points are counted from there on.
            unseen: the cards that the position does not name, in the order in which they go to
                the hidden hand and then to the stock.
            viewer: the seat that sees the position, and knows the cards that it names in the other
                hand. By default only the named cards of a partly hidden hand are known to the other
                seat.
            ask_always: as in `of_deal`.

        Raises:
            IllegalPositionError: when `unseen` are not the missing cards, and for a playoff with a
                deck of more than two copies of a card.
            TypeError: for anything but a position.
        """
        expect_type(position, PositionText, "parse_position reads text")
        stock = position if isinstance(position, StockPosition) else None
        pile: tuple[Card, ...] = ()
        if isinstance(position, StockPosition):
            state, pile = stock_state(position, tuple(unseen), viewer)
        elif tuple(unseen):
            raise IllegalPositionError("unseen", "in a playoff every card is named")
        else:
            state = playoff_state(position)
        start = Start(
            rules=position.rules,
            count=position.count,
            trump=position.trump,
            dealer=stock.dealer if stock else None,
            pile=pile,
            melds=(stock.melds_south, stock.melds_north) if stock else ((), ()),
            gone=hand_of(state.gone),
            tricks=stock.tricks if stock else None,
            led=position.led,
            points_known=position.points is not None,
            score=position.score,
            target=position.target,
            ahead=position.ahead,
            agreed=position.agreed,
            cut=stock.cut if stock else None,
            stakes=position.stakes,
            ask_always=ask_always,
            called=position.called,
        )
        return cls(start, state.pack())

    def __reduce__(self) -> tuple[Callable[..., Referee], tuple[Start, bytes, bytes]]:
        """A copy or a pickle is another referee that has seen the same moves."""
        return _replayed, (self._start, self._first_state, bytes(self._numbers))

    def __repr__(self) -> str:
        turn = "over" if self.turn is None else f"{self.turn.text()} to decide"
        made = f"{counted(len(self.history), 'move')} made"
        return f"<Referee {self.rules.name}: {made}, {turn}, points {self.points.text()}>"

    @property
    def first_state(self) -> bytes:
        """The state that the hand began with, as the compiled modules take it."""
        return self._first_state

    @property
    def pile(self) -> tuple[Card, ...]:
        """All face-down cards of the deal; arbitrary ones for those drawn before the beginning."""
        return self._start.pile

    # Moves

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, none when the hand is over.

        Plays come in canonical order of the cards. Among shows a pass comes first, among doubles
        ``no-double`` or ``refuse``.
        """
        return self._legal_moves.moves()

    def numbers(self) -> bytes:
        """The legal moves by their numbers in the compiled hand, in its order."""
        return self._game.legal()

    def options(self) -> list[MeldOption]:
        """The possible melds now; empty when a card is to be played."""
        return self._legal_moves.options()

    def number_of(self, move: Move) -> int:
        """The number of a legal move in the compiled hand; raises `IllegalMoveError` otherwise."""
        return self._legal_moves.number_of(move)

    def push(self, move: Move | str) -> None:
        """Make a move and the draws that follow it.

        Raises:
            IllegalMoveError: naming the rule that the move breaks.
        """
        self.push_number(self.number_of(self.parse_move(move) if isinstance(move, str) else move))

    def push_number(self, number: int) -> None:
        """Make a legal move by its number in the compiled hand, and the draws after it.

        Raises:
            ValueError: when it is not legal, and when a seat then puts back a card that it does
                not hold (`draw_otherwise`).
        """
        made = self._legal_moves.move_of(number)
        self._game.apply(number)
        self._steps.append(1)
        self._drawn_before.append(len(self.draws))
        try:
            self._go_on(isinstance(made, Play))
        except NotHeldError:
            self._take_back()
            raise
        self.history.append(made)
        self._numbers.append(number)

    def push_renege(self, text: str) -> None:
        """Play a card that `is_renege` tells of: the hand goes on as it was really played.

        Raises:
            IllegalMoveError: for any other move.
        """
        if not self.is_renege(text):
            raise IllegalMoveError(text, "it breaks no obligation of the playoff, or is not held")
        made = self.parse_move(text)
        assert isinstance(made, Play)
        self._game.renege(made.card.index)
        self._steps.append(1)
        self._drawn_before.append(len(self.draws))
        self.history.append(made)
        self._numbers.append(made.card.index)

    def pop(self) -> Move:
        """Take back the last move and the draws after it; `IndexError` if there is no move."""
        move = self.history.pop()
        self._numbers.pop()
        self._take_back()
        return move

    def _take_back(self) -> None:
        """Take back the steps of the last move in the compiled hand."""
        for _ in range(self._steps.pop()):
            self._game.undo()
        del self.draws[self._drawn_before.pop() :]

    def draw_otherwise(self, trick: int, after: AfterTrick) -> None:
        """After this trick have the seats do this with the stock, and not what the rules say.

        For hands at a table, where a draw may have been missed, or made twice. The hands may have
        a wrong number of cards for a while, so that there is no position (`has_whole_hands`). By
        the last draws they must be right again. Copies of this referee do the same. For a referee
        that always asks what is shown.

        Args:
            trick: the number of the trick, from 1; its draws have not been made yet.
            after: what they do.
        """
        self._start.otherwise[trick] = after

    def show_when_drawn(self, trick: int, seats: tuple[Seat, ...]) -> None:
        """Have seats that draw a dix after this trick show it at once, in this order.

        For hands at a table; a referee asks for it after the next trick (`Penalties`). A seat that
        draws none shows none: `has_shown_drawn` tells. Copies of this referee do the same.

        Args:
            trick: the number of the trick, from 1; its draws have not been made yet.
            seats: the seats.
        """
        self._start.shown_when_drawn[trick] = seats

    def has_shown_drawn(self, trick: int, seat: Seat) -> bool:
        """Whether a seat showed a dix that it drew after this trick, which has been drawn."""
        return (trick, seat) in self._shown_drawn

    def lay_otherwise(self, lying: Mapping[int, tuple[Card, ...]]) -> None:
        """Show these face-down cards in positions: for each number of cards left, as they lay."""
        self._start.lying.update(lying)

    def luck(self, net: bytes) -> float | None:
        """By how many points south's luck in the draws so far beat the expectation.

        Args:
            net: the record of the rulebook's learned value, which says what a draw is worth.

        Returns:
            the points; None if the cards are not drawn in the order of the stock, because then the
                luck is not known.
        """
        if self._start.otherwise or self._start.shown_when_drawn:
            return None
        from pinochle_solver._core.networks.luck import luck_of_hand

        return luck_of_hand(self._game, net)

    @contextmanager
    def after(self, moves: int) -> Iterator[None]:
        """The hand as it stood after this many of its moves; the rest are made again at the end.

        In between the hand may be looked at, but must be left as it is. Making known moves again
        takes a tenth of the time of `push`.
        """
        history, draws = self.history[moves:], self.draws[:]
        steps, numbers = self._steps[moves:], self._numbers[moves:]
        drawn_before = self._drawn_before[moves:]
        for _ in numbers:
            self.pop()
        try:
            yield
        finally:
            for number, made, move in zip(numbers, steps, history, strict=True):
                self._apply_again(number)
                if self._start.otherwise or self._start.shown_when_drawn:
                    self._steps.append(1)
                    self._go_on(isinstance(move, Play))
                else:
                    for _ in range(1, made):
                        self._game.draw()
            self.history += history
            self.draws[:] = draws
            self._drawn_before += drawn_before
            self._steps[moves:] = steps
            self._numbers += numbers

    def _apply_again(self, number: int) -> None:
        """Make a move in the compiled hand that was made before, a renege among them."""
        if number in self._game.legal():
            self._game.apply(number)
        else:
            self._game.renege(number)

    def _go_on(self, is_play: bool) -> None:
        """Do what follows the last move of itself."""
        if is_play and self._start.otherwise:
            state = state_of(self._game)
            after = self._start.otherwise.get(state.tricks)
            if after is not None and after.at_once and state.led == NO_CARD:
                self._correct(state, after.at_once, None)
        while self._game.due == Due.DRAW:
            self._draw()

    def _draw(self) -> None:
        """Make the draws that are due."""
        state = state_of(self._game)
        upcard = card_of(state.upcard)
        places = draw_places(self.rules, state.drawn, Seat(state.leader))
        draws = dealt = tuple(
            StockMove(seat, None if place is None else self._start.pile[place])
            for seat, place in places.items()
        )
        self._game.draw()
        self._steps[-1] += 1
        after = self._start.otherwise.get(state.tricks)
        if after is not None:
            draws = after.draws
            self._correct(self._before_draws(state, dealt), draws, upcard)
        first = len(self.draws)
        for seat, card, _, is_put_back in draws:
            drawn = upcard if card is None else card
            assert drawn is not None
            if not is_put_back:
                self.draws.append((seat, drawn))
        dix = dix_card(self.rules, self.trump)
        for seat in self._start.shown_when_drawn.get(state.tricks, ()):
            if (seat, dix) in self.draws[first:]:
                self._game.show_drawn_dix(seat)
                self._steps[-1] += 1
                self._shown_drawn.add((state.tricks, seat))

    def _before_draws(self, before: StateRecord, dealt: Iterable[StockMove]) -> StateRecord:
        """The present state, the draws just made taken back from the seats.

        Args:
            before: the state before them; the last draws have the tables taken up as well.
            dealt: these draws.
        """
        state = state_of(self._game)
        if state.drawn < self.rules.deck.draws:
            return state._replace(south=before.south, north=before.north)
        south, north = (
            state.seat(seat)._replace(
                hand=planes_of(hand_of(before.seat(seat).hand, before.seat(seat).table)),
                meld_points=state.seat(seat).meld_points - self._last_points(dealt, seat),
            )
            for seat in Seat
        )
        return state._replace(south=south, north=north)

    def _correct(
        self, state: StateRecord, moves: tuple[StockMove, ...], upcard: Card | None
    ) -> None:
        """Go on from a state in which the seats make these moves."""
        south, north = (handed(state.seat(seat), seat, moves, upcard) for seat in Seat)
        if state.drawn == self.rules.deck.draws:
            south, north = (
                record._replace(meld_points=record.meld_points + self._last_points(moves, seat))
                for record, seat in zip((south, north), Seat, strict=True)
            )
        self._game.correct(state._replace(south=south, north=north).pack())
        self._steps[-1] += 1

    def _last_points(self, draws: Iterable[StockMove], seat: Seat) -> int:
        """What a seat scores for each dix among its last draws that lay face down."""
        dix = dix_card(self.rules, self.trump)
        drawn = [move.card for move in draws if move.seat is seat and not move.is_put_back]
        points = self.rules.last_draw_dix + self.rules.held_dix
        return points * drawn.count(dix) if dix is not None else 0

    def parse_move(self, text: str) -> Move:
        """Read a move by what it means at the current point of the hand.

        ``QS@table`` is the copy on the table. An unmarked card means the copy on the table with the
        lowest number if there is one, else the copy in the hand.

        Raises:
            IllegalMoveError: for text that is not a move.
        """
        return parse_move(text, self._game, self.rules, self.trump)

    def is_renege(self, text: str) -> bool:
        """Whether this play would break an obligation of the playoff with a card that is held."""
        try:
            move = self.parse_move(text)
        except IllegalMoveError:
            return False
        if not isinstance(move, Play) or isinstance(move.source, int):
            return False
        is_held = move.card in hand_of(mover_cards(self._game).hand)
        return is_held and self._game.broken_obligation(move.card.index) != Obligation.NONE


def _replayed(start: Start, state: bytes, numbers: bytes) -> Referee:
    """The referee of a hand in which these moves were made."""
    referee = Referee(start, state)
    for number in numbers:
        if number in referee.numbers():
            referee.push_number(number)
        else:
            referee.push_renege(Card.from_index(number).text())
    return referee
