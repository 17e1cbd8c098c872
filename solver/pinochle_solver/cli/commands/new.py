"""``pinochle new``: a hand played at a table, noted card by card, with advice."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.dialogues.hand_setup import HandSetup, TableGameError
from pinochle_solver.cli.dialogues.note_taking import NotebookDialogue
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile, resumed_notebook
from pinochle_solver.cli.dialogues.reading import QuitError
from pinochle_solver.cli.input.analysis_options import objective_option
from pinochle_solver.cli.input.game_options import asked_terms, game_options
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import (
    SEATS,
    ascii_only,
    asked_doubles,
    asked_engine,
    doubles_option,
    usable_processors,
)
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    check_dealt,
    known_rulebooks,
    refuse_table_options,
    rulebook_files,
    table_rules_options,
)
from pinochle_solver.cli.input.search_options import seconds_option, with_kept_seconds
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.kept_records import RecordKeeper, last_table_rules
from pinochle_solver.engines.engine import Engine
from pinochle_solver.engines.registry import DEFAULT, engine_for
from pinochle_solver.errors import NotationError
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.limits import Limits
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.players import Players, parse_own_name
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat
from pinochle_solver.stock.settings import SearchSettings

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

_DEFAULT_SECONDS = 2.0


@click.command(
    "new",
    cls=PinochleCommand,
    example="pinochle new --opponent Ann table.pnr",
    two_handed=("doubles", "opponent", "ahead"),
)
@click.argument("file", metavar="[FILE]", required=False, shell_complete=completion.files)
@any_rulebook_option
@table_rules_options
@rulebook_files
@click.option(
    "--seat",
    type=click.Choice(SEATS, case_sensitive=False),
    default=Seat.SOUTH.text(),
    help="Your seat in the record. Default: your seat in the last hand of FILE, or south. If that "
    "hand names you, you may change seats.",
)
@game_options("as in the last hand of FILE, or in the rulebook")
@doubles_option("Record a hand with doubles, for a stake (macdougall, macdougall-bonus, goulash).")
@click.option("--opponent", metavar="NAME", help="The name of your opponent.")
@seconds_option(f"Think S seconds about each piece of advice. Default: {_DEFAULT_SECONDS:g}.")
@objective_option("Advice to score points, or to win the hand, or with a score the game.")
@click.option(
    "--all",
    "sees_all",
    is_flag=True,
    help="At a table of three or four: you sit at no seat and see every hand (a kibitzer).",
)
@click.option("--no-advice", is_flag=True, help="Keep the record without advice.")
@ascii_only
def command(
    file: str | None,
    rulebook: AnyRulebook,
    table_options: str | None,
    four: bool,
    seat: str,
    doubles: str | None,
    opponent: str | None,
    seconds: float | None,
    objective: str,
    sees_all: bool,
    no_advice: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Record a hand while you play it at a table, and get advice on each move.

    The command asks for the rules, the upcard and your cards, and then for the play, trick by
    trick. From the thirteenth trick on every card is known, and the advice is exact. FILE keeps the
    record after every answer. If the last hand of FILE is unfinished, the command continues it;
    otherwise it begins another one. With --rules auction, check and so on you record a hand for
    three or four.
    """
    terms = asked_terms(options)
    limits = with_kept_seconds(Limits(seconds=seconds)).or_seconds(_DEFAULT_SECONDS)
    given = None if no_advice else limits
    recorded = None
    if _is_default("rulebook"):
        recorded = last_table_rules(file, "FILE", known_rulebooks())

    def note_at_table(rules: TableRules) -> int:
        refuse_two_handed_options()
        from pinochle_solver.cli.table.new import note_table_hand

        return note_table_hand(
            rules,
            terms,
            file=file,
            seat=None if _is_default("seat") else seat,
            sees_all=sees_all,
            limits=given,
            objective=objective,
            ascii_only=ascii_only,
        )

    if recorded is not None:
        return note_at_table(recorded)
    if not isinstance(rulebook, Rulebook):
        from pinochle_solver.cli.table.deals import asked_table_rules

        return note_at_table(asked_table_rules(rulebook, table_options, None, four))
    refuse_table_options(rulebook, table_options, four=four)
    if sees_all:
        raise click.UsageError("--all: goes with the games for three and four only")
    check_dealt(rulebook, recorded=True)
    if seat not in [each.text() for each in Seat]:
        raise click.UsageError(
            f"--seat: nobody sits {seat} in {rulebook.name}. Type south or north"
        )
    keeper = RecordKeeper(file, numbered_records, "FILE", known_rulebooks())
    keeper.check_writable()
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    advice = SearchSettings(objective=objective, threads=usable_processors())
    adviser = asked_engine("--seconds", DEFAULT, advice)

    def assuming(where: tuple[str, ...]) -> Engine:
        return engine_for(DEFAULT, replace(advice, where=where))

    last = keeper.records[-1] if keeper.records else None
    notebook_file: NotebookFile[Notebook, HandRecord] = NotebookFile(keeper, last)
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
                lambda last: resumed_notebook(last, terms),
            )
            NotebookDialogue(notebook_file, adviser, assuming, given, renderer).run()
        sys.stdout.flush()
    except TableGameError as said:
        return note_at_table(said.rules)
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
