"""``pinochle explore``: a position stepped through, every move's value at each step."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator

import click

from pinochle_solver.cli import DONE, completion
from pinochle_solver.cli.command import PinochleCommand, PositionWords
from pinochle_solver.cli.dialogues.explorer import Explorer
from pinochle_solver.cli.dialogues.known_values import KnownValues
from pinochle_solver.cli.dialogues.observations import ask
from pinochle_solver.cli.dialogues.reading import told
from pinochle_solver.cli.input.moments import AskedMoment, at_option, hand_option
from pinochle_solver.cli.input.options import Whole, ascii_only, usable_processors
from pinochle_solver.cli.input.positions import PositionSource, open_positions
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.input.search_options import (
    seconds_option,
    seed_option,
    threads_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError
from pinochle_solver.hand.exploration import Exploration
from pinochle_solver.hand.next_position import Sequel
from pinochle_solver.hand.observations import NO_OBSERVATION, MissingObservationError, Observation
from pinochle_solver.limits import Limits
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import STOCK_TOKENS, StockPosition
from pinochle_solver.notation.table.all_games import (
    AnyPosition,
    is_table_position,
    parse_any_position,
)
from pinochle_solver.notation.typed_words import OTHER_NAMES
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.settings import SearchSettings

_HELP = """\
  a card          KD, 10s, queen of spades, or its number in the list
  a meld          marriage, marriage of hearts, dix, run and dix, or pass
  KD +AS          the same, and the card drawn after it; if left out, you are asked
  Enter           makes the best move; for a hidden hand it passes
  back forward    a step through the moves tried; b and f for short
  start end       to the start; to the end, a playoff by the best moves
  moves values    the moves by number, ? for short; their values
  line            the best line from here, in the playoff
  trail           the moves tried, and their losses
  table position  the cards; the position as a line, for other commands
  quit            ends; q for short
"""
_HIDDEN_PROMPTS = {
    Act.PLAY: "card",
    Act.MELD: "meld",
    Act.DIX: "dix",
    Act.SHOW: "dix",
    Act.DOUBLE: "double or not",
    Act.ANSWER: "answer",
    Act.ANSWER_REDOUBLE: "answer",
}
_DRAWN = re.compile(r"(.*\S)\s+\+\s*(\S.*)")
_DEFAULT_SECONDS = 1.0


@click.command(
    "explore",
    cls=PinochleCommand,
    example="pinochle explore rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south",
)
@click.argument(
    "words",
    cls=PositionWords,
    tokens=(*STOCK_TOKENS, *OTHER_NAMES),
    tables=True,
    metavar="[POSITION]",
    nargs=-1,
    shell_complete=completion.tokens(STOCK_TOKENS, tables=True),
)
@click.option(
    "-f",
    "--file",
    metavar="FILE",
    shell_complete=completion.files,
    help="Explore the first position of a file, or a decision of a hand record.",
)
@click.option(
    "--line",
    metavar="N",
    type=Whole(1),
    help="Take the position in line N of the file, comments counted.",
)
@at_option(tables=True)
@hand_option
@seconds_option(
    f"Analyse each step of the stock phase for S seconds. Default: {_DEFAULT_SECONDS:g} if you set "
    "no limit. With three and four hands, analyse or solve each step for S seconds."
)
@worlds_option("Analyse each step in N worlds. The same seed then gives the same values.")
@seed_option
@threads_option("Number of threads. Default: one for each processor.")
@rulebook_files
@ascii_only
def command(
    words: tuple[str, ...],
    file: str | None,
    line: int | None,
    at: tuple[int, str] | str | None,
    hand: int | None,
    seconds: float | None,
    worlds: int | None,
    seed: int,
    threads: int | None,
    ascii_only: bool,
) -> int:
    """Step through a position, back and forth, with the value of every move.

    Playoffs are exact. In the stock phase the values are estimates for the known hand; you type the
    opponent's moves and the cards drawn. help lists the commands. With three and four hands, moves
    have values if the hand to move is known and the stock is gone: exact ones if all cards are face
    up, else estimates.
    """
    files = () if file is None else (file,)
    source = PositionSource(words, files, True, AskedMoment(at, hand), known_rulebooks())
    position = _asked_position(source, line)
    if is_table_position(position):
        from pinochle_solver.cli.table.explore import TableExplorer
        from pinochle_solver.cli.table.values import KnownTableValues
        from pinochle_solver.render.table.renderer import TableRenderer

        limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds))
        limits = limits.or_seconds(_DEFAULT_SECONDS)
        table_values = KnownTableValues(limits, seed, threads or usable_processors())
        shown_by = TableRenderer(sys.stdout, ascii_only, asked_color())
        TableExplorer(position, table_values, shown_by).run()
        return DONE
    asked = Limits(seconds=seconds, worlds=worlds)
    limits = with_kept_seconds(asked).or_seconds(_DEFAULT_SECONDS)
    settings = SearchSettings(limits=limits, seed=seed, threads=threads or usable_processors())
    values = KnownValues(settings)
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    _TwoHandedExplorer(Exploration(position), values, renderer).run()
    return DONE


def _asked_position(source: PositionSource, line: int | None) -> AnyPosition:
    """The position that the command line names; a bad one is a `click.ClickException`."""
    if source.files == ("-",) or (not source.files and source.words in ((), ("-",))):
        raise click.UsageError(
            "POSITION: give a position, or -f FILE; standard input is for what you say"
        )
    if line is not None and source.words and source.named_file() is None:
        raise click.UsageError("--line: goes with a file of positions")
    with open_positions(source, parse_any_position) as reader:
        for place, outcome in filter(None, reader.items):
            if line is not None and not place.endswith(f":{line}"):
                continue
            if isinstance(outcome, PositionError):
                raise click.ClickException(f"{place}: {outcome}")
            return outcome
    raise click.UsageError(f"--line: there is no position in line {line}")


class _TwoHandedExplorer(Explorer[Position, Renderer]):
    """Steps through positions of the two-handed game, with what is hidden asked for.

    Args:
        explored: the position, and what is tried.
        values: finds what moves are worth.
        renderer: shows it.
    """

    help_text = _HELP
    no_step_ahead = "nothing was tried from here; Enter makes the best move"

    def __init__(self, explored: Exploration, values: KnownValues, renderer: Renderer) -> None:
        super().__init__(explored, renderer)
        self._explored, self._values = explored, values

    def _prompt(self, position: Position) -> str:
        name = position.players.name(position.turn)
        if not self._explored.is_hidden or isinstance(position, PlayoffPosition):
            return name
        return f"{name}'s {_HIDDEN_PROMPTS[position.act]}"

    # Moves

    def _move(self, position: Position, word: str) -> None:
        observed, card = NO_OBSERVATION, _DRAWN.fullmatch(word)
        with contextlib.suppress(NotationError):
            if card is not None:
                observed, word = Observation(drawn=Card.parse(card[2])), card[1]
        move: Move | None
        try:
            if is_number(word):
                moves = self._listed(position)
                move = numbered(word, moves)
                if move is None:
                    fact = f"there is no move {word[:9]} (? lists the {len(moves)} there are)"
                    self._renderer.line(fact)
                    return
            else:
                move = self._explored.read(word)
        except IllegalMoveError as error:
            self._renderer.line(f"{told(error)}; there are moves (? lists them), {self._words}")
            return
        self._make(move, observed)

    def _best_move(self, position: Position) -> None:
        if not self._explored.is_hidden:
            self._make(self._listed(position)[0])
        elif isinstance(position, PlayoffPosition) or position.act is Act.PLAY:
            self._renderer.line("the hand is hidden: say which card is played (? lists them)")
        elif position.act.doubles:
            choices = "say what that player says (? lists the choices)"
            self._renderer.line(f"the hand is hidden: {choices}")
        else:
            self._make(Show())

    def _make(self, move: Move, observed: Observation = NO_OBSERVATION) -> None:
        while True:
            try:
                forgotten = self._explored.make(move, observed)
                break
            except MissingObservationError as error:
                name = self._explored.start.players.name(error.seat)
                answer = ask(error, name, self._renderer)
                if answer is None:
                    self._renderer.line("no move is made")
                    return
                observed = error.answered(observed, answer)
            except PositionError as error:
                self._renderer.line(f"{error} (? lists the moves)")
                return
        self._tell_step(self._explored.place - 1)
        if forgotten:
            steps = counted(forgotten, "step")
            self._renderer.line(f"a new line: what was tried from here, {steps}, is forgotten")
        self._show()

    def _listed(self, position: Position) -> tuple[Move, ...]:
        """The moves by their numbers: by their values, where these are known."""
        if self._explored.is_hidden:
            return self._explored.moves()
        values = self._values.of(position)
        if isinstance(values, Solution):
            return tuple(Play(move.card) for move in values.moves)
        return tuple(move.move for move in values.moves)

    def _end(self) -> None:
        while self._explored.forward():
            self._tell_step(self._explored.place - 1)
        while isinstance(position := self._explored.position, PlayoffPosition):
            values = self._values.of(position)
            if not values.exact:
                break
            self._explored.make(self._listed(position)[0])
            self._tell_step(self._explored.place - 1)
        self._show()

    # What is told

    def _tell_end(self) -> None:
        if not self._tell_refusal():
            is_whole = self._explored.start.points is not None
            self._renderer.explored_end(self._explored.points, is_whole)

    def _tell_refusal(self) -> bool:
        """Tell what is paid where the last move has refused a double; whether it has."""
        last = self._explored.steps[self._explored.place - 1]
        before = self._explored.position_before(self._explored.place - 1)
        if last.move is not Doubling.REFUSE or not isinstance(before, StockPosition):
            return False
        assert before.stakes is not None
        paid = before.stakes.stake << (before.act is Act.ANSWER_REDOUBLE)
        self._renderer.explored_refusal(last.seat, paid)
        return True

    def _tell_table(self, position: Position) -> None:
        self._renderer.explored_position(position)

    def _tell_values(self, position: Position) -> None:
        if not self._explored.is_hidden:
            self._renderer.explored_values(self._values.of(position))
            return
        name, plays = position.players.name(position.turn), position.led is not None
        asked = f"which card {name} {'plays' if plays else 'leads'}"
        if isinstance(position, StockPosition) and position.act is not Act.PLAY:
            asked = f"what {name} melds, or Enter for nothing"
            if position.act.doubles:
                asked = f"what {name} says"
        self._renderer.line(f"{name}'s hand is hidden: say {asked} (? lists what is possible)")

    def _value_again(self, position: Position) -> None:
        if not self._explored.is_hidden:
            self._values.of(position, again=True)
        self._tell_values(position)

    def _tell_moves(self, position: Position) -> None:
        self._renderer.explored_moves(self._listed(position))

    def _tell_line(self) -> None:
        position = self._explored.position
        if isinstance(position, PlayoffPosition):
            values = self._values.of(position)
            assert isinstance(values, Solution)
            self._renderer.explored_line(values)
        else:
            over = "the hand is over" if position is None else "it is known in the playoff only"
            self._renderer.line(f"no best line: {over}")

    def _tell_step(self, number: int) -> None:
        before = self._explored.position_before(number)
        assert before is not None
        self._renderer.explored_step(self._explored.steps[number], self._values.known(before))

    def _tell_trail(self) -> None:
        self._renderer.explored_trail(self._valued_steps(), self._explored.place)

    def _valued_steps(self) -> Iterator[tuple[Sequel, Solution | Analysis | None]]:
        for number, step in enumerate(self._explored.steps):
            before = self._explored.position_before(number)
            assert before is not None
            yield step, self._values.known(before)
