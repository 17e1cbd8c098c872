"""``pinochle score``: a game of several hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, completion
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.call_outs import asked_call_outs
from pinochle_solver.cli.input.game_options import (
    ahead_option,
    call_out_at_once_option,
    chips_option,
    drop_last_digit_option,
    single_hand_option,
    target_option,
)
from pinochle_solver.cli.input.options import asked_player, player_option
from pinochle_solver.cli.input.record_sources import place_of, read_record_files
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import GameError, PositionError
from pinochle_solver.game.call_outs import CallOut
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.table.all_games import AnyRecord, is_table_record
from pinochle_solver.rules.rules import Pays, Seat
from pinochle_solver.table.pays import TablePays

_FOR_TWO = {pays.value: pays for pays in Pays}

# A record, or what is wrong with its tags, and where it is.
_Placed: TypeAlias = "tuple[str, AnyRecord | PositionError]"


@click.command(
    "score",
    cls=PinochleCommand,
    example="pinochle score hand.pnr",
    two_handed=("ahead", "drop_last_digit", "player"),
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, shell_complete=completion.files
)
@target_option("as in the first record, or its rulebook")
@ahead_option()
@chips_option()
@drop_last_digit_option()
@single_hand_option()
@click.option(
    "--call-out",
    "call_outs",
    metavar="HAND.TRICK:SEAT",
    multiple=True,
    help="SEAT calls out after that trick of that hand. May be given several times.",
)
@call_out_at_once_option()
@player_option("Show also the points of this player.")
@rulebook_files
@click.option(
    "--pays",
    type=click.Choice([pays.value for pays in TablePays], case_sensitive=False),
    help="Settle the game. "
    + " ".join(f"{pays.value}: {pays.meaning}." for pays in TablePays)
    + " Default: as the first record's tag Pays says.",
)
@writes
def command(
    files: tuple[str, ...],
    target: int | None,
    ahead: int | None,
    chips: bool,
    drop_last_digit: bool,
    single_hand: bool,
    call_outs: tuple[str, ...],
    call_out_at_once: bool,
    player: str | None,
    pays: str | None,
    writer: Writer,
) -> int:
    """Score a game: the hand records in these files, in order; - is standard input.

    The command shows the score after each hand and the winner. If a record has a mistake, or does
    not fit the game (dealer, rulebook, count, target, score), it names the line; the status is 1.
    """
    records = _reporting_errors(read_record_files(files, known_rulebooks()))
    first, records = _first_read(records)
    if first is None:
        return BAD_INPUT
    if is_table_record(first):
        from pinochle_solver.cli.table.replays import score_table_records

        refuse_two_handed_options()
        return score_table_records(
            records,
            writer,
            call_outs,
            target=target,
            chips=chips,
            single_hand=single_hand,
            call_out_at_once=call_out_at_once,
            pays=None if pays is None else TablePays(pays.lower()),
        )
    if pays is not None and pays.lower() not in _FOR_TWO:
        fact = f"{pays.lower()} is for games for three or four"
        raise click.UsageError(f"--pays: {fact}. Type {' or '.join(_FOR_TWO)}")
    places: list[str] = []

    def replays() -> Iterator[Replay | None]:
        for place, record in records:
            places.append(place)
            yield _replayed(place, record)

    try:
        game = score_game(
            replays(),
            target=target,
            ahead=ahead,
            chips=chips,
            drop_last_digit=drop_last_digit,
            single_hand=single_hand,
            call_outs=asked_call_outs(call_outs, CallOut.parse),
            call_out_at_once=call_out_at_once,
            pays=None if pays is None else _FOR_TWO[pays.lower()],
        )
    except GameError as error:
        raise click.UsageError(f"--{error.token}: {error.fact}") from None
    if player is not None:
        name = asked_player(player, filter(None, game.players))
        game = replace(game, player=next(each for each in Seat if game.players[each] == name))
    writer.write(game)
    for place, hand in zip(places, game.hands, strict=True):
        for fault in (*hand.faults, *hand.findings):
            tell(f"{place}: hand {hand.number}: {fault}")
    if any(hand.outcome is HandOutcome.UNREAD for hand in game.hands):
        return BAD_INPUT
    return CHECK_FAILED if game.has_faults else DONE


def _reporting_errors(records: Iterator[_Placed]) -> Iterator[_Placed]:
    for place, record in records:
        if isinstance(record, PositionError):
            tell(f"{place_of(place, record)}: {record}")
        yield place, record


def _first_read(records: Iterator[_Placed]) -> tuple[AnyRecord | None, Iterator[_Placed]]:
    """The first record that can be read, which says what is played; and all of them, lazily."""
    before: list[_Placed] = []
    for placed in records:
        before.append(placed)
        if not isinstance(placed[1], PositionError):
            return placed[1], chain(before, records)
    return None, iter(())


def _replayed(place: str, record: AnyRecord | PositionError) -> Replay | None:
    """A record played through; None, and told why, for one that cannot be."""
    if isinstance(record, PositionError):
        return None
    if is_table_record(record):
        tell(f"{place}: Rules: {record.rules.name}, in a two-handed game")
        return None
    return replay_record(record)
