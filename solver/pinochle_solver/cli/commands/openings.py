"""``pinochle openings``: what is done with opening hands like this one, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import Whole
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files, rulebook_option
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import PositionError
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.limits import MOST_WORLDS, Limits
from pinochle_solver.notation.known_rulebooks import refuse_table_game
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.openings.played import of_record
from pinochle_solver.openings.report import (
    OpeningReport,
    OpeningSource,
    kind_of,
    opening_position,
)
from pinochle_solver.openings.tables import TABLES, published_table
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.rules import Rulebook

_WORLDS = 64
_INSTEAD = "To see what a hand is worth there, type pinochle bid HAND"


@click.command(
    "openings",
    cls=PinochleCommand,
    example="pinochle openings AAT9.KQ.-.QQJJ99 --upcard 9S",
)
@click.argument("hand", metavar="HAND")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option("--upcard", metavar="CARD", required=True, help="The upcard; its suit is trump.")
@click.option("--dealer", is_flag=True, help="The hand is the dealer's. Default: it leads.")
@click.option(
    "--worlds",
    metavar="N",
    type=Whole(0, MOST_WORLDS),
    default=_WORLDS,
    show_default=True,
    help="Ask the engine about the lead, in N worlds; 0: do not ask it.",
)
@click.option(
    "--html",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write a page for any browser.",
)
@rulebook_option
@rulebook_files
@writes
def command(
    hand: str,
    files: tuple[str, ...],
    upcard: str,
    dealer: bool,
    worlds: int,
    html: str | None,
    rulebook: Rulebook,
    writer: Writer,
) -> int:
    """Show what is done with opening hands like HAND, and how they end.

    Hands are alike that have as many trumps and aces and as good a meld. The table shows what is
    led from them, what is laid and when, and the mean and the wins of each, in hands that engines
    played, and in your own records of FILE. The engine's word is about HAND itself.
    """
    hand, files = _with_cards(hand, files)
    page = None if html is None else check_target(html, files)
    try:
        held = Hand.parse(hand)
        turned = Card.parse(upcard)
    except PositionError as error:
        given = "HAND" if error.token == "hand" else "--upcard"
        raise click.UsageError(f"{given}: {error.fact}") from None
    try:
        kind = kind_of(rulebook, held, turned, leads=not dealer)
    except PositionError as error:
        given = {"south": "HAND", "upcard": "--upcard"}.get(error.token, error.token)
        raise click.UsageError(f"{given}: {error.fact}") from None
    table = published_table(rulebook.name)
    if table is None and not files:
        known = ", ".join(sorted(each.name.removesuffix(".json") for each in TABLES.iterdir()))
        fact = f"no table of {rulebook.name}, only of {known}; give FILE, records of your own"
        raise click.UsageError(f"--rules: {fact}")
    sources = [] if table is None else [OpeningSource.of_table(table, kind)]
    status = DONE
    if files:
        with GivenRecords(files, known_rulebooks()) as records:
            own = _Own(records, rulebook)
            played = list(own.played())
        name = files[0] if len(files) == 1 else f"{len(files)} files"
        sources.append(OpeningSource.of_played(name, own.number, played, kind))
        status = records.status
    analysis = None
    if worlds and not dealer:
        from pinochle_solver.engines.registry import make_engine

        position = opening_position(rulebook, held, turned)
        analysis = make_engine("default").analyze(position, Limits(worlds=worlds))
    report = OpeningReport(rulebook, held, turned, kind, tuple(sources), analysis)
    writer.write(report)
    if page is not None:
        from pinochle_solver.board.openings_page import openings_page

        try:
            replace_file(page, openings_page(report))
        except OSError as error:
            raise click.ClickException(f"{html}: {fact_of(error)}") from None
    return status


def _with_cards(hand: str, files: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The hand with the cards that are typed behind it as words of their own, and the files."""
    cards = tuple(takewhile(_is_card, files)) if _is_card(hand) else ()
    return " ".join((hand, *cards)), files[len(cards) :]


def _is_card(word: str) -> bool:
    try:
        Card.parse(word)
    except PositionError:
        return False
    return True


class _Own:
    """The hands of records.

    Args:
        given: the records.
        rules: the rulebook whose hands are counted.

    Attributes:
        number: how many hands of the rulebook were counted so far.
    """

    def __init__(self, given: GivenRecords, rules: Rulebook) -> None:
        self._given, self._rules, self.number = given, rules, 0

    def played(self) -> Iterator[PlayedOpening]:
        """The hands that were played to the end."""
        for place, record in self._given.records():
            if is_table_record(record):
                self._given.leave_out(place, refuse_table_game(record.rules, remedy=_INSTEAD))
            elif record.rules == self._rules:
                found = of_record(replay_record(record))
                self.number += bool(found)
                yield from found
