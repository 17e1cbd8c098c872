"""Notes as a record, and a record that was begun before as notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.game.table.noted import NoteKind, Said, TableEntry, TableQuestion, Wrong
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.irregularity_words import Declared
from pinochle_solver.notation.table.move_reading import parse_stock_move
from pinochle_solver.notation.table.record_parts import (
    Note,
    RecordedTableCall,
    StatedResult,
    TableTrick,
)
from pinochle_solver.notation.table.stock_items import Happened, ItemReader
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Concede, Dix, Lay, PlayCard
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove


class AnyNotes(Protocol):
    """What a record is noted in; see `TableNotebook`."""

    @property
    def question(self) -> TableQuestion | None:
        """What has to be noted next."""

    @property
    def hand(self) -> AnyHand:
        """The hand."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they meld before the play."""

    @property
    def trick_winner(self) -> Seat | None:
        """Who has won the last trick."""

    def sees(self, seat: Seat) -> bool:
        """Whether the keeper sees the cards of a seat."""

    def note_said(self, said: Said) -> None:
        """Note an answer."""

    def note_wrong(self, wrong: Wrong, seat: Seat | None = None) -> object:
        """Note that something went wrong."""

    def note_given_up(self, seat: Seat) -> None:
        """Note that a seat gives up."""

    def note_call_out(self, seat: Seat) -> object:
        """Note that a seat calls out."""


# A record as notes


class RecordedNotes:
    """Notes what a record says, as far as it tells.

    A record does not say that a seat has shown nothing: that follows from what comes later.

    Args:
        record: the record.
        notes: where it is noted.
    """

    def __init__(self, record: TableRecord, notes: AnyNotes) -> None:
        self._record, self._notes = record, notes
        self._calls = list(_in_order(record.calls or (), record.call_notes))
        self._plays = [
            item
            for trick in (record.opening, *record.tricks)
            for item in _in_order(trick.plays, _faults_in(trick, record.rules))
        ]
        self._items = dict[int, list[Happened]]()
        self._called = sorted(record.call_outs, key=lambda call: call.trick)

    def note(self) -> None:
        """Note all of it; raises `PositionError` for what cannot be."""
        notes = self._notes
        while (question := notes.question) is not None:
            if self._notes_unasked(question):
                continue
            try:
                said = self._told(question)
            except _UntoldError:
                break
            self._answer(said)
        while notes.question is not None and self._notes_brace(self._calls, self._plays):
            pass
        if self._record.result is not None and notes.question is not None:
            self._note_result(self._record.result)

    def _answer(self, said: Said) -> None:
        """Note an answer; what the rules forbade was made all the same."""
        try:
            self._notes.note_said(said)
        except IllegalMoveError as error:
            if not isinstance(said, (Call, PlayCard, Play, Show)):
                raise
            try:
                self._notes.note_wrong(Wrong(move=said))
            except IllegalMoveError:
                raise error from None

    def _notes_unasked(self, question: TableQuestion) -> bool:
        """Note what comes before the next answer; whether anything did."""
        if self._called and self._called[0].trick < question.trick and question.leads:
            self._notes.note_call_out(self._called.pop(0).seat)
            return True
        if question.kind is NoteKind.CALL:
            return self._notes_brace(self._calls)
        if question.kind is not NoteKind.WIDOW and self._notes_brace(self._calls):
            return True
        if question.kind is not NoteKind.PLAY:
            return False
        if question.leads and self._notes_wrong_show(question.trick - 1):
            return True
        return self._notes_brace(self._plays)

    def _notes_brace(self, *rows: list[Any]) -> bool:
        """Note what stands in braces before the next call or card; whether anything does."""
        for row in rows:
            if row and isinstance(row[0], Note):
                self._notes.note_wrong(Wrong(row.pop(0).words))
                return True
        return False

    def _note_result(self, result: StatedResult) -> None:
        hand, record = self._notes.hand, self._record
        bidder = hand.bidder if isinstance(hand, TableHand) else None
        if bidder is None:
            raise NotationError("Result", "given, and nobody has won the auction")
        others = (seat for seat in record.players if seat is not bidder)
        partner = bidder.partner if record.rules.partners else None
        is_made = result is StatedResult.MADE
        giver = next(seat for seat in others if seat is not partner) if is_made else bidder
        self._notes.note_given_up(giver)

    def _told(self, question: TableQuestion) -> Said:
        record, seat, kind = self._record, question.seat, question.kind
        own = self._notes.sees(seat)
        if kind is NoteKind.CALL and self._calls:
            call: Call = self._calls.pop(0)
            return call
        if kind is NoteKind.WIDOW and record.widow is not None:
            return record.widow
        if kind is NoteKind.TRUMP:
            return self._trump(seat, own=own)
        if kind is NoteKind.MELDS:
            self._expect(seat in record.melds or self._has_later(self._notes.order, seat))
            laid = record.melds.get(seat, ())
            return Lay(laid) if own else laid or ()
        if kind is NoteKind.PLAY and self._plays:
            return _play(self._plays.pop(0), self._notes.hand)
        if kind is NoteKind.DIX and record.rules.stock is None:
            self._expect(record.exchange is not None or self._has_later(self._notes.order, None))
            return Dix(seat is record.exchange)
        if kind in (NoteKind.DIX, NoteKind.SHOW, NoteKind.DRAW):
            return self._item(question)
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
        is_played = record.tricks or record.result or record.opening.notes
        return bool(is_played or any(each in record.melds for each in later))

    # What stands in the braces of a game with a stock

    def _item(self, question: TableQuestion) -> Said:
        """A draw, or what was shown, in a game with a stock."""
        trick, seat = question.trick, question.seat
        if trick not in self._items:
            self._items[trick] = self._read_items(trick)
        items = self._items[trick]
        is_draw = question.kind is NoteKind.DRAW
        for item in items:
            if item.seat is seat and item.is_draw is is_draw:
                items.remove(item)
                return _shown(item, question, self._notes.hand)
        is_over = len(self._record.tricks) > trick or bool(items)
        self._expect(is_over and (not is_draw or None in question.choices))
        if is_draw:
            return None
        return Dix(False) if question.kind is NoteKind.DIX else Show()

    def _read_items(self, trick: int) -> list[Happened]:
        """What was shown and drawn after a trick."""
        record = self._record
        noted = record.opening if not trick else record.tricks[trick - 1]
        leader = self._notes.trick_winner if trick else None
        return [
            item
            for note in noted.notes
            for item in ItemReader(record.rules).read(note.words, leader, in_playoff=False)
            if isinstance(item, Happened)
        ]

    def _notes_wrong_show(self, trick: int) -> bool:
        """Note what a seat has shown after a trick and was not asked for; whether any has."""
        if self._record.rules.stock is None or trick > len(self._record.tricks):
            return False
        items = self._items.setdefault(trick, self._read_items(trick))
        for item in items:
            hand = self._notes.hand
            if not item.is_draw and self._notes.sees(item.seat) and item.text.lower() != "pass":
                assert isinstance(hand, StockHand)
                items.remove(item)
                show = parse_stock_move(item.text, Act.MELD, hand.seats[item.seat].laid)
                self._notes.note_wrong(Wrong(move=show), item.seat)
                return True
        return False


class _UntoldError(Exception):
    """A record does not tell what comes next."""


def _in_order(made: Sequence[Any], notes: Iterable[Note]) -> Iterator[Any]:
    """Calls or cards, with each brace before the one that it stands before."""
    for place in range(len(made) + 1):
        yield from (note for note in notes if note.after == place)
        yield from made[place : place + 1]


def _faults_in(trick: TableTrick, rules: TableRules) -> list[Note]:
    """What the braces of a trick say that went wrong, without shows and draws."""
    if rules.stock is None:
        return [*trick.notes]
    reader = ItemReader(rules)
    return [
        Note(note.after, tuple(item.text.split()))
        for note in trick.notes
        for item in reader.read(note.words, Seat.SOUTH, in_playoff=False)
        if isinstance(item, Declared)
    ]


def _play(text: str, hand: AnyHand) -> AnyMove:
    if isinstance(hand, StockHand):
        assert hand.turn is not None
        return parse_stock_move(text, Act.PLAY, hand.seats[hand.turn].laid)
    return PlayCard(Card.parse(text))


def _shown(item: Happened, question: TableQuestion, hand: AnyHand) -> Said:
    if item.is_draw:
        return Card.parse(item.text[1:])
    assert isinstance(hand, StockHand)
    return parse_stock_move(item.text, hand.act, hand.seats[question.seat].laid)


# Notes as a record


def recorded(
    entries: Sequence[TableEntry],
    viewer: Seat | None,
    rules: TableRules,
    winner_before: Callable[[int], Seat | None],
) -> dict[str, Any]:
    """The fields of the record that entries make.

    Args:
        entries: what was noted, in order.
        viewer: the seat that keeps the record; None for a kibitzer.
        rules: the game.
        winner_before: who has won the trick before the entry at a place.
    """
    return _Written(viewer, rules).fields(entries, winner_before)


class _Written:
    """A record as it is written, entry by entry.

    Args:
        viewer, rules: as of `recorded`.
    """

    def __init__(self, viewer: Seat | None, rules: TableRules) -> None:
        self._viewer, self._rules = viewer, rules
        self._calls = list[Call]()
        self._call_notes = list[Note]()
        self._rows = [list[str]()]
        self._notes = defaultdict[int, list[Note]](list)
        self._fields = dict[str, Any]()
        self._melds = dict[Seat, TableMelds | None]()
        self._called = list[RecordedTableCall]()
        self._is_bidding = rules.auction is not None

    def fields(
        self, entries: Sequence[TableEntry], winner_before: Callable[[int], Seat | None]
    ) -> dict[str, Any]:
        """The fields of the record."""
        for place, entry in enumerate(entries):
            kind, said = entry.question.kind, entry.said
            if kind is NoteKind.CALL_OUT:
                call = RecordedTableCall(entry.question.trick, entry.question.seat)
                self._called.append(call)
            elif isinstance(said, Wrong) and said.move is None:
                self._brace(said.words)
            else:
                move = said.move if isinstance(said, Wrong) else said
                self._take(entry, move, winner_before(place))
        opening, *tricks = (
            TableTrick(number, tuple(row), self._braces(number))
            for number, row in enumerate(self._rows)
        )
        laid_by_all = {seat: laid for seat, laid in self._melds.items() if laid != ()}
        fields = {"melds": laid_by_all, "opening": opening, "tricks": tuple(tricks)}
        if self._calls or self._call_notes:
            fields["calls"] = tuple(self._calls)
        fields["call_notes"] = tuple(self._call_notes)
        fields["call_outs"] = tuple(self._called)
        return self._fields | fields

    def _take(self, entry: TableEntry, said: Said, winner: Seat | None) -> None:
        seat, fields = entry.question.seat, self._fields
        match said:
            case Call() as call:
                self._calls.append(call)
            case Hand() as widow:
                fields["widow"] = widow
            case Suit() as trump:
                self._is_bidding = False
                fields["trump"] = trump
            case Bury() as choice:
                self._is_bidding = False
                self._melds[seat] = choice.melds
                fields["trump"] = choice.trump
                fields["buried"] = choice.cards if self._rules.widow else None
            case Lay(laid):
                self._melds[seat] = laid
            case tuple() as laid:
                self._melds[seat] = laid
            case Concede():
                self._is_bidding = False
                fields["result"] = StatedResult.CONCEDED
            case StatedResult() as result:
                fields["result"] = result
            case Play() | PlayCard() as play:
                if entry.question.leads:
                    self._rows.append([])
                self._rows[-1].append(play.text())
            case Dix(is_shown) if self._rules.stock is None:
                fields |= {"exchange": seat} if is_shown else {}
            case _:
                self._item(entry, said, winner)

    def _item(self, entry: TableEntry, said: Said, winner: Seat | None) -> None:
        """What stands in the braces of a game with a stock for an answer, if anything does."""
        seat, trick = entry.question.seat, entry.question.trick
        is_own = seat is self._viewer
        if entry.question.kind is NoteKind.DRAW:
            word = f"+{said.text()}" if isinstance(said, Card) else None
        else:
            assert isinstance(said, (Dix, Show))
            word = said.text() if is_own or said.text() != "pass" else None
        if word is not None:
            letter = "" if trick and seat is winner else f"{seat.letter}:"
            self._brace((f"{letter}{word}",))

    def _brace(self, words: tuple[str, ...]) -> None:
        """Write words in braces here: in games with a stock those of a place stand in one."""
        if self._is_bidding:
            self._call_notes.append(Note(len(self._calls), words))
            return
        row = len(self._rows) - 1
        notes, after = self._notes[row], len(self._rows[row])
        if self._rules.stock is not None and notes and notes[-1].after == after:
            words = (*notes.pop().words, *words)
        notes.append(Note(after, words))

    def _braces(self, row: int) -> tuple[Note, ...]:
        return tuple(self._notes[row])
