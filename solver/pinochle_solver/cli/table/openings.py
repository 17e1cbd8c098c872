"""``pinochle openings`` for three and four: hands before the auction, or with a turned-up trump."""

from __future__ import annotations

import click

from pinochle_solver.cli import DONE
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import known_rulebooks
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.openings.report import OpeningSource
from pinochle_solver.openings.table.classes import class_of, sum_of
from pinochle_solver.openings.table.dealt_classes import class_of_dealt, class_of_played
from pinochle_solver.openings.table.dealt_report import DealtReport, first_decision
from pinochle_solver.openings.table.report import HandReport, HandSource, before_auction
from pinochle_solver.openings.table.tables import (
    TABLES,
    published_played_table,
    published_table,
)
from pinochle_solver.openings.tables import names_in
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.rules import TableRules


def hand_report(
    hand: Hand, files: tuple[str, ...], rules: TableRules, worlds: int
) -> tuple[HandReport, int]:
    """The report of a hand before the auction, and the exit status of reading files.

    Args:
        hand: the hand.
        files: records of the user's own.
        rules: a game with an auction.
        worlds: in how many deals the engine tries the bids; 0: it is not asked.

    Raises:
        click.UsageError: for a hand that is not dealt in the game.
    """
    try:
        position = before_auction(rules, hand)
    except PositionError as error:
        raise click.UsageError(f"HAND: {error.fact}") from None
    table = published_table(rules)
    if table is None:
        _check_known(rules, files, worlds)
    best = sum_of(rules, hand)
    kind = class_of(rules, best)
    sources = [] if table is None else [HandSource.of_table(table, kind)]
    status = DONE
    if files:
        from pinochle_solver.openings.table.played import of_record

        name, replays, status = _replays(files, rules)
        played = [each for replay in replays for each in of_record(replay)]
        sources.append(HandSource.of_played(rules, name, played, kind))
    analysis = _analysis(position, worlds)
    return HandReport(rules, hand, best, kind, tuple(sources), analysis), status


def dealt_report(
    hand: Hand, upcard: Card, files: tuple[str, ...], rules: TableRules, worlds: int
) -> tuple[DealtReport, int]:
    """The report of a hand with a turned-up trump, and the exit status of reading files.

    Args:
        hand: the hand.
        upcard: the card turned up.
        files: records of the user's own.
        rules: a game without an auction.
        worlds: in how many deals the engine tries the moves of the leader; 0: it is not asked.

    Raises:
        click.UsageError: for a hand that is not dealt in the game.
    """
    try:
        position = first_decision(rules, hand, upcard)
    except PositionError as error:
        option = "HAND" if error.token == "south" else "--upcard"
        raise click.UsageError(f"{option}: {error.fact}") from None
    table = published_played_table(rules)
    if table is None:
        _check_known(rules, files, worlds)
    kind = class_of_dealt(rules, hand, upcard.suit)
    sources = [] if table is None else [OpeningSource.of_table(table, kind.text())]
    status = DONE
    if files:
        from pinochle_solver.openings.table.dealt import of_record

        name, replays, status = _replays(files, rules)
        found = [each for replay in replays if (each := of_record(replay))]
        hands = (each for hands in found for each in hands)
        of_class = (each for each in hands if class_of_played(rules, each) == kind)
        sources.append(OpeningSource.of_played(name, len(found), of_class))
    analysis = _analysis(position, worlds)
    return DealtReport(rules, hand, upcard, kind, tuple(sources), analysis), status


def _check_known(rules: TableRules, files: tuple[str, ...], worlds: int) -> None:
    """Raise `click.UsageError` if nothing is known of a game without a table."""
    if not files and not worlds:
        known = ", ".join(names_in(TABLES))
        fact = f"no table of {rules.name}, only of {known}; give FILE, records of your own"
        raise click.UsageError(f"--rules: {fact}")


def _replays(files: tuple[str, ...], rules: TableRules) -> tuple[str, list[TableReplay], int]:
    """The name of some files, their hands of a game played through, and the exit status."""
    from pinochle_solver.game.table.replayer import replay_table_record

    with GivenRecords(files, known_rulebooks()) as given:
        records = (each for each in given.records_of(rules) if is_table_record(each))
        replays = [replay_table_record(record) for record in records]
    return given.name, replays, given.status


def _analysis(position: TablePosition, worlds: int) -> ChanceAnalysis | None:
    if not worlds:
        return None
    from pinochle_solver.hidden_hands.search import analyze_hidden

    return analyze_hidden(position, Limits(worlds=worlds))
