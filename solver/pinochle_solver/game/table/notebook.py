"""The record of a hand of three or four as it grows beside the table, and what is asked next.

It is that of one seat, which sees its own cards, or of a kibitzer, who sees all hands.

A `TableNotebook` takes one answer after the other: a call, the widow, a trump, melds, a card, a
draw. It checks each against the rules and all that was noted before, and can go back. What it
holds is a `TableRecord` at every moment, so that a hand can be gone on with from its file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from pinochle_solver.errors import (
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    PositionError,
)
from pinochle_solver.game.table.recording import deal_of_record
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.move_reading import parse_stock_move
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_parts import Note, StatedResult, TableTrick
from pinochle_solver.notation.table.said_moves import said_melds, said_move
from pinochle_solver.notation.table.stock_items import Happened, ItemReader
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.game import TableGame, game_begun
from pinochle_solver.table.hands import TableHand, begun, begun_seen
from pinochle_solver.table.melds import TableMelds, melds_with
from pinochle_solver.table.moves import (
    CONCEDE,
    PASS,
    Bury,
    Call,
    Concede,
    Dix,
    Lay,
    PlayCard,
    TableMove,
)
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import (
    NOTHING_DRAWN,
    Drawn,
    StockHand,
    StockMove,
    UndrawnError,
    begun_with_stock_seen,
)
from pinochle_solver.table.tricks import winner_of
from pinochle_solver.table.views import AnyHand, AnyMove

OTHER_CARD = "other"
"""What is said where a card is drawn that does not matter."""


class NoteKind(Enum):
    """What an answer is about; ``GIVEN_UP`` is never asked for."""

    CALL = "call"
    WIDOW = "widow"
    TRUMP = "trump"
    MELDS = "melds"
    DIX = "dix"
    SHOW = "show"
    PLAY = "play"
    DRAW = "draw"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """What has to be noted next.

    Attributes:
        kind: what it is.
        seat: whose it is.
        trick: the number of the trick in or after which it happens; 0 before the first lead.
        leads: whether the card is led.
        choices: the cards that may have been drawn; None among them stands for any unseen card.
    """

    kind: NoteKind
    seat: Seat
    trick: int = 0
    leads: bool = False
    choices: tuple[Card | None, ...] = ()


Said = AnyMove | Hand | Suit | TableMelds | Card | StatedResult | None
"""What an answer says, by the kind of its question."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One thing that was noted.

    Attributes:
        question: what it answers.
        said: what was noted: a move; the widow's cards; the trump of another seat and then its
            melds; a card drawn, None for an unseen one; who has given up.
    """

    question: TableQuestion
    said: Said

    @property
    def text(self) -> str:
        """What was noted, as it is shown."""
        said = self.said
        if said is None:
            return OTHER_CARD
        if isinstance(said, tuple):
            return "+".join(meld.text() for meld in said) or "none"
        if isinstance(said, Hand):
            return " ".join(card.text() for card in said)
        if isinstance(said, Suit):
            return said.letter
        if isinstance(said, StatedResult):
            return f"given up: {said.value}"
        return "pass" if said == PASS else said.text()


@dataclass(frozen=True, slots=True)
class _State:
    """What the hand has come to after some answers.

    Attributes:
        hand: the hand as the seat sees it.
        move: a move whose follow-up has to be said first: the widow, or draws.
        drawn: the draws said so far.
        asked: the draw to be said next; None for the widow.
        trump: what a bidder whose burial is not seen has named; his melds are said next.
    """

    hand: AnyHand
    move: AnyMove | None = None
    drawn: Drawn = field(default_factory=dict)
    asked: UndrawnError | None = None
    trump: Suit | None = None

    @property
    def is_whole(self) -> bool:
        """Whether no move is half said."""
        return self.move is None and self.trump is None


class TableCorrection(NamedTuple):
    """What becomes of a notebook after something in it was changed.

    Attributes:
        notebook: it, as far as what was noted later still fits.
        left_over: what was noted later and does not fit any more, from the first of it on.
        why: why the first of it does not.
    """

    notebook: TableNotebook
    left_over: tuple[TableEntry, ...]
    why: str


class TableNotebook:
    """The record of a hand that is being played, as one seat or a kibitzer keeps it.

    Args:
        record: the record of that seat, or with all hands the kibitzer's, as far as it goes.

    Raises:
        NotationError: for the record of the dealer who is out, and a kibitzer's of a game with a
            stock.
        PositionError: for one with something wrong in it.

    Attributes:
        seat: whose record it is; None for a kibitzer's.
        entries: what was noted, in order.
    """

    def __init__(self, record: TableRecord) -> None:
        self.seat: Seat | None = record.view
        self._blank = replace(
            record,
            widow=record.widow if record.view is None else None,
            calls=None,
            exchange=None,
            trump=None,
            buried=None,
            melds={},
            result=None,
            opening=TableTrick(0),
            tricks=(),
            unread=None,
        )
        self.entries: list[TableEntry] = []
        self._states = [_State(_begun(self._blank, self.seat))]
        _Recorded(record).note_in(self)
        if record.unread is not None:
            raise record.unread

    # What is known

    @property
    def _state(self) -> _State:
        return self._states[-1]

    @property
    def rules(self) -> TableRules:
        """The game."""
        return self._blank.rules

    @property
    def hand(self) -> AnyHand:
        """The hand as its keeper sees it; of a move that is half said, before that move."""
        return self._state.hand

    @property
    def position(self) -> TablePosition:
        """The position as the seat sees it; of a kibitzer, as the seat on turn does.

        Raises:
            ValueError: the hand is over.
        """
        return self._position(self.hand.turn if self.seat is None else self.seat)

    @property
    def whole_position(self) -> TablePosition:
        """The position with all cards that the keeper sees.

        Raises:
            ValueError: the hand is over.
        """
        return self._position(self.seat)

    def _position(self, seat: Seat | None) -> TablePosition:
        blank = self._blank
        position = position_of(
            self.hand, seat, score=blank.score, checks=blank.checks, kitty=blank.kitty
        )
        return replace(position, names=blank.names)

    @property
    def question(self) -> TableQuestion | None:
        """What has to be noted next; None when the hand is over."""
        return _question(self._state)

    @property
    def is_seen_choice(self) -> bool:
        """Whether a seat has to decide whose cards the keeper sees."""
        question = self.question
        return (
            question is not None
            and self.sees(question.seat)
            and question.kind not in (NoteKind.WIDOW, NoteKind.DRAW)
        )

    def sees(self, seat: Seat) -> bool:
        """Whether the keeper sees the cards of a seat."""
        return self.seat in (None, seat)

    def step_since(self, place: int) -> TableStep | None:
        """The move that was said by the entries from a place on; None if it is half said yet."""
        begun = place
        while not self._states[begun].is_whole:
            begun -= 1
        if not self._state.is_whole or begun == len(self.entries):
            return None
        before, said = self._states[begun].hand, self.entries[begun].said
        if isinstance(said, Suit):
            melds = self.entries[-1].said
            assert isinstance(melds, tuple)
            return TableStep(before, Bury(said, NO_CARDS, melds), self.hand)
        if isinstance(said, tuple):
            return TableStep(before, Lay(said), self.hand)
        move = CONCEDE if isinstance(said, StatedResult) else _as_move(said)
        return TableStep(before, move, self.hand)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they meld before the play."""
        hand = self.hand
        return hand.order if isinstance(hand, TableHand) else ()

    def leader_before(self, place: int) -> Seat | None:
        """Who has won the trick before an entry, or leads to the first one."""
        return _leader(self._states[place])

    @property
    def result(self) -> HandResult | None:
        """What the hand comes to; None: it is not over.

        The cards that nobody has played to the end of a hand are the burial.
        """
        hand = self.hand
        if hand.turn is not None:
            return None
        if isinstance(hand, StockHand):
            return hand.result()
        if hand.buried.hidden and hand.ending is Ending.PLAYED:
            hand = replace(hand, buried=PartialHand(hand.unseen))
        return hand.result(self._blank.kitty or 0)

    def game_after(self) -> TableGame | None:
        """The game after this hand; None: it is not over."""
        blank, result = self._blank, self.result
        if result is None:
            return None
        game = game_begun(blank.rules, blank.dealer)
        given = {"scores": blank.score, "checks": blank.checks, "kitty": blank.kitty}
        known = {name: value for name, value in given.items() if value is not None}
        return replace(game, **known).after(result)  # type: ignore[arg-type]

    @property
    def record(self) -> TableRecord:
        """The record as far as it goes."""
        return replace(self._blank, **_recorded(self))

    # Noting

    def note(self, text: str) -> None:
        """Note an answer, in the words of a person.

        Raises:
            NotationError: for words that do not answer the question.
            IllegalMoveError, IllegalPositionError: for what cannot be.
        """
        self.note_said(self._read(text))

    def note_said(self, said: Said) -> None:
        """Note an answer; raises as `note` does."""
        question = self.question
        assert question is not None
        state = _after(self._state, question, said)
        self._states.append(state)
        self.entries.append(TableEntry(question, said))

    def note_given_up(self, seat: Seat) -> None:
        """Note that a seat gives up the contract, or the setting of it, for its side.

        Raises:
            IllegalMoveError: where that cannot be.
        """
        hand = self.hand
        if not isinstance(hand, TableHand) or hand.bidder is None or hand.act is not Act.PLAY:
            raise IllegalMoveError("concede", "there is no contract in play to give up")
        unit = next(unit for unit in hand.rules.units(hand.dealer) if hand.bidder in unit)
        if seat not in unit:
            said, ended = StatedResult.MADE, hand.conceded_by_defenders()
        elif hand.rules.melds_win and not hand.tricks and not hand.led:
            said, ended = StatedResult.CONCEDED, hand.conceded()
        else:
            fact = "the bidder may concede only before the first lead, in auction"
            raise IllegalMoveError("concede", fact)
        question = TableQuestion(NoteKind.GIVEN_UP, seat, len(hand.tricks) + 1)
        self._states.append(_State(ended))
        self.entries.append(TableEntry(question, said))

    def _read(self, text: str) -> Said:
        """What words say in answer to the question."""
        question, hand = self.question, self.hand
        assert question is not None
        word = " ".join(text.split())
        if question.kind is NoteKind.WIDOW:
            return self._read_widow(word)
        if question.kind is NoteKind.DRAW:
            return _read_draw(word, question)
        is_seen = self.sees(question.seat)
        if question.kind is NoteKind.TRUMP and not is_seen:
            return _read_trump(word, self.rules)
        if question.kind is NoteKind.MELDS and not is_seen:
            trump = hand.trump if self._state.trump is None else self._state.trump
            assert trump is not None
            return _read_melds(word, self.rules, question.seat, trump)
        return said_move(hand, word)

    def _read_widow(self, word: str) -> Hand:
        if not word:
            raise NotationError("widow", "say the cards that were turned up")
        widow = Hand.parse(word)
        if len(widow) != self.rules.widow:
            fact = f"{counted(len(widow), 'card')}, expected {self.rules.widow}"
            raise NotationError("widow", fact)
        return widow

    # Going back

    def undo(self) -> TableEntry | None:
        """Take back what was noted last; None if nothing was."""
        if not self.entries:
            return None
        self._states.pop()
        return self.entries.pop()

    def of_trick(self, trick: int) -> list[int]:
        """The places, in `entries`, of what was noted in and after a trick; 0: before the first."""
        return [place for place, entry in enumerate(self.entries) if entry.question.trick == trick]

    def corrected(self, place: int, text: str) -> TableCorrection:
        """What becomes of all that was noted if something in it was otherwise.

        Args:
            place: its place in `entries`.
            text: what it should be.

        Raises:
            PositionError: as `note`.
        """
        other = self._copied(self._blank, place)
        other.note(text)
        return self._with_later(other, self.entries[place + 1 :])

    def with_card_changed(self, old: Card, new: Card) -> TableCorrection:
        """What becomes of all that was noted if a card was another one from the start.

        Args:
            old: a card that the seat was dealt; if it was dealt no such card, the upcard.
            new: what it was in truth.

        Raises:
            PositionError: for an old card that is neither, and for cards that cannot be.
        """
        record = self._blank
        if self.seat is None:
            fact = "say whose cards change places: change west 9D north 9S"
            raise IllegalMoveError("change", fact)
        hand = record.hands[self.seat]
        if old in hand:
            record = replace(record, hands={self.seat: hand.without(old).with_card(new)})
        elif old == record.upcard:
            record = replace(record, upcard=new)
        else:
            fact = "neither the upcard nor among the cards you were dealt; correct changes others"
            raise IllegalMoveError(old.text(), fact)
        return self._with_later(self._copied(record, 0), self.entries)

    def with_exchanged(
        self, seat: Seat, card: Card, other: Seat | None, instead: Card
    ) -> TableCorrection:
        """What becomes of a kibitzer's notes if two cards that were dealt change places.

        Args:
            seat: who was not dealt the first card.
            card: it.
            other: who was dealt it, and not the second card; None: it lay in the widow.
            instead: the second card, which the first seat was dealt.

        Raises:
            IllegalMoveError: for a card that does not lie there.
        """
        record = self._blank
        hands = dict[Seat | None, Hand](record.hands.items())
        hands[None] = record.widow or NO_CARDS
        for place, held in ((seat, card), (other, instead)):
            if held not in hands.get(place, NO_CARDS):
                where = "the widow" if place is None else place.text()
                raise IllegalMoveError(held.text(), f"{where} was not dealt it")
        hands[seat] = hands[seat].without(card).with_card(instead)
        hands[other] = hands[other].without(instead).with_card(card)
        widow = hands.pop(None) if record.rules.widow else None
        dealt = {place: hand for place, hand in hands.items() if place is not None}
        changed = replace(record, hands=dealt, widow=widow)
        return self._with_later(self._copied(changed, 0), self.entries)

    def with_dealer(self, seat: Seat) -> TableCorrection:
        """What becomes of all that was noted if this seat has dealt."""
        if seat not in self.rules.table:
            raise IllegalMoveError(seat.text(), "nobody sits there")
        return self._with_later(self._copied(replace(self._blank, dealer=seat), 0), self.entries)

    def take_over(self, other: TableNotebook) -> None:
        """Hold what another one holds from now on."""
        self._blank, self.entries, self._states = other._blank, other.entries, other._states

    def _copied(self, record: TableRecord, entries: int) -> TableNotebook:
        """A notebook of a record that begins with the first of these entries."""
        other = TableNotebook(record)
        for entry in self.entries[:entries]:
            other._note_again(entry)
        return other

    def _note_again(self, entry: TableEntry) -> None:
        if isinstance(entry.said, StatedResult):
            self.note_given_up(entry.question.seat)
            return
        question = self.question
        expected = entry.question
        if question is None or (question.kind, question.seat) != (expected.kind, expected.seat):
            raise IllegalMoveError(entry.text, "it is not asked for there any more")
        self.note_said(entry.said)

    def _with_later(self, other: TableNotebook, entries: Sequence[TableEntry]) -> TableCorrection:
        """Another notebook, with what of these entries fits it."""
        for place, entry in enumerate(entries):
            try:
                other._note_again(entry)
            except PositionError as error:
                return TableCorrection(
                    other, tuple(entries[place:]), f"{error.token}: {error.fact}"
                )
        return TableCorrection(other, (), "")


# The course of a hand as its keeper sees it


def _begun(record: TableRecord, seat: Seat | None) -> AnyHand:
    """The hand after the deal, as a seat sees it; for None, with all cards.

    Raises:
        NotationError: (``View``) for the dealer who is out, and None in a game with a stock.
        IllegalPositionError: for cards that cannot be.
    """
    rules = record.rules
    if seat is None:
        if rules.stock is not None:
            fact = "missing, and nobody sees the stock: only one seat's hand can be noted"
            raise NotationError("View", fact)
        return begun(deal_of_record(record))
    if seat not in record.players:
        raise NotationError("View", f"{seat.text()} deals and is out, so it has no hand")
    held = tuple(
        PartialHand(record.hands[seat])
        if each is seat
        else PartialHand(NO_CARDS, rules.hand if each in record.players else 0)
        for each in rules.table
    )
    hand: AnyHand
    if rules.stock is None:
        widow = PartialHand(NO_CARDS, rules.widow)
        hand = begun_seen(rules, record.dealer, held, widow, record.upcard)
    else:
        assert record.upcard is not None
        stock = (None,) * (rules.stock.cards - 1)
        hand = begun_with_stock_seen(rules, record.dealer, held, record.upcard, stock)
    position_of(hand, seat)  # refuses impossible cards
    return hand


def _leader(state: _State) -> Seat | None:
    """Who leads next, or has led; of a trick whose draws are still to be said who has won it."""
    hand, move = state.hand, state.move
    if isinstance(move, Play) and hand.leader is not None and hand.trump is not None:
        led = (*hand.led, move.card)
        return clockwise(hand.players, hand.leader)[winner_of(led, hand.trump)]
    return hand.leader


def _question(state: _State) -> TableQuestion | None:
    hand = state.hand
    if hand.turn is None:
        return None
    trick = hand.completed + (hand.act is Act.PLAY)
    if state.asked is not None:
        drawer = state.asked.seat
        return TableQuestion(NoteKind.DRAW, drawer, trick, choices=state.asked.choices)
    if state.move is not None:
        assert isinstance(hand, TableHand)
        assert hand.auction is not None
        assert isinstance(state.move, Call)
        bidder = hand.auction.after(state.move).bidder
        assert bidder is not None
        return TableQuestion(NoteKind.WIDOW, bidder)
    if state.trump is not None:
        return TableQuestion(NoteKind.MELDS, hand.turn)
    if hand.act is Act.MELD:
        kind = NoteKind.SHOW if isinstance(hand, StockHand) else NoteKind.MELDS
        return TableQuestion(kind, hand.turn, trick)
    leads = hand.act is Act.PLAY and not hand.led
    return TableQuestion(_KINDS[hand.act], hand.turn, trick, leads)


_KINDS = {
    Act.BID: NoteKind.CALL,
    Act.BURY: NoteKind.TRUMP,
    Act.DIX: NoteKind.DIX,
    Act.PLAY: NoteKind.PLAY,
}


def _after(state: _State, question: TableQuestion, said: Said) -> _State:
    """The state after an answer; raises `PositionError`."""
    hand = state.hand
    if question.kind is NoteKind.WIDOW:
        assert isinstance(said, Hand)
        assert isinstance(hand, TableHand)
        assert state.move is not None
        for card in said:
            if hand.unseen.count(card) < said.count(card):
                raise IllegalPositionError("widow", f"{card}: you have seen every copy elsewhere")
        return _moved(replace(hand, widow=PartialHand(said)), state.move, NOTHING_DRAWN)
    if question.kind is NoteKind.DRAW:
        assert said is None or isinstance(said, Card)
        assert state.move is not None
        return _moved(hand, state.move, {**state.drawn, question.seat: said})
    if isinstance(said, Suit):
        return replace(state, trump=said)
    if isinstance(said, tuple):
        move = Lay(said) if state.trump is None else Bury(state.trump, NO_CARDS, said)
        return _moved(hand, move, NOTHING_DRAWN)
    return _moved(hand, _as_move(said), NOTHING_DRAWN)


def _as_move(said: Said) -> AnyMove:
    assert isinstance(said, AnyMove)
    return said


def _moved(hand: AnyHand, move: AnyMove, drawn: Drawn) -> _State:
    """The state after a move, or after as much of it as is told."""
    _check_may_hold(hand, move)
    try:
        if isinstance(hand, StockHand):
            assert isinstance(move, StockMove)
            return _State(hand.after(move, drawn))
        assert isinstance(move, TableMove)
        assert hand.turn is not None
        if move == Dix(False) and hand.held[hand.turn].hidden:
            return _State(hand.without_nine())
        return _State(hand.after(move))
    except UndrawnError as error:
        return _State(hand, move, drawn, error)
    except IllegalPositionError as error:
        if error.token != "widow" or not isinstance(hand, TableHand) or not hand.widow.hidden:
            raise
        return _State(hand, move)


def _check_may_hold(hand: AnyHand, move: AnyMove) -> None:
    """Refuse a card that a seat with hidden cards cannot hold; raises `IllegalMoveError`."""
    if not isinstance(move, (Play, PlayCard)) or hand.turn is None:
        return
    if move.card not in hand.hands[hand.turn] and move.card not in hand.unseen:
        raise IllegalMoveError(move.text(), f"{hand.turn.text()} does not hold it")


class _Recorded:
    """Notes what a record says, as far as it tells.

    A record does not say that a seat has shown nothing: that follows from what comes later.
    """

    def __init__(self, record: TableRecord) -> None:
        self._record = record
        self._calls = list(record.calls or ())
        self._plays = [play for trick in record.tricks for play in trick.plays]
        self._items = dict[int, list[Happened]]()

    def note_in(self, notebook: TableNotebook) -> None:
        """Note all of it; raises `PositionError` for what cannot be."""
        while (question := notebook.question) is not None:
            try:
                notebook.note_said(self._told(question, notebook))
            except _UntoldError:
                break
        if self._record.result is not None and notebook.question is not None:
            is_made = self._record.result is StatedResult.MADE
            hand = notebook.hand
            bidder = hand.bidder if isinstance(hand, TableHand) else None
            if bidder is None:
                raise NotationError("Result", "given, and nobody has won the auction")
            others = (seat for seat in self._record.players if seat is not bidder)
            partner = bidder.partner if self._record.rules.partners else None
            giver = next(seat for seat in others if seat is not partner) if is_made else bidder
            notebook.note_given_up(giver)

    def _told(self, question: TableQuestion, notebook: TableNotebook) -> Said:
        record, seat, kind = self._record, question.seat, question.kind
        own = notebook.sees(seat)
        if kind is NoteKind.CALL and self._calls:
            return self._calls.pop(0)
        if kind is NoteKind.WIDOW and record.widow is not None:
            return record.widow
        if kind is NoteKind.TRUMP:
            return self._trump(seat, own=own)
        if kind is NoteKind.MELDS:
            self._expect(seat in record.melds or self._has_later(notebook.order, seat))
            laid = record.melds.get(seat, ())
            return Lay(laid) if own else laid or ()
        if kind is NoteKind.PLAY and self._plays:
            return _play(self._plays.pop(0), notebook)
        if kind is NoteKind.DIX and record.rules.stock is None:
            self._expect(record.exchange is not None or self._has_later(notebook.order, None))
            return Dix(seat is record.exchange)
        if kind in (NoteKind.DIX, NoteKind.SHOW, NoteKind.DRAW):
            return self._item(question, notebook)
        raise _UntoldError

    def _expect(self, is_told: object) -> None:
        if not is_told:
            raise _UntoldError

    def _trump(self, seat: Seat, *, own: bool) -> Said:
        record = self._record
        is_whole = record.trump is not None and not (
            own and record.rules.widow and record.buried is None
        )
        if not is_whole:
            self._expect(record.result is StatedResult.CONCEDED)
            return CONCEDE
        assert record.trump is not None
        if not own:
            return record.trump
        return Bury(record.trump, record.buried or NO_CARDS, record.melds.get(seat, ()))

    def _has_later(self, order: tuple[Seat, ...], seat: Seat | None) -> bool:
        """Whether the record tells anything that comes after a seat's melds, or after the dix."""
        record = self._record
        later = order if seat is None else order[order.index(seat) + 1 :]
        return bool(record.tricks or record.result or any(each in record.melds for each in later))

    def _item(self, question: TableQuestion, notebook: TableNotebook) -> Said:
        """A draw, or what was shown, in a game with a stock."""
        trick, seat = question.trick, question.seat
        if trick not in self._items:
            self._items[trick] = self._read_items(trick, notebook)
        items = self._items[trick]
        is_draw = question.kind is NoteKind.DRAW
        for item in items:
            if item.seat is seat and item.is_draw is is_draw:
                items.remove(item)
                return _shown(item, question, notebook)
        is_over = len(self._record.tricks) > trick or bool(items)
        self._expect(is_over and (not is_draw or None in question.choices))
        if is_draw:
            return None
        return Dix(False) if question.kind is NoteKind.DIX else Show()

    def _read_items(self, trick: int, notebook: TableNotebook) -> list[Happened]:
        record = self._record
        noted = record.opening if not trick else record.tricks[trick - 1]
        leader = notebook.leader_before(len(notebook.entries)) if trick else None
        reader, items = ItemReader(record.rules), list[Happened]()
        for note in noted.notes:
            for item in reader.read(note.words, leader, in_playoff=False):
                if not isinstance(item, Happened):
                    raise NotationError(item.text, "a hand with it cannot be noted further")
                items.append(item)
        return items


class _UntoldError(Exception):
    """A record does not tell what comes next."""


def _play(text: str, notebook: TableNotebook) -> AnyMove:
    hand = notebook.hand
    if isinstance(hand, StockHand):
        assert hand.turn is not None
        return parse_stock_move(text, Act.PLAY, hand.seats[hand.turn].laid)
    return PlayCard(Card.parse(text))


def _shown(item: Happened, question: TableQuestion, notebook: TableNotebook) -> Said:
    if item.is_draw:
        return Card.parse(item.text[1:])
    hand = notebook.hand
    assert isinstance(hand, StockHand)
    return parse_stock_move(item.text, hand.act, hand.seats[question.seat].laid)


# Reading answers


def _read_draw(word: str, question: TableQuestion) -> Card | None:
    if word.lower() == OTHER_CARD and None in question.choices:
        return None
    card = Card.parse(word.removeprefix("+").strip())
    if card not in question.choices:
        raise IllegalMoveError(card.text(), "it cannot have been drawn: you have seen every copy")
    return card


def _read_trump(word: str, rules: TableRules) -> Suit | Concede:
    """The trump that another seat names, or that it concedes."""
    said = word.lower().removeprefix("trump ").removeprefix("names ")
    if rules.melds_win and said in ("concede", "concedes", "gives up"):
        return CONCEDE
    try:
        return Suit.parse(said)
    except NotationError:
        fact = "no suit. Type S, H, D or C" + ", or concede" * rules.melds_win
        raise NotationError(word or "trump", fact) from None


def _read_melds(word: str, rules: TableRules, seat: Seat, trump: Suit) -> TableMelds:
    """The melds that another seat lays."""
    if not word:
        return ()
    copies = rules.copies
    possible = tuple(meld for meld in melds_with(trump) for _ in range(copies))
    melds = said_melds(word, possible, trump)
    if melds is None:
        raise NotationError(word, f"say which melds {seat.text()} lays")
    return melds


# Records


def _recorded(notebook: TableNotebook) -> dict[str, Any]:
    """The fields of the record that the entries make."""
    calls, rows, notes = list[Call](), [list[str]()], defaultdict[int, list[str]](list)
    fields, melds = dict[str, Any](), dict[Seat, TableMelds | None]()
    for place, entry in enumerate(notebook.entries):
        seat, trick = entry.question.seat, entry.question.trick
        match entry.said:
            case Call() as call:
                calls.append(call)
            case Hand() as widow:
                fields["widow"] = widow
            case Suit() as trump:
                fields["trump"] = trump
            case Bury() as choice:
                melds[seat] = choice.melds
                fields["trump"] = choice.trump
                fields["buried"] = choice.cards if notebook.rules.widow else None
            case Lay(laid):
                melds[seat] = laid
            case tuple() as laid:
                melds[seat] = laid
            case Concede():
                fields["result"] = StatedResult.CONCEDED
            case StatedResult() as result:
                fields["result"] = result
            case Play() | PlayCard() as play:
                if entry.question.leads:
                    rows.append([])
                rows[-1].append(play.text())
            case Dix(is_shown) if notebook.rules.stock is None:
                fields |= {"exchange": seat} if is_shown else {}
            case _:
                word = _item(entry, notebook.seat)
                is_winner = trick and seat is notebook.leader_before(place)
                letter = "" if is_winner else f"{seat.letter}:"
                notes[trick] += [f"{letter}{word}"] if word else []
    opening, *tricks = (
        TableTrick(number, tuple(row), _notes(len(row), notes[number]))
        for number, row in enumerate(rows)
    )
    laid_by_all = {seat: laid for seat, laid in melds.items() if laid != ()}
    fields |= {"melds": laid_by_all, "opening": opening, "tricks": tuple(tricks)}
    return fields | ({"calls": tuple(calls)} if calls else {})


def _item(entry: TableEntry, viewer: Seat | None) -> str | None:
    """What stands in the braces of a game with a stock for an answer; None for nothing."""
    said, is_own = entry.said, entry.question.seat is viewer
    if entry.question.kind is NoteKind.DRAW:
        return f"+{said.text()}" if isinstance(said, Card) else None
    assert isinstance(said, (Dix, Show))
    return said.text() if is_own or said.text() != "pass" else None


def _notes(after: int, words: Sequence[str]) -> tuple[Note, ...]:
    return (Note(after, tuple(words)),) if words else ()
