"""Records of the games for three and four, replayed and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE
from pinochle_solver.cli.input.call_outs import asked_call_outs
from pinochle_solver.cli.output.writers import Writer
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.table.recorded_positions import table_moment
from pinochle_solver.errors import GameError, NotationError, PositionError
from pinochle_solver.game.table.call_outs import TableCallOut
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.game.table.replayed_hand import (
    RecordedTablePosition,
    TableFinding,
    TableReplay,
)
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.table.all_games import AnyRecord, is_table_record
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.seats import Seat


def write_table_replay(
    place: str,
    record: TableRecord,
    at: tuple[int, str] | str | None,
    view: str | None,
    writer: Writer,
) -> int:
    """Write a record played through, or the position at a moment of it; the exit status.

    Args:
        place: where the record is, for messages.
        record: the record.
        at: the moment; None for the whole hand.
        view: who sees the position, or ``all``; None for the seat to decide.
        writer: what writes it.
    """
    try:
        replay = replay_table_record(record)
        if at is not None:
            _write_position(replay, at, view, writer)
    except PositionError as error:
        tell(f"{place}: {error}")
        for finding in _found_by_keeper(record):
            tell(f"{place}: {finding}")
        return BAD_INPUT
    if at is None:
        writer.write(replay)
    else:
        for finding in replay.findings:
            tell(f"{place}: {finding}")
    if any(finding.kind == Irregularity.UNREADABLE for finding in replay.findings):
        return BAD_INPUT
    return CHECK_FAILED if replay.findings else DONE


def _found_by_keeper(record: TableRecord) -> tuple[TableFinding, ...]:
    """What is wrong in the record of one seat, as far as that seat can tell."""
    if record.view is None:
        return ()
    try:
        return TableNotebook(record).findings
    except PositionError:
        return ()


def _write_position(
    replay: TableReplay, at: tuple[int, str] | str, view: str | None, writer: Writer
) -> None:
    moment = table_moment(replay, at)
    seat = moment.seat if view is None else None if view == "all" else Seat.parse(view)
    if seat is not None and seat not in moment.hand.players:
        raise NotationError("view", f"{view} does not play this hand")
    writer.write(RecordedTablePosition(replay.position(moment, seat)))


def score_table_records(
    placed: Iterable[tuple[str, AnyRecord | None]],
    writer: Writer,
    call_outs: Sequence[str],
    **options: Any,
) -> int:
    """Score a game of records of which the first to read is of a table game; the exit status.

    Args:
        placed: each record with its place; None for one that cannot be read.
        writer: what writes it.
        call_outs: the claims, as they were typed.
        options: as of `score_table_game`.

    Raises:
        click.UsageError: for options that the game does not have, and for impossible claims.
    """
    places: list[str] = []
    is_read = True

    def replays() -> Iterator[TableReplay | None]:
        nonlocal is_read
        for place, record in placed:
            places.append(place)
            replay = _replayed(place, record)
            is_read = is_read and replay is not None
            yield replay

    try:
        calls = asked_call_outs(call_outs, TableCallOut.parse)
        scored = score_table_game(replays(), call_outs=calls, **options)
    except GameError as error:
        if error.token == "game":
            return BAD_INPUT
        raise click.UsageError(f"--{error.token}: {error.fact}") from None
    writer.write(scored)
    for place, hand in zip(places, scored.hands, strict=True):
        for fault in (*hand.faults, *hand.findings):
            tell(f"{place}: hand {hand.number}: {fault}")
    if not is_read:
        return BAD_INPUT
    return CHECK_FAILED if scored.has_faults else DONE


def _replayed(place: str, record: AnyRecord | None) -> TableReplay | None:
    """A record played through; None, and told why, for one that cannot be."""
    if record is None:
        return None
    if not is_table_record(record):
        tell(f"{place}: Rules: {record.rules.name}, in a game for three or four")
        return None
    try:
        return replay_table_record(record)
    except PositionError as error:
        tell(f"{place}: {error}")
        return None
