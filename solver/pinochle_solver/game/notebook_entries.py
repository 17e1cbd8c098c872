"""The entries of a notebook, made while a hand is played at a table, and the record of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from pinochle_solver._core.hand.game import beats
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.marks import FACE_UP
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Doubling, Show
from pinochle_solver.rules.rules import Seat

PASS = Show().text()
NO_DOUBLE = Doubling.NO_DOUBLE.text()
NOT_KNOWN = "?"


class EntryKind(Enum):
    """What an entry is about: a card played or drawn, what was shown or said to a double, points.

    ``LOOK``, that a seat has looked through its tricks, ``CALL``, that it has called out,
    ``STOCK``, a word about the stock or a draw besides the one asked for, and ``VOID``, that the
    hand was found or agreed to be void, are never asked for.
    """

    PLAY = "play"
    SHOW = "show"
    DRAW = "draw"
    SAY = "say"
    CREDIT = "credit"
    LOOK = "look"
    CALL = "call"
    STOCK = "stock"
    VOID = "void"


class Question(NamedTuple):
    """What has to be entered next.

    Attributes:
        kind: what it is.
        seat: whose it is.
        trick: the number of the trick in or after which it happens; 0 before the first lead.
        leads: whether the card is led.
        scored_for: of points, what they are for: a meld, or ``dix`` for one drawn last.
        credits: of points that the cards do not tell, what they may be.
    """

    kind: EntryKind
    seat: Seat
    trick: int
    leads: bool = False
    scored_for: str = ""
    credits: tuple[int, ...] = ()

    def is_like(self, other: Question) -> bool:
        """Whether an entry that answers the one may answer the other."""
        return self.kind is other.kind and self.seat is other.seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was noted.

    Attributes:
        question: what it answers.
        text: the card, what was shown (``pass`` for nothing), what was said, or the points.
        is_automatic: whether nobody had to say it, since nothing else was possible.
    """

    question: Question
    text: str
    is_automatic: bool = False


def record_of_entries(blank: HandRecord, entries: Sequence[Entry], seat: Seat) -> HandRecord:
    """The record that these entries make.

    Args:
        blank: the record without its tricks.
        entries: the entries, in order.
        seat: who keeps it.
    """
    opening: tuple[RecordedEvent, ...] = ()
    tricks: list[RecordedTrick] = []
    calls: list[RecordedCall] = []
    led = ""
    leaders = [blank.dealer.other]  # of the tricks, and of the one to come
    for entry in entries:
        question = entry.question
        if question.kind is EntryKind.CALL:
            calls.append(RecordedCall(question.trick, question.seat))
            continue
        if question.trick == 0:
            opening = _with(opening, entry, seat, winner=None)
            continue
        if question.kind is EntryKind.PLAY:
            if question.leads:
                led = entry.text
                tricks.append(RecordedTrick(question.trick, (led,)))
            else:
                tricks[-1] = replace(tricks[-1], plays=(led, entry.text))
                leaders.append(winner_of(blank, [led, entry.text], leaders[-1]))
            continue
        place = question.trick - 1
        winner = leaders[: question.trick + 1][-1]  # of a trick that is broken off, its leader
        # A lead says by itself that there was no double before it.
        if entry.text != NO_DOUBLE or entry is entries[-1]:
            events = _with(tricks[place].events, entry, seat, winner)
            tricks[place] = replace(tricks[place], events=events)
    return replace(blank, opening=opening, tricks=tuple(tricks), call_outs=tuple(calls))


def winner_of(record: HandRecord, plays: list[str], leader: Seat | None = None) -> Seat:
    """Who took the last of these tricks, if `leader` led to the first of them.

    By default they are the first tricks of the hand.
    """
    leader = record.dealer.other if leader is None else leader
    cards = [Card.parse(play.partition("@")[0]) for play in plays]
    for led, reply in zip(cards[::2], cards[1::2], strict=False):
        if beats(led.index, reply.index, record.upcard.suit):
            leader = leader.other
    return leader


def _with(
    events: tuple[RecordedEvent, ...], entry: Entry, viewer: Seat, winner: Seat | None
) -> tuple[RecordedEvent, ...]:
    """What happened after a trick, or before the first lead, with this entry."""
    question = entry.question
    by = None if question.seat is winner else question.seat
    if question.kind is EntryKind.LOOK:
        return (*events, RecordedEvent(question.seat, entry.text))
    if question.kind is EntryKind.VOID:
        letter, _, word = entry.text.rpartition(":")
        return (*events, RecordedEvent(Seat.parse(letter) if letter else None, word))
    if entry.text.startswith(FACE_UP.word):
        return (*events, RecordedEvent(None, entry.text))
    if question.kind is EntryKind.STOCK and not entry.text.startswith("+"):
        return (*events, RecordedEvent(by, entry.text))
    if question.kind in (EntryKind.DRAW, EntryKind.STOCK):
        # Without a letter a draw is that of the seat which keeps the record.
        by = by if question.seat is viewer else question.seat
        return (*events, RecordedEvent(by, f"+{entry.text.removeprefix('+')}"))
    if question.kind is EntryKind.CREDIT:
        return _with_credit(events, entry, by)
    if entry.text == PASS and (entry.is_automatic or question.seat is not viewer):
        return events
    return (*events, RecordedEvent(by, entry.text))


def _with_credit(
    events: tuple[RecordedEvent, ...], entry: Entry, by: Seat | None
) -> tuple[RecordedEvent, ...]:
    """With the points that were said: of what that seat showed, or of a dix that it drew last."""
    if entry.text == NOT_KNOWN:
        return events
    if entry.question.scored_for == DIX:
        return (*events, RecordedEvent(by, DIX, int(entry.text)))
    place = max(
        place
        for place, event in enumerate(events)
        if event.is_shown and event.seat is by and event.text != PASS
    )
    credited = replace(events[place], credit=int(entry.text))
    return (*events[:place], credited, *events[place + 1 :])
