"""Tables that say what gives way, and in which order, where the terminal is too narrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.text import Text

Cell = Text | str
Justify = Literal["left", "right"]


class Spacing(NamedTuple):
    """Blanks.

    Attributes:
        gap: between two columns.
        edge: left of the first one.
    """

    gap: int
    edge: int


WIDE, NARROW = Spacing(3, 1), Spacing(2, 0)

STOPPED_ORDER = "order: cards that secure the least that is proven, then by an estimate"
"""Below the cards of a search that was stopped before each had its value."""

STOPPED = "(bounds: the search was stopped)"
STOPPED_IN_LINE = "(the search was stopped before it found the best line)"
"""Behind the verdict of such a search, and of one that had all values."""


@dataclass(frozen=True)
class Column:
    """A column and its cells.

    Attributes:
        heading: what stands above it, in one line or several.
        justify: to which side its cells go.
        no_wrap: whether its cells are never folded.
        cells: from the top.
    """

    heading: Cell
    justify: Justify
    no_wrap: bool
    cells: tuple[Cell, ...] = ()

    @property
    def name(self) -> str:
        """The heading in one line."""
        return " ".join(_plain(self.heading).split())

    @property
    def most(self) -> int:
        """The width at which nothing is folded."""
        return max(
            cell_len(line)
            for cell in (self.heading, *self.cells)
            for line in _plain(cell).split("\n")
        )

    @property
    def least(self) -> int:
        """The smallest width at which no word is broken."""
        if self.no_wrap:
            return self.most
        words = (word for cell in (self.heading, *self.cells) for word in _plain(cell).split())
        return max(map(cell_len, words), default=0)

    def written(self, written: Callable[[Cell], Cell]) -> Column:
        """The same column with its cells and its heading as they are written."""
        cells = tuple(map(written, self.cells))
        return replace(self, heading=written(self.heading), cells=cells)


@dataclass(frozen=True)
class Fitted:
    """A table fitted to a width.

    Attributes:
        columns: those that are left, each with its width.
        spacing: the blanks between them.
        lost: what was left out, in words.
    """

    columns: tuple[tuple[Column, int], ...]
    spacing: Spacing
    lost: tuple[str, ...]


@dataclass(frozen=True)
class _Step:
    """What a column gives up: with no other column in its place, itself."""

    index: int
    instead: Callable[[Column], Column | None]
    lost_text: str = ""


class Table:
    """Rows under headings, and what gives way one after another until they fit.

    First the columns move together, then cells that may be are folded between words, and then the
    steps are taken that `may_lose`, `may_shorten` and `may_fold` have stated, in that order. What
    no step names stays, whole, even if it is wider than the terminal then.

    Attributes:
        styles: of each row its style.
    """

    def __init__(self) -> None:
        self.styles: list[str] = []
        self._columns: list[Column] = []
        self._steps: list[_Step] = []

    @property
    def names(self) -> list[str]:
        """The headings, each in one line."""
        return [column.name for column in self._columns]

    def add_column(
        self, heading: Cell, *, justify: Justify = "left", no_wrap: bool = False
    ) -> None:
        """Add a column to the right; `no_wrap` keeps its cells and heading from being folded."""
        self._columns.append(Column(heading, justify, no_wrap))

    def add_row(self, *cells: Cell, style: str = "") -> None:
        """Add a row below, a cell for each column."""
        self._columns = [
            replace(column, cells=(*column.cells, cell))
            for column, cell in zip(self._columns, cells, strict=True)
        ]
        self.styles.append(style)

    def may_lose(self, *names: str) -> None:
        """State columns that go, the first one first; raises `ValueError` for a name unknown."""
        for name in names:
            self._may(name, lambda _: None, name)

    def may_shorten(self, name: str, cells: Sequence[Cell], lost: str) -> None:
        """State shorter cells, and in words what is lost with the longer ones.

        The heading is its name in one line then. Raises `ValueError` for a name unknown.
        """
        self._may(name, lambda column: replace(column, heading=name, cells=tuple(cells)), lost)

    def may_fold(self, *names: str) -> None:
        """State columns that are folded after all; raises `ValueError` for a name unknown."""
        for name in names:
            self._may(name, lambda column: replace(column, no_wrap=False))

    def _may(self, name: str, instead: Callable[[Column], Column | None], lost: str = "") -> None:
        index = self.names.index(name)
        self._steps.append(_Step(index, instead, lost))

    def fitted(self, width: int | None, written: Callable[[Cell], Cell] = lambda c: c) -> Fitted:
        """The table fitted to a width.

        Args:
            width: None for no limit.
            written: makes of a cell or a heading what is written in its place.
        """
        for stage, lost in self._stages():
            columns = [column.written(written) for column in stage]
            widths = [column.most for column in columns]
            for spacing in (WIDE, NARROW):
                free = _free(spacing, len(columns), width)
                if free is None or sum(widths) <= free:
                    return _fitted(columns, widths, spacing, lost)
            least = [column.least for column in columns]
            if free is not None and sum(least) <= free:
                return _fitted(columns, _shares(widths, least, free), NARROW, lost)
        return _fitted(columns, least, NARROW, lost)

    def _stages(self) -> Iterator[tuple[list[Column], list[str]]]:
        """The columns before each step and after the last, and what was lost so far."""
        columns: list[Column | None] = [*self._columns]
        # By column, so that of one that goes after its errors only that is told.
        lost: dict[int, str] = {}
        yield self._columns, []
        for step in self._steps:
            column = columns[step.index]
            if column is None:
                continue
            columns[step.index] = step.instead(column)
            if step.lost_text:
                lost.pop(step.index, None)
                lost[step.index] = step.lost_text
            yield [column for column in columns if column is not None], [*lost.values()]


def _fitted(
    columns: Sequence[Column], widths: Sequence[int], spacing: Spacing, lost: Sequence[str]
) -> Fitted:
    return Fitted(tuple(zip(columns, widths, strict=True)), spacing, tuple(lost))


def _free(spacing: Spacing, columns: int, width: int | None) -> int | None:
    """What a width leaves for so many columns themselves; None for no limit."""
    return None if width is None else width - spacing.edge - spacing.gap * (columns - 1)


def _shares(widths: Sequence[int], least: Sequence[int], free: int) -> list[int]:
    """Widths of that sum: of those that can, the widest gives way first."""
    shares = list(widths)
    while sum(shares) > free:
        foldable = [number for number, share in enumerate(shares) if share > least[number]]
        shares[max(foldable, key=shares.__getitem__)] -= 1
    return shares


def _plain(cell: Cell) -> str:
    return cell.plain if isinstance(cell, Text) else cell
