"""The record of a hand of three or four as it grows beside the table, and what is asked next.

It is that of one seat, which sees its own cards, or of a kibitzer, who sees all hands.

A `TableNotebook` takes one answer after the other: a call, the widow, a trump, melds, a card, a
draw, and what goes wrong. It checks each against the rules and all that was noted before, and can
go back. What it holds is a `TableRecord` at every moment, so that a hand can be gone on with from
its file.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver.errors import GameError, IllegalMoveError, NotationError, PositionError
from pinochle_solver.game.table.call_outs import JudgedCalls, TableCallOut, judged_calls
from pinochle_solver.game.table.noted import (
    UNASKED,
    NoteKind,
    Said,
    TableEntry,
    TableQuestion,
    Wrong,
)
from pinochle_solver.game.table.noted_faults import after_wrong
from pinochle_solver.game.table.noted_hand import NotedHand, as_move, begun_noted
from pinochle_solver.game.table.noted_records import RecordedNotes, recorded
from pinochle_solver.game.table.noted_words import said_answer
from pinochle_solver.game.table.recording import STATED_RESULTS
from pinochle_solver.game.table.replayed_hand import TableFinding, TableMoment, TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import game_before
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_parts import StatedResult, TableTrick
from pinochle_solver.rules.agreed import Agreed, call_out_rule, chips_up_from
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.claims import Claims, Decided
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.game import TableGame
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Lay
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove

_CALL_OUT, _CALLED = "call out", NoteKind.CALL_OUT
NOT_SO = "no"
"""What is said in place of something that nobody asked for, and that was not so."""


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
        NotationError: for the record of the dealer who is out.
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
            call_notes=(),
            call_outs=(),
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
        self._states = [begun_noted(self._blank)]
        RecordedNotes(record, self).note()
        if record.unread is not None:
            raise record.unread

    # What is known

    @property
    def _state(self) -> NotedHand:
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
        return None if self.called_out is not None else self._state.question

    @property
    def last_call(self) -> Call | None:
        """The call that has ended the auction, if the widow is still to be noted; else None."""
        move = self._state.move
        return move if isinstance(move, Call) else None

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
        if isinstance(said, Wrong):
            said = said.move
        move = CONCEDE if isinstance(said, StatedResult) else as_move(said)
        return TableStep(before, move, self.hand)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they meld before the play."""
        hand = self.hand
        return hand.order if isinstance(hand, TableHand) else ()

    @property
    def trick_winner(self) -> Seat | None:
        """Who has won the last trick, or leads to the first one."""
        return self._state.leader

    def _winner_before(self, place: int) -> Seat | None:
        return self._states[place].leader

    # How it ends

    @property
    def findings(self) -> tuple[TableFinding, ...]:
        """What went wrong, with its rulings: what was said, and what the cards tell."""
        replay = self._whole_replay
        return self._state.findings if replay is None else replay.findings

    def found_since(self, place: int) -> tuple[TableFinding, ...]:
        """What was found to be wrong by the entries from a place on."""
        return self._state.findings[len(self._states[place].findings) :]

    @property
    def result(self) -> HandResult | None:
        """What the hand comes to; None: it is not over."""
        decided, state, blank = self.called_out, self._state, self._blank
        if decided is not None:
            reached = self._score_after(decided.trick)
            return replace(reached, outcome=Outcome.CALLED_OUT)
        result, replay = state.result(blank.kitty or 0), self._whole_replay
        if replay is not None:
            result = replay.result
        return None if result is None else result.in_chips(self._chips)

    @property
    def replay(self) -> TableReplay:
        """The hand as its keeper has seen it, with the decisions of the seats whose cards he sees.

        Of a hand that can be replayed with all its cards it has what that replay has.
        """
        whole = self._whole_replay
        if whole is not None:
            return whole
        moments = tuple(
            TableMoment(state.hand, entry.said)
            for state, entry in zip(self._states, self.entries, strict=False)
            if isinstance(entry.said, AnyMove) and self.sees(entry.question.seat)
        )
        state = self._state
        return TableReplay(
            self.record, state.hand, moments, state.findings, state.stop, state.faults
        )

    @property
    def _whole_replay(self) -> TableReplay | None:
        """The hand replayed, once all its cards were played and follow; None: they do not.

        Then a renege shows up that nobody has called.
        """
        hand = self.hand
        is_played = hand.act is Act.OVER
        if isinstance(hand, TableHand):
            is_played = hand.ending is Ending.PLAYED
        elif self.seat is not None:
            is_played = False  # nobody has seen what the others drew
        if not is_played:
            return None
        with suppress(NotationError):
            return replay_table_record(self.record)
        return None

    @property
    def _chips(self) -> int:
        return chips_up_from(self.rules, self._blank.agreed)

    def game_after(self) -> TableGame | None:
        """The game after this hand; None: it is not over."""
        result, decided = self.result, self.called_out
        if result is None:
            return None
        game = game_before(self._blank, self.rules, self._blank.agreed)
        if decided is not None:
            return game.called_out(result, decided.winner, decided.caller)
        return game.after(result)

    @property
    def record(self) -> TableRecord:
        """The record as far as it goes."""
        fields = recorded(self.entries, self.seat, self.rules, self._winner_before)
        return replace(self._blank, **fields)

    # Noting

    def note(self, text: str) -> None:
        """Note an answer, in the words of a person.

        Raises:
            NotationError: for words that do not answer the question.
            IllegalMoveError, IllegalPositionError: for what cannot be.
        """
        self.note_said(self.read(text))

    def note_said(self, said: Said) -> None:
        """Note an answer; raises as `note` does."""
        question = self.question
        assert question is not None
        self._add(question, said, self._state.after(question, said))

    def _add(self, question: TableQuestion, said: Said, state: NotedHand) -> None:
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
            ended = hand.conceded_by_defenders()
        elif not hand.rules.melds_win:
            raise IllegalMoveError("concede", "only in auction may the bidder concede")
        elif hand.settled() is Outcome.MADE:
            raise IllegalMoveError("concede", "the contract is made; the others may concede")
        else:
            ended = hand.given_up()
        question = TableQuestion(NoteKind.GIVEN_UP, seat, len(hand.tricks) + 1)
        self._add(question, STATED_RESULTS[ended.ending], replace(self._state, hand=ended))

    def note_settled(self) -> bool:
        """Note that a hand whose contract is settled (`TableHand.settled`) ends; else False."""
        hand = self.hand
        if not isinstance(hand, TableHand) or (outcome := hand.settled()) is None:
            return False
        is_set = outcome is Outcome.SET
        losers = (seat for seat in hand.players if (seat is hand.bidder) is is_set)
        self.note_given_up(next(losers))
        return True

    def note_wrong(self, wrong: Wrong, seat: Seat | None = None) -> tuple[TableFinding, ...]:
        """Note that something went wrong.

        Args:
            wrong: what.
            seat: who has melded wrongly; if none is given, the seat that is asked.

        Returns:
            what the rules make of it.

        Raises:
            NotationError: for words that cannot be read here.
            IllegalMoveError: for what cannot have happened.
        """
        question, state = self.question, self._state
        assert question is not None
        after = after_wrong(state, wrong, seat or question.seat, self.record)
        is_said = wrong.move is None
        trick = state.hand.completed + bool(state.hand.led) if is_said else question.trick
        asked = replace(
            question, kind=NoteKind.WRONG, seat=seat or question.seat, trick=trick, choices=()
        )
        self._add(asked, wrong, after)
        return after.findings[len(state.findings) :]

    # Call-outs

    def note_call_out(self, seat: Seat) -> tuple[str, ...]:
        """Note that a seat has called out, after the last completed trick.

        Returns:
            what the rules say about it, in words.

        Raises:
            GameError: for a claim that cannot be made.
        """
        if Agreed.CALL_OUT not in self._blank.agreed:
            raise GameError(_CALL_OUT, "it was not agreed on in this game")
        state = self._state
        if not state.is_whole or state.hand.led:
            raise GameError(_CALL_OUT, "it is said between two tricks")
        made = [entry.question.seat for entry in self.entries if entry.question.kind is _CALLED]
        if seat in made:
            raise GameError(_CALL_OUT, f"{seat.text()} has called out already")
        known = self._judged_calls().notes
        self._add(TableQuestion(_CALLED, seat, state.hand.completed), None, state)
        calls = self._judged_calls()
        if calls.faults:
            self.undo()
            raise GameError(_CALL_OUT, calls.faults[-1].partition(": ")[2])
        return tuple(calls.notes[len(known) :])

    @property
    def called_out(self) -> Decided[Seat] | None:
        """How a call-out has decided the game; None: none has."""
        if not any(entry.question.kind is _CALLED for entry in self.entries):
            return None
        return self._judged_calls().decided

    def _judged_calls(self) -> JudgedCalls:
        """What follows from the call-outs so far."""
        calls = [
            TableCallOut(1, entry.question.trick, entry.question.seat)
            for entry in self.entries
            if entry.question.kind is _CALLED
        ]
        blank, rules, hand = self._blank, self.rules, self.hand
        assert isinstance(hand, StockHand)
        assert rules.target is not None
        game = game_before(blank, rules, blank.agreed)
        claims = Claims[Seat](
            call_out_rule(rules, blank.agreed), game.scores, game.target or rules.target
        )
        is_finished = self._state.is_over
        return judged_calls(hand, claims, calls, self._score_after, is_finished=is_finished)

    def _score_after(self, trick: int) -> HandResult:
        """Melds and cards after a trick, with what was shown and drawn after it."""
        states = (s for s in reversed(self._states) if s.hand.completed == trick and not s.hand.led)
        state = next(states)
        assert isinstance(state.hand, StockHand)
        return state.faults.score_so_far(state.hand).in_chips(self._chips)

    def read(self, text: str) -> Said:
        """What words say in answer to the question, which is not noted yet.

        Raises:
            NotationError: for words that do not answer the question.
            IllegalMoveError: for melds and draws that cannot be.
        """
        question = self.question
        assert question is not None
        return said_answer(self._state, question, text, is_seen=self.sees(question.seat))

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
        other, entry = self._copied(self._blank, place), self.entries[place]
        if entry.question.kind not in UNASKED:
            other.note(text)
        elif text.strip().lower() != NOT_SO:
            raise NotationError(entry.text, f"write {NOT_SO} to take it back")
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

    def with_drawn(self, seat: Seat, card: Card, instead: Card) -> TableCorrection:
        """What becomes of a kibitzer's notes if a seat was dealt a card that lay in the stock.

        Args:
            seat: who was dealt it.
            card: what was noted.
            instead: what it was in truth.

        Raises:
            PositionError: for a card that was not noted, and one that others were dealt.
        """
        hands = dict(self._blank.hands)
        if self.rules.stock is None or self.seat is not None:
            fact = "say whose cards change places: change west 9D north 9S"
            raise IllegalMoveError("change", fact)
        if card not in hands.get(seat, NO_CARDS):
            raise IllegalMoveError(card.text(), f"{seat.text()} was not dealt it")
        hands[seat] = hands[seat].without(card).with_card(instead)
        return self._with_later(self._copied(replace(self._blank, hands=hands), 0), self.entries)

    def with_dealer(self, seat: Seat) -> TableCorrection:
        """What becomes of all that was noted if this seat has dealt.

        At a table with a dealer who is out, the hand that a kibitzer noted for this seat was that
        of the seat which was thought to be out.
        """
        record, rules = self._blank, self.rules
        if seat not in rules.table:
            raise IllegalMoveError(seat.text(), "nobody sits there")
        hands = dict(record.hands)
        if rules.out_dealer and seat in hands and self.seat is None:
            hands[record.dealer] = hands.pop(seat)
        changed = replace(record, dealer=seat, hands=hands)
        return self._with_later(self._copied(changed, 0), self.entries)

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
        question, expected = self.question, entry.question
        if expected.kind is NoteKind.GIVEN_UP:
            self.note_given_up(expected.seat)
            return
        if expected.kind is NoteKind.CALL_OUT:
            self.note_call_out(expected.seat)
            return
        if isinstance(entry.said, Wrong) and question is not None:
            self.note_wrong(entry.said, expected.seat)
            return
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
