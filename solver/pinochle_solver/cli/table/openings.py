"""``pinochle openings`` for three and four: hands before the auction."""

from __future__ import annotations

import click

from pinochle_solver.cli import DONE
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import known_rulebooks
from pinochle_solver.errors import PositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.openings.table.classes import class_of, sum_of
from pinochle_solver.openings.table.report import HandReport, HandSource, before_auction
from pinochle_solver.openings.table.tables import TABLES, published_table
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.rules import TableRules


def hand_report(
    hand: Hand, files: tuple[str, ...], rules: TableRules, worlds: int
) -> tuple[HandReport, int]:
    """The report of a hand before the auction, and the exit status of reading files.

    Args:
        hand: the hand.
        files: records of the user's own.
        rules: the game.
        worlds: in how many deals the engine tries the bids; 0: it is not asked.

    Raises:
        click.UsageError: for a game without an auction, or a hand that is not dealt in it.
    """
    if rules.auction is None:
        fact = f"{rules.name} has no auction. Type pinochle analyze to see what a hand is worth"
        raise click.UsageError(f"--rules: {fact}")
    try:
        position = before_auction(rules, hand)
    except PositionError as error:
        raise click.UsageError(f"HAND: {error.fact}") from None
    table = published_table(rules)
    if table is None and not files and not worlds:
        known = ", ".join(sorted(each.name.removesuffix(".json") for each in TABLES.iterdir()))
        fact = f"no table of {rules.name}, only of {known}; give FILE, records of your own"
        raise click.UsageError(f"--rules: {fact}")
    best = sum_of(rules, hand)
    kind = class_of(rules, best)
    sources = [] if table is None else [HandSource.of_table(table, kind)]
    status = DONE
    if files:
        from pinochle_solver.game.table.replayer import replay_table_record
        from pinochle_solver.openings.table.played import of_record

        with GivenRecords(files, known_rulebooks()) as given:
            played = [
                each
                for record in given.records_of(rules)
                if is_table_record(record)
                for each in of_record(replay_table_record(record))
            ]
        sources.append(HandSource.of_played(rules, given.name, played, kind))
        status = given.status
    analysis = None
    if worlds:
        from pinochle_solver.hidden_hands.search import analyze_hidden

        analysis = analyze_hidden(position, Limits(worlds=worlds))
    return HandReport(rules, hand, best, kind, tuple(sources), analysis), status
