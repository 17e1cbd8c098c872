"""``pinochle review``: where a hand was lost, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, INTERRUPTED, completion
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.annotated_files import AnnotatedFile
from pinochle_solver.cli.input.moments import one_hand_option
from pinochle_solver.cli.input.options import asked_player, player_option, usable_processors
from pinochle_solver.cli.input.record_sources import GivenRecords, RecordText
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.input.search_options import (
    check_one_limit,
    seconds_option,
    seed_option,
    threads_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.review_progress import review_progress
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import PositionError
from pinochle_solver.game.findings import AnyFinding
from pinochle_solver.limits import Limits
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.reviews.mistakes import mistake_lines
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.reviews.settings import DEFAULT_SECONDS, LEAST_WORLDS
from pinochle_solver.reviews.together import WhoPlayed
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.reviews.table.review import TableReview


@click.command(
    "review",
    cls=PinochleCommand,
    example="pinochle review --worlds 64 hand.pnr",
    two_handed=("cards",),
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--seat",
    type=click.Choice(["south", "west", "north", "east"], case_sensitive=False),
    help="Review only the decisions of this seat. Default: all seats.",
)
@player_option("Review only the decisions of this player, at any seat. Default: all players.")
@seconds_option(
    f"Think S seconds about each decision. Default: {DEFAULT_SECONDS:g} if you set no limit; with "
    "three and four hands 4,096 worlds."
)
@worlds_option(
    "Try N worlds for each decision. The same seed then gives the same review.", LEAST_WORLDS
)
@seed_option
@threads_option("Number of threads. Default: one for each processor.")
@click.option(
    "--cards",
    is_flag=True,
    help="Show also where the unseen cards were: at the worst decisions, and at every decision of "
    "the stock phase on the page and in JSON.",
)
@click.option(
    "--annotate",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write the records to FILE, with the findings as comments. A review of FILE with the same "
    "settings does not search again.",
)
@click.option("--resume", is_flag=True, help="Continue the file of --annotate.")
@click.option(
    "--html",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write a page for any browser, to step through the hands.",
)
@click.option(
    "--quiz",
    metavar="FILE",
    shell_complete=completion.files,
    help="Add the positions of marked mistakes to a file for pinochle quiz.",
)
@one_hand_option
@rulebook_files
@writes
def command(
    files: tuple[str, ...],
    hand: int | None,
    seat: str | None,
    player: str | None,
    seconds: float | None,
    worlds: int | None,
    seed: int,
    threads: int | None,
    cards: bool,
    annotate: str | None,
    resume: bool,
    html: str | None,
    quiz: str | None,
    writer: Writer,
) -> int:
    """Review recorded hands of any game: the move played, the best move, and each decision's loss.

    The review judges every decision between several moves by the cards that its player saw. The
    first Ctrl-C stops and shows the review so far. A folder stands for its files *.pnr,
    and FILE:LINE for the hand at that line. The command leaves out files and records that it cannot
    read, and names them at the end. Status 1 if a record has a mistake, 2 if the command cannot
    read one.
    """
    check_one_limit(seconds, worlds)
    if seat is not None and player is not None:
        raise click.UsageError("--player: not with --seat; a player may have changed seats")
    limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds))
    if resume and annotate is None:
        raise click.UsageError("--resume: goes with --annotate FILE")
    # It names what could not be read when the command ends, below the reviews.
    given = click.get_current_context().with_resource(GivenRecords(files, known_rulebooks(), hand))
    page, mistakes = (
        None if name is None else check_target(name, [*given.files, *filter(None, others)])
        for name, others in ((html, (quiz, annotate)), (quiz, (annotate,)))
    )
    if mistakes is not None:
        _held(mistakes)
    texts = list(given.texts())
    if any(is_table_record(text.record) for text in texts):
        refuse_two_handed_options()
    seats = _seats(texts, seat, player)
    kept = None
    if annotate is not None:
        if given.is_part:  # a file that is read keeps its other hands
            check_target(annotate, given.files, for_records=True)
        kept = AnnotatedFile(annotate, texts, given.files, resume, known_rulebooks())
    reviews: list[Review] = []
    tables: list[TableReview] = []
    every: list[Review | TableReview] = []
    status = DONE
    with stopping_searches() as stop, review_progress(len(texts)) as report:
        for number, text in enumerate(texts):
            if stop.is_set:
                break
            record = text.record if kept is None else kept.record(number)
            if isinstance(record, PositionError):
                continue
            if number not in seats:
                tell(f"{text.place}: {player} does not play in this hand, it is left out")
                continue
            told = None if report is None else partial(report, number)
            if is_table_record(record):
                from pinochle_solver.cli.table.reviews import reviewed_table

                of_table = reviewed_table(
                    text.place,
                    record,
                    seats[number],
                    limits,
                    seed=seed,
                    threads=threads or usable_processors(),
                    stop=stop,
                    progress=told,
                )
                if of_table is None:
                    status = BAD_INPUT
                    continue
                status = max(status, _status_of(of_table.replay.findings))
                tables.append(of_table)
                every.append(of_table)
                writer.write(of_table)
                if kept is not None:
                    kept.write(number, of_table)
                continue
            own = seats[number]
            found = review(
                record,
                seat=None if own is None else Seat.parse(own),
                seconds=limits.seconds,
                worlds=limits.worlds,
                seed=seed,
                threads=threads or usable_processors(),
                cards=cards,
                stop=stop,
                progress=told,
            )
            status = max(status, _status_of(found.replay.findings))
            reviews.append(found)
            every.append(found)
            writer.write(found)
            if kept is not None:
                kept.write(number, found)
    for several in (reviews, tables):
        if len(several) > 1 and writer.compares:
            writer.write_together(several)
    if mistakes is not None:
        lines = mistake_lines(reviews)
        if tables:
            from pinochle_solver.reviews.table.mistakes import table_mistake_lines

            lines |= table_mistake_lines(tables)
        _add_mistakes(mistakes, lines)
    if page is not None and every:
        _write_page(page, every)
    return INTERRUPTED if stop.is_set else max(status, given.status)


def _seats(
    texts: Sequence[RecordText], seat: str | None, player: str | None
) -> dict[int, str | None]:
    """Whose decisions to review in each hand, None for all seats; hands left out are missing.

    Raises:
        click.UsageError: if nobody is called so, or a seat is none of two.
    """
    two_handed = [n for n, text in enumerate(texts) if isinstance(text.record, HandRecord)]
    if player is None:
        if two_handed and seat not in (None, *(each.text() for each in Seat)):
            fact = f"a hand of two has no {seat}; type south or north"
            raise click.UsageError(f"--seat {seat}: {fact}")
        return dict.fromkeys(range(len(texts)), seat)
    who = WhoPlayed(_records(texts))
    for place, notes in zip(two_handed, who.notes, strict=True):
        for note in notes:
            tell(f"{texts[place].place}: {note}")
    names = list(who.all_names)
    tables = [(n, text.record) for n, text in enumerate(texts) if is_table_record(text.record)]
    for _, record in tables:
        names += record.names.values()
    asked = asked_player(player, dict.fromkeys(names))
    found: dict[int, str | None] = {
        place: own.text()
        for place, own in zip(two_handed, who.seats_of(asked), strict=True)
        if own is not None
    }
    if tables:
        from pinochle_solver.cli.table.reviews import seat_of

        found |= {n: own for n, record in tables if (own := seat_of(record, asked)) is not None}
    return found


def _records(texts: Sequence[RecordText]) -> Iterator[HandRecord]:
    return (text.record for text in texts if isinstance(text.record, HandRecord))


def _status_of(findings: Iterable[AnyFinding[Any]]) -> int:
    """As that of `pinochle replay`."""
    kinds = {Irregularity(finding.kind) for finding in findings}
    return BAD_INPUT if Irregularity.UNREADABLE in kinds else CHECK_FAILED if kinds else DONE


def _write_page(path: Path, reviews: Sequence[Review | TableReview]) -> None:
    from pinochle_solver.board.review_page import review_page

    _write(path, review_page(reviews))


def _add_mistakes(path: Path, lines: Mapping[str, str]) -> None:
    """Add the positions of mistakes that a file does not hold yet, each with what it says."""
    before = _held(path)
    known = set(before.splitlines())
    new = {line: why for line, why in lines.items() if line not in known}
    if not new:
        tell(f"{path}: no new marked mistake")
        return
    added = "".join(f"\n{why}\n{line}\n" for line, why in new.items())
    _write(path, (before + added).lstrip("\n"))
    tell(f"{path}: {counted(len(new), 'position')} added, for pinochle quiz")


def _held(path: Path) -> str:
    """What a file of mistakes holds; it has to be a text before anything is reviewed for it."""
    try:
        if path.exists() and not path.is_dir():
            check_target(str(path))  # a pipe or a device may never end
        return path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None


def _write(path: Path, text: str) -> None:
    try:
        replace_file(path, text)
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None
