"""Help texts, fitted to narrow terminals."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator

import click

from pinochle_solver.render.terminal import folded, notation

_WIDEST = 80
# Below this, what an option means stands below it instead of beside it.
_SIDE_BY_SIDE = 70


class HelpFormatter(click.HelpFormatter):
    """Writes help as wide as the terminal, 80 columns at most; click's own is never below 50."""

    def __init__(self) -> None:
        super().__init__(width=max(min(shutil.get_terminal_size().columns, _WIDEST) - 2, 1))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write terms and what they mean, side by side if there is room."""
        if self.width >= _SIDE_BY_SIDE - 2:
            super().write_dl(list(rows), col_max, col_spacing)
            return
        lead = " " * self.current_indent
        for term, meaning in rows:
            for line in _folded_term(lead + term, self.width):
                self.write(f"{line}\n")
            for line in folded(f"{lead}    {meaning}", self.width, hanging=0):
                self.write(f"{line}\n")


def write_block(formatter: click.HelpFormatter, lines: Iterable[str]) -> None:
    """Write lines as they are, or folded so that a shell takes what is copied."""
    lead = " " * formatter.current_indent
    room = max(formatter.width - len(lead), 1)
    for line in lines:
        for part in notation(line, room).splitlines() or [""]:
            formatter.write(f"{lead}{part}".rstrip() + "\n")


class HelpContext(click.Context):
    """The context of a command, whose help is fitted to the terminal."""

    def make_formatter(self) -> click.HelpFormatter:
        """What help is written with."""
        return HelpFormatter()


def _folded_term(term: str, width: int) -> Iterator[str]:
    """An option with its values, folded between those as well."""
    words = re.sub(r"\|(?=.)", "| ", term) if len(term) > width else term
    for line in folded(words, width):
        yield line.replace("| ", "|")
