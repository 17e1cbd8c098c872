"""How commands that talk with a person read what he says, from a terminal or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from pinochle_solver.cli.lines import STDIN
from pinochle_solver.errors import visible
from pinochle_solver.rules.moves import Move

# No list of legal moves has more.
_MOST_DIGITS = 4


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


def numbered(word: str, moves: Sequence[Move]) -> str:
    """The move of a number in a list of moves; other words as they are."""
    digits = word.lstrip("0")
    if not (word.isascii() and word.isdigit() and 0 < len(digits) <= _MOST_DIGITS):
        return word
    number = int(digits)
    return moves[number - 1].text() if number <= len(moves) else word
