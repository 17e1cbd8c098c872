"""Reading the numbered tricks of a hand record, word by word.

A dix and a meld of one turn may be written separately; they are one event. An error about text that
cannot be read names its trick, and the tricks before it are kept.
"""

from __future__ import annotations

import re

from pinochle_solver._core.hand.game import beats
from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.notation.hand_records import UNSEEN, HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.marks import MISDEAL, NOTHING_DRAWN, Named, Whose, words_of_two
from pinochle_solver.notation.trick_words import TrickReader, check_shown, kinds_shown
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX, MOST_MELD_POINTS
from pinochle_solver.rules.rules import Seat

_MOST_CREDIT = 2 * MOST_MELD_POINTS
"""For a dix and a meld."""
_LETTERS = {"S": Seat.SOUTH, "s": Seat.SOUTH, "N": Seat.NORTH, "n": Seat.NORTH}


class _TrickReader(TrickReader):
    """Reads the tricks of a two-handed record.

    Of a brace with an unreadable word nothing is kept: what stands beside it may mean anything.
    """

    def __init__(self, record: HandRecord) -> None:
        super().__init__(len(Seat))
        rules = record.rules
        dix = rules.meld(DIX)
        self.opening: tuple[RecordedEvent, ...] = ()
        self.tricks: list[RecordedTrick] = []
        self._record = record
        # Who leads, and once both cards are played, who has won the trick.
        self._leader = record.dealer.other
        self._kinds = kinds_shown(rules)
        self._words = words_of_two(has_doubles=record.doubles is not None)
        self._dix_points = dix.points if dix else 0
        # Where a dix may come with a meld or without one, it may also be written after the meld.
        self._dix_may_follow = not rules.dix_is_a_meld and not rules.dix_by_loser
        # What happened after the last trick: it is put into it once all of it is read.
        self._events: list[RecordedEvent] = []
        self._last_shown: int | None = None
        # To take back a brace: how many events stood before it, and the one that it has changed.
        self._before_brace = 0
        self._changed: tuple[int, RecordedEvent] | None = None

    def read(self, word: str) -> None:
        """Take the next word; nothing but a brace may stand behind the end of the hand."""
        is_void = bool(self._events) and self._events[-1].is_misdeal
        if is_void and word not in "{}":
            fact = f"{quoted(word)} behind {MISDEAL.word}, which ends the record"
            raise NotationError(self.place, fact)
        super().read(word)

    def close(self) -> None:
        """Put what has been read into its place; of an open brace it is nothing."""
        if self.in_braces:
            del self._events[self._before_brace :]
            if self._changed is not None:
                place, event = self._changed
                self._events[place] = event
        if self._events:
            self._keep_events()

    def _keep_events(self) -> None:
        """Put the events into the trick that they follow."""
        if self.tricks:
            trick = self.tricks[-1]
            self.tricks[-1] = RecordedTrick(trick.number, trick.plays, (*self._events,))
        else:
            self.opening = (*self._events,)

    @property
    def may_have_braces(self) -> bool:
        """Whether a brace may stand here: not between a number and its lead."""
        return not self.number or self.played > 0

    def brace(self) -> None:
        """Note what stood before a brace."""
        self._before_brace, self._changed = len(self._events), None

    def too_few(self) -> str:
        """That a trick has no reply, in words."""
        return "only one card"

    def begin(self) -> None:
        """Begin a trick: what has happened belongs to the one before."""
        self._keep_events()
        self.tricks.append(RecordedTrick(self.number, ()))
        self._events, self._last_shown = [], None

    def play(self, play: str) -> None:
        """Take a card of the trick."""
        Card.parse(play.partition("@")[0])
        plays = self.tricks[-1].plays
        trick = self.tricks[-1] = RecordedTrick(self.number, (*plays, play))
        if self.is_full:
            led, reply = trick.cards
            if beats(led.index, reply.index, self._record.upcard.suit):
                self._leader = self._leader.other

    def item(self, item: str) -> None:
        """Take what happened after a trick."""
        seat, text, word = None, item, item
        is_open = bool(self.number) and not self.is_full
        if is_open and word.rpartition(":")[2].lower() != MISDEAL.word:
            fact = f"{quoted(word)} behind one card; only {MISDEAL.word} may stand there"
            raise NotationError(self.place, fact)
        if word[1:2] == ":" and word[0] in _LETTERS:
            seat, text = _LETTERS[word[0]], word[2:]
        text, equals, points = text.partition("=")
        if not text:
            raise NotationError(self.place, f"{quoted(word)} is nothing that happened")
        if equals:
            self._check_credit(points)
        if text.startswith("+"):
            self._check_draw(seat, text[1:])
        event = RecordedEvent(seat, text, int(points) if equals else None)
        if event.is_shown:
            check_shown(text, self._kinds, self._words)
        if equals and (text.lower() == "pass" or not event.is_shown):
            raise NotationError(self.place, f"{quoted(word)} scores nothing")
        if event.said is not None and self._record.doubles is None:
            raise NotationError(self.place, f"{quoted(word)}, but without the tag Doubles")
        self._check_mark(event)
        if not self.tricks:
            self._check_before_first_lead(event, word)
            self._events.append(event)
        else:
            self._add(event)

    def _check_draw(self, seat: Seat | None, card: str) -> None:
        """Refuse a draw of no card; one that was not seen is the other seat's in a view."""
        if card != UNSEEN:
            Card.parse(card)
        elif seat is None or self._record.view is not seat.other:
            fact = f"+{UNSEEN} is a draw of the opponent, whose letter stands before it, in a"
            raise NotationError(self.place, f"{fact} record of one seat (View)")

    def _check_credit(self, points: str) -> None:
        if not re.fullmatch(r"[0-9]{1,5}", points) or int(points) > _MOST_CREDIT:
            raise NotationError(self.place, f"{quoted(points)} is no number of points")

    def _check_before_first_lead(self, event: RecordedEvent, word: str) -> None:
        mark = event.mark
        if mark is not None and mark.not_before is None:
            return
        fact = NOTHING_DRAWN if mark is None else mark.not_before
        if not event.is_shown:
            raise NotationError(self.place, f"{quoted(word)}, but {fact} before the first lead")
        if event.seat is None:
            fact = f"{quoted(word)} needs the letter of its seat before the first lead"
            raise NotationError(self.place, fact)

    def _check_mark(self, event: RecordedEvent) -> None:
        """Refuse a mark with a letter or a card that is not its own, or without one."""
        mark = event.mark
        if mark is None:
            return
        name, colon, card = event.text.partition(":")
        if mark.whose is Whose.NOBODY and event.seat is not None:
            raise NotationError(self.place, f"{name} is nobody's: no letter stands before it")
        if colon and mark.card is Named.NONE:
            raise NotationError(self.place, f"{name} names no card")
        if colon:
            Card.parse(card)
        elif mark.card is Named.MUST:
            raise NotationError(self.place, f"{name} without its card, such as {name}:9H")
        if mark.whose is Whose.LOSER and event.seat in (None, self._leader):
            fact = f"{name} is the loser's, whose letter stands before it: the winner is the first"
            raise NotationError(self.place, f"{fact} to draw")

    def _add(self, event: RecordedEvent) -> None:
        """Add an event after a trick, or merge it with the last thing shown."""
        events = self._events
        said = next((each for each in reversed(events) if each.said is not None), None)
        is_last = event.mark is not None and event.note is None
        if said is not None and not is_last:
            fact = f"{quoted(event.written())} behind {said.text}, which comes last"
            raise NotationError(self.place, fact)
        if not event.is_shown:
            events.append(event)
            return
        place = self._last_shown
        if place is not None:
            before, between = events[place], events[place + 1 :]
            seats = {self._record.seat_of(each, self._leader) for each in (before, event)}
            # Its own draw ends a seat's turn: what it shows behind that is forbidden, or a dix that
            # it has just drawn last.
            has_drawn = any(
                each.tells_draw and self._record.seat_of(each, self._leader) in seats
                for each in between
            )
            is_one_turn = len(seats) == 1 and not has_drawn
            both = self._of_one_turn(before, event) if is_one_turn else None
            if both is not None:
                if place < self._before_brace and self._changed is None:
                    self._changed = place, before
                events[place] = both
                return
        self._last_shown = len(events)
        events.append(event)

    def _of_one_turn(self, first: RecordedEvent, second: RecordedEvent) -> RecordedEvent | None:
        """A dix and a meld, written one after the other, as one event; None for other events."""
        if self._record.rules.dix_turns or self._record.rules.dix_is_a_meld:
            return None
        if first.text.lower() == DIX and _is_meld_alone(second):
            return self._with_dix(first, second)
        if self._dix_may_follow and _is_meld_alone(first) and second.text.lower() == DIX:
            return self._with_dix(second, first)
        return None

    def _with_dix(self, dix: RecordedEvent, meld: RecordedEvent) -> RecordedEvent:
        """A dix and a meld of the same turn, which may be written separately, as one event."""
        text = f"{dix.text}+{meld.text}"
        if meld.credit is None and dix.credit not in (None, self._dix_points):
            raise NotationError(self.place, f"the credit has to follow the meld: {quoted(text)}")
        credit = meld.credit
        if credit is not None:
            credit += self._dix_points if dix.credit is None else dix.credit
            self._check_credit(str(credit))
        return RecordedEvent(dix.seat, text, credit)


def _is_meld_alone(event: RecordedEvent) -> bool:
    """Whether an event is a meld without a dix."""
    return ":" in event.text and DIX not in event.text.lower().split("+")


def read_tricks(
    moves: str, record: HandRecord
) -> tuple[tuple[RecordedEvent, ...], tuple[RecordedTrick, ...], PositionError | None]:
    """What was shown before the tricks, the tricks as far as they read, and what does not."""
    reader = _TrickReader(record)
    unread = reader.read_all(moves)
    reader.close()
    return reader.opening, tuple(reader.tricks), unread
