"""The puzzles as questions of the board: positions, and what is said of them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pinochle_solver.errors import PositionError
from pinochle_solver.reviews.exercises import puzzle_files, read_exercises
from pinochle_solver.schema.objects import JsonObject


class QuestionView(JsonObject, kw_only=True):
    """A position to think about, and what its file says of it in paragraphs."""

    text: str
    why: list[str]


@cache
def questions() -> tuple[QuestionView, ...]:
    """The puzzles in which there is something to decide; none if they are not installed."""
    return tuple(_questions())


def _questions() -> Iterator[QuestionView]:
    for file in puzzle_files():
        for exercise in read_exercises(file.name, file.read_text("utf-8").splitlines()):
            if not isinstance(exercise, PositionError) and _is_question(exercise.position):
                yield QuestionView(text=exercise.key, why=exercise.paragraphs)


def _is_question(position: object) -> bool:
    moves = getattr(position, "legal_moves", None)
    try:
        return moves is not None and len(tuple(moves())) > 1
    except PositionError:  # the hand of the player to move is hidden
        return False
