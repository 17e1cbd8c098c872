"""``pinochle ledger add``: hands reviewed once, and kept decision by decision."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli import BAD_INPUT, INTERRUPTED, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.commands.bulk_runs import (
    RunOptions,
    bulk_progress,
    opened_workers,
    run_options,
)
from pinochle_solver.cli.input.ledger_options import (
    Day,
    asked_name,
    ledger_option,
    ledger_path,
    show_command,
    who_you_are,
)
from pinochle_solver.cli.input.options import Whole, rulebooks_of_files
from pinochle_solver.cli.input.parquet_files import check_installed
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import default_of_any, known_rulebooks, rulebook_files
from pinochle_solver.cli.input.search_options import seed_option
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, make_folder_of
from pinochle_solver.errors import BulkError, LedgerError, PositionError, WorkerError, visible
from pinochle_solver.limits import MOST_WORLDS
from pinochle_solver.notation.table.all_games import AnyRecord, is_table_record
from pinochle_solver.reviews.settings import LEAST_WORLDS
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.irregularities import Irregularity

if TYPE_CHECKING:
    from pinochle_solver.game.findings import AnyFinding
    from pinochle_solver.ledger.adding import Plan
    from pinochle_solver.ledger.file import Ledger
    from pinochle_solver.ledger.incoming import Incoming

_WORLDS, _TABLE_WORLDS = 128, 512


@click.command(
    "add",
    cls=PinochleCommand,
    example="pinochle ledger add hand.pnr --worlds 16",
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, shell_complete=completion.files
)
@ledger_option
@click.option(
    "--worlds",
    metavar="N",
    type=Whole(LEAST_WORLDS, MOST_WORLDS),
    help=f"Try N worlds for each decision. Default: {_WORLDS}; with three and four hands "
    f"{_TABLE_WORLDS}.",
)
@seed_option
@click.option(
    "--date",
    "day",
    metavar="DAY",
    type=Day(),
    help="The day of hands whose record has no tag Date. Default: none.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Review hands again that were reviewed with other settings or by another version.",
)
@run_options
@rulebook_files
def command(
    files: tuple[str, ...],
    ledger: str | None,
    worlds: int | None,
    seed: int,
    day: date | None,
    again: bool,
    how: RunOptions,
) -> int:
    """Review the hands of record files, of any game, and keep every decision.

    A folder stands for its files *.pnr. A hand that the ledger holds is passed over, whatever file
    it is in. Each hand is on the disk before the next one counts, so that the same command goes on
    after an interruption. A record that cannot be read is named and left out; the status is 2 then.
    """
    from pinochle_solver.ledger.file import open_ledger

    check_installed("a ledger", "ledger")
    path = ledger_path(ledger)
    with GivenRecords(files, known_rulebooks()) as given:
        records = _readable(given)
    if not records:
        return given.status
    try:
        make_folder_of(path)
        with open_ledger(path, writes=True) as opened, stopping_searches() as stop:
            from pinochle_solver.ledger.adding import add, plan_of
            from pinochle_solver.ledger.incoming import incoming
            from pinochle_solver.ledger.jobs import LedgerJob

            job = LedgerJob(
                worlds=worlds or _WORLDS,
                table_worlds=worlds or _TABLE_WORLDS,
                seed=seed,
                own_rulebooks=rulebooks_of_files(),
                by_default=default_of_any(),
            )
            hands = list(incoming(records, day))
            _tell_unnamed(hands)
            plan = plan_of(opened, hands, job, again=again)
            wrong: list[str] = []
            done = 0
            if plan.hands:
                # Every process takes its time to begin.
                how = how._replace(workers=min(how.workers, len(plan.hands) - 1))
                with opened_workers(how) as workers, bulk_progress() as progress:
                    done = add(
                        opened,
                        plan.hands,
                        job,
                        workers,
                        shard_rows=how.shard_rows or 1,
                        progress=progress,
                        stopped=lambda: stop.is_set,
                        wrong=lambda hand, error: wrong.append(f"{hand.place}: {error}"),
                    )
            rated, coming = _rated(opened), _next(opened, ledger)
    except (BulkError, LedgerError, WorkerError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None
    for line in wrong:
        tell(line)
    click.echo(f"{path}: {_summary(plan, done)}")
    if rated is not None:
        click.echo(rated)
    if plan.others:
        fact = "reviewed with other settings, kept as they are; --again reviews them again"
        tell(f"{path}: {counted(plan.others, 'hand')} {fact}")
    if stop.is_set and done + len(wrong) < len(plan.hands):
        left = len(plan.hands) - done - len(wrong)
        tell(f"{path}: {counted(left, 'hand')} left; the same command goes on with them")
        return INTERRUPTED
    if coming is not None:
        for line in coming.splitlines():
            click.echo(visible(line))
    return BAD_INPUT if wrong else given.status


def _readable(given: GivenRecords) -> list[tuple[str, str, AnyRecord]]:
    """The hands that can be read to their end, each with its place and its text."""
    found: list[tuple[str, str, AnyRecord]] = []
    for text in given.texts():
        record = text.record
        if isinstance(record, PositionError):
            continue
        if (unread := _unreadable(record)) is not None:
            fact = str(unread).removesuffix(f" ({unread.ruling})")
            given.leave_out(text.place, f"{fact}; the hand is not kept")
        else:
            found.append((text.place, text.text, record))
    return found


def _unreadable(record: AnyRecord) -> AnyFinding[Any] | None:
    """The word of a hand that cannot be read, with which its review would end; None if all can."""
    from pinochle_solver.game.replayer import replay_record
    from pinochle_solver.game.table.replayer import replay_table_record

    replay = replay_table_record(record) if is_table_record(record) else replay_record(record)
    found: Iterable[AnyFinding[Any]] = replay.findings
    return next((each for each in found if each.kind == Irregularity.UNREADABLE), None)


def _summary(plan: Plan, done: int) -> str:
    said = [f"{counted(done, 'hand')} added"]
    if plan.again:
        said = [f"{counted(done, 'hand')} added or reviewed again"]
    if plan.kept:
        said.append(f"{plan.kept:,} there already")
    if plan.doubles:
        said.append(f"{plan.doubles:,} given twice")
    return ", ".join(said)


def _rated(ledger: Ledger) -> str | None:
    """The rating of the user, and where most is lost, in a line; None if it is not known who."""
    from pinochle_solver.ledger.report import report_of

    name = asked_name(ledger, None)
    report = None if name is None else report_of(ledger, name)
    if report is None or report.rating.number < 2:
        return None
    low, high = report.rating.interval
    said = f"{name}: {report.rating.mean:.2f} ({low:.2f} to {high:.2f}) points lost a decision"
    return said if report.worst is None else f"{said}, most in {report.worst.name}"


def _next(ledger: Ledger, file: str | None) -> str | None:
    """What to type next, in lines; None if nothing is kept.

    Args:
        ledger: the ledger.
        file: its name as it was typed.
    """
    names = ledger.players()
    if not names:
        return None
    who = None if asked_name(ledger, None) is not None else who_you_are(names)
    return "\n".join(filter(None, (f"next: {show_command(file)}", who)))


def _tell_unnamed(hands: list[Incoming]) -> None:
    """Say once that players without a name are known by their seats."""
    places = [each.place for each in hands if any(n == seat for seat, n in each.names.items())]
    if not places:
        return
    more = "" if len(places) == 1 else f" and {counted(len(places) - 1, 'more hand')}"
    fact = "a player without a name is kept by his seat"
    tell(f'{places[0]}{more}: {fact}. Write [SouthPlayer "NAME"] into the record')
