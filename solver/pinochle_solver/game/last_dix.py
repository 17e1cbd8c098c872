"""The dix that scores of itself as it is drawn last (RULES.md, section 4), as records tell it.

A record may tell it by the card drawn, or by a dix among what happened after that trick; there it
has to be told from one that was held before and shown before the draws.
"""

from __future__ import annotations

from pinochle_solver.notation.hand_records import HandRecord, RecordedTrick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rules import Rulebook, Seat


def last_drawer(rules: Rulebook, winner: Seat) -> Seat:
    """Who draws the last card that lies face down, after a trick that `winner` took."""
    return winner.other if rules.upcard_to_winner else winner


def may_tell_last_dix(record: HandRecord, trick: RecordedTrick, place: int, winner: Seat) -> bool:
    """Whether the event in this place, from 0, may be a dix that was drawn last and scored so."""
    event = trick.events[place]
    return (
        trick.number == record.rules.dix_draw_trick > 0
        and event.text.lower() == DIX
        and record.seat_of(event, winner) is last_drawer(record.rules, winner)
    )


def tells_last_dix(
    record: HandRecord, trick: RecordedTrick, place: int, winner: Seat, upcard: Card, dix: Card
) -> bool:
    """Whether that event cannot be a dix held before the draws.

    It stands after a draw, or claims nothing (the dix was not drawn last), or the other seat draws
    the upcard that a dix held before would have been exchanged for.

    Args:
        record: the record.
        trick: one of its tricks.
        place: the place of the event, from 0.
        winner: who took the trick.
        upcard: the upcard as it lies before the event.
        dix: the card that is the dix.
    """
    if not may_tell_last_dix(record, trick, place, winner):
        return False
    is_after_draw = any(event.drawn is not None for event in trick.events[:place])
    last = record.drawn(trick, last_drawer(record.rules, winner).other, winner)
    is_exchanged = upcard == dix or last[:1] != (upcard,)
    return is_after_draw or trick.events[place].credit == 0 or not is_exchanged
