"""The record of one seat as it grows beside the table, entry by entry, and what is asked next.

A `Notebook` knows what has to be noted next: a card, what was shown, the card drawn. It takes one
thing after the other, checks each against the rules and all that was noted before, and can go back.
What it holds is a `HandRecord` at every moment, so that a hand can be gone on with from its file.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver.errors import GameError, IllegalMoveError, NotationError, PositionError
from pinochle_solver.game.entered_hand import EnteredHand
from pinochle_solver.game.entry_text import StockWord, entry_text
from pinochle_solver.game.findings import READ_SO_FAR, Finding
from pinochle_solver.game.last_dix import last_drawer, may_tell_last_dix
from pinochle_solver.game.notebook_entries import (
    NO_DOUBLE,
    NOT_KNOWN,
    PASS,
    Entry,
    EntryKind,
    Question,
)
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.turns import Turn, answers
from pinochle_solver.notation.hand_records import UNSEEN, HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.marks import FACE_UP, LOOKED, MISDEAL, NO_DRAW, OUT_OF_TURN
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rules import Seat


class Notebook(EnteredHand):
    """One seat's record of a hand that is being played.

    Args:
        record: the record of that seat as far as it goes.

    Raises:
        NotationError: for the record of no seat, and for one that leaves out a draw.
        PositionError: for one with something wrong in it.

    Attributes: as of `EnteredHand`.
    """

    def __init__(self, record: HandRecord) -> None:
        if record.view is None:
            raise NotationError("View", "missing: it is no record of one seat")
        blank = replace(
            record,
            opening=(),
            tricks=(),
            call_outs=(),
            agreed=record.agreed_or_used,
            unread=None,
        )
        super().__init__(blank, record.view)
        self._note_what_follows()
        if record.unread is not None:
            raise record.unread
        for event in record.opening:
            if event.is_misdeal:
                self.note_misdeal(event.seat)
            elif event.note is not None:
                self._note_word(StockWord(event.seat, event.text))
            else:
                assert event.seat is not None  # or the record does not read
                self._note_shown(event, event.seat)
        self._note_calls(record, 0)
        for trick in record.tricks:
            self._note_trick(trick)
            self._note_calls(record, trick.number)
        # What was claimed for a show is not noted: a wrong claim would be lost.
        for finding in _wrong(replay_record(record)):
            raise NotationError(f"trick {finding.trick}", f"{finding.what}: {finding.fact}")

    # What there is

    # Noting

    def note(self, text: str) -> Entry:
        """Note what is asked for; what follows of itself is noted with it.

        Args:
            text: a card, or what was shown, as people say it; of points a number, ``?`` if they are
                not known. At any time between two tricks a word about the stock as records have
                it: ``no-draw``, ``back``, ``face-up:9H``, ``out-of-turn``, a second draw ``+9H``.
                Without the letter of a seat it is about the seat that keeps the record.

        Returns:
            what was noted, in its canonical text.

        Raises:
            IllegalMoveError: for what cannot have been, and for what could be several things.
            NotationError: for text that does not read.
            ValueError: when the hand is over.
        """
        if self.question is None:
            raise ValueError("the hand is over")
        word = StockWord.read(text.strip())
        if word is not None and not self._answers(word):
            self._note_word(word)
            entry = self.entries[-1]
            self._note_what_follows()
            return entry
        said = entry_text(self, text.strip())
        if self._is_renege(said):
            try:
                self._referee.push(said)
            except IllegalMoveError as error:
                fact = f"{error.fact}; write renege {said} if it was played all the same"
                raise IllegalMoveError(said, fact) from None
        return self._note(said)

    def _note(self, said: str) -> Entry:
        """Note the answer to what is asked for, in its canonical text."""
        assert self.question is not None
        self._add(Entry(self.question, said))
        entry = self.entries[-1]
        self._note_what_follows()
        return entry

    def note_renege(self, text: str) -> Finding:
        """Note that a card was played against an obligation of the playoff, and stays played.

        Returns:
            the finding, with its ruling.

        Raises:
            IllegalMoveError: for a card that breaks none, or is not held.
            NotationError: for text that is no card.
            ValueError: when the hand is over.
        """
        if self.question is None:
            raise ValueError("the hand is over")
        said = entry_text(self, text.strip())
        if not self._is_renege(said):
            raise IllegalMoveError(said, "it breaks no obligation of the playoff, or is not held")
        self._note(said)
        *_, finding = (f for f in self.replay.findings if f.kind is Irregularity.RENEGE)
        return finding

    def note_looking(self, seat: Seat) -> Finding:
        """Note that a seat has looked through its tricks, after the last completed trick.

        Returns:
            the finding, with its ruling.

        Raises:
            NotationError: before a trick has been taken.
        """
        trick = sum(entry.question.kind is EntryKind.PLAY for entry in self.entries) // len(Seat)
        if not trick:
            raise NotationError(LOOKED.word, "no trick has been taken yet")
        self._add(Entry(Question(EntryKind.LOOK, seat, trick), LOOKED.word))
        *_, finding = (f for f in self.replay.findings if f.kind is Irregularity.LOOKED)
        return finding

    def note_misdeal(self, seat: Seat | None) -> Finding:
        """Note that the hand was found or agreed to be void, which ends it.

        Args:
            seat: whose fault it was; None for nobody's.

        Returns:
            the finding, with its ruling.

        Raises:
            ValueError: when the hand is over.
        """
        if self.question is None:
            raise ValueError("the hand is over")
        plays = sum(entry.question.kind is EntryKind.PLAY for entry in self.entries)
        question = Question(EntryKind.VOID, seat or self.seat, (plays + 1) // len(Seat))
        self._add(Entry(question, RecordedEvent(seat, MISDEAL.word).written()))
        *_, finding = (f for f in self.replay.findings if f.kind is Irregularity.MISDEAL)
        return finding

    def note_call_out(self, seat: Seat) -> tuple[str, ...]:
        """Note that a seat has called out, after the last completed trick.

        Returns:
            what the rules say about it, in words.

        Raises:
            GameError: for a claim that cannot be made.
        """
        if Agreed.CALL_OUT not in self.record.agreed:
            raise GameError(_CALL, "it was not agreed on in this game")
        for before in self.record.call_outs:
            if before.seat is seat:
                raise GameError(_CALL, f"{seat.text()} has called out already")
        trick = sum(entry.question.kind is EntryKind.PLAY for entry in self.entries) // len(Seat)
        known = () if self.game is None else self.game.hands[-1].notes
        self._add(Entry(Question(EntryKind.CALL, seat, trick), _CALL))
        assert self.game is not None
        (hand,) = self.game.hands
        if hand.faults:
            self.undo()
            raise GameError(_CALL, hand.faults[-1].partition(": ")[2])
        return hand.notes[len(known) :]

    def _note_calls(self, record: HandRecord, trick: int) -> None:
        """Note who called out after a trick of a record that was begun before."""
        for call in record.call_outs:
            if call.trick == trick:
                self.note_call_out(call.seat)

    def undo(self) -> Entry | None:
        """Take back what was noted last, and what followed of itself; None if nothing was."""
        said = (place for place, entry in enumerate(self.entries) if not entry.is_automatic)
        last = max(said, default=None)
        if last is None:
            return None
        entry = self.entries[last]
        self._go_back(last)
        return entry

    def of_trick(self, trick: int) -> list[int]:
        """The places, in `entries`, of what somebody said in and after a trick."""
        return [
            place
            for place, entry in enumerate(self.entries)
            if entry.question.trick == trick and not entry.is_automatic
        ]

    def corrected(self, place: int, text: str) -> Correction:
        """What becomes of all that was noted if something in it was otherwise.

        Args:
            place: its place in `entries`.
            text: what it should be.

        Raises:
            IllegalMoveError, NotationError: as `note`.
        """
        other = copy(self)
        other.take_over(self)
        other._go_back(place)
        question = self.entries[place].question
        if question.kind in _NEVER_ASKED:
            if text.strip().lower() != _NOT_SO:
                what = self.entries[place].text
                raise NotationError(what, f"write {_NOT_SO} to take it back")
        elif self._is_others_draw(question):
            other._note_others_draw(text)
        else:
            other.note(text)
        return self._with_later(other, self.entries[place + 1 :])

    def with_card_changed(self, old: Card, new: Card) -> Correction:
        """What becomes of all that was noted if a card was another one from the start.

        Args:
            old: a card that the seat was dealt; if it was dealt no such card, the upcard.
            new: what it was in truth.

        Raises:
            IllegalMoveError: for an old card that is neither.
            PositionError: for cards that the deck does not have, or not so often.
        """
        record = self._blank
        hand = record.hand(self.seat)
        assert hand is not None  # it is the record of that seat
        if new not in record.rules.deck.cards():
            raise IllegalMoveError(new.text(), "there is no such card in this deck")
        if old in hand:
            changed = hand.without(old).with_card(new)
            is_south = self.seat is Seat.SOUTH
            south, north = (changed, None) if is_south else (None, changed)
            record = replace(record, south=south, north=north)
        elif old == record.upcard:
            record = replace(record, upcard=new)
        else:
            fact = "neither the upcard nor among the cards you were dealt; correct changes a draw"
            raise IllegalMoveError(old.text(), fact)
        return self._with_later(Notebook(record), self.entries)

    def with_leader(self, seat: Seat) -> Correction:
        """What becomes of all that was noted if this seat has the first lead."""
        return self._with_later(Notebook(replace(self._blank, dealer=seat.other)), self.entries)

    def _with_later(self, other: Notebook, entries: Sequence[Entry]) -> Correction:
        """Another notebook, with what of these entries fits it."""
        later = [entry for entry in entries if not entry.is_automatic]
        reneges = {
            (finding.trick, finding.seat)
            for finding in self.replay.findings
            if finding.kind is Irregularity.RENEGE
        }
        for number, entry in enumerate(later):
            try:
                other._note_again(entry, (entry.question.trick, entry.question.seat) in reneges)
            except PositionError as error:
                return Correction(other, tuple(later[number:]), str(error))
        return Correction(other, (), "")

    def _note_again(self, entry: Entry, may_be_renege: bool) -> None:
        """Note what was noted before, now that something before it is otherwise."""
        if entry.question.kind in _NEVER_ASKED:
            self._add(entry)
            return
        if self._is_others_draw(entry.question):
            self._note_others_draw(entry.text)
            return
        says_nothing = entry.question.kind is EntryKind.CREDIT or entry.text in (PASS, NO_DOUBLE)
        while self.question is not None and not entry.question.is_like(self.question):
            if not self._may_say_nothing:
                break
            if says_nothing:
                return
            self.note(_NOTHING[self.question.kind])
        if self.question is None or not entry.question.is_like(self.question):
            if says_nothing:
                return
            raise IllegalMoveError(entry.text, _why_not(self.question))
        if may_be_renege and self._is_renege(entry.text):
            self._note(entry.text)
        else:
            self.note(entry.text)

    def take_over(self, other: Notebook) -> None:
        """Hold what another one holds from now on."""
        self._blank = other._blank
        self.entries, self._followed = [*other.entries], [*other._followed]
        self._go_back(len(self.entries))

    # How it is done

    def _add(self, entry: Entry) -> None:
        """Note something, unless it cannot be."""
        before = len(_wrong(self.replay))
        self.entries.append(entry)
        try:
            self._follow_record()
            wrong = _wrong(self.replay)
            if len(wrong) > before:
                raise IllegalMoveError(entry.text, wrong[before].fact)
        except PositionError:
            self._go_back(len(self.entries) - 1)
            raise
        made = self._made(entry)
        if made != entry.text:
            self._go_back(len(self.entries) - 1)
            self.entries.append(replace(entry, text=made))
            self._follow_record()

    def _note_what_follows(self) -> None:
        """Note what nobody has to say: the upcard drawn last, a pass as the only choice, points."""
        while (entry := self._following()) is not None:
            self._add(entry)

    def _note_trick(self, trick: RecordedTrick) -> None:
        """Note a trick of a record that was begun before."""
        for play in trick.plays:
            self._pass_until(EntryKind.PLAY)
            said = entry_text(self, play)
            if self._is_renege(said):
                self._note(said)
            else:
                self.note(play)
        winner = self._winner()
        for place, event in enumerate(trick.events):
            seat = self._blank.seat_of(event, winner)
            if event.is_misdeal:
                self.note_misdeal(event.seat)
            elif event.is_looking:
                self._add(Entry(Question(EntryKind.LOOK, seat, trick.number), LOOKED.word))
            elif event.note is not None:
                self._note_word(StockWord(seat, event.text))
            elif event.drawn is not None and seat is not self.seat:
                self._note_others_draw(event.drawn)
            elif event.drawn is not None:
                self._note_draw(event.drawn)
            elif event.said is not None:
                self._pass_until(EntryKind.SAY, seat)
                self.note(event.said.text())
            elif self._asks_for_last_dix and event.text.lower() == DIX:
                scored = self._blank.rules.last_draw_dix
                self.note(str(scored if event.credit is None else event.credit))
            elif not self._tells_what_is_known(trick, place, winner):
                self._note_shown(event, seat)

    def _tells_what_is_known(self, trick: RecordedTrick, place: int, winner: Seat) -> bool:
        """Whether it says of the last draw, a dix or none, what the cards tell as well."""
        has_drawn = any(event.drawn is not None for event in trick.events[:place])
        if not has_drawn or not may_tell_last_dix(self._blank, trick, place, winner):
            return False
        drawer = last_drawer(self._blank.rules, winner)
        is_dix = dict(self._referee.draws[-len(Seat) :])[drawer] == self._dix
        return is_dix == (trick.events[place].credit != 0)

    def _note_shown(self, event: RecordedEvent, seat: Seat) -> None:
        self._pass_until(EntryKind.SHOW, seat, event.text)
        self.note(event.text)
        if event.credit is not None and self._asks(EntryKind.CREDIT):
            self.note(str(event.credit))

    def _note_draw(self, card: str) -> None:
        trick = self.entries[-1].question.trick
        while self._asks(EntryKind.SHOW):
            self.note(PASS)
        drawn = self._own_draws(trick)
        if not (drawn and drawn[0].is_automatic and drawn[0].text == Card.parse(card).text()):
            if drawn and not self._asks(EntryKind.DRAW):
                self._note_word(StockWord(self.seat, f"+{card}"))
                return
            self._pass_until(EntryKind.DRAW)
            self.note(card)

    def _answers(self, word: StockWord) -> bool:
        """Whether a word is the draw that is asked for now, or will be asked for."""
        is_own = word.seat in (None, self.seat)
        if not word.text.startswith("+") or word.text == f"+{UNSEEN}" or not is_own:
            return False
        trick = self.entries[-1].question.trick if self.entries else 0
        return self._asks(EntryKind.DRAW) or not self._own_draws(trick)

    def _note_word(self, word: StockWord) -> None:
        """Note a word about the stock."""
        trick = self.entries[-1].question.trick if self.entries else 0
        last = self.entries[-1].question if self.entries else None
        if last is not None and last.kind is EntryKind.PLAY and last.leads:
            fact = "it is said between two tricks"
            raise IllegalMoveError(word.text, fact)
        if not trick and not word.text.startswith(FACE_UP.word):
            raise IllegalMoveError(word.text, "nothing is drawn before the first lead")
        seat = self.seat if word.seat is None else word.seat
        if word.text == OUT_OF_TURN.word and trick:
            seat = self._winner().other
        if word.text == f"+{UNSEEN}" and seat is self.seat:
            raise IllegalMoveError(word.text, f"{seat.text()} has seen its own cards")
        if word.is_draw:
            while self._asks(EntryKind.SHOW) and not self._own_draws(trick):
                if self._blank.rules.draws_before_melding:
                    break
                self.note(PASS)
        self._add(Entry(Question(EntryKind.STOCK, seat, trick), word.text))

    def _note_others_draw(self, card: str) -> None:
        """Note a card that the other seat was seen to draw, which is never asked for."""
        trick = self.entries[-1].question.trick
        while self._asks(EntryKind.SHOW) and not self._own_draws(trick):
            self.note(PASS)
        drawn, name = Question(EntryKind.DRAW, self.seat.other, trick), card.removeprefix("+")
        self._add(Entry(drawn, name if name == UNSEEN else Card.parse(name).text()))

    def _is_others_draw(self, question: Question) -> bool:
        return question.kind is EntryKind.DRAW and question.seat is not self.seat

    def _pass_until(self, kind: EntryKind, seat: Seat | None = None, text: str = "") -> None:
        """Note that nothing was shown or said, and no points told, until other is asked for.

        Of what a seat shows that is its first turn that the text can be shown at.
        """
        while (question := self.question) is not None:
            if question.kind is kind and seat in (None, question.seat) and self._may_answer(text):
                return
            is_draw = question.kind is EntryKind.DRAW
            if is_draw and kind is not EntryKind.DRAW and self._has_extra(question.trick):
                # Nothing is written of a seat that draws none, having a card too many.
                self._note_word(StockWord(self.seat, NO_DRAW.word))
                continue
            if not self._may_say_nothing:
                break
            self.note(_NOTHING[question.kind])
        if question is not None and question.kind is EntryKind.DRAW and kind is not EntryKind.DRAW:
            fact = f"{self.seat.text()}'s draw is not written, so the hand is not known"
            raise NotationError(f"trick {question.trick}", fact)
        trick = self.entries[-1].question.trick if self.entries else 0
        raise NotationError(f"trick {trick}", _IMPOSSIBLE[kind])

    @property
    def _may_say_nothing(self) -> bool:
        """Whether what is asked for may be passed over; a double has to be answered."""
        question = self.question
        is_answer = self._referee.due in (Act.ANSWER, Act.ANSWER_REDOUBLE)
        return (
            question is not None
            and question.kind in _NOTHING
            and not (question.kind is EntryKind.SAY and is_answer)
        )

    def _may_answer(self, text: str) -> bool:
        """Whether a text can be shown at the turn that is asked for; none can be anything."""
        act, seat = self._referee.due, self._referee.turn
        if not text or act is None or seat is None:
            return True
        return answers(Turn(act, seat), self._blank.rules, seat, text)

    # Text

    def _made(self, entry: Entry) -> str:
        """How what was noted is written, once the hand has been followed through it."""
        if entry.question.kind is not EntryKind.PLAY:
            return entry.text
        plays = self.replay.tricks[-1].plays
        return plays[-1].text() if isinstance(plays[-1], Play) else entry.text

    # What comes next


class Correction(NamedTuple):
    """What becomes of a notebook after something in it was changed.

    Attributes:
        notebook: it, as far as what was noted later still fits.
        left_over: what was noted later and does not fit any more, from the first of it on.
        why: why the first of it does not.
    """

    notebook: Notebook
    left_over: tuple[Entry, ...]
    why: str


WRONG_DRAWS = (
    Irregularity.MISSED_DRAW,
    Irregularity.TWO_DRAWN,
    Irregularity.DRAW_OUT_OF_TURN,
    Irregularity.CARD_FACE_UP,
    Irregularity.CARD_TOO_MANY,
)
"""What may be wrong with draws while a hand goes on."""
# What says that nothing was done.
_NOTHING = {EntryKind.SHOW: PASS, EntryKind.SAY: NO_DOUBLE, EntryKind.CREDIT: NOT_KNOWN}
_CALL = "call-out"
_NEVER_ASKED = (EntryKind.LOOK, EntryKind.CALL, EntryKind.STOCK, EntryKind.VOID)
_NOT_SO = "nothing"
"""What a correction says where nobody has looked through tricks, called out or drawn wrongly."""
_IMPOSSIBLE = {
    EntryKind.PLAY: "no card can be played there",
    EntryKind.SHOW: "nothing can be melded there",
    EntryKind.DRAW: "no card can be drawn there",
    EntryKind.SAY: "nobody can double there, or answer a double",
}


def _wrong(replay: Replay) -> list[Finding]:
    """What is wrong and cannot stand, as a forgotten dix, a renege, looking or a wrong draw can."""
    stand = (
        Irregularity.FORGOTTEN_DIX,
        Irregularity.LOOKED,
        Irregularity.RENEGE,
        Irregularity.MISDEAL,
        *WRONG_DRAWS,
    )
    # Behind what ends the reading nothing could be noted.
    return [f for f in replay.findings if f.kind not in stand or f.ruling == READ_SO_FAR]


def _why_not(question: Question | None) -> str:
    """Why what was noted before cannot be noted where this is asked for."""
    if question is None:
        return "the hand is over before it"
    verb = {
        EntryKind.PLAY: "plays",
        EntryKind.SHOW: "melds",
        EntryKind.DRAW: "draws",
        EntryKind.SAY: "says something to a double",
        EntryKind.CREDIT: "scores",
        EntryKind.LOOK: "looks through tricks",
        EntryKind.CALL: "calls out",
        EntryKind.STOCK: "draws",
        EntryKind.VOID: "says that the hand is void",
    }
    return f"{question.seat.text()} {verb[question.kind]} then"
