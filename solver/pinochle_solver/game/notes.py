"""What was noted of a hand at a table, and the record that it makes."""

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


class What(Enum):
    """What is noted: a card played or drawn, what was shown or said to a double, points.

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


class Asked(NamedTuple):
    """What has to be noted next.

    Attributes:
        what: what it is.
        seat: whose it is.
        trick: the number of the trick in or after which it happens; 0 before the first lead.
        leads: whether the card is led.
        scored_for: of points, what they are for: a meld, or ``dix`` for one drawn last.
        credits: of points that the cards do not tell, what they may be.
    """

    what: What
    seat: Seat
    trick: int
    leads: bool = False
    scored_for: str = ""
    credits: tuple[int, ...] = ()

    def is_like(self, other: Asked) -> bool:
        """Whether what answers the one may answer the other."""
        return self.what is other.what and self.seat is other.seat


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted.

    Attributes:
        asked: what it answers.
        text: the card, what was shown (``pass`` for nothing), what was said, or the points.
        is_automatic: whether nobody had to say it, since nothing else was possible.
    """

    asked: Asked
    text: str
    is_automatic: bool = False


def written(blank: HandRecord, noted: Sequence[Noted], seat: Seat) -> HandRecord:
    """All that was noted, as a record.

    Args:
        blank: the record without its tricks.
        noted: what was noted, in order.
        seat: who keeps it.
    """
    opening: tuple[RecordedEvent, ...] = ()
    tricks: list[RecordedTrick] = []
    calls: list[RecordedCall] = []
    plays: list[str] = []
    for each in noted:
        asked = each.asked
        if asked.what is What.CALL:
            calls.append(RecordedCall(asked.trick, asked.seat))
            continue
        if asked.trick == 0:
            opening = _with(opening, each, seat, winner=None)
            continue
        if asked.what is What.PLAY:
            plays.append(each.text)
            if asked.leads:
                tricks.append(RecordedTrick(asked.trick, (each.text,)))
            else:
                tricks[-1] = replace(tricks[-1], plays=(*tricks[-1].plays, each.text))
            continue
        winner = winner_of(blank, plays[: 2 * asked.trick])
        place = asked.trick - 1
        # A lead says by itself that there was no double before it.
        if each.text != NO_DOUBLE or each is noted[-1]:
            events = _with(tricks[place].events, each, seat, winner)
            tricks[place] = replace(tricks[place], events=events)
    return replace(blank, opening=opening, tricks=tuple(tricks), call_outs=tuple(calls))


def winner_of(record: HandRecord, plays: list[str]) -> Seat:
    """Who took the last of these tricks."""
    leader = record.dealer.other
    cards = [Card.parse(play.partition("@")[0]) for play in plays]
    for led, reply in zip(cards[::2], cards[1::2], strict=False):
        if beats(led.index, reply.index, record.upcard.suit):
            leader = leader.other
    return leader


def _with(
    events: tuple[RecordedEvent, ...], noted: Noted, viewer: Seat, winner: Seat | None
) -> tuple[RecordedEvent, ...]:
    """What happened after a trick, or before the first lead, with what was noted."""
    asked = noted.asked
    by = None if asked.seat is winner else asked.seat
    if asked.what is What.LOOK:
        return (*events, RecordedEvent(asked.seat, noted.text))
    if asked.what is What.VOID:
        letter, _, word = noted.text.rpartition(":")
        return (*events, RecordedEvent(Seat.parse(letter) if letter else None, word))
    if noted.text.startswith(FACE_UP.word):
        return (*events, RecordedEvent(None, noted.text))
    if asked.what is What.STOCK and not noted.text.startswith("+"):
        return (*events, RecordedEvent(by, noted.text))
    if asked.what in (What.DRAW, What.STOCK):
        # Without a letter a draw is that of the seat which keeps the record.
        by = by if asked.seat is viewer else asked.seat
        return (*events, RecordedEvent(by, f"+{noted.text.removeprefix('+')}"))
    if asked.what is What.CREDIT:
        return _with_credit(events, noted, by)
    if noted.text == PASS and (noted.is_automatic or asked.seat is not viewer):
        return events
    return (*events, RecordedEvent(by, noted.text))


def _with_credit(
    events: tuple[RecordedEvent, ...], noted: Noted, by: Seat | None
) -> tuple[RecordedEvent, ...]:
    """With the points told: of what that seat showed, or of a dix that it drew last."""
    if noted.text == NOT_KNOWN:
        return events
    if noted.asked.scored_for == DIX:
        return (*events, RecordedEvent(by, DIX, int(noted.text)))
    place = max(
        place
        for place, event in enumerate(events)
        if event.is_shown and event.seat is by and event.text != PASS
    )
    told = replace(events[place], credit=int(noted.text))
    return (*events[:place], told, *events[place + 1 :])
