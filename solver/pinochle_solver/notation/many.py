"""Many positions at once, as functions take them: values, lines of text, and what is wrong.

One that is wrong need not end the others: it is raised, skipped or given in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeVar

from pinochle_solver.errors import PositionError, quoted
from pinochle_solver.notation.position_text import PositionText, expect_position
from pinochle_solver.notation.tokens import line_tokens, read_lines

Errors = Literal["raise", "skip", "yield"]
ERRORS: tuple[Errors, ...] = ("raise", "skip", "yield")
"""What becomes of one that is wrong: its error is raised, left out, or given in its place."""

Bad = PositionError | TypeError
"""What is wrong with a position: what it says, or that it is none."""

_Position = TypeVar("_Position", bound=PositionText)
_Found = TypeVar("_Found")


def check_errors(errors: str) -> None:
    """Raise `ValueError` for what is none of `ERRORS`."""
    if errors not in ERRORS:
        raise ValueError(f"errors is {errors!r}, expected one of {', '.join(ERRORS)}")


def check_many(given: object) -> None:
    """Raise `TypeError` for a text or a position where many are expected."""
    fact = "expected an iterable of positions or lines"
    if isinstance(given, str):
        raise TypeError(f"{fact}, not the text {quoted(given)}")
    if isinstance(given, PositionText):
        raise TypeError(f"{fact}, not one: {given.taken_by} takes that")


def given_positions(given: Iterable[object], kind: type[_Position]) -> Iterator[_Position | Bad]:
    """The positions of one phase among what was given, lazily, and what is wrong with the others.

    Text is read as a line of a position file: a blank one or a comment is none, and an error says
    which line it is. An error is given as it is, so that what a reader found wrong keeps its place.
    """
    for number, each in enumerate(given, start=1):
        if isinstance(each, str):
            for _, read in read_lines([each], lambda line: kind.from_tokens(line_tokens(line))):
                yield read.at(f"line {number}") if isinstance(read, PositionError) else read
        elif isinstance(each, PositionError):
            yield each
        else:
            try:
                expect_position(each, kind)
            except TypeError as error:
                yield error
            else:
                assert isinstance(each, kind)
                yield each


def with_errors(answers: Iterable[_Found | Bad], errors: Errors) -> Iterator[_Found | Bad]:
    """The answers, and of those that are errors what `errors` says becomes of them."""
    for answer in answers:
        if isinstance(answer, Bad):
            if errors == "raise":
                raise answer
            if errors == "skip":
                continue
        yield answer
