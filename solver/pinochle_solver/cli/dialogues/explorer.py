"""``pinochle explore`` for all games: its commands, and the loop that takes them."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Generic, Protocol, TypeVar

from pinochle_solver.cli.dialogues.reading import QuitError, read_line
from pinochle_solver.render.page import Page

_SHORT = {"b": "back", "f": "forward", "q": "quit", "?": "moves", "exit": "quit"}


class _Position(Protocol):
    def text(self) -> str: ...


_P = TypeVar("_P", bound=_Position)
_P_co = TypeVar("_P_co", bound=_Position, covariant=True)
_Renderer = TypeVar("_Renderer", bound=Page)


class TriedMoves(Protocol[_P_co]):
    """The line of moves that are tried, and the place in it.

    Attributes:
        place: how many of the moves have been made here.
    """

    place: int

    @property
    def position(self) -> _P_co | None:
        """The position here; None when the hand is over."""

    def back(self) -> bool:
        """Go a step back; False at the start."""

    def forward(self) -> bool:
        """Go a step forward; False at the end of the line."""

    def to_start(self) -> None:
        """Go back to the start."""


class Explorer(ABC, Generic[_P, _Renderer]):
    """What is said and asked while a position is stepped through; the games differ by methods.

    Args:
        tried: the position, and what is tried from it.
        renderer: shows it.

    Attributes:
        help_text: what ``help`` tells.
        no_step_ahead: what ``forward`` tells at the end of the line.
    """

    help_text: ClassVar[str]
    no_step_ahead: ClassVar[str]

    def __init__(self, tried: TriedMoves[_P], renderer: _Renderer) -> None:
        self._tried, self._renderer = tried, renderer
        commands: dict[str, Callable[[], None]] = {
            "back": self._back,
            "forward": self._forward,
            "start": self._start,
            "end": self._end,
            "moves": self._here(self._tell_moves),
            "values": self._here(self._value_again),
            "line": self._tell_line,
            "trail": self._tell_trail,
            "table": self._here(self._tell_table),
            "position": self._here(self._tell_position),
            "help": self._help,
            "quit": self._quit,
        }
        *words, last = commands
        self._words = f"{', '.join(words)} and {last}"
        self._commands = commands | {word: commands[meant] for word, meant in _SHORT.items()}

    def run(self) -> None:
        """Show the position, and do what is asked for until the person quits."""
        with contextlib.suppress(QuitError):
            self._show()
            while True:
                position = self._tried.position
                prompt = "over" if position is None else self._prompt(position)
                self._take_word(read_line(f"{prompt}> ").strip())

    def _take_word(self, word: str) -> None:
        position = self._tried.position
        asked = self._commands.get(word.lower())
        if asked is not None:
            asked()
        elif position is None:
            self._renderer.line(f"the hand is over; there are {self._words}")
        elif word:
            self._move(position, word)
        else:
            self._best_move(position)

    def _here(self, tell: Callable[[_P], None]) -> Callable[[], None]:
        """A command that needs a position."""

        def told() -> None:
            position = self._tried.position
            if position is None:
                self._renderer.line("the hand is over")
            else:
                tell(position)

        return told

    # Back and forth

    def _back(self) -> None:
        if self._tried.back():
            self._show()
        else:
            self._renderer.line("this is the start")

    def _forward(self) -> None:
        if self._tried.forward():
            self._tell_step(self._tried.place - 1)
            self._show()
        else:
            self._renderer.line(self.no_step_ahead)

    def _start(self) -> None:
        self._tried.to_start()
        self._show()

    @abstractmethod
    def _end(self) -> None:
        """Go to the end of what was tried, and on by the best moves as far as they are known."""

    # Moves

    @abstractmethod
    def _prompt(self, position: _P) -> str:
        """Who is asked for what."""

    @abstractmethod
    def _move(self, position: _P, word: str) -> None:
        """Make the move that a word is, or tell that it is none."""

    @abstractmethod
    def _best_move(self, position: _P) -> None:
        """Make the best move, or tell why there is none."""

    # What is told

    def _show(self) -> None:
        position = self._tried.position
        if position is None:
            self._tell_end()
            return
        self._renderer.line()
        self._tell_table(position)
        self._tell_values(position)

    def _tell_position(self, position: _P) -> None:
        self._renderer.notation(position.text())

    def _help(self) -> None:
        for line in self.help_text.splitlines():
            self._renderer.line(line)

    def _quit(self) -> None:
        raise QuitError

    @abstractmethod
    def _tell_end(self) -> None:
        """Tell how the hand has ended."""

    @abstractmethod
    def _tell_table(self, position: _P) -> None:
        """Show what lies on the table."""

    @abstractmethod
    def _tell_values(self, position: _P) -> None:
        """Tell what the moves are worth."""

    @abstractmethod
    def _value_again(self, position: _P) -> None:
        """Tell what the moves are worth; a search that was stopped runs again."""

    @abstractmethod
    def _tell_moves(self, position: _P) -> None:
        """List the moves by number."""

    @abstractmethod
    def _tell_line(self) -> None:
        """Show the best line."""

    @abstractmethod
    def _tell_step(self, number: int) -> None:
        """Tell what a move of the line has lost; the first has the number 0."""

    @abstractmethod
    def _tell_trail(self) -> None:
        """Show the moves of the line, and what each lost."""
