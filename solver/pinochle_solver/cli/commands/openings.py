"""``pinochle openings``: what is done with opening hands like this one, and how they end."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import Whole
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    known_rulebooks,
    rulebook_files,
)
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import PositionError
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.limits import MOST_WORLDS, Limits
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.openings.played import class_of_played, of_record
from pinochle_solver.openings.report import (
    OpeningReport,
    OpeningSource,
    kind_of,
    opening_position,
)
from pinochle_solver.openings.tables import TABLES, names_in, published_table
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.rules import Rulebook

_WORLDS = 64
_EXAMPLE = "pinochle openings AAT9.KQ.-.QQJJ99 --upcard 9S"


@click.command(
    "openings",
    cls=PinochleCommand,
    example=_EXAMPLE,
)
@click.argument("hand", metavar="HAND")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--upcard",
    metavar="CARD",
    help="The card turned up, in games that have one; its suit is trump.",
)
@click.option(
    "--dealer", is_flag=True, help="In a game for two: the hand is the dealer's. Default: it leads."
)
@click.option(
    "--worlds",
    metavar="N",
    type=Whole(0, MOST_WORLDS),
    default=_WORLDS,
    show_default=True,
    help="Ask the engine about the lead, or the bids, in N worlds; 0: do not ask it.",
)
@click.option(
    "--html",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write a page for any browser.",
)
@any_rulebook_option
@rulebook_files
@writes
def command(
    hand: str,
    files: tuple[str, ...],
    upcard: str | None,
    dealer: bool,
    worlds: int,
    html: str | None,
    rulebook: AnyRulebook,
    writer: Writer,
) -> int:
    """Show what is done with opening hands like HAND, and how they end.

    In a game for two, hands are alike that have as many trumps and aces and as good a meld. The
    table shows what is led from them, what is laid and when, and the mean and the wins of each, in
    hands that engines played, and in your own records of FILE. With --rules of a game for three or
    four, hands are alike that have the same sum by a rule of thumb. In a game with an auction the
    table shows how often each bid is made and what it pays, and the first leads; in the others it
    shows the same as for two. The engine's word is about HAND itself. FILE may be a folder.
    """
    hand, files = _with_cards(hand, files)
    page = None if html is None else check_target(html, files)
    try:
        held = Hand.parse(hand)
    except PositionError as error:
        raise click.UsageError(f"HAND: {error.fact}") from None
    if isinstance(rulebook, Rulebook):
        report, status = _for_two(held, files, rulebook, upcard, worlds, dealer=dealer)
        writer.write(report)
        if page is not None:
            from pinochle_solver.board.openings_page import openings_page

            _write_page(page, openings_page(report))
        return status
    if dealer:
        raise click.UsageError(f"--dealer: is for two, and {rulebook.name} is not. Leave it out")
    if rulebook.auction is None:
        from pinochle_solver.cli.table.openings import dealt_report

        if upcard is None:
            raise click.UsageError("--upcard: missing. Add the card turned up, as in --upcard 9S")
        dealt, status = dealt_report(held, _card_of(upcard), files, rulebook, worlds)
        writer.write(dealt)
        if page is not None:
            from pinochle_solver.board.openings_page import openings_page

            _write_page(page, openings_page(dealt))
        return status
    if upcard is not None:
        fact = f"in {rulebook.name} no card is turned up. Leave it out"
        raise click.UsageError(f"--upcard: {fact}")
    from pinochle_solver.cli.table.openings import hand_report

    hands, status = hand_report(held, files, rulebook, worlds)
    writer.write(hands)
    if page is not None:
        from pinochle_solver.board.hands_page import hands_page

        _write_page(page, hands_page(hands))
    return status


def _card_of(upcard: str) -> Card:
    """The card of ``--upcard``; raises `click.UsageError` if it is none."""
    try:
        return Card.parse(upcard)
    except PositionError as error:
        raise click.UsageError(f"--upcard: {error.fact}") from None


def _write_page(path: Path, text: str) -> None:
    try:
        replace_file(path, text)
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None


def _for_two(
    hand: Hand,
    files: tuple[str, ...],
    rules: Rulebook,
    upcard: str | None,
    worlds: int,
    *,
    dealer: bool,
) -> tuple[OpeningReport, int]:
    """The report of a hand of two, and the exit status of reading files."""
    if upcard is None:
        example = f"Example: {_EXAMPLE}, or add --rules auction"
        raise click.UsageError(f"Missing option '--upcard'. {example}")
    turned = _card_of(upcard)
    try:
        kind = kind_of(rules, hand, turned, leads=not dealer)
    except PositionError as error:
        options = {"south": "HAND", "upcard": "--upcard"}
        option = options.get(error.token, error.token)
        raise click.UsageError(f"{option}: {error.fact}") from None
    table = published_table(rules.name)
    if table is None and not files:
        known = ", ".join(names_in(TABLES))
        fact = f"no table of {rules.name}, only of {known}; give FILE, records of your own"
        raise click.UsageError(f"--rules: {fact}")
    sources = [] if table is None else [OpeningSource.of_table(table, kind.text())]
    status = DONE
    if files:
        with GivenRecords(files, known_rulebooks()) as given:
            records = [each for each in given.records_of(rules) if isinstance(each, HandRecord)]
            played = [found for each in records if (found := of_record(replay_record(each)))]
        both = (each for found in played for each in found)
        of_class = (each for each in both if class_of_played(rules, each) == kind.text())
        sources.append(OpeningSource.of_played(given.name, len(played), of_class))
        status = given.status
    analysis = None
    if worlds and not dealer:
        from pinochle_solver.engines.registry import make_engine

        position = opening_position(rules, hand, turned)
        analysis = make_engine("default").analyze(position, Limits(worlds=worlds))
    return OpeningReport(rules, hand, turned, kind, tuple(sources), analysis), status


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
