"""Positions of all games by line: the two-handed game, and those for three and four.

Use this module to read positions of both kinds; the token ``rules`` says which kind a line is. For
a two-handed line nothing of the table games is imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.position_lines import Position, position_of
from pinochle_solver.notation.tokens import line_tokens

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from pinochle_solver.notation.table.positions import TablePosition

AnyPosition: TypeAlias = "Position | TablePosition"
"""A position of any game."""

# The tokens that a line of a table game may leave out, and that are then reported.
_FILLED_IN = ("turn", "bidder", "contract", "trump", "widow", "buried")


def is_table_game(name: str | None, rulebooks: Iterable[AnyRulebook] = ()) -> bool:
    """Whether a rulebook's name is that of a game for three or four.

    Args:
        name: the name, in either case; None: none is named, and the default decides.
        rulebooks: the rulebooks known besides the published ones.
    """
    return KnownRulebooks.of(rulebooks).table_rules(name) is not None


def is_table_position(position: object) -> TypeIs[TablePosition]:
    """Whether it is a position of a game for three or four; does not import these games."""
    return type(position).__name__ == "TablePosition"


def parse_any_position(line: str, rulebooks: Iterable[AnyRulebook] = ()) -> AnyPosition:
    """Read a position of any game: a line of tokens or a JSON object, as in a position file.

    Args:
        line: the line.
        rulebooks: rulebooks known by name besides the published ones.

    Raises:
        NotationError: for text that cannot be read.
        IllegalPositionError: for an impossible position.
    """
    tokens, known = line_tokens(line), KnownRulebooks.of(rulebooks)
    if not is_table_game(tokens.get("rules"), known):
        return position_of(tokens, known)
    from pinochle_solver.notation.table.positions import TablePosition

    return TablePosition.from_tokens(tokens, known)


def filled_in(position: TablePosition, line: str) -> str:
    """The tokens that a position's line left out because they follow; empty if there are none."""
    given, texts = line_tokens(line), position.tokens()
    return " ".join(
        f"{token}={texts[token]}" for token in _FILLED_IN if token in texts and token not in given
    )
