"""``pinochle replay``: hand records trick by trick, checked and scored."""

from __future__ import annotations

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.moments import (
    MOMENT_METAVAR,
    MOMENTS_HELP,
    TABLE_MOMENTS_HELP,
    MomentType,
    one_hand_option,
)
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.recorded_positions import moment_of, position_at, remarks_before
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import NotationError
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.replayed_hand import RecordedPosition, Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat


@click.command(
    "replay",
    cls=PinochleCommand,
    example="pinochle deal --seed 7 | pinochle replay",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--at",
    "at",
    metavar=MOMENT_METAVAR,
    type=MomentType(),
    help=f"Show only the position at a decision: {MOMENTS_HELP}. {TABLE_MOMENTS_HELP}",
)
@click.option(
    "--view",
    type=click.Choice(["south", "west", "north", "east", "all"], case_sensitive=False),
    help="Show the position as this seat sees it. Default: the player to move.",
)
@one_hand_option
@rulebook_files
@writes
def command(
    files: tuple[str, ...],
    at: tuple[int, str] | str | None,
    view: str | None,
    hand: int | None,
    writer: Writer,
) -> int:
    """Replay hand records: tricks, melds, the running score, and mistakes.

    A folder stands for its files *.pnr, and FILE:LINE for the hand at that line. The command leaves
    out files and records that it cannot read, and names them at the end. Status 1 if a record has
    a mistake, 2 if the command cannot read one.
    """
    if view is not None and at is None:
        raise click.UsageError("--view: goes with --at")
    failed = wrong = False
    given = click.get_current_context().with_resource(GivenRecords(files, known_rulebooks(), hand))
    for place, record in given.records():
        if is_table_record(record):
            from pinochle_solver.cli.table.replays import write_table_replay

            status = write_table_replay(place, record, at, view, writer)
            failed |= status == BAD_INPUT
            wrong |= status == CHECK_FAILED
            continue
        replay = replay_record(record)
        if at is not None:
            moment = _write_position(place, replay, at, view, writer)
            failed |= moment is None
            remarks = remarks_before(replay, moment)
            for remark in remarks:
                tell(f"{place}: {remark}")
            wrong |= any(isinstance(remark, Finding) for remark in remarks)
            continue
        for finding in replay.findings:
            unread = finding.kind is Irregularity.UNREADABLE
            failed |= unread
            wrong |= not unread
        writer.write(replay)
    return max(given.status, BAD_INPUT if failed else CHECK_FAILED if wrong else DONE)


def _write_position(
    place: str, replay: Replay, at: tuple[int, str] | str, view: str | None, writer: Writer
) -> int | None:
    """Write the position at a moment; its trick, None when the record has no such moment."""
    try:
        moment = moment_of(replay, at)
        position = _position_at(replay, moment, view)
    except NotationError as error:
        tell(f"{place}: {error}")
        return None
    writer.write(RecordedPosition(position))
    return moment[0]


def _position_at(replay: Replay, moment: tuple[int, str], view: str | None) -> Position:
    if view == "all":
        return replay.at(*moment, None)
    if view in ("west", "east"):
        raise NotationError("view", f"{view} does not sit at a table of two")
    return position_at(replay, moment, None if view is None else Seat.parse(view))
