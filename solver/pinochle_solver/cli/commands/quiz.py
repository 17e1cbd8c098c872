"""``pinochle quiz``: positions to think about, from the puzzles or from one's own mistakes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import date
from itertools import chain, islice
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.dialogues.known_values import KnownValues
from pinochle_solver.cli.dialogues.questions import Questions
from pinochle_solver.cli.dialogues.reading import QuitError
from pinochle_solver.cli.input.lines import Lines, open_input
from pinochle_solver.cli.input.options import (
    Whole,
    ascii_only,
    asked_player,
    own_rulebooks,
    player_option,
    usable_processors,
)
from pinochle_solver.cli.input.rulebooks import (
    default_rulebook,
    known_rulebooks,
    rulebook_files,
)
from pinochle_solver.cli.input.search_options import (
    check_one_limit,
    seconds_option,
    threads_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import (
    check_target,
    fact_of,
    make_folder_of,
    replace_file,
)
from pinochle_solver.errors import IllegalMoveError, PositionError
from pinochle_solver.hand.exploration import Exploration
from pinochle_solver.hand.observations import MissingObservationError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import AnyRulebook, unknown_rulebook
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.table.all_games import AnyPosition, is_table_position
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.puzzles.themes import THEMES
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.exercises import Exercise, Learnt, puzzle_files, read_exercises
from pinochle_solver.reviews.marks import LOSSES, STAKE_LOSSES
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.stock.analysis import STAKE, Analysis
from pinochle_solver.stock.settings import SearchSettings

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

_HELP = """\
  a card   KD, 10s, queen of spades, or its number in the list
  a meld   marriage, marriage of hearts, dix, run and dix, or pass
  ?        the legal moves by number
  skip     the next position; this one comes again another time
  quit     ends; q for short
"""
_MOST = 10
_DEFAULT_SECONDS = 2.0
_MOST_NEW_SEED = 10**6
_BID_RULES = "auction"
_OF_TABLES = "auction, partnership-auction and check"
_LEVELS = ("easy", "medium", "hard")


@click.command(
    "quiz",
    cls=PinochleCommand,
    example="pinochle quiz --number 5",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completion.files)
@click.option(
    "--number",
    metavar="N",
    type=Whole(1),
    default=_MOST,
    show_default=True,
    help="The number of positions.",
)
@click.option(
    "--rules",
    metavar="NAME",
    help="Ask only about positions of this rulebook. For three and four there are puzzles of "
    f"{_OF_TABLES}. Default: of the puzzles, those for two players.",
)
@click.option(
    "--bid",
    is_flag=True,
    help=f"Ask what to bid with new hands, of --rules NAME. Default: of {_BID_RULES}.",
)
@click.option(
    "--level",
    metavar="LEVEL",
    type=click.Choice(_LEVELS, case_sensitive=False),
    help="With --bid, how clear the hands are: easy, medium or hard. Default: all of them.",
)
@click.option(
    "--theme",
    metavar="THEME",
    type=click.Choice(THEMES, case_sensitive=False),
    help=f"Ask only about puzzles with this theme: {', '.join(THEMES)}.",
)
@click.option(
    "--daily",
    is_flag=True,
    help="Ask the puzzle of the day, a playoff of --rules NAME: the same for everybody. "
    "With --theme, one with that theme.",
)
@player_option("Of your own mistakes, ask only the decisions of this player.")
@click.option(
    "--state",
    metavar="FILE",
    shell_complete=completion.files,
    help="Keep your progress in FILE. Default: a file among your own data.",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0),
    help="Another seed, another order of new positions. Default: another seed each time.",
)
@seconds_option(
    f"Analyse a position of the stock phase for S seconds. Default: {_DEFAULT_SECONDS:g} if you "
    f"set "
    "no limit."
)
@worlds_option("Analyse it in N worlds. The values are then the same each time.")
@threads_option("Number of threads. Default: one for each processor.")
@rulebook_files
@ascii_only
def command(
    files: tuple[str, ...],
    number: int,
    rules: str | None,
    bid: bool,
    level: str | None,
    theme: str | None,
    daily: bool,
    player: str | None,
    state: str | None,
    seed: int | None,
    seconds: float | None,
    worlds: int | None,
    threads: int | None,
    ascii_only: bool,
) -> int:
    """Think about positions: type your move, then see the value of every move, and why.

    Without a file the quiz asks the puzzles; pinochle review --quiz FILE collects your own
    mistakes. A position that you get wrong comes again soon; one that you know comes again after a
    longer gap each time. With --bid it asks for calls with hands that it deals itself, with --daily
    a new puzzle each day.
    """
    check_one_limit(seconds, worlds)
    if "-" in files:
        raise click.UsageError("FILE: give a file; standard input is for what you say")
    if level is not None and not bid:
        raise click.UsageError("--level: goes with --bid")
    _check_what_is_asked(files, bid=bid, daily=daily, theme=theme, player=player)
    today = date.today()  # the player's own day
    if daily:
        _refuse_a_choice()
    game = _bidding_game(rules or _BID_RULES) if bid else None
    if game is not None:
        exercises, failed = [], False
    elif daily:
        exercises, failed = [_of_the_day(rules, theme, today)], False
    else:
        exercises, failed = _chosen(files, rules, player, theme)
    path = _state_path() if state is None else Path(state)
    learned = _learnt(path)
    _check_kept(path)
    if seed is None:
        seed = SystemRandom().randrange(_MOST_NEW_SEED)
    threads = threads or usable_processors()
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    asked: Iterator[Exercise]
    if game is not None:
        again = _bids_due(game, learned, today)
        asked = islice(chain(again, _new_bids(game, level, seed, threads)), number)
    else:
        chosen = exercises if daily else learned.chosen(exercises, today, number, seed)
        if daily and learned.of(exercises[0]) is not None:
            renderer.line("you have answered this puzzle before; tomorrow there is another one")
        if exercises and not chosen:
            renderer.line(f"nothing to ask for before {learned.next_day(exercises)}")
            return BAD_INPUT if failed else DONE
        asked, number = iter(chosen), len(chosen)
    limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds))
    limits = limits.or_seconds(_DEFAULT_SECONDS)
    settings = SearchSettings(limits=limits, threads=threads)
    quiz = _Quiz(asked, number, learned, path, settings, renderer, ascii_only, today)
    is_kept = quiz.run(f"the puzzle of {today}" if daily else None)
    return BAD_INPUT if failed or not is_kept else DONE


def _check_what_is_asked(
    files: Sequence[str], *, bid: bool, daily: bool, theme: str | None, player: str | None
) -> None:
    """Raise `click.UsageError` for an option that goes with another source of positions."""
    given = {"FILE": files, "--player": player, "--theme": None if daily else theme}
    for option, fact in (("--bid", "deals the hands"), ("--daily", "makes the puzzle")):
        if not (bid if option == "--bid" else daily):
            continue
        for name, value in given.items():
            if value:
                raise click.UsageError(f"{name}: not with {option}, which {fact} itself")
    if bid and daily:
        raise click.UsageError("--bid or --daily, not both")


def _refuse_a_choice() -> None:
    """Raise `click.UsageError` for an option that chooses among positions: a day has one."""
    context = click.get_current_context()
    for name in ("number", "seed"):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name}: not with --daily, which asks one puzzle")


def _chosen(
    files: Sequence[str], rules: str | None, player: str | None, theme: str | None
) -> tuple[list[Exercise], bool]:
    """The positions that may be asked for, and whether there were bad ones among those read."""
    exercises, failed = _read(files, known_rulebooks())
    if rules is not None:
        exercises = _of_rules(exercises, rules)
    elif not files:
        exercises = [each for each in exercises if not is_table_position(each.position)]
    if player is not None:
        exercises = _of_player(exercises, player)
    if theme is not None:
        exercises = _of_theme(exercises, theme)
    return exercises, failed


def _bidding_game(name: str) -> TableRules:
    """The rulebook for three or four with this name; raises `click.UsageError` without bidding."""
    known = known_rulebooks()
    rules = known.table_rules(name)
    if rules is None or rules.auction is None:
        found = (known.table_rules(each) for each in known.table_names)
        games = ", ".join(each.name for each in found if each is not None and each.auction)
        _check_known(name)
        raise click.UsageError(f"--rules: {name} has no bidding; these have: {games}")
    return rules


def _check_known(name: str) -> None:
    """Raise `click.UsageError` for a name of no rulebook, with the one that may be meant."""
    known = known_rulebooks()
    names = [*known.by_name, *known.table_names]
    if name.lower() not in names:
        raise click.UsageError(f"--rules: {unknown_rulebook(name, names)}")


def _bids_due(rules: TableRules, learned: Learnt, today: date) -> list[Exercise]:
    """The hands to bid with in a game that are due again."""
    from pinochle_solver.table.acts import Act

    found = read_exercises("quiz", learned.due(today), known_rulebooks())
    return [
        each
        for each in found
        if isinstance(each, Exercise)
        and is_table_position(each.position)
        and each.position.rules == rules
        and each.position.act is Act.BID
        and _is_question(each)
    ]


def _new_bids(rules: TableRules, level: str | None, seed: int, threads: int) -> Iterator[Exercise]:
    """New hands to bid with."""
    from pinochle_solver.reviews.table.bid_questions import Level, bid_exercises

    wanted = next((each for each in Level if each.text == level), None)
    return bid_exercises(rules, wanted, seed, threads)


def _read(names: Sequence[str], rulebooks: Iterable[AnyRulebook]) -> tuple[list[Exercise], bool]:
    """The positions that can be asked for, and whether there were bad ones."""
    found: list[Exercise] = []
    failed = False
    for name, lines in _texts(names):
        if any(line.lstrip().startswith("[") for line in lines):
            fact = "a record; pinochle review --quiz FILE makes positions of it"
            raise click.ClickException(f"{name}: {fact}")
        for each in read_exercises(name, lines, rulebooks):
            if isinstance(each, PositionError):
                tell(str(each))
                failed = True
            elif _is_question(each):
                found.append(each)
    if not found and not failed:
        raise click.ClickException(f"{', '.join(names)}: no position with a decision in it")
    return found, failed


def _of_rules(exercises: Sequence[Exercise], name: str) -> list[Exercise]:
    """The positions of a rulebook; raises `click.UsageError` if there is none."""
    names = dict.fromkeys(each.position.rules.name for each in exercises)
    if name.lower() not in names:
        _check_known(name)
        game = known_rulebooks().table_rules(name)
        has_bidding = game is not None and game.auction is not None
        bids = "; with --bid it deals hands to bid with" if has_bidding else ""
        raise click.UsageError(f"--rules: no position of {name}, only of {', '.join(names)}{bids}")
    return [each for each in exercises if each.position.rules.name == name.lower()]


def _of_theme(exercises: Sequence[Exercise], theme: str) -> list[Exercise]:
    """The positions with a theme; raises `click.UsageError` if there is none."""
    found = [each for each in exercises if theme in each.themes]
    if not found:
        fact = f"no position with it; pinochle puzzles make --theme {theme} makes some"
        raise click.UsageError(f"--theme: {fact}")
    return found


def _of_the_day(rules: str | None, theme: str | None, today: date) -> Exercise:
    """The puzzle of a day; raises `click.UsageError` for a game in which none is made."""
    from pinochle_solver.puzzles.daily import daily_puzzle
    from pinochle_solver.puzzles.themes import Theme

    rulebook = default_rulebook()
    if rules is not None:
        known = known_rulebooks()
        try:
            known.expect({"rules": rules.lower()}, "rules")
        except PositionError as error:
            raise click.UsageError(f"--rules: {error.fact}") from None
        rulebook = known.by_name[rules.lower()]
    wanted = None if theme is None else Theme(theme)
    if wanted is not None and wanted.is_of_stock:
        raise click.UsageError(f"--theme: {theme} is of the stock phase; --daily has a playoff")
    lines = daily_puzzle(today, rulebook, wanted).text().splitlines()
    (found,) = read_exercises("daily", lines, own_rulebooks())
    assert isinstance(found, Exercise)
    return found


def _of_player(exercises: Sequence[Exercise], player: str) -> list[Exercise]:
    """The positions in which a player decides; raises `click.UsageError` if there is none."""
    whose = [_player(each.position) for each in exercises]
    known = asked_player(player, filter(None, whose)).casefold()
    return [
        each
        for each, name in zip(exercises, whose, strict=True)
        if name is not None and name.casefold() == known
    ]


def _player(position: AnyPosition) -> str | None:
    """The name of the player to move."""
    if is_table_position(position):
        return position.names.get(position.turn)
    return position.players[position.turn]


def _texts(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    if not names:
        return [(each.name, each.read_text("utf-8").splitlines()) for each in _puzzles()]
    found = []
    for name in names:
        with closing(Lines([open_input(name)])) as stream:
            found.append((name, list(next(stream.by_stream()))))
    return found


def _puzzles() -> list[Path]:
    """The files of puzzles; raises `click.ClickException` where there are none."""
    found = puzzle_files()
    if not found:
        raise click.ClickException("the puzzles are not installed; give a file")
    return found


def _is_question(exercise: Exercise) -> bool:
    position = exercise.position
    if is_table_position(position):
        if position.hands[position.turn].hidden or position.has_stock:
            return False
        return len([*islice(position.legal_moves(), 2)]) > 1
    if isinstance(position, StockPosition) and position.hand(position.turn).hidden:
        return False
    return len(position.legal_moves()) > 1


def _state_path() -> Path:
    from platformdirs import user_data_path

    return user_data_path("pinochle-solver", appauthor=False) / "quiz.json"


def _learnt(path: Path) -> Learnt:
    try:
        if path.exists() and not path.is_dir():
            check_target(str(path))  # a pipe or a device may never end
        return Learnt.read(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None
    except ValueError:
        raise click.ClickException(f"{path}: not the state of a quiz") from None


def _check_kept(path: Path) -> None:
    """Refuse a file that cannot be written before anything is asked: a `click.ClickException`."""
    try:
        make_folder_of(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None
    check_target(str(path))


class _TwoHandedQuestions(Questions[Position, Move]):
    """Asks about positions of the two-handed game.

    Args:
        values: finds what moves are worth.
        renderer: shows it.
    """

    help_text = _HELP

    def __init__(self, values: KnownValues, renderer: Renderer) -> None:
        super().__init__(renderer)
        self._values, self._renderer = values, renderer

    def show(self, position: Position) -> None:
        self._renderer.explored_position(position)

    def judge(self, position: Position, move: Move, answer: str | None = None) -> bool:
        values = self._values.of(position)
        self._renderer.explored_values(values, numbered=False)
        well = _is_good(values, move)
        self._renderer.answered(move, values, is_good=well)
        return well

    def _tell_moves(self, position: Position) -> None:
        self._renderer.explored_moves(Exploration(position).moves())

    def _read(self, position: Position, word: str) -> Move:
        exploration = Exploration(position)
        if is_number(word):
            moves = exploration.moves()
            numbered_move = numbered(word, moves)
            if numbered_move is None:
                raise IllegalMoveError(word[:9], f"no such number, there are {len(moves)} moves")
            return numbered_move
        move = exploration.read(word)
        with suppress(MissingObservationError):
            exploration.make(move)
        return move


class _Quiz:
    """Positions asked for one after the other; those got wrong once more at the end.

    Args:
        asked: the positions.
        number: how many there are.
        learned: what is known of them.
        path: where that is kept.
        settings: how positions are analysed.
        renderer: shows it.
        ascii_only: whether suits are letters.
        today: the day.
    """

    def __init__(
        self,
        asked: Iterator[Exercise],
        number: int,
        learned: Learnt,
        path: Path,
        settings: SearchSettings,
        renderer: Renderer,
        ascii_only: bool,
        today: date,
    ) -> None:
        self._asked, self._learnt, self._path = asked, learned, path
        self._settings, self._renderer, self._today = settings, renderer, today
        self._ascii_only = ascii_only
        self._two_handed = _TwoHandedQuestions(KnownValues(settings), renderer)
        self._at_tables: Questions[Any, Any] | None = None
        self._number = number
        self._answered = list[tuple[str | None, bool]]()
        self._is_kept = True

    def run(self, title: str | None = None) -> bool:
        """Ask until there is nothing left or the person quits, and tell how it went.

        Args:
            title: what stands above the only position in place of its number.

        Returns:
            whether all that was learned is kept.
        """
        again = deque[Exercise]()
        with suppress(QuitError):
            for exercise in self._asked:
                if self._ask(exercise, is_repeated=False, title=title) is False:
                    again.append(exercise)
            while again:
                exercise = again.popleft()
                if self._ask(exercise, is_repeated=True) is False:
                    again.append(exercise)
        if self._answered:
            self._renderer.line()
            self._renderer.line(self._summary())
        return self._is_kept

    def _summary(self) -> str:
        """How many answers were right; of kinds that are told apart, how many of each."""
        text = f"{_right_of(self._answered)} right at the first try"
        kinds = dict.fromkeys(kind for kind, _ in self._answered if kind is not None)
        parts = [
            f"{kind} {_right_of([each for each in self._answered if each[0] == kind])}"
            for kind in kinds
        ]
        return f"{text}: {', '.join(parts)}" if len(parts) > 1 else text

    def _ask(
        self, exercise: Exercise, *, is_repeated: bool, title: str | None = None
    ) -> bool | None:
        """Ask for a position; return whether the answer was good, None where it was skipped."""
        position, renderer = exercise.position, self._renderer
        questions = self._questions(position)
        renderer.line()
        which = (
            "once more" if is_repeated else title or f"{len(self._answered) + 1} of {self._number}"
        )
        renderer.line(f"{which}: {questions.heading(position)}")
        questions.show(position)
        move = questions.answer(position)
        if move is None:
            self._number -= not is_repeated
            return None
        well = questions.judge(position, move, exercise.answer)
        for line in exercise.paragraphs:
            questions.tell(line)
        if not is_repeated:
            self._answered.append((questions.kind(position), well))
            self._learnt.answered(exercise, self._today, well=well)
            self._save()
        return well

    def _questions(self, position: AnyPosition) -> Questions[Any, Any]:
        """What asks about positions of this game."""
        if not is_table_position(position):
            return self._two_handed
        if self._at_tables is None:
            from pinochle_solver.cli.table.quiz import TableQuestions

            self._at_tables = TableQuestions(self._settings, self._ascii_only)
        return self._at_tables

    def _save(self) -> None:
        try:
            replace_file(self._path, self._learnt.text())
            self._is_kept = True
        except OSError as error:
            tell(f"{self._path}: {fact_of(error)}")
            self._is_kept = False


def _right_of(answered: Sequence[tuple[str | None, bool]]) -> str:
    return f"{sum(well for _, well in answered)} of {len(answered)}"


def _is_good(values: Solution | Analysis, move: Move) -> bool:
    """Whether a move is best, or would get no mark in a review for what it loses."""
    if isinstance(values, Solution):
        return values.exact and move in {Play(each.card) for each in values.moves if not each.loss}
    least, unit = LOSSES[-1][0], values.position.rules.meld_unit
    if values.objective == STAKE and values.position.stakes is not None:
        least, unit = STAKE_LOSSES[-1][0], values.position.stakes.stake
    estimate = next(each for each in values.moves if each.move == move)
    return estimate.is_close or estimate.behind < least * unit
