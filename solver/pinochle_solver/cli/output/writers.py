"""How a command's values leave it: as text for people, or as lines of JSON.

A command computes a value and hands it to its `Writer`. Which view shows it stands in a table here,
what makes a line of JSON of it in `schema.making`; either is imported when the first value is
written. A new form, HTML for example, is one class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.options import ascii_only
from pinochle_solver.cli.input.parquet_files import ParquetWriter
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.streams import write_json_line

if TYPE_CHECKING:
    from pinochle_solver.render.renderer import Renderer
    from pinochle_solver.render.table.renderer import TableRenderer

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ABOUT_FILES = ("words", "files", "output", "as_json", "ascii_only", "strict", "at", "hand")
_json_lines = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


class Writer(Protocol):
    """Writes values to standard output.

    Attributes:
        compares: whether it can set an earlier result of the bench beside a new one.
    """

    compares: bool

    def write(self, value: object) -> None:
        """Write one value."""

    def write_together(self, values: Sequence[object]) -> None:
        """Write values of one class that people want to see side by side; at least one."""


class _Row(NamedTuple):
    """How values of a class are shown.

    Attributes:
        view: the method of `Renderer` that shows it.
        apart: whether there is an empty line between two in text.
        together: the method that shows several side by side; `view` itself if it is empty.
        at_table: whether it is of a game for three or four, and `TableRenderer` shows it.
    """

    view: str
    apart: bool = False
    together: str = ""
    at_table: bool = False


# By the name of the value's class.
_ROWS = {
    "Analysis": _Row("analysis", apart=True),
    "BenchReport": _Row("bench"),
    "BurialSolution": _Row("burial_solution", apart=True, at_table=True),
    "ChanceAnalysis": _Row("table_chances", apart=True, at_table=True),
    "Equity": _Row("equity"),
    "Game": _Row("game"),
    "MatchReport": _Row("match"),
    "MeldReport": _Row("melds", apart=True),
    "PlayoffPosition": _Row("checked_playoff", apart=True),
    "RecordedPosition": _Row("recorded_position"),
    "RecordedTablePosition": _Row("recorded_table_position", at_table=True),
    "Replay": _Row("replay", apart=True),
    "Review": _Row("review", apart=True, together="reviewed_hands"),
    "Rulebook": _Row("rulebooks"),
    "Solution": _Row("solution", apart=True),
    "StockPosition": _Row("checked_stock_position", apart=True),
    "ScoredTableGame": _Row("table_game", at_table=True),
    "TablePosition": _Row("checked_table_position", apart=True, at_table=True),
    "TableSolution": _Row("table_solution", apart=True, at_table=True),
    "TableRules": _Row("table_rulebooks", at_table=True),
    "TableReplay": _Row("table_replay", apart=True, at_table=True),
    "Verification": _Row("verification"),
}


class JsonWriter:
    """Writes a line of JSON for each value."""

    compares = False

    def write(self, value: object) -> None:
        """Write the line of a value."""
        # JSON takes its time to import, and text needs none of it.
        from pinochle_solver.schema.lines import line_of

        write_json_line(line_of(value))

    def write_together(self, values: Sequence[object]) -> None:
        """Write the line of each."""
        for value in values:
            self.write(value)


class TextWriter:
    """Shows values to people.

    Args:
        ascii: whether suit symbols are written as letters.
    """

    compares = True

    def __init__(self, ascii: bool) -> None:
        self._ascii = ascii
        self._written = 0

    @cached_property
    def renderer(self) -> Renderer:
        """What shows them; imported with the first value, for it takes its time."""
        from pinochle_solver.render.renderer import Renderer

        return Renderer(sys.stdout, self._ascii, asked_color())

    @cached_property
    def table_renderer(self) -> TableRenderer:
        """What shows those of the games for three and four; imported with the first, too."""
        from pinochle_solver.render.table.renderer import TableRenderer

        return TableRenderer(sys.stdout, self._ascii, asked_color())

    def write(self, value: object) -> None:
        """Show a value, apart from the one before."""
        row = _ROWS[type(value).__name__]
        if row.apart and self._written:
            (self.table_renderer if row.at_table else self.renderer).line()
        self._written += 1
        self._show(row, value)

    def write_together(self, values: Sequence[object]) -> None:
        """Show values of one class in one view."""
        row = _ROWS[type(values[0]).__name__]
        self._show(row._replace(view=row.together or row.view), values)

    def _show(self, row: _Row, value: object) -> None:
        view: Callable[[object], None] = getattr(
            self.table_renderer if row.at_table else self.renderer, row.view
        )
        view(value)


def writes_tables(command: _Command) -> _Command:
    """Give a command its ``writer``, chosen by ``--json``, ``--ascii`` and ``--output``."""

    @wraps(command)
    def with_table(*arguments: Any, output: str | None, writer: Writer, **more: Any) -> Any:
        if output is None:
            return command(*arguments, writer=writer, **more)
        context = click.get_current_context()
        if context.params["as_json"]:
            raise click.UsageError("--output or --json, not both")
        table = ParquetWriter(output, context.params["files"], _settings(context))
        try:
            status = command(*arguments, writer=table, **more)
            table.finish()
        finally:
            table.discard()
        return status

    decorated: Any = click.option(
        "--output",
        metavar="FILE.parquet",
        shell_complete=completion.files,
        help="Write a table to FILE.parquet instead, a row for each position of the two-handed "
        "game (needs pyarrow).",
    )(writes(with_table))
    return cast(_Command, decorated)


def _settings(context: click.Context) -> dict[str, Any]:
    """The options of a command but for what it reads and writes."""
    return {
        name: value
        for name, value in context.params.items()
        if name not in _ABOUT_FILES and isinstance(value, (str, int, float, NoneType))
    }


def writes(command: _Command, *, symbols: bool = True) -> _Command:
    """Give a command its ``writer``, chosen by ``--json`` and ``--ascii``.

    Args:
        command: takes the writer by that name.
        symbols: whether it shows cards, so that there is something for ``--ascii`` to change.
    """

    @wraps(command)
    def with_writer(*arguments: Any, as_json: bool, ascii_only: bool = False, **more: Any) -> Any:
        writer: Writer = JsonWriter() if as_json else TextWriter(ascii_only)
        return command(*arguments, writer=writer, **more)

    decorated: Any = ascii_only(with_writer) if symbols else with_writer
    return cast(_Command, _json_lines(decorated))
