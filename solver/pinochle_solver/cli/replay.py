"""``pinochle replay``: hand records trick by trick, checked and scored."""

from __future__ import annotations

import re

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, completion
from pinochle_solver.cli.options import ascii_only, json_lines
from pinochle_solver.cli.output import tell, write_json_line
from pinochle_solver.cli.records import read_record_files
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.replay import Replay
from pinochle_solver.game.replaying import replay_record
from pinochle_solver.game.rulings import Irregularity
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.render.terminal import notation, notation_width
from pinochle_solver.rules.rules import Seat


@click.command("replay")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--at",
    "moment",
    metavar="K[l|r|m]",
    help="Only the position at trick K: before its lead (l), its reply (r), or what is shown "
    "after it (m).",
)
@click.option(
    "--view",
    type=click.Choice(["south", "north", "all"], case_sensitive=False),
    help="Who sees that position; the seat whose turn it is if not given.",
)
@json_lines
@ascii_only
def command(
    files: tuple[str, ...], moment: str | None, view: str | None, as_json: bool, ascii_only: bool
) -> int:
    """Replay hand records: tricks, melds, the score running, and what is wrong.

    Status 1 when a record holds an error, 2 when one does not read.
    """
    if view is not None and moment is None:
        raise click.UsageError("--view: goes with --at")
    at = None if moment is None else _parse_moment(moment)
    failed = wrong = False
    written = 0
    for place, record in read_record_files(files):
        if isinstance(record, PositionError):
            tell(f"{place}: {record}")
            failed = True
            continue
        found = replay_record(record)
        if at is not None:
            has_position = _write_position(place, found, at, view, as_json)
            failed |= not has_position
            wrong |= _tell_findings(place, found, at[0] if has_position else None)
            continue
        for finding in found.findings:
            unread = finding.kind is Irregularity.UNREADABLE
            failed |= unread
            wrong |= not unread
        if as_json:
            write_json_line({"line": record.line} | found.as_json())
            continue
        from pinochle_solver.render.renderer import Renderer

        renderer = Renderer(ascii_only)
        if written:
            renderer.line()
        written += 1
        renderer.replay(found)
    return BAD_INPUT if failed else CHECK_FAILED if wrong else DONE


def _parse_moment(text: str) -> tuple[int, str]:
    match = re.fullmatch(r"([1-9][0-9]?)([lrm]?)", text.lower())
    if match is None:
        raise click.UsageError(f"--at: {text!r} is not a trick and l, r or m, such as 7m")
    return int(match[1]), match[2] or "l"


def _tell_findings(place: str, found: Replay, trick: int | None) -> bool:
    """Tell on standard error what is wrong before a trick, or anywhere; whether anything is.

    Points that the record does not tell are told as well; they are nothing wrong.
    """
    findings = [f for f in found.findings if trick is None or f.trick < trick]
    unknown = [credit for credit in found.unknown if trick is None or credit.trick < trick]
    for remark in (*findings, *unknown):
        tell(f"{place}: {remark}")
    return bool(findings)


def _write_position(
    place: str, found: Replay, at: tuple[int, str], view: str | None, as_json: bool
) -> bool:
    """Write the position at a moment; False when the record has none."""
    try:
        position = _position_at(found, at, view)
    except NotationError as error:
        tell(f"{place}: {error}")
        return False
    if as_json:
        write_json_line({"position": position.text()})
    else:
        click.echo(notation(position.text(), notation_width()))
    return True


def _position_at(found: Replay, at: tuple[int, str], view: str | None) -> Position:
    written_by = found.record.view
    if view == "all":
        return found.at(*at, None)
    if view is not None:
        return found.at(*at, Seat.parse(view))
    if written_by is not None:
        return found.at(*at, written_by)
    return found.at(*at, found.at(*at, None).turn)
