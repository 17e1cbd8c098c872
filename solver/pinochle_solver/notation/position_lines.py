"""Positions of either phase, by line.

A line with ``upcard=`` or ``stock=``, or with a double to offer or answer, is a position of the
stock phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.sources import Source, lines_of
from pinochle_solver.notation.stock_position import (
    StockPosition,
    is_of_stock_phase,
    without_upcard,
)
from pinochle_solver.notation.tokens import line_tokens, read_lines
from pinochle_solver.rules.rules import Rulebook

Position = PlayoffPosition | StockPosition


def parse_position(line: str, rulebooks: Iterable[Rulebook] = ()) -> Position:
    """Read a position of either phase: a line of tokens or a JSON object, as in a position file.

    Args:
        line: the line.
        rulebooks: rulebooks known by name besides the published ones.

    Raises:
        NotationError: for text that cannot be read.
        IllegalPositionError: for an impossible position, and for two different rulebooks of one
            name.
    """
    return position_of(line_tokens(line), rulebooks)


def position_of(tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()) -> Position:
    """The position of either phase that the tokens describe, as `parse_position` reads a line."""
    if is_of_stock_phase(tokens):
        return StockPosition.from_tokens(tokens, rulebooks)
    if "trump" not in tokens and (error := without_upcard(tokens)):
        raise error
    return PlayoffPosition.from_tokens(tokens, rulebooks)


def read_positions(
    lines: Source, rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[int, Position | PositionError]]:
    """Read the lines of a position file, lazily: blank lines and ``#`` comments are skipped.

    A byte order mark at the start of the file is skipped, too. The file is given by its path, or
    by its lines: an open text file, a list.

    Yields:
        the number of each line, from 1, and its position or its error.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
        ValueError: for text of several lines instead of a path.
        OSError: when the file cannot be read; raised once reading begins.
    """
    known = KnownRulebooks.of(rulebooks)
    return read_lines(lines_of(lines), lambda line: parse_position(line, known))


def read_playoff_positions(
    lines: Source, rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[int, PlayoffPosition | PositionError]]:
    """Read a file of playoff positions as `read_positions` does; other positions are errors."""
    known = KnownRulebooks.of(rulebooks)
    return read_lines(lines_of(lines), lambda line: PlayoffPosition.parse_line(line, known))
