"""How commands that talk with a person read what he says, from a terminal or through a pipe."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.input.lines import STDIN, wait_for_terminal
from pinochle_solver.errors import (
    IllegalMoveError,
    NotationError,
    PositionError,
    quoted,
    visible,
)
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Show
from pinochle_solver.rules.show_text import check_says_meld, read_show, says_nothing
from pinochle_solver.threads import awaited

_Thought = TypeVar("_Thought")

CHANGE = "change"
GIVES_UP = "give up the hand?"
"""What is asked of somebody who concedes before the play."""
YES_OR_NO = {"y": DIX, "yes": DIX, "n": Show().text()}
"""What an answer says to the question whether a dix is shown."""


class QuitError(Exception):
    """The person has had enough, or the input has ended."""


def read_line(prompt: str) -> str:
    """Ask for a line. What comes through a pipe is shown.

    Raises:
        QuitError: at the end of the input.
        click.ClickException: when it cannot be read.
    """
    if sys.stdin is None:
        raise click.ClickException(f"{STDIN}: closed")
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        wait_for_terminal(sys.stdin.buffer)
        raw = sys.stdin.buffer.readline()
    except OSError as error:
        fact = (error.strerror or str(error)).lower()
        raise click.ClickException(f"{STDIN}: {fact}") from None
    line = raw.decode("utf-8", "backslashreplace").rstrip("\r\n")
    if not sys.stdin.isatty() or not raw:
        sys.stdout.write(f"{visible(line)}\n")
    if not raw:
        raise QuitError
    return line


def is_sure(question: str) -> bool:
    """Ask before something that cannot be taken back; raises as `read_line` does."""
    return read_line(f"{question} yes or no> ").strip().lower() in ("y", "yes")


def changed_card(text: str) -> tuple[Card, Card]:
    """The card that was noted wrongly, and what it was: ``9D 9S``, ``9D to 9S``.

    Raises:
        NotationError: for anything but two cards.
    """
    words = [word for word in text.split() if word.lower() not in ("to", "is", "was")]
    for place in range(1, len(words)):
        with contextlib.suppress(NotationError):
            return Card.parse(" ".join(words[:place])), Card.parse(" ".join(words[place:]))
    raise NotationError(CHANGE, f"say the wrong card and the right one: {CHANGE} 9D 9S")


def meant_move(word: str, referee: Referee) -> str:
    """The legal move that is meant by its number in their list, or as people say it.

    Other words as they are. Raises `IllegalMoveError` for what could be several shows or cannot be
    one, and for nothing where a card has to be played.
    """
    moves = referee.moves()
    if says_nothing(word):
        if referee.due is Act.PLAY:
            raise IllegalMoveError(word, "there is no meld to be made now; play a card")
        if Doubling.NO_DOUBLE in moves:
            return Doubling.NO_DOUBLE.text()
    if is_number(word):
        move = numbered(word, moves)
        return word if move is None else move.text()
    shows = [move for move in moves if isinstance(move, Show)]
    if referee.due in (Act.DIX, Act.SHOW):
        word = YES_OR_NO.get(word.lower(), word)
    dix = dix_card(referee.rules, referee.trump)
    meant = read_show(word, shows, dix) if shows else None
    if shows and meant is None:
        assert referee.turn is not None  # there are moves
        asked = f"what {referee.turn.text()} melds"
        check_says_meld(word, (kind.name for kind in referee.rules.melds), asked)
    return word if meant is None else meant.text()


def typed_token(error: PositionError, line: str) -> str:
    """The token of an error; the whole line if nobody typed that token.

    Args:
        error: why the line cannot be read, or the move not made.
        line: the line that the person typed.

    >>> typed_token(PositionError("S:AD.JD", "..."), "spades ad jd")
    "'spades ad jd'"
    >>> typed_token(PositionError("'fly'", "..."), "bury fly")
    "'fly'"
    """
    token = re.escape(error.token.strip("'\""))
    is_typed = bool(token) and re.search(rf"(?<!\w){token}(?!\w)", line, re.IGNORECASE)
    return error.token if is_typed else quoted(line)


def told(error: PositionError) -> str:
    """An error of what was typed, without its token if the fact quotes that.

    >>> told(PositionError("'QX'", "unknown suit 'X' in 'QX'"))
    "unknown suit 'X' in 'QX'"
    >>> told(PositionError("AD", "south does not hold it"))
    'AD: south does not hold it'
    """
    is_quoted = error.token.startswith(("'", '"'))
    return error.fact if is_quoted and error.token in error.fact else str(error)


def thought(think: Callable[[StopFlag], _Thought]) -> _Thought:
    """What comes of thinking, which is told to stop when Ctrl-C comes."""
    stop = StopFlag()
    with ThreadPoolExecutor(1) as pool:
        try:
            return awaited(pool.submit(think, stop))
        except BaseException:
            stop.set()
            raise
