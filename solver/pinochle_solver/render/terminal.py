"""How wide an output is, and lines folded to it at the ends of words."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterator
from typing import TextIO

_TERMINAL_WIDTH = 80
_NO_LIMIT = 0
# Stands behind a letter of two columns; no text that is shown has it.
_FILLER = "\0"


def output_width(output: TextIO) -> int | None:
    """The columns for sentences and tables: what ``COLUMNS`` says, else those of the terminal.

    Returns:
        None for no limit, which is so into a pipe or a file unless ``COLUMNS`` is set: what is
        written there does not depend on the terminal.
    """
    is_terminal = output.isatty()
    fallback = (_TERMINAL_WIDTH if is_terminal else _NO_LIMIT, 0)
    return shutil.get_terminal_size(fallback).columns or None


def notation_width(output: TextIO) -> int | None:
    """The columns for positions: those of `output_width` on a terminal.

    Returns:
        None for no limit, which is always so into a pipe or a file: programs read notation there,
        and many shells export ``COLUMNS``.
    """
    return output_width(output) if output.isatty() else None


def folded(text: str, width: int | None, hanging: int = 2) -> Iterator[str]:
    """A line as lines of at most `width`, folded between words; only a longer word is cut.

    Letters that take two columns of a terminal count twice.

    Args:
        text: the line.
        width: None for no limit.
        hanging: by how many blanks more than `text` the lines after the first are indented.

    >>> list(folded("  hearts and spades are led", 16))
    ['  hearts and', '    spades are', '    led']
    >>> list(folded("abcdefghijkl is to lead", 10))
    ['abcdefghij', '  kl is to', '  lead']
    """
    spread = _spread(text)
    if width is None or len(spread) <= width:
        yield text
        return
    lead = " " * (len(text) - len(text.lstrip()))
    lines = textwrap.wrap(
        spread.strip(),
        width,
        initial_indent=lead,
        subsequent_indent=lead + " " * hanging,
        # Without room beside the indent a line would be one letter.
        break_long_words=len(lead) + hanging < width,
        break_on_hyphens=False,
    )
    yield from (line.replace(_FILLER, "") for line in lines)


def _spread(text: str) -> str:
    """A text with as many characters as it takes columns."""
    if text.isascii():
        return text
    from rich.cells import cell_len  # help, for example, is shown without it

    return "".join(letter + _FILLER * (cell_len(letter) - 1) for letter in text)


def notation(position: str, width: int | None) -> str:
    r"""A position's line as it is shown at a width, None for no limit.

    A narrow terminal gets it folded between its tokens, and within one only where that is longer
    than a line: behind a plus sign, a dot or a comma if there is one. A backslash ends each line
    but the last: so a shell takes what is copied there for the one line that it is.

    >>> print(notation("turn=south trump=S melds.south=dix+run:AS.TS.KS.QS.JS", 24))
    turn=south trump=S \
    melds.south=dix+run:AS.\
    TS.KS.QS.JS
    """
    spread = _spread(position)
    if width is None or len(spread) <= width:
        return position
    room = max(width - 1, 1)
    lines = [""]
    for token in re.findall(r"\S+ ?", spread):
        for part in _parts(token, room):
            if lines[-1] and len(lines[-1]) + len(part) > room:
                lines.append("")
            lines[-1] += part
    return "\\\n".join(lines).replace(_FILLER, "")


def _parts(token: str, room: int) -> Iterator[str]:
    """A token, with the blank behind it, in parts that fit."""
    if len(token) <= room:
        yield token
        return
    for part in re.findall(r"[^+.,]*[+.,]|[^+.,]+", token):
        yield from (part[begin : begin + room] for begin in range(0, len(part), room))
