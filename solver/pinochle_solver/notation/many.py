"""Many positions or hands, as functions take them: values, lines of text, and what is wrong.

A wrong position need not stop the others: its error is raised, skipped or given in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import Literal, TypeVar

from pinochle_solver.errors import GameError, PositionError, expect_type, quoted
from pinochle_solver.notation.tokens import PositionText, expect_position, line_tokens, read_lines

Errors = Literal["raise", "skip", "yield"]
ERRORS: tuple[Errors, ...] = ("raise", "skip", "yield")
"""What to do with a wrong position: raise its error, skip it, or give its error in its place."""

Bad = PositionError | TypeError
"""What is wrong with a position: its content, or that it is not a position."""

_Position = TypeVar("_Position", bound=PositionText)
_Found = TypeVar("_Found")


def check_errors(errors: str) -> None:
    """Raise `ValueError` for anything that is not in `ERRORS`."""
    if errors not in ERRORS:
        raise ValueError(f"errors is {errors!r}, expected one of {', '.join(ERRORS)}")


def check_many(given: object) -> None:
    """Raise `TypeError` for a text or a position where many are expected."""
    fact = "expected an iterable of positions or lines"
    if isinstance(given, str):
        raise TypeError(f"{fact}, not the text {quoted(given)}")
    if isinstance(given, PositionText):
        raise TypeError(f"{fact}, not one: {given.taken_by} takes that")


def given_positions(
    given: Iterable[object],
    kind: type[_Position],
    check: Callable[[_Position], None] = lambda _: None,
) -> Iterator[_Position | Bad]:
    """The given positions of one phase, lazily, and the errors of the others.

    Text is read as a line of a position file: blank lines and comments are skipped, and an error
    says which line it is about. Errors among the input are passed on as they are, so that what a
    reader found wrong keeps its place.

    Args:
        given: positions, lines and errors.
        kind: the positions of that phase.
        check: raises `PositionError` for a position that is wrong in another way.
    """

    def read_line(line: str) -> _Position:
        position = kind.from_tokens(line_tokens(line))
        check(position)
        return position

    for number, each in enumerate(given, start=1):
        if isinstance(each, str):
            for _, read in read_lines([each], read_line):
                yield read.at(f"line {number}") if isinstance(read, PositionError) else read
        elif isinstance(each, PositionError):
            yield each
        else:
            try:
                expect_position(each, kind)
                assert isinstance(each, kind)
                check(each)
            except (PositionError, TypeError) as error:
                yield error
            else:
                yield each


def hands_of_game(
    replays: Iterable[_Found | None], kind: type[_Found], made_by: str
) -> tuple[_Found, Iterator[_Found | None]]:
    """The hands of a game, lazily, with the first that can be read: its record says what is played.

    Args:
        replays: the hands; None for a record that cannot be read.
        kind: the class of a hand.
        made_by: what makes one, for the message.

    Returns:
        the first hand that can be read, and an iterator of all hands.

    Raises:
        GameError: (``game``) if there is none.
        TypeError: for anything but such hands; for a later one once the iterator gets there.
    """

    def checked() -> Iterator[_Found | None]:
        for replay in replays:
            if replay is not None:
                expect_type(replay, kind, made_by)
            yield replay

    hands = checked()
    for unread, first in enumerate(hands):
        if first is not None:
            return first, chain(repeat(None, unread), [first], hands)
    raise GameError("game", "no hand in it")


def with_errors(answers: Iterable[_Found | Bad], errors: Errors) -> Iterator[_Found | Bad]:
    """The answers, with errors among them treated as `errors` says."""
    for answer in answers:
        if isinstance(answer, Bad):
            if errors == "raise":
                raise answer
            if errors == "skip":
                continue
        yield answer
