"""``pinochle ledger query``: decisions found by a question in words, and taken elsewhere."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.ledger_options import (
    asked_condition,
    asked_name,
    conditions,
    ledger_option,
    ledger_path,
    since_option,
)
from pinochle_solver.cli.input.options import Whole, player_option
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files, rulebook_words
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import LedgerError, PositionError
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.ledger.answers import KeptDecision
    from pinochle_solver.ledger.file import Ledger
    from pinochle_solver.ledger.words import Condition

_SHOWN = 10


@click.command(
    "query",
    cls=PinochleCommand,
    example='pinochle ledger query "?? in the last four tricks holding two aces"',
)
@click.argument("words", metavar="QUESTION...", nargs=-1, required=True)
@ledger_option
@player_option("Only decisions of this player. Default: the name of your settings, or all players.")
@since_option
@click.option(
    "--number",
    metavar="N",
    type=Whole(1),
    help=f"The number of decisions, the worst first. Default: {_SHOWN} shown, all written.",
)
@click.option(
    "--quiz",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write the marked ones to FILE, for pinochle quiz.",
)
@click.option(
    "--parquet",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write all columns to a Parquet file.",
)
@click.option(
    "--anki",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write the marked ones to FILE, a text that Anki imports.",
)
@rulebook_files
@writes
def command(
    words: tuple[str, ...],
    ledger: str | None,
    player: str | None,
    since: date | None,
    number: int | None,
    quiz: str | None,
    parquet: str | None,
    anki: str | None,
    writer: Writer,
) -> int:
    """Find decisions by a question in words: marks, kinds, tricks, cards held and played.

    Words stand side by side for and; or, not and brackets join them. pinochle help tags lists them.
    """
    from pinochle_solver.ledger.answers import answer
    from pinochle_solver.ledger.file import open_ledger

    path = ledger_path(ledger)
    asked = asked_condition("QUESTION", " ".join(words))
    written = [name for name in (quiz, parquet, anki) if name is not None]
    targets = {
        name: check_target(name, [str(path), *(other for other in written if other != name)])
        for name in written
    }
    try:
        with open_ledger(path) as opened:
            among = conditions(asked_name(opened, player), since)
            both = asked.and_(among)
            shown = _SHOWN if number is None else number
            writer.write(answer(opened, " ".join(words), asked, among, shown))
            marked = both.and_(asked_condition("", "marked"))
            if quiz is not None:
                coming = f"; next: pinochle quiz {shlex.quote(quiz)}{rulebook_words()}"
                _write_cards(targets[quiz], quiz, opened, marked, number, _quiz_text, coming)
            if anki is not None:
                _write_cards(targets[anki], anki, opened, marked, number, _anki_text)
            if parquet is not None:
                _write_parquet(targets[parquet], parquet, opened, both, number)
    except LedgerError as error:
        raise click.ClickException(str(error)) from None
    return DONE


def _write_cards(
    path: Path,
    name: str,
    ledger: Ledger,
    marked: Condition,
    number: int | None,
    text_of: Callable[[Sequence[KeptDecision]], str],
    coming: str = "",
) -> None:
    """Write decisions to a file, each position once; tell how many, and `coming` behind it."""
    from pinochle_solver.ledger.answers import decisions_of

    found: dict[str, KeptDecision] = {}
    for each in decisions_of(ledger, marked, None):
        found.setdefault(each.position, each)
        if len(found) == number:
            break
    if not found:
        tell(f"{name}: not written, no marked decision is found")
        return
    try:
        replace_file(path, text_of([*found.values()]))
    except PositionError as error:
        raise click.ClickException(f"{name}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{name}: {fact_of(error)}") from None
    tell(f"{name}: {counted(len(found), 'position')}{coming}")


def _quiz_text(decisions: Sequence[KeptDecision]) -> str:
    return "\n".join(f"{each.told}\n{each.position}\n" for each in decisions)


def _anki_text(decisions: Sequence[KeptDecision]) -> str:
    from pinochle_solver.cli.output.anki import anki_text

    return anki_text(decisions, known_rulebooks())


def _write_parquet(
    path: Path, name: str, ledger: Ledger, where: Condition, number: int | None
) -> None:
    from io import BytesIO

    from pinochle_solver.bulk.parquet import FileFacts, write_table
    from pinochle_solver.ledger.answers import table_of

    table = table_of(ledger, where, number)
    made = BytesIO()
    write_table(made, table, FileFacts("ledger-decisions"))
    try:
        replace_file(path, made.getvalue())
    except OSError as error:
        raise click.ClickException(f"{name}: {fact_of(error)}") from None
    tell(f"{name}: {counted(table.num_rows, 'row')}")
