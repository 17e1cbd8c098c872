"""What positions of both phases have in common: a line of ``key=value`` tokens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pinochle_solver.rulebooks import RULEBOOKS
from pinochle_solver.rules import Rulebook
from pinochle_solver.tokens import split_tokens

if TYPE_CHECKING:
    from typing_extensions import Self


class PositionText:
    """The line of a position, made of its tokens.

    Attributes:
        rules: the rulebook.
    """

    __slots__ = ()

    rules: Rulebook

    @abstractmethod
    def tokens(self) -> dict[str, str]:
        """The texts of the tokens in canonical order, those that say nothing left out."""

    @classmethod
    @abstractmethod
    def from_tokens(cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Make a position of token texts, as `parse` does of a line; raises the same errors."""

    def text(self) -> str:
        """The canonical line."""
        return " ".join(f"{token}={text}" for token, text in self.tokens().items())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.rules.name in RULEBOOKS:
            return f"{name}.parse({self.text()!r})"
        return f"<{name} {self.text()}>"  # no expression: the text alone does not read

    @classmethod
    def parse(cls, text: str, rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Read a line of ``key=value`` tokens in any order.

        Args:
            text: the line.
            rulebooks: rulebooks known by name besides the published ones.

        Raises:
            NotationError: for text that does not read.
            IllegalPositionError: for a position that cannot be, and for two different rulebooks
                of one name.
        """
        return cls.from_tokens(split_tokens(text), rulebooks)
