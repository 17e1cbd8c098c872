"""Positions out of hand records: of the hand and the moment that are asked for, and who sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import click

from pinochle_solver.cli.input.moments import BURY, AskedMoment
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.replayed_hand import Moment, Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.unknown_cards import UnknownCredit
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.table.all_games import AnyRecord, is_table_record
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Seat

_Read = TypeVar("_Read")

_DECISIONS = {
    "l": "lead to",
    "r": "reply to",
    "m": "melds after",
    "d": "dix after",
    "s": "dix after",
    "o": "double after",
    "a": "answer after",
    "b": "answer to the redouble after",
}


def moment_of(replay: Replay, at: tuple[int, str] | str) -> tuple[int, str]:
    """The trick and the act of a moment, ``end`` being the last one.

    Raises:
        NotationError: when the hand has no moment at all.
    """
    if not isinstance(at, str):
        return at
    if at == BURY:
        raise NotationError("at", f"{BURY} belongs to the games for three and four")
    if not replay.moments:
        raise NotationError("at", "there is no moment in this hand")
    last = replay.moments[-1]
    if replay.is_void:
        fact = f"the hand is void at its end; give a trick, such as {last.text()}"
        raise NotationError("at", fact)
    if replay.is_complete:
        raise NotationError("at", "the hand is over at its end; give a trick, such as 24l")
    return last.trick, last.act


def position_at(replay: Replay, moment: tuple[int, str], view: Seat | None = None) -> Position:
    """The position at a moment, as a seat sees it: the one whose decision it is if none is given.

    Of the record of one seat it is always that seat. Raises `NotationError` where there is no such
    moment or view.
    """
    if view is None:
        view = replay.record.view
    if view is None:
        turn = next((m.seat for m in replay.moments if (m.trick, m.act) == moment), None)
        view = turn
    return replay.at(*moment, view)


def read_recorded(
    place: str,
    records: Iterable[tuple[int, AnyRecord | PositionError]],
    asked: AskedMoment,
    parse: Callable[[str], _Read],
) -> tuple[str, _Read | PositionError]:
    """Read the position that is asked for out of the records of a file.

    What it is is told on standard error, and so is what is wrong in the hand before it; where no
    moment is asked for, what is wrong anywhere.

    Args:
        place: the file, for messages.
        records: what is in it, as `numbered_records_of_all` gives it.
        asked: which hand, and which moment of it.
        parse: reads the line of a position; raises `PositionError` for one it does not take. Where
            no moment is asked for, the last decision that it takes is the one.

    Returns:
        the place of the record (``FILE:LINE``), and what was read or what is wrong.

    Raises:
        click.UsageError: for a hand that is not there.
    """
    records = list(records)
    number = asked.hand or len(records)
    if number > len(records):
        hands = counted(len(records), "hand")
        raise click.UsageError(f"--hand: {number}, but {place} has {hands}")
    line, record = records[number - 1]
    if isinstance(record, PositionError):
        return f"{place}:{record.line or line}", record
    place = f"{place}:{line}"
    hand = f"hand {number} of {len(records)}, " if len(records) > 1 else ""
    if is_table_record(record):
        from pinochle_solver.cli.table.recorded_positions import read_table_recorded

        return read_table_recorded(place, record, hand, asked.at, parse)
    replay = replay_record(record)
    try:
        moment, read = _read_moment(replay, asked, parse)
    except PositionError as error:
        _tell_wrong(place, replay, None)
        return place, error
    # Who asks for no moment expects the end: what the reading ended at is told, too.
    _tell_wrong(place, replay, None if asked.at is None else moment[0])
    tell(f"{place}: {hand}{_moment_text(replay, moment)}")
    return place, read


def _read_moment(
    replay: Replay, asked: AskedMoment, parse: Callable[[str], _Read]
) -> tuple[tuple[int, str], _Read]:
    if asked.at is not None:
        moment = moment_of(replay, asked.at)
        return moment, parse(position_at(replay, moment).text())
    wrong: PositionError | None = None
    for choice in _choices(replay):
        moment = (choice.trick, choice.act)
        try:
            return moment, parse(position_at(replay, moment).text())
        except PositionError as error:
            wrong = wrong or error
    raise wrong or NotationError("at", "nobody has had a choice yet in this hand")


def _choices(replay: Replay) -> Sequence[Moment]:
    """The decisions between several moves, the last one first; of a seat's record its own."""
    view = replay.record.view
    return [
        moment
        for moment in reversed(replay.moments)
        if moment.is_choice and (view is None or moment.seat is view)
    ]


def _moment_text(replay: Replay, moment: tuple[int, str]) -> str:
    """``south's reply to trick 4 (--at 4r)``."""
    trick, act = moment
    seat = next(m.seat for m in replay.moments if (m.trick, m.act) == moment)
    name = replay.record.players.name(seat)
    decision = f"{_DECISIONS[act]} trick {trick}" if trick else "dix before the first lead"
    return f"{name}'s {decision} (--at {trick}{act})"


def _tell_wrong(place: str, replay: Replay, trick: int | None) -> None:
    for remark in remarks_before(replay, trick):
        tell(f"{place}: {remark}")


def remarks_before(replay: Replay, trick: int | None) -> list[Finding | UnknownCredit]:
    """What is wrong before a trick, or anywhere, and the points that the record leaves open."""
    remarks: tuple[Finding | UnknownCredit, ...] = (*replay.findings, *replay.unknown)
    return [remark for remark in remarks if trick is None or remark.trick < trick]
