"""``pinochle quiz``: positions to think about, from the puzzles or from one's own mistakes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import date
from importlib.resources import files as package_files
from pathlib import Path
from random import SystemRandom

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.dialogues.known_values import KnownValues
from pinochle_solver.cli.dialogues.reading import QuitError, read_line
from pinochle_solver.cli.input.lines import Lines, open_input
from pinochle_solver.cli.input.options import (
    Whole,
    ascii_only,
    asked_player,
    player_option,
    usable_processors,
)
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
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
from pinochle_solver.errors import PositionError
from pinochle_solver.hand.exploration import Exploration
from pinochle_solver.hand.observations import MissingObservationError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.exercises import Exercise, Learnt, read_exercises
from pinochle_solver.reviews.marks import LOSSES, STAKE_LOSSES
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.analysis import STAKE, Analysis
from pinochle_solver.stock.settings import SearchSettings

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
    longer gap each time.
    """
    check_one_limit(seconds, worlds)
    if "-" in files:
        raise click.UsageError("FILE: give a file; standard input is for what you say")
    exercises, failed = _read(files, known_rulebooks())
    if player is not None:
        exercises = _of_player(exercises, player)
    path = _state_path() if state is None else Path(state)
    learned, today = _learnt(path), date.today()  # the player's own day
    _check_kept(path)
    if seed is None:
        seed = SystemRandom().randrange(_MOST_NEW_SEED)
    asked = learned.chosen(exercises, today, number, seed)
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    if exercises and not asked:
        renderer.line(f"nothing to ask for before {learned.next_day(exercises)}")
        return BAD_INPUT if failed else DONE
    limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds))
    limits = limits.or_seconds(_DEFAULT_SECONDS)
    values = KnownValues(SearchSettings(limits=limits, threads=threads or usable_processors()))
    is_kept = _Quiz(asked, learned, path, values, renderer, today).run()
    return BAD_INPUT if failed or not is_kept else DONE


def _read(names: Sequence[str], rulebooks: Iterable[Rulebook]) -> tuple[list[Exercise], bool]:
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


def _of_player(exercises: Sequence[Exercise], player: str) -> list[Exercise]:
    """The positions in which a player decides; raises `click.UsageError` if there is none."""
    whose = [each.position.players[each.position.turn] for each in exercises]
    known = asked_player(player, filter(None, whose)).casefold()
    return [
        each
        for each, name in zip(exercises, whose, strict=True)
        if name is not None and name.casefold() == known
    ]


def _texts(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    if not names:
        return [(each.name, each.read_text("utf-8").splitlines()) for each in _puzzles()]
    found = []
    for name in names:
        with closing(Lines([open_input(name)])) as stream:
            found.append((name, list(next(stream.by_stream()))))
    return found


def _puzzles() -> list[Path]:
    """The files of puzzles: of an installed package inside it, of a checkout beside it."""
    package = Path(str(package_files("pinochle_solver")))
    for folder in (package / "puzzles", package.parent.parent / "puzzles"):
        found = sorted(folder.glob("*.pn"))
        if found:
            return found
    raise click.ClickException("the puzzles are not installed; give a file")


def _is_question(exercise: Exercise) -> bool:
    position = exercise.position
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


class _Quiz:
    """Positions asked for one after the other; those got wrong once more at the end.

    Args:
        asked: the positions.
        learned: what is known of them.
        path: where that is kept.
        values: finds what moves are worth.
        renderer: shows it.
        today: the day.
    """

    def __init__(
        self,
        asked: Sequence[Exercise],
        learned: Learnt,
        path: Path,
        values: KnownValues,
        renderer: Renderer,
        today: date,
    ) -> None:
        self._left, self._learnt, self._path = deque(asked), learned, path
        self._values, self._renderer, self._today = values, renderer, today
        self._number, self._done, self._right = len(asked), 0, 0
        self._is_kept = True

    def run(self) -> bool:
        """Ask until there is nothing left or the person quits, and tell how it went.

        Returns:
            whether all that was learned is kept.
        """
        again = set[str]()
        with suppress(QuitError):
            while self._left:
                exercise = self._left.popleft()
                is_repeated = exercise.key in again
                if self._ask(exercise, is_repeated=is_repeated) is False:
                    again.add(exercise.key)
                    self._left.append(exercise)
        if self._done:
            self._renderer.line()
            self._renderer.line(f"{self._right} of {self._done} right at the first try")
        return self._is_kept

    def _ask(self, exercise: Exercise, *, is_repeated: bool) -> bool | None:
        """Ask for a position; return whether the answer was good, None where it was skipped."""
        position, renderer = exercise.position, self._renderer
        renderer.line()
        again = "once more" if is_repeated else f"{self._done + 1} of {self._number}"
        renderer.line(f"{again}: {position.rules.name}, {position.count.name} count")
        renderer.explored_position(position)
        move = self._answer(Exploration(position))
        if move is None:
            self._number -= not is_repeated
            return None
        values = self._values.of(position)
        renderer.explored_values(values, numbered=False)
        well = _is_good(values, move)
        renderer.answered(move, values, is_good=well)
        for line in exercise.paragraphs:
            renderer.line(line)
        if not is_repeated:
            self._done += 1
            self._right += well
            self._learnt.answered(exercise, self._today, well=well)
            self._save()
        return well

    def _answer(self, exploration: Exploration) -> Move | None:
        moves = exploration.moves()
        while True:
            word = read_line("your move> ").strip()
            if word.lower() in ("q", "quit", "exit"):
                raise QuitError
            if word.lower() == "skip":
                return None
            if word == "?":
                self._renderer.explored_moves(moves)
            elif word.lower() == "help" or not word:
                for line in _HELP.splitlines():
                    self._renderer.line(line)
            elif is_number(word):
                move = numbered(word, moves)
                if move is not None:
                    return move
                self._renderer.line(f"there is no move {word[:9]} (? lists the {len(moves)})")
            else:
                try:
                    move = exploration.read(word)
                    with suppress(MissingObservationError):
                        exploration.make(move)
                    return move
                except PositionError as error:
                    self._renderer.line(f"{error} (? lists the moves, help tells more)")

    def _save(self) -> None:
        try:
            replace_file(self._path, self._learnt.text())
            self._is_kept = True
        except OSError as error:
            tell(f"{self._path}: {fact_of(error)}")
            self._is_kept = False


def _is_good(values: Solution | Analysis, move: Move) -> bool:
    """Whether a move is best, or would get no mark in a review for what it loses."""
    if isinstance(values, Solution):
        return values.exact and move in {Play(each.card) for each in values.moves if not each.loss}
    least, unit = LOSSES[-1][0], values.position.rules.meld_unit
    if values.objective == STAKE and values.position.stakes is not None:
        least, unit = STAKE_LOSSES[-1][0], values.position.stakes.stake
    estimate = next(each for each in values.moves if each.move == move)
    return estimate.is_close or estimate.behind < least * unit
