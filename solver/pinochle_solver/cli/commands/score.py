"""``pinochle score``: a game of several hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

import click
from click.core import ParameterSource

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
from pinochle_solver.cli.input.record_sources import GivenRecords
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
# Which options only a game has.
_OF_A_GAME = (
    "target",
    "ahead",
    "chips",
    "drop_last_digit",
    "single_hand",
    "call_outs",
    "call_out_at_once",
    "player",
    "pays",
)
_ENOUGH = 2
# A record and its place; None for one that cannot be read.
_Placed: TypeAlias = "tuple[str, AnyRecord | None]"


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
@click.option(
    "--totals/--game",
    "totals",
    default=None,
    help="Add up what each player got, or score one game. Default: totals if the first two hands "
    "are one deal with the players at other seats, as in a match; a game if an option of a game is "
    "given.",
)
@click.option(
    "--each-hand",
    is_flag=True,
    help="Add up what each player got, and show what each hand brought.",
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
    totals: bool | None,
    each_hand: bool,
    writer: Writer,
) -> int:
    """Score a game: the hand records in these files, in order; - is standard input.

    The command shows the score after each hand and the winner. If a record has a mistake, or does
    not fit the game (dealer, rulebook, count, target, score), it names the line; the status is 1.
    The hands of a match are no game: the command adds up what each player got.

    A folder stands for its files *.pnr. The command leaves out files and records that it cannot
    read, and names them at the end; the status is 2.
    """
    given = click.get_current_context().with_resource(GivenRecords(files, known_rulebooks()))
    (first, second), records = _first_two(given.places())
    if first is None:
        return BAD_INPUT
    of_game = _game_option()
    if totals is None:
        is_match = second is not None and _is_played_again(first, second)
        totals = each_hand or (is_match and of_game is None)
    if totals and of_game is not None:
        raise click.UsageError(f"{of_game}: is for a game. Leave it out, or type --game")
    if each_hand and not totals:
        raise click.UsageError("--each-hand: not with --game, which shows each hand anyway")
    if totals:
        return max(given.status, _write_totals(records, writer, keeps_hands=each_hand))
    status = _score_game(
        first,
        records,
        writer,
        call_outs,
        target=target,
        ahead=ahead,
        chips=chips,
        drop_last_digit=drop_last_digit,
        single_hand=single_hand,
        call_out_at_once=call_out_at_once,
        player=player,
        pays=pays,
    )
    return max(given.status, status)


def _score_game(
    first: AnyRecord,
    records: Iterator[_Placed],
    writer: Writer,
    call_outs: tuple[str, ...],
    *,
    target: int | None,
    ahead: int | None,
    chips: bool,
    drop_last_digit: bool,
    single_hand: bool,
    call_out_at_once: bool,
    player: str | None,
    pays: str | None,
) -> int:
    """Score one game of the records, the first of which says what is played; the exit status."""
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


def _first_two(
    records: Iterator[_Placed],
) -> tuple[tuple[AnyRecord | None, AnyRecord | None], Iterator[_Placed]]:
    """The first two records that can be read; and all, lazily. The first says what is played."""
    before, read = list[_Placed](), list[AnyRecord]()
    for placed in records:
        before.append(placed)
        if placed[1] is not None:
            read.append(placed[1])
            if len(read) == _ENOUGH:
                break
    first, second = [*read, None, None][:_ENOUGH]
    return (first, second), chain(before, records)


def _is_played_again(first: AnyRecord, second: AnyRecord) -> bool:
    """Whether two hands are one deal with the players at other seats."""
    if is_table_record(first):
        from pinochle_solver.matches.table.totals import is_table_deal_again

        return is_table_record(second) and is_table_deal_again(first, second)
    from pinochle_solver.matches.totals import is_played_again

    return not is_table_record(second) and is_played_again(first, second)


def _game_option() -> str | None:
    """An option given that only a game has."""
    context = click.get_current_context()
    for param in context.command.params:
        is_given = context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if is_given and param.name in _OF_A_GAME:
            return param.opts[0]
    return None


def _write_totals(records: Iterable[_Placed], writer: Writer, *, keeps_hands: bool) -> int:
    """Write what the players of the records got in all; the exit status."""
    from pinochle_solver.matches.totals import TotalsKeeper, counted_hand

    keeper, told = TotalsKeeper(keeps_hands=keeps_hands), list[str]()
    is_read = True
    for number, (place, record) in enumerate(records, start=1):
        if record is None:
            continue
        if is_table_record(record):
            from pinochle_solver.game.table.replayer import replay_table_record
            from pinochle_solver.matches.table.totals import counted_table_hand

            try:
                replay = replay_table_record(record)
            except PositionError as error:
                told.append(f"{place}: {error}")
                is_read = False
                continue
            findings, hand = [*map(str, replay.findings)], counted_table_hand(replay)
        else:
            played = replay_record(record)
            findings, hand = [*map(str, played.findings)], counted_hand(played)
        told.extend(f"{place}: hand {number}: {each}" for each in findings)
        fault = "not finished, adds nothing" if hand is None else keeper.add(number, hand)
        if fault is not None:
            told.append(f"{place}: hand {number}: {fault}")
    totals = keeper.totals()
    if totals is not None:
        writer.write(totals)
    for each in told:
        tell(each)
    if not is_read:
        return BAD_INPUT
    return CHECK_FAILED if told else DONE


def _replayed(place: str, record: AnyRecord | None) -> Replay | None:
    """A record played through; None, and told why, for one that cannot be."""
    if record is None:
        return None
    if is_table_record(record):
        tell(f"{place}: Rules: {record.rules.name}, in a two-handed game")
        return None
    return replay_record(record)
