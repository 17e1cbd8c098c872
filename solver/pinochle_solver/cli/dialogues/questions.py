"""Positions that a person is asked about, in the game for two or at a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from pinochle_solver.cli.dialogues.reading import QuitError, read_line, told
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.table.all_games import AnyPosition
from pinochle_solver.render.page import Page

_P = TypeVar("_P", bound=AnyPosition)
_M = TypeVar("_M")


class Questions(ABC, Generic[_P, _M]):
    """Shows positions, takes the moves that a person types, and judges them.

    Args:
        renderer: shows what is told.

    Attributes:
        help_text: what can be typed.
    """

    help_text: str

    def __init__(self, renderer: Page) -> None:
        self._page = renderer

    def heading(self, position: _P) -> str:
        """What is asked about, in a few words."""
        return f"{position.rules.name}, {position.count.name} count"

    def kind(self, _position: _P) -> str | None:
        """The kind of a decision, as in ``leads``; None where kinds are not told apart."""
        return None

    def tell(self, paragraph: str) -> None:
        """Write what a file says of a position."""
        self._page.line(paragraph)

    @abstractmethod
    def show(self, position: _P) -> None:
        """Show a position as its player to move sees it."""

    @abstractmethod
    def judge(self, position: _P, move: _M, answer: str | None = None) -> bool:
        """Show what the moves are worth; return whether a move was good enough.

        Args:
            position: the position.
            move: the move that was typed.
            answer: the best move if it is known, in the notation.
        """

    @abstractmethod
    def _tell_moves(self, position: _P) -> None:
        """Show the legal moves."""

    @abstractmethod
    def _read(self, position: _P, word: str) -> _M:
        """The legal move that is meant; raises `PositionError`."""

    def answer(self, position: _P) -> _M | None:
        """The move that the person types; None if the position is skipped.

        Raises:
            QuitError: when the person ends the quiz.
        """
        while True:
            word = read_line("your move> ").strip()
            lower = word.lower()
            if lower in ("q", "quit", "exit"):
                raise QuitError
            if lower == "skip":
                return None
            if word == "?":
                self._tell_moves(position)
            elif lower == "help" or not word:
                for line in self.help_text.splitlines():
                    self._page.line(line)
            else:
                try:
                    return self._read(position, word)
                except PositionError as error:
                    self._page.line(f"{told(error)} (? lists the moves, help tells more)")
