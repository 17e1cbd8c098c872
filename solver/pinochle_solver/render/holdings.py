"""Hands and what lies on the table, side by side or one suit a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from pinochle_solver.render.page import Page

_INDENT = "  "


class Holding(NamedTuple):
    """Cards in one place.

    Attributes:
        who: whose they are.
        where: in which place; empty where it need not be told.
        suits: the cards of each suit, empty if none is known.
        rest: what there is besides.
    """

    who: str
    where: str
    suits: tuple[Text, ...] = ()
    rest: str = ""


class HoldingViews(Page):
    """Views of cards held."""

    def _holdings(self, holdings: Sequence[Holding]) -> None:
        """Write cards, a holding a line; where that is too wide, a suit a line."""
        holdings = [each._replace(who=str(self._written(each.who))) for each in holdings]
        grid = self._rows_grid(holdings)
        if self._fits(grid):
            self._write_lines(grid)
            return
        left = list(holdings)
        while left:
            taken = next(
                (n for n in range(len(left), 1, -1) if self._fits(_suits_grid(left[:n]))), 1
            )
            if taken > 1:
                self._write_lines(_suits_grid(left[:taken]))
            else:
                for (line,) in _suit_lines(left[:1]):
                    self.line(Text(_INDENT).append(line))
            del left[:taken]

    def _rows_grid(self, holdings: Sequence[Holding]) -> Grid:
        grid = _grid()
        has_where = any(holding.where for holding in holdings)
        has_rest = any(holding.rest for holding in holdings)
        before = ""
        for who, where, suits, rest in holdings:
            name = Text(_INDENT + (who if who != before else ""))
            grid.add_row(name, *[where] * has_where, *suits, *[rest] * has_rest)
            before = who
        return grid

    def _fits(self, grid: Grid) -> bool:
        width = self._width
        return (
            width is None
            or Measurement.get(self._console, self._console.options, grid).maximum <= width
        )


def _suits_grid(holdings: Sequence[Holding]) -> Grid:
    grid = _grid()
    for first, *others in _suit_lines(holdings):
        grid.add_row(Text(_INDENT).append(first), *others)
    return grid


def _suit_lines(holdings: Sequence[Holding]) -> Iterator[tuple[Text | str, ...]]:
    """What stands in each line, a suit a line, from every holding; no line is empty."""
    lines: tuple[tuple[Text | str, ...], ...] = (
        tuple(holding.who for holding in holdings),
        tuple(holding.where for holding in holdings),
        *zip(*(holding.suits or ("",) * 4 for holding in holdings), strict=True),
        tuple(holding.rest for holding in holdings),
    )
    return filter(any, lines)


def _grid() -> Grid:
    return Grid(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
