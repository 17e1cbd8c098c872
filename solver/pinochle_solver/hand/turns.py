"""Whose turn it is in a compiled hand, and what must be decided, in words for errors."""

from __future__ import annotations

from functools import lru_cache

from pinochle_solver._core.hand.game import HandGame
from pinochle_solver.rules.hand_packing import Due, SeatRecord, StateRecord
from pinochle_solver.rules.rules import Seat

IS_OVER = "the hand is over"


def state_of(game: HandGame) -> StateRecord:
    """The state of the hand."""
    return _unpacked(game.state())


@lru_cache(maxsize=16)
def _unpacked(record: bytes) -> StateRecord:
    # Cached, because a state is looked at several times before the next move.
    return StateRecord.unpack(record)


def mover_cards(game: HandGame) -> SeatRecord:
    """The cards of the seat whose turn it is."""
    return state_of(game).seat(Seat(game.turn))


def mover_name(game: HandGame) -> str:
    """The name of the seat whose turn it is."""
    return Seat(game.turn).text()


def is_about_doubles(game: HandGame) -> bool:
    """Whether a double is offered or answered now."""
    return game.due in (Due.DOUBLE, Due.ANSWER, Due.ANSWER_REDOUBLE)


def what_is_due(game: HandGame) -> str:
    """What the seat on turn has to do."""
    if game.due == Due.PLAY:
        return f"{mover_name(game)} has to play a card now"
    if game.due == Due.DOUBLE:
        return f"{mover_name(game)} has to double now, or not: double, no-double"
    if is_about_doubles(game):
        choices = "accept, refuse" + (", redouble" if game.due == Due.ANSWER else "")
        return f"{mover_name(game)} has to answer a double now: {choices}"
    return f"{mover_name(game)} has to say what it shows now, or pass"
