"""What positions of both phases share: a line of ``key=value`` tokens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from pinochle_solver.notation.tokens import split_tokens
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from typing_extensions import Self

    from pinochle_solver.rules.moves import Move


# Named by text, because the referee is in a room further up and is imported when first needed.
_REFEREE = "pinochle_solver.hand.position_moves"


class PositionText:
    """A position's line, made of its tokens.

    Attributes:
        rules: the rulebook.
        taken_by: the name of the function that says what its moves are worth.
    """

    __slots__ = ()

    taken_by: ClassVar[str]

    rules: Rulebook

    @abstractmethod
    def tokens(self) -> dict[str, str]:
        """The texts of the tokens in canonical order; tokens that say nothing are left out."""

    @classmethod
    @abstractmethod
    def from_tokens(cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""

    def text(self) -> str:
        """The canonical line."""
        return " ".join(f"{token}={text}" for token, text in self.tokens().items())

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to decide, in the referee's order; at least one.

        Plays come in canonical order of the cards, ranks high to low and then S H D C. A copy on
        the table is a move of its own if it differs from the one in the hand. Among shows, a pass
        comes first; it is the only move if a position asks for a show and nothing can be shown.
        Among doubles, ``no-double`` or ``refuse`` comes first.

        Raises:
            IllegalPositionError: when the hand of the seat to decide is not wholly known, and for a
                playoff with a deck of more than two copies of a card.
        """
        moves: tuple[Move, ...] = import_module(_REFEREE).legal_moves(self)
        return moves

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.rules.name in RULEBOOKS:
            return f"{name}.parse({self.text()!r})"
        return f"<{name} {self.text()}>"  # not an expression: the text alone cannot be evaluated

    @classmethod
    def parse(cls, text: str, rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Read a line of ``key=value`` tokens in any order.

        Args:
            text: the line.
            rulebooks: rulebooks known by name besides the published ones; `KnownRulebooks` also has
                the default for texts that name none.

        Raises:
            NotationError: for text that cannot be read.
            IllegalPositionError: for an impossible position, and for two different rulebooks of one
                name.
        """
        return cls.from_tokens(split_tokens(text), rulebooks)


def expect_position(given: object, expected: type[object]) -> None:
    """Raise `TypeError` for anything but an `expected` position, saying where it belongs."""
    if isinstance(given, expected):
        return
    fact = f"expected {expected.__name__}, not {type(given).__name__}"
    if isinstance(given, str):
        fact += f": {expected.__name__}.parse reads text"
    elif isinstance(given, PositionText):
        fact += f": {given.taken_by} takes that"
    raise TypeError(fact)
