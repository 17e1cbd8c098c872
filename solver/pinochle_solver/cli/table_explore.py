"""``pinochle explore`` for the games for three and four: a position step by step."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import islice

from pinochle_solver.cli.dialogue import QuitError, is_number, read_line
from pinochle_solver.errors import PositionError
from pinochle_solver.render.table_renderer import TableRenderer
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table_notation.move_reading import parse_move
from pinochle_solver.table_notation.next_position import position_after
from pinochle_solver.table_notation.positions import TablePosition

AnyMove = TableMove | StockMove

_HELP = """\
  a card          KD, 10s, queen of spades, or its number in the list
  a call          250, or p for a pass
  a burial        D:TC.JH.9C, and what is laid behind a stroke; D where nothing is buried
  melds           all, none, or a list
  back forward    a step, through what was tried; b and f for short
  start           to the start
  moves           the moves by number, ? for short
  trail           the moves tried
  table position  what lies on the table; its line, for other commands
  quit            ends; q for short
"""
_WORDS = "back, forward, start, moves, trail, table, position, help and quit"
_PROMPTS = {Act.BID: "call", Act.BURY: "burial", Act.MELD: "melds", Act.PLAY: "card"}
_MOST_LISTED = 60


class TableDialogue:
    """What is said and asked while a position of a table game is stepped through.

    Args:
        position: where it begins.
        renderer: shows it.
    """

    def __init__(self, position: TablePosition, renderer: TableRenderer) -> None:
        # The positions of the line that is tried, and the moves between them.
        self._line: list[TablePosition | None] = [position]
        self._moves: list[AnyMove] = []
        self._place = 0
        self._renderer = renderer
        commands: dict[str, Callable[[], None]] = {
            "back": self._back,
            "forward": self._forward,
            "start": self._start,
            "moves": self._tell_moves,
            "trail": self._tell_trail,
            "table": self._show,
            "position": self._tell_position,
            "help": self._help,
            "quit": self._quit,
        }
        short = {"b": "back", "f": "forward", "q": "quit", "?": "moves", "exit": "quit"}
        self._commands = commands | {word: commands[meant] for word, meant in short.items()}

    def run(self) -> None:
        """Show the position, and do what is asked for until the person quits."""
        with contextlib.suppress(QuitError):
            self._show()
            while True:
                self._take_word(read_line(self._prompt()).strip())

    @property
    def _position(self) -> TablePosition | None:
        return self._line[self._place]

    def _prompt(self) -> str:
        position = self._position
        if position is None:
            return "over> "
        what = _PROMPTS.get(position.act, position.act.value)
        return f"{position.names.get(position.turn, position.turn.text())}'s {what}> "

    def _take_word(self, word: str) -> None:
        asked = self._commands.get(word.lower())
        if asked is not None:
            asked()
        elif self._position is None:
            self._renderer.line(f"the hand is over; there are {_WORDS}")
        elif word:
            self._try(self._position, word)

    def _try(self, position: TablePosition, word: str) -> None:
        """Make the move that is said; what is not one is told."""
        try:
            if is_number(word) and position.act is not Act.BID:
                listed = self._listed(position)
                if not 0 < int(word[:4]) <= len(listed):
                    self._renderer.line(f"there is no move {word[:9]} (? lists those there are)")
                    return
                move = listed[int(word[:4]) - 1]
            else:
                move = parse_move(word, position.act, position.trump)
            after = position_after(position, move)
        except PositionError as error:
            self._renderer.line(f"{error} (? lists the moves)")
            return
        del self._line[self._place + 1 :], self._moves[self._place :]
        self._line.append(after)
        self._moves.append(move)
        self._place += 1
        self._show()

    def _listed(self, position: TablePosition) -> list[AnyMove]:
        """The first of the moves, by number; none of a hidden hand."""
        if position.hands[position.turn].hidden:
            return []
        return [*islice(position.legal_moves(), _MOST_LISTED)]

    # Back and forth

    def _back(self) -> None:
        if self._place:
            self._place -= 1
            self._show()
        else:
            self._renderer.line("this is the start")

    def _forward(self) -> None:
        if self._place < len(self._moves):
            self._place += 1
            self._show()
        else:
            self._renderer.line("nothing was tried from here")

    def _start(self) -> None:
        self._place = 0
        self._show()

    # Commands that tell

    def _show(self) -> None:
        if self._position is None:
            self._renderer.line("the hand is over")
        else:
            self._renderer.line()
            self._renderer.table_position(self._position)

    def _tell_moves(self) -> None:
        position = self._position
        listed = [] if position is None else self._listed(position)
        if position is None:
            self._renderer.line("the hand is over")
        elif not listed:
            self._renderer.line("the hand is hidden: say what is done")
        for number, move in enumerate(listed, start=1):
            self._renderer.line(f"  {number:2} {move}")
        if len(listed) == _MOST_LISTED:
            self._renderer.line("  and more")

    def _tell_trail(self) -> None:
        for place, move in enumerate(self._moves):
            before = self._line[place]
            assert before is not None
            here = "  <- here" if place + 1 == self._place else ""
            self._renderer.line(f"  {before.turn.text()} {move}{here}")
        if not self._moves:
            self._renderer.line("nothing was tried yet")

    def _tell_position(self) -> None:
        if self._position is None:
            self._renderer.line("the hand is over")
        else:
            self._renderer.notation(self._position.text())

    def _help(self) -> None:
        for line in _HELP.splitlines():
            self._renderer.line(line)

    def _quit(self) -> None:
        raise QuitError
