"""The puzzles as questions of the board: positions, and what is said of them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.table.all_games import AnyPosition, is_table_position
from pinochle_solver.reviews.exercises import puzzle_files, read_exercises
from pinochle_solver.reviews.table.decisions import TableKind
from pinochle_solver.schema.objects import JsonObject


class QuestionView(JsonObject, kw_only=True):
    """A position to think about, and what its file says of it in paragraphs.

    ``kind`` names the kind of decision, in the plural; ``themes`` are those of the puzzle.
    """

    text: str
    rules: str
    kind: str
    themes: list[str]
    why: list[str]


@cache
def questions() -> tuple[QuestionView, ...]:
    """The puzzles in which there is something to decide; none if they are not installed."""
    return tuple(_questions())


def _questions() -> Iterator[QuestionView]:
    for file in puzzle_files():
        for exercise in read_exercises(file.name, file.read_text("utf-8").splitlines()):
            if not isinstance(exercise, PositionError) and _is_question(exercise.position):
                yield QuestionView(
                    text=exercise.key,
                    rules=exercise.position.rules.name,
                    kind=_kind(exercise.position),
                    themes=sorted(exercise.themes),
                    why=exercise.paragraphs,
                )


def _kind(position: AnyPosition) -> str:
    """``calls``, ``leads``, ...; of two players the phase, and melds."""
    if is_table_position(position):
        return TableKind.of(position).plural_in(position.rules)
    if isinstance(position, PlayoffPosition):
        return "playoff"
    return "stock phase" if position.act is Act.PLAY else "melds"


def _is_question(position: object) -> bool:
    moves = getattr(position, "legal_moves", None)
    try:
        return moves is not None and len(tuple(moves())) > 1
    except PositionError:  # the hand of the player to move is hidden
        return False
