"""Positions and records of all games: the two-handed game, and those for three and four.

The token ``rules`` of a line and the tag ``Rules`` of a record say which game it is. For the
two-handed game nothing of the table games is imported, and for a position nothing of the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.position_lines import Position, position_of
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.rules.partial_hands import PartialHand

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from pinochle_solver.notation.hand_records import HandRecord
    from pinochle_solver.notation.record_text import RecordBlock
    from pinochle_solver.notation.table.hand_records import TableRecord
    from pinochle_solver.notation.table.positions import TablePosition


AnyPosition: TypeAlias = "Position | TablePosition"
"""A position of any game."""

# The tokens that a line of a table game may leave out, and that are then reported.
_SEATS = ("south", "west", "north", "east")
_FILLED_IN = frozenset(
    ("dealer", "act", "bidder", "contract", "trump", "turn", "widow", "buried", *_SEATS)
)


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
    given = line_tokens(line)
    return " ".join(
        f"{token}={text}"
        for token, text in position.tokens().items()
        if token in _FILLED_IN and _says_more(token, text, given.get(token))
    )


def _says_more(token: str, text: str, given: str | None) -> bool:
    """Whether the full text of a token says more than the text that was given."""
    if given is None:
        return True
    return token in _SEATS and PartialHand.parse(given) != PartialHand.parse(text)


AnyRecord: TypeAlias = "HandRecord | TableRecord"
"""A record of any game."""


def is_table_record(record: object) -> TypeIs[TableRecord]:
    """Whether it is a record of a game for three or four; does not import these games."""
    return type(record).__name__ == "TableRecord"


def numbered_records_of_all(
    lines: Iterable[str], rulebooks: Iterable[AnyRulebook] = ()
) -> Iterator[tuple[int, AnyRecord | PositionError]]:
    """Read the records of a file, lazily: tags begin one, ``;`` starts a comment.

    Yields:
        the number of the line on which each record begins, from 1, and the record or the error in
        its tags.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
    """
    from pinochle_solver.notation.record_text import numbered_blocks

    known = KnownRulebooks.of(rulebooks)
    yield from numbered_blocks(lines, lambda block: _record(block, known))


def _record(block: RecordBlock, known: KnownRulebooks) -> AnyRecord:
    if not is_table_game(block.rulebook, known):
        from pinochle_solver.notation.record_reading import record_of

        return record_of(block, known)
    from pinochle_solver.notation.table.record_reading import table_record

    return table_record(block, known)
