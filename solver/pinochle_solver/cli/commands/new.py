"""``pinochle new``: a hand played at a table, noted card by card, with advice."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.dialogues.hand_setup import HandSetup
from pinochle_solver.cli.dialogues.note_taking import NotebookDialogue, NotebookFile
from pinochle_solver.cli.dialogues.reading import QuitError
from pinochle_solver.cli.input.analysis_options import objective_option
from pinochle_solver.cli.input.game_options import asked_terms, game_options
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import (
    ascii_only,
    asked_doubles,
    asked_engine,
    doubles_option,
    usable_processors,
)
from pinochle_solver.cli.input.rulebooks import (
    check_dealt,
    known_rulebooks,
    rulebook_files,
    rulebook_option,
)
from pinochle_solver.cli.input.search_options import seconds_option, with_kept_seconds
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.kept_records import RecordKeeper
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.errors import NotationError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players, parse_own_name
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat
from pinochle_solver.stock.settings import SearchSettings

_DEFAULT_SECONDS = 2.0


@click.command(
    "new",
    cls=PinochleCommand,
    example="pinochle new --opponent Ann table.pnr",
)
@click.argument("file", metavar="[FILE]", required=False, shell_complete=completion.files)
@rulebook_option
@rulebook_files
@click.option(
    "--seat",
    type=click.Choice([seat.text() for seat in Seat], case_sensitive=False),
    default=Seat.SOUTH.text(),
    show_default=True,
    help="What your seat is called in the record; as in the hand before if FILE has one and this "
    "is not given. If the hand before names you, you may change seats.",
)
@game_options("the rulebook's, or as in the hand before, if not given")
@doubles_option("Note a hand with doubles, for a stake; macdougall and its kin, and goulash.")
@click.option("--opponent", metavar="NAME", help="The name of the other player.")
@seconds_option(f"How long to think about a piece of advice; {_DEFAULT_SECONDS:g} if not given.")
@objective_option("What the advice is for: points, or to win the hand, or the game at a score.")
@click.option("--no-advice", is_flag=True, help="Only keep the record.")
@ascii_only
def command(
    file: str | None,
    rulebook: Rulebook,
    seat: str,
    doubles: str | None,
    opponent: str | None,
    seconds: float | None,
    objective: str,
    no_advice: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Note a hand while it is played at a table, and be told what to play.

    It asks for the rules, the upcard and your cards, and then, trick by trick, for what happens.
    From the thirteenth trick on every card is known, and the advice is exact. FILE keeps the record
    after every answer. If FILE ends with a hand in part, that hand is continued; after a whole one
    another is begun.
    """
    check_dealt(rulebook, recorded=True)
    terms = asked_terms(options)
    keeper = RecordKeeper(file, "FILE", known_rulebooks())
    keeper.check_writable()
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    advice = SearchSettings(objective=objective, threads=usable_processors())
    adviser = asked_engine("--seconds", DEFAULT, advice)
    last = keeper.records[-1] if keeper.records else None
    notebook_file = NotebookFile(keeper, last)
    own = _own_seat(seat, last)
    try:
        players = _players(own, opponent, last)
    except NotationError as error:
        raise click.UsageError(f"--opponent: {error.fact}") from None
    asks_rules = _is_default("rulebook")
    if doubles is not None and asks_rules and last is None:
        stakes: Doubles | None = Doubles.parse(doubles)  # the rulebook is not known yet
    else:
        stakes = asked_doubles(last.rules if last and asks_rules else rulebook, doubles)
    is_heard = True
    try:
        with contextlib.suppress(QuitError):
            notebook_file.open(
                lambda: HandSetup(
                    keeper.records,
                    rulebook,
                    asks_rules,
                    own,
                    players,
                    stakes,
                    terms,
                    renderer,
                ).record(keeper.promise),
                terms,
            )
            limits = with_kept_seconds(Limits(seconds=seconds)).or_seconds(_DEFAULT_SECONDS)
            NotebookDialogue(notebook_file, adviser, None if no_advice else limits, renderer).run()
        sys.stdout.flush()
    except BrokenPipeError:
        is_heard = False
        raise
    finally:
        is_kept = notebook_file.close(is_heard)
    return DONE if is_kept else BAD_INPUT


def _is_default(option: str) -> bool:
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.DEFAULT


def _own_seat(seat: str, last: HandRecord | None) -> Seat:
    """The person's seat: as is said, else as in the hand before."""
    if last is None or last.view is None or not _is_default("seat"):
        return Seat.parse(seat)
    return last.view


def _players(own: Seat, opponent: str | None, last: HandRecord | None) -> Players:
    """Who plays: as is said, else as in the hand before, else as the settings have it."""
    kept = settings()
    names = [kept.name, kept.opponent]
    if last is not None:
        view = own if last.view is None else last.view
        names = [last.players[view], last.players[view.other]]
        if opponent is not None:
            names[0] = names[0] or kept.name
    if opponent is not None:
        names[1] = parse_own_name(opponent)
    return Players(*(names[seat is not own] for seat in Seat))
