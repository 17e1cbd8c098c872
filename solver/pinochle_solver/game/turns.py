"""Whose turns there are to show something between two tricks, in order, and what answers them."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.notation.hand_records import HandRecord, RecordedTrick
from pinochle_solver.notation.marks import OUT_OF_TURN
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rules import Rulebook, Seat


class Turn(NamedTuple):
    """The turn of a seat to show something."""

    act: Act
    seat: Seat


def turns_after(rules: Rulebook, trick: int, leader: Seat) -> tuple[Turn, ...]:
    """The turns after a trick in their order, asked or not; those before the first lead for 0.

    Args:
        rules: the rulebook.
        trick: the number of the trick.
        leader: who leads next.
    """
    turns = []
    may_show_dix = trick <= rules.last_dix_trick
    may_meld = trick <= rules.last_meld_trick or (may_show_dix and not rules.dix_turns)
    if trick and may_meld:
        turns.append(Turn(Act.MELD, leader))
    if rules.dix_turns and may_show_dix:
        dix_turns = [Turn(Act.SHOW, leader), Turn(Act.DIX, leader.other)]
        turns += dix_turns if trick else reversed(dix_turns)
    elif trick and rules.dix_by_loser and may_show_dix:
        turns.append(Turn(Act.DIX, leader.other))
    return tuple(turns)


def answers(turn: Turn, rules: Rulebook, seat: Seat, text: str) -> bool:
    """Whether what a seat shows, or its pass, can be its answer at a turn."""
    if seat is not turn.seat:
        return False
    word = text.lower().partition("+")[0]
    if word == "pass":
        return True
    is_dix_turn = turn.act is not Act.MELD
    return is_dix_turn if word == DIX and rules.dix_turns else (word == DIX or not is_dix_turn)


def comes_after_own_draw(
    record: HandRecord, trick: RecordedTrick, place: int, winner: Seat
) -> bool:
    """Whether something shown comes behind its seat's own draw, though melds come before it.

    Goulash's dix turns come after the draws. A dix that scores of itself as it is drawn is told
    from this one by `last_dix`; one that may be shown as it is drawn by `is_shown_when_drawn`.

    Args:
        record: the record.
        trick: one of its tricks.
        place: the place of what is shown among its events, from 0.
        winner: who took the trick.
    """
    rules, event = record.rules, trick.events[place]
    word = event.text.lower().partition("+")[0]
    if rules.draws_before_melding or word == "pass" or (rules.dix_turns and word == DIX):
        return False
    seat = record.seat_of(event, winner)
    return any(
        record.seat_of(before, winner) is seat
        for before in trick.events[:place]
        if before.drawn is not None or before.note is OUT_OF_TURN
    )


def is_shown_when_drawn(record: HandRecord, trick: RecordedTrick, place: int, winner: Seat) -> bool:
    """Whether a dix stands behind its seat's own draw, and may: after the last draws none may.

    Args: as in `comes_after_own_draw`.
    """
    rules = record.rules
    return (
        rules.penalties.dix_when_drawn
        and trick.events[place].text.lower() == DIX
        and 0 < trick.number < rules.deck.stock_tricks
        and comes_after_own_draw(record, trick, place, winner)
    )


def shown_when_drawn(record: HandRecord, trick: RecordedTrick, winner: Seat) -> tuple[Seat, ...]:
    """The seats that show a dix behind their own draw after a trick, in order."""
    return tuple(
        record.seat_of(event, winner)
        for place, event in enumerate(trick.events)
        if is_shown_when_drawn(record, trick, place, winner)
    )
