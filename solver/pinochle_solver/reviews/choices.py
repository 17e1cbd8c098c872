"""The decisions of a recorded hand that had more than one move."""

from __future__ import annotations

from pinochle_solver.game.replayed_hand import Moment, Replay
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat


def choices(replay: Replay, seat: Seat | None = None) -> list[Moment]:
    """The decisions between several cards or shows, in order.

    Args:
        replay: the hand.
        seat: whose; both seats' if None is given. Of the record of one seat only its own are known.
    """
    return [moment for moment in _choices(replay, seat) if not moment.is_about_double]


def doubling_choices(replay: Replay, seat: Seat | None = None) -> list[Moment]:
    """Where a double could be offered or was answered, in order; `seat` as for `choices`."""
    return [moment for moment in _choices(replay, seat) if moment.is_about_double]


def made(replay: Replay, moment: Moment) -> tuple[Position, Move]:
    """What a seat saw, and what it did."""
    referee = replay.referee
    assert referee is not None
    position = replay.at(moment.trick, moment.act, moment.seat)
    return position, referee.history[moment.moves]


def _choices(replay: Replay, seat: Seat | None) -> list[Moment]:
    whose = [each for each in (seat, replay.record.view) if each is not None]
    return [
        moment
        for moment in replay.moments
        if moment.is_choice
        and _was_made(replay, moment)
        and all(each is moment.seat for each in whose)
    ]


def _was_made(replay: Replay, moment: Moment) -> bool:
    """Whether a move was made there, and one of those that the rules allow."""
    referee = replay.referee
    if referee is None or moment.moves >= len(referee.history):
        return False
    return not any(
        finding.kind is Irregularity.RENEGE and finding.trick == moment.trick
        for finding in replay.findings
        if moment.act == "r"
    )
