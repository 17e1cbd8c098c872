"""``pinochle ledger show``: what a player loses, where, and whether it gets better."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.ledger_options import (
    asked_condition,
    asked_name,
    conditions,
    ledger_option,
    ledger_path,
    show_command,
    since_option,
    who_you_are,
)
from pinochle_solver.cli.input.options import player_option
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import LedgerError, visible


@click.command(
    "show",
    cls=PinochleCommand,
    example="pinochle ledger show",
)
@ledger_option
@player_option(
    "Show this player. Default: the name of your settings, or the only player; else all players "
    "side by side."
)
@since_option
@click.option(
    "--where",
    metavar="QUESTION",
    help='Count only these decisions, such as "leads in the first 4 tricks".',
)
@click.option(
    "--html",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write a page for any browser, with curves.",
)
@writes
def command(
    ledger: str | None,
    player: str | None,
    since: date | None,
    where: str | None,
    html: str | None,
    writer: Writer,
) -> int:
    """Show what a player loses a decision, by kind, by trick and by rulebook, and the trend.

    Forced moves are no decisions, and trivial ones, in which no move loses 5 points, do not count.
    """
    from pinochle_solver.ledger.file import open_ledger
    from pinochle_solver.ledger.report import Asked, report_of, standings_of

    path = ledger_path(ledger)
    page = None if html is None else check_target(html, [str(path)])
    asked = asked_condition("--where", where)
    try:
        with open_ledger(path) as opened:
            name = asked_name(opened, player)
            among = asked.and_(conditions(None, since))
            if name is None:
                standings = standings_of(opened, among)
                if not standings:
                    raise click.ClickException(f"{path}: no such decision in it")
                if page is not None:
                    raise click.UsageError("--html: add --player NAME")
                writer.write_together(standings)
                if writer.compares:
                    names = [each.player for each in standings]
                    show = show_command(ledger, player=names[0], since=since, where=where)
                    for line in filter(None, (f"next: {show}", who_you_are(names))):
                        click.echo(visible(line))
                return DONE
            told = Asked(where or "", since, ledger or "")
            report = replace(report_of(opened, name, among), asked=told)
    except LedgerError as error:
        raise click.ClickException(str(error)) from None
    writer.write(report)
    if page is not None:
        from pinochle_solver.board.ledger_page import ledger_page

        try:
            replace_file(page, ledger_page(report))
        except OSError as error:
            raise click.ClickException(f"{html}: {fact_of(error)}") from None
    return DONE
