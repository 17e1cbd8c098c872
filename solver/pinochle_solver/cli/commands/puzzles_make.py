"""``pinochle puzzles make``: positions with one best move, where the natural move is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import Whole, card_count_option, usable_processors
from pinochle_solver.cli.input.record_sources import GivenRecords
from pinochle_solver.cli.input.rulebooks import (
    check_dealt,
    known_rulebooks,
    rulebook_files,
    rulebook_option,
)
from pinochle_solver.cli.input.search_options import threads_option, worlds_option
from pinochle_solver.cli.streams import tell
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.limits import MOST_SEED
from pinochle_solver.notation.known_rulebooks import refuse_table_game
from pinochle_solver.notation.table.all_games import is_table_record
from pinochle_solver.puzzles.making import Wanted, puzzles
from pinochle_solver.puzzles.playoff_puzzles import LEAST_CARDS, MOST_CARDS
from pinochle_solver.puzzles.puzzle import Difficulty
from pinochle_solver.puzzles.sources import (
    dealt_playoffs,
    played_playoffs,
    played_stock,
    recorded,
)
from pinochle_solver.puzzles.stock_puzzles import DEFAULT_WORLDS, LEAST_WORLDS, StockPuzzles
from pinochle_solver.puzzles.themes import THEMES, Theme
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from pinochle_solver.game.replayed_hand import Replay
    from pinochle_solver.notation.position_lines import Position
    from pinochle_solver.puzzles.puzzle import Puzzle
    from pinochle_solver.table.rules import TableRules

_NUMBER = 10
_MOST_CARDS = 12
_INSTEAD = "Type pinochle review --quiz FILE to practise the mistakes of such hands"
_DEALT = ("rulebook", "card_count", "seed", "dealt")


@click.command(
    "make",
    cls=PinochleCommand,
    example="pinochle puzzles make --number 3 --seed 7 --theme throw-in --dealt",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--number",
    metavar="N",
    type=Whole(1),
    help=f"Stop after N puzzles. Default: {_NUMBER}; of FILE, all there are.",
)
@click.option(
    "--theme",
    "themes",
    metavar="THEME",
    type=click.Choice(THEMES, case_sensitive=False),
    multiple=True,
    help=f"Make only puzzles with this theme: {', '.join(THEMES)}. May be given several times. "
    "Default: any; without FILE, any of the playoff.",
)
@click.option(
    "--difficulty",
    type=click.Choice([each.value for each in Difficulty], case_sensitive=False),
    help="Make only puzzles that are as difficult as that. Default: any.",
)
@click.option(
    "--cards",
    metavar="N",
    type=Whole(LEAST_CARDS, _MOST_CARDS),
    default=MOST_CARDS,
    show_default=True,
    help="At most N cards in each hand of a playoff.",
)
@click.option(
    "--dealt",
    is_flag=True,
    help="Deal the playoffs at random instead of playing hands: quicker, and further from what is "
    "met in play.",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0, MOST_SEED),
    default=1,
    show_default=True,
    help="Another seed, other puzzles.",
)
@rulebook_option
@card_count_option()
@worlds_option(
    f"Compare moves of the stock phase in N worlds. Default: {DEFAULT_WORLDS}.", LEAST_WORLDS
)
@threads_option("Number of threads. Default: one for each processor.")
@rulebook_files
def command(
    files: tuple[str, ...],
    number: int | None,
    themes: tuple[str, ...],
    difficulty: str | None,
    cards: int,
    dealt: bool,
    seed: int,
    rulebook: Rulebook,
    card_count: str | None,
    worlds: int | None,
    threads: int | None,
) -> int:
    """Make puzzles: positions with one best move, where the natural move is wrong.

    They come from the hands of FILE, which may be a folder of records, or else from hands that
    engines play. The command names a record that it cannot read at the end; the status is 2 then.
    In a playoff the best card is proven, and ahead of all others by 10 points or more. In the stock
    phase the best move is ahead by 10 points and by 4 standard errors. Each puzzle has a theme and
    a difficulty, and no two are alike. The same seed gives the same puzzles.
    """
    asked = frozenset(map(Theme, themes))
    wanted = Wanted(asked, None if difficulty is None else Difficulty(difficulty))
    in_stock = any(theme.is_of_stock for theme in asked)
    stock = StockPuzzles(worlds or DEFAULT_WORLDS, seed, threads or usable_processors(), asked)
    if files:
        _refuse_dealing()
        is_asked = in_stock or not asked
        with GivenRecords(files, known_rulebooks()) as given:
            records = _Records(given)
            hands: Iterator[Iterator[Position]] = recorded(records.replays(), cards)
            made = puzzles(hands, wanted, stock if is_asked else None, most_of_a_hand=None)
            printed = _print(made if number is None else islice(made, number))
            records.name_refused()
        if not printed and records.hands:
            those = counted(records.hands, "hand")
            tell(f"no such puzzle in {those}; without FILE puzzles are made of other hands")
        return given.status
    if in_stock and not all(theme.is_of_stock for theme in asked):
        fact = "of the stock phase and of the playoff; without FILE ask for one phase at a time"
        raise click.UsageError(f"--theme: {fact}")
    if in_stock and dealt:
        raise click.UsageError("--dealt: only playoffs are dealt, not the stock phase")
    check_dealt(rulebook, recorded=False)
    count = COUNTS[card_count] if card_count else rulebook.count
    if in_stock:
        hands = played_stock(rulebook, count, seed)
    else:
        source = dealt_playoffs if dealt else played_playoffs
        hands = source(rulebook, count, seed, min(cards, rulebook.deck.hand))
    _print(islice(puzzles(hands, wanted, stock), number or _NUMBER))
    return DONE


def _print(made: Iterable[Puzzle]) -> int:
    """Print puzzles, an empty line between them; how many there are."""
    number = 0
    for puzzle in made:
        click.echo("\n" * (number > 0) + puzzle.text(), nl=False)
        number += 1
    return number


def _refuse_dealing() -> None:
    """Raise `click.UsageError` for an option that says what to deal."""
    context = click.get_current_context()
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if param.name in _DEALT and source is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{param.opts[0]}: not with FILE, which has the hands")


class _Records:
    """The hands of records.

    Args:
        given: the records.

    Attributes:
        hands: how many were read so far.
    """

    def __init__(self, given: GivenRecords) -> None:
        self._given, self.hands = given, 0
        self._refused: dict[TableRules, list[str]] = {}

    def replays(self) -> Iterator[Replay]:
        """The hands, replayed."""
        for place, record in self._given.records():
            if is_table_record(record):
                self._refused.setdefault(record.rules, []).append(place)
            else:
                self.hands += 1
                yield replay_record(record)

    def name_refused(self) -> None:
        """Name the hands of three and four, all of a rulebook at once."""
        for rules, (place, *more) in self._refused.items():
            several = f"{self._given.name}: {counted(len(more) + 1, 'hand')}"
            fault = refuse_table_game(rules, remedy=_INSTEAD)
            self._given.leave_out(several if more else place, fault)
