"""The referee of one hand: what is due, the legal moves, the score, what each seat can see.

`Referee` is the face of the compiled hand (``_core.hand``), where the rules of play are. It speaks
in cards, melds and positions, says which rule a move breaks, and takes moves back.

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

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from pinochle_solver._core.hand import DIX as _DIX
from pinochle_solver._core.hand import EXCHANGED as _EXCHANGED
from pinochle_solver._core.hand import PASS as _PASS
from pinochle_solver._core.hand import SHOWN as _SHOWN
from pinochle_solver._core.hand import SOURCE as _SOURCE
from pinochle_solver._core.hand_game import HandGame, dealt_state
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError, NotationError, quoted
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.states import playoff_state, stock_state
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import (
    NO_CARDS,
    NO_SCORE,
    Act,
    HandPoints,
    PartialHand,
    SeatPoints,
)
from pinochle_solver.notation.stock_position import PlayedTrick, StockPosition
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.hand_packing import (
    Due,
    Obligation,
    SeatRecord,
    StateRecord,
    card_of,
    copies_of,
    hand_of,
    hand_rules_record,
)
from pinochle_solver.rules.meld_table import MeldOption, hand_options, why_barred
from pinochle_solver.rules.melds import Copy, LaidMeld, Meld, dix_card, melds_of, parse_meld
from pinochle_solver.rules.moves import Move, Play, Show, Source
from pinochle_solver.rules.rules import DIX, CardCount, Points, Rulebook, Seat

_IS_OVER = "the hand is over"
_OBLIGATIONS = {
    Obligation.FOLLOW: "must follow suit",
    Obligation.HEAD: "must play a higher card of the suit led",
    Obligation.TRUMP: "must play a trump",
}


@dataclass(frozen=True, slots=True)
class _Start:
    """What a referee began with, besides the state itself."""

    rules: Rulebook
    count: CardCount
    trump: Suit
    dealer: Seat | None
    pile: tuple[Card, ...]
    gone: Hand
    tricks: tuple[PlayedTrick, ...] | None
    led: Card | None
    melds: tuple[tuple[LaidMeld, ...], tuple[LaidMeld, ...]]
    points_known: bool
    score: Points
    target: int
    ask_always: bool = False


class Referee:
    """One hand being played, all cards known to the referee.

    Made by `of_deal` or `of_position`. A copy (`copy.copy`, `copy.deepcopy`, or by pickle) goes on
    by itself: what is played there changes nothing here. Draws are made by the referee himself as
    soon as they are due. A decision of which passing is the only choice is not asked, unless
    `of_deal` was told to; a position that was given as such may begin with one.

    Attributes:
        rules: the rulebook.
        count: what cards count.
        trump: the trump suit.
        history: the moves made since the beginning, in order.
        draws: who drew what since then, in order; the winner of a trick draws first.
    """

    def __init__(self, start: _Start, state: bytes) -> None:
        self._start, self._first_state = start, state
        self._game = HandGame(
            hand_rules_record(start.rules, start.count, start.trump, start.ask_always),
            state,
            bytes(card.index for card in start.pile),
        )
        self._melds = melds_of(start.rules, start.trump)
        self._steps: list[int] = []
        self._numbers: list[int] = []
        self.rules = start.rules
        self.count = start.count
        self.trump = start.trump
        self.history: list[Move] = []
        self.draws: list[tuple[Seat, Card]] = []

    @classmethod
    def of_deal(
        cls,
        deal: Deal,
        score: Points = NO_SCORE,
        target: int | None = None,
        ask_always: bool = False,
    ) -> Referee:
        """The hand of a deal, before its first lead.

        Args:
            deal: all its cards.
            score: the game score before this hand.
            target: the points that end the game; the rulebook's if None is given.
            ask_always: whether the winner of each trick, and in some rulebooks its loser, is asked
                what it shows even if passing is the only choice.
        """
        first, second = (
            (deal.north, deal.south) if deal.dealer is Seat.SOUTH else (deal.south, deal.north)
        )
        upcard = () if deal.upcard is None else (deal.upcard,)
        state = dealt_state(
            hand_rules_record(deal.rules, deal.count, deal.trump, ask_always),
            bytes(card.index for card in (*first, *second, *upcard, *deal.stock)),
            deal.dealer,
        )
        start = _Start(
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
            ask_always=ask_always,
        )
        return cls(start, state)

    @classmethod
    def of_position(
        cls, position: StockPosition | PlayoffPosition, unseen: Iterable[Card] = ()
    ) -> Referee:
        """The hand from a position on.

        Args:
            position: where to begin. Without `points` in it the points count from there on.
            unseen: the cards that the position does not name, in the order in which they go to
                the hidden hand and then to the stock.

        Raises:
            IllegalPositionError: when `unseen` are not the cards that are missing, and for a
                playoff with a deck that has more than two copies of a card.
        """
        stock = position if isinstance(position, StockPosition) else None
        pile: tuple[Card, ...] = ()
        if isinstance(position, StockPosition):
            state, pile = stock_state(position, tuple(unseen))
        elif tuple(unseen):
            raise IllegalPositionError("unseen", "in a playoff every card is named")
        else:
            state = playoff_state(position)
        start = _Start(
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
        )
        return cls(start, state.pack())

    def __reduce__(self) -> tuple[Callable[..., Referee], tuple[_Start, bytes, bytes]]:
        """A copy, or a pickle, is another referee who has seen the same moves."""
        return _replayed, (self._start, self._first_state, bytes(self._numbers))

    # What is due

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        return self._game.due == Due.NOTHING

    @property
    def due(self) -> Act | None:
        """What has to be decided, None when the hand is over."""
        return None if self.is_over else Act(self._game.due)

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is, None when the hand is over."""
        return None if self.is_over else Seat(self._game.turn)

    @property
    def in_playoff(self) -> bool:
        """Whether the stock is gone."""
        return bool(self._state().playoff)

    @property
    def leader(self) -> Seat:
        """Who leads or has led to this trick: who won the last one, at the end as well."""
        return Seat(self._state().leader)

    @property
    def upcard(self) -> Card | None:
        """The card that lies face up, None when it has been drawn."""
        return card_of(self._state().upcard)

    @property
    def completed_tricks(self) -> int:
        """How many tricks have been played since the deal."""
        return self._state().tricks

    @property
    def points(self) -> HandPoints:
        """What has been scored; from the beginning on where what was before is not known."""
        state = self._state()
        return HandPoints(
            *(
                SeatPoints(seat.meld_points, seat.trick_points)
                for seat in (state.south, state.north)
            )
        )

    def hand(self, seat: Seat) -> Hand:
        """The cards `seat` holds, those on its table included."""
        record = self._state().seat(seat)
        return hand_of(record.hand, record.table)

    def on_table(self, seat: Seat) -> Hand:
        """The cards of `seat` that lie on the table."""
        return hand_of(self._state().seat(seat).table)

    def melds(self, seat: Seat) -> tuple[LaidMeld, ...]:
        """What `seat` has laid, in order."""
        table = self._state().seat(seat).table
        laid = [*self._start.melds[seat]]
        for holder, number, copies, trick, _ in self._game.laid():
            if holder == seat:
                name = DIX if number in (_EXCHANGED, _SHOWN) else self._melds[number].kind.name
                laid.append(LaidMeld(name, _copies(copies), trick))
        return tuple(
            LaidMeld(
                meld.name,
                tuple(copy._replace(played=not _is_in(table, copy)) for copy in meld.copies),
                meld.trick,
            )
            for meld in laid
        )

    @property
    def tricks(self) -> tuple[PlayedTrick, ...] | None:
        """All completed tricks, the leader's card first; None if the first are not known."""
        if self._start.tricks is None and self._start.gone:
            return None
        led = [] if self._start.led is None else [self._start.led]
        plays = [*led, *map(Card.from_index, self._game.played())]
        played = zip(plays[::2], plays[1::2], strict=False)
        return (*(self._start.tricks or ()), *played)

    # Moves

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, none when the hand is over.

        Plays come in canonical order of the cards, a pass first of what may be shown.
        """
        numbers = self._game.legal()
        if self._game.due == Due.PLAY:
            table = self._mover().table
            plays = [_play(number, table) for number in numbers]
            return tuple(sorted(plays, key=lambda play: (-play.card.rank, play.card.suit)))
        return tuple(map(self._show, numbers))

    def options(self) -> list[MeldOption]:
        """What may be shown now, other than nothing; empty when a card is to be played."""
        if self._game.due not in (Due.MELD, Due.DIX):
            return []
        options = []
        for number in self._game.legal():
            if number == _PASS:
                continue
            option = MeldOption.of_planes(self._show(number), *self._game.shown(number))
            dix = dix_card(self.rules, self.trump)
            if option.show.dix and dix is not None:
                option = replace(option, from_hand=(dix, *option.from_hand))
            options.append(option)
        return options

    def push(self, move: Move | str) -> None:
        """Make a move and the draws that follow it.

        Raises:
            IllegalMoveError: naming the rule that the move breaks.
        """
        self.push_number(self.number_of(self.parse_move(move) if isinstance(move, str) else move))

    def push_number(self, number: int) -> None:
        """Make a legal move by the number it has in the compiled hand, and the draws after it.

        Raises:
            ValueError: when it is not legal.
        """
        made = _play(number, self._mover().table) if number < _PASS else self._show(number)
        self._game.apply(number)
        steps = 1
        while self._game.due == Due.DRAW:
            self._draw()
            steps += 1
        self.history.append(made)
        self._steps.append(steps)
        self._numbers.append(number)

    def pop(self) -> Move:
        """Take back the last move and the draws after it; `IndexError` if there is none."""
        move = self.history.pop()
        steps = self._steps.pop()
        self._numbers.pop()
        for _ in range(steps):
            self._game.undo()
        if steps > 1:
            del self.draws[-2 * (steps - 1) :]
        return move

    def _draw(self) -> None:
        state = self._state()
        winner = Seat(state.leader)
        upcard = card_of(state.upcard)
        upcards = () if upcard is None else (upcard,)
        cards = (*self._start.pile, *upcards)[state.drawn : state.drawn + 2]
        self.draws += zip((winner, winner.other), cards, strict=True)
        self._game.draw()

    def parse_move(self, text: str) -> Move:
        """Read a move as it is meant here and now.

        ``QS@table`` is the copy on the table; of an unmarked card the copy of the lowest number
        on the table is meant if there is one, else that in the hand.

        Raises:
            IllegalMoveError: for text that is no move.
        """
        try:
            if self.is_over:
                raise NotationError("move", _IS_OVER)
            if self._game.due == Due.PLAY:
                return self._parse_play(text)
            return self._parse_show(text)
        except NotationError as error:
            raise IllegalMoveError(quoted(text), error.fact) from None

    def is_renege(self, text: str) -> bool:
        """Whether to play so is to break an obligation of the playoff with a card that is held."""
        try:
            move = self.parse_move(text)
        except IllegalMoveError:
            return False
        if not isinstance(move, Play) or isinstance(move.source, int):
            return False
        is_held = move.card in hand_of(self._mover().hand)
        return is_held and self._game.broken_obligation(move.card.index) != Obligation.NONE

    def _parse_play(self, text: str) -> Play:
        name, at, source = text.partition("@")
        if not at and (":" in text or text.lower() in ("pass", DIX)):
            raise NotationError("move", self._what_is_due)
        card = Card.parse(name)
        source = source.lower() if at else "hand or table"
        numbers = [n for n in (1, 2) if _is_in(self._mover().table, Copy(card, n))]
        if not numbers and source in ("hand", "hand or table"):
            return Play(card)
        if source in ("table", "hand or table") and numbers:
            return Play(card, _source(numbers[0]))
        if source == "hand":
            return Play(card, "hand")
        if source in ("1", "2"):
            return Play(card, _source(int(source)))
        if source == "table":
            raise NotationError("move", f"no {card} of {self._mover_name()} is on the table")
        raise NotationError("move", f"{quoted(source)} is not hand, table, 1 or 2")

    def _parse_show(self, text: str) -> Show:
        dix = False
        meld: Meld | None = None
        words = () if text.lower() == "pass" else text.split("+")
        if _is_play(text):
            raise NotationError("move", self._what_is_due)
        for part in words:
            if part.lower() == DIX:
                if dix:
                    raise NotationError("move", "only one dix for a trick won")
                dix = True
            elif meld is None:
                meld = parse_meld(part, self.rules, self.trump)
            else:
                raise NotationError("move", "only one meld for a trick won")
        return Show(dix, meld)

    # What each seat can see

    def position(self) -> StockPosition | PlayoffPosition | None:
        """Where the hand stands, all cards known; None when it is over."""
        return self._position(None)

    def view(self, seat: Seat) -> StockPosition | PlayoffPosition | None:
        """What `seat` has seen; None when the hand is over.

        Known of the other hand are the cards on the table and an upcard taken in an exchange; in
        the playoff all of it, for every card unseen is there (RULES.md 2). That the other seat is
        asked whether it melds is not for this seat to see: ask for a view when it is its turn.
        """
        return self._position(seat)

    def _position(self, viewer: Seat | None) -> StockPosition | PlayoffPosition | None:
        if self.is_over:
            return None
        state = self._state()
        points = self.points if self._start.points_known else None
        if state.playoff:
            return PlayoffPosition(
                rules=self.rules,
                count=self.count,
                trump=self.trump,
                south=self.hand(Seat.SOUTH),
                north=self.hand(Seat.NORTH),
                turn=Seat(state.turn),
                led=card_of(state.led),
                points=points,
                score=self._start.score,
                target=self._start.target,
            )
        face_down = self._start.pile[state.drawn :]
        tricks = self.tricks
        return StockPosition(
            rules=self.rules,
            count=self.count,
            trump=self.trump,
            south=_seen_hand(state.south, viewer in (None, Seat.SOUTH)),
            north=_seen_hand(state.north, viewer in (None, Seat.NORTH)),
            turn=Seat(state.turn),
            act=Act(state.due),
            led=card_of(state.led),
            upcard=card_of(state.upcard),
            stock=face_down if viewer is None else len(face_down),
            melds_south=self.melds(Seat.SOUTH),
            melds_north=self.melds(Seat.NORTH),
            gone=hand_of(state.gone),
            tricks=tricks,
            dealer=self._start.dealer,
            points=points,
            score=self._start.score,
            target=self._start.target,
        )

    # The compiled hand's numbers

    def _state(self) -> StateRecord:
        return StateRecord.unpack(self._game.state())

    def _mover(self) -> SeatRecord:
        return self._state().seat(Seat(self._game.turn))

    @property
    def _what_is_due(self) -> str:
        if self._game.due == Due.PLAY:
            return f"{self._mover_name()} has to play a card now"
        return f"{self._mover_name()} has to say what it shows now, or pass"

    def _mover_name(self) -> str:
        return Seat(self._game.turn).text()

    def _show(self, number: int) -> Show:
        meld = (number & ~_DIX) - _PASS
        return Show(bool(number & _DIX), self._melds[meld - 1] if meld else None)

    def number_of(self, move: Move) -> int:
        """The number of a legal move in the compiled hand; raises `IllegalMoveError` otherwise."""
        if self.is_over:
            raise IllegalMoveError(move.text(), _IS_OVER)
        if isinstance(move, Play) != (self._game.due == Due.PLAY):
            raise IllegalMoveError(move.text(), self._what_is_due)
        if isinstance(move, Play):
            number = self._number_of_play(move)
        else:
            if move.meld is not None and move.meld not in self._melds:
                suit = self.trump.name.lower()
                raise IllegalMoveError(
                    move.text(), f"no meld of {self.rules.name} with {suit} as trump"
                )
            meld = 0 if move.meld is None else 1 + self._melds.index(move.meld)
            number = _PASS + _DIX * move.dix + meld
        if number not in self._game.legal():
            raise IllegalMoveError(move.text(), self._why_not(move))
        return number

    def _number_of_play(self, play: Play) -> int:
        number = play.card.index
        if play.source in (None, "hand"):
            return number
        if play.source not in (1, 2):
            raise IllegalMoveError(play.text(), "a card comes from the hand, or is copy 1 or 2")
        if play.source == 2 and number + 2 * _SOURCE not in self._game.legal():
            table = self._mover().table
            if all(_is_in(table, Copy(play.card, n)) for n in (1, 2)):
                return number + _SOURCE  # they have served alike, and are one move
        return number + play.source * _SOURCE

    def _why_not(self, move: Move) -> str:
        """The rule that a move breaks."""
        mover = self._mover_name()
        if isinstance(move, Play):
            if isinstance(move.source, int):
                return f"{mover} has no such copy of {move.card} on the table"
            record = self._mover()
            if move.card not in hand_of(record.hand):
                if move.card in hand_of(record.table):
                    return f"{mover} holds it on the table only"
                return f"{mover} does not hold it"
            broken = Obligation(self._game.broken_obligation(move.card.index))
            return f"{mover} {_OBLIGATIONS[broken]} (RULES.md 3)"
        return self._why_not_shown(move)

    def _why_not_shown(self, show: Show) -> str:
        rules, mover = self.rules, self._mover_name()
        if show.dix and not any(number & _DIX for number in self._game.legal()):
            dix = dix_card(rules, self.trump)
            return f"{mover} has no {dix} in the hand" if dix else f"{rules.name} has no dix"
        assert show.meld is not None
        if self._game.due == Due.DIX:
            return "the loser of a trick may only show a dix"
        if show.dix and rules.dix_is_a_meld:
            return f"in {rules.name} a dix is the one meld of its turn"
        reason, index = self._game.obstacle(self._melds.index(show.meld), show.dix)
        if not reason:
            return f"in {rules.name} there is no meld after the last trick of the stock"
        card = None if index < 0 else Card.from_index(index)
        return f"{why_barred(show.meld, reason, card)} (RULES.md 4)"


def _replayed(start: _Start, state: bytes, numbers: bytes) -> Referee:
    """The referee of a hand in which these moves were made."""
    referee = Referee(start, state)
    for number in numbers:
        referee.push_number(number)
    return referee


def position_options(position: StockPosition) -> list[MeldOption]:
    """What the seat whose turn it is can show, the most points first.

    When it is to play a card, what it could show if it won this trick with the cards it holds:
    before the draw, whatever card it plays to it.

    Raises:
        IllegalPositionError: when its hand is not wholly known.
    """
    hand = position.hand(position.turn)
    if hand.hidden:
        raise IllegalPositionError(
            "turn", f"{position.turn.text()}, but {hand.hidden} cards of that hand are unknown"
        )
    rules = position.rules
    if position.act is Act.PLAY:
        options = hand_options(
            rules, position.trump, hand.known, position.melds(position.turn), position.upcard
        )
        trick = position.completed_tricks + 1
        if trick <= rules.last_meld_trick:
            return options
        may_show_dix = trick <= rules.last_dix_trick
        return [option for option in options if option.show.meld is None and may_show_dix]
    # What is hidden makes no difference to what may be shown.
    options = Referee.of_position(position, position.unseen).options()
    return sorted(options, key=lambda option: -option.points)


def _play(number: int, table: int) -> Play:
    """The play of this number, its holder having these copies on the table."""
    card = Card.from_index(number % _SOURCE)
    if number >= _SOURCE:
        return Play(card, _source(number // _SOURCE))
    on_table = _is_in(table, Copy(card, 1)) or _is_in(table, Copy(card, 2))
    return Play(card, "hand" if on_table else None)


def _is_play(text: str) -> bool:
    try:
        Card.parse(text.partition("@")[0])
    except NotationError:
        return False
    return True


def _source(number: int) -> Source:
    return 1 if number == 1 else 2


def _is_in(planes: int, copy: Copy) -> bool:
    return bool(planes >> (copy.card.index + CARDS * (copy.number - 1)) & 1)


def _copies(planes: int) -> tuple[Copy, ...]:
    return tuple(Copy(card, number) for card, number in copies_of(planes))


def _seen_hand(record: SeatRecord, seen: bool) -> PartialHand:
    """A hand as its holder sees it, or as the other seat does."""
    if seen:
        return PartialHand(hand_of(record.hand, record.table))
    known = hand_of(record.known, record.table)
    return PartialHand(known, len(hand_of(record.hand)) - len(hand_of(record.known)))
