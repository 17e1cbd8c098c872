"""``pinochle new`` for the games for three and four: a hand noted at a table."""

from __future__ import annotations

import contextlib
import sys

import click

from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.cli.dialogues.reading import QuitError
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import usable_processors
from pinochle_solver.cli.input.rulebooks import known_rulebooks
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.kept_records import RecordKeeper
from pinochle_solver.cli.table.note_taking import TableNotebookDialogue
from pinochle_solver.cli.table.play import asked_seat, with_target
from pinochle_solver.cli.table.setup import TableSetup
from pinochle_solver.engines.table.hidden_hands import HiddenHandsEngine
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


def note_table_hand(
    rules: TableRules,
    terms: GameTerms,
    *,
    file: str | None,
    seat: str | None,
    sees_all: bool,
    limits: Limits | None,
    objective: str,
    ascii_only: bool,
) -> int:
    """Note a hand; the exit status.

    Args:
        rules: the game with its options, if it is not that of a hand in the file to go on with.
        terms: what it is played for.
        file: where the record is kept; None: nowhere.
        seat: the person's seat; None: as in the last record, or south.
        sees_all: whether the person sits at no seat and sees every hand.
        limits: how long advice takes; None: no advice.
        objective: what the advice plays for.
        ascii_only: whether suits are letters.

    Raises:
        click.UsageError, click.ClickException: for what the game does not have, and for a file that
            cannot be gone on with or written.
    """
    keeper: RecordKeeper[AnyRecord]
    keeper = RecordKeeper(file, numbered_records_of_all, "FILE", known_rulebooks())
    keeper.check_writable()
    records = [record for record in keeper.records if is_table_record(record)]
    last = records[-1] if records and records[-1] is keeper.records[-1] else None
    rules = with_target(rules, terms)
    agreed = _agreed(last, terms.agreed)
    if sees_all:
        _check_sees_all(seat, last)
    person = None if sees_all else asked_seat(rules, seat or _last_seat(last))
    name = settings().name
    names = {} if name is None or person is None else {person: name}
    if last is not None and last.names:
        names = {**last.names}
    renderer = TableRenderer(sys.stdout, ascii_only, asked_color())
    renderer.play_as(person, names)
    notebook_file: NotebookFile[TableNotebook, TableRecord] = NotebookFile(keeper, last)
    is_heard = True
    try:
        with contextlib.suppress(QuitError):
            notebook_file.open(
                lambda: TableSetup(
                    rules, agreed, person, names, _before(last, rules, person), renderer
                ).record(keeper.promise),
                lambda last: _resumed(last, sees_all=sees_all),
            )
            adviser = HiddenHandsEngine(objective=objective, threads=usable_processors())
            TableNotebookDialogue(notebook_file, adviser, limits, renderer).run()
        sys.stdout.flush()
    except BrokenPipeError:
        is_heard = False
        raise
    finally:
        is_kept = notebook_file.close(is_heard)
    return DONE if is_kept else BAD_INPUT


def _last_seat(last: TableRecord | None) -> str:
    return "south" if last is None or last.view is None else last.view.text()


def _agreed(last: TableRecord | None, asked: Agreed) -> Agreed:
    """What is agreed on: what is asked for, and in a game that was begun what was then."""
    if last is None:
        return asked
    for option in asked.words:
        if not Agreed.parse(option) & last.agreed:
            fact = "the game was begun without; leave it out, or give another file"
            raise click.UsageError(f"--{option}: {fact}")
    return last.agreed


def _check_sees_all(seat: str | None, last: TableRecord | None) -> None:
    """Raise `click.UsageError` where nobody can note a hand as a kibitzer."""
    if seat is not None:
        raise click.UsageError(f"--all: a kibitzer sits at no seat. Leave out --seat {seat}")
    if last is not None and last.view is not None and _resumed(last, sees_all=False) is not None:
        fact = f"the last hand of the file is noted by {last.view.text()}, and is not over"
        raise click.UsageError(f"--all: {fact}. Leave it out to go on, or give another file")


def _resumed(last: TableRecord, *, sees_all: bool) -> TableNotebook | None:
    """The notebook of a record; None if that hand is over, or has all cards and is not a seat's."""
    if (last.view is None) is not sees_all:
        return None
    notebook = TableNotebook(last)
    return None if notebook.question is None else notebook


def _before(
    last: TableRecord | None, rules: TableRules, person: Seat | None
) -> TableNotebook | None:
    """The notebook of the hand before, if it was of the same game."""
    if last is None or (last.view is None) is not (person is None) or last.rules != rules:
        return None
    with contextlib.suppress(PositionError):
        return TableNotebook(last)
    return None
