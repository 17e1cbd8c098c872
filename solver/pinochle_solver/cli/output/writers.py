"""How a command's values leave it: as text for people, or as lines of JSON.

A command computes a value and hands it to its `Writer`. Its view is marked in `render` (by `view`),
and what makes a line of JSON of it in `schema` (by `line`). Either is imported when the first value
is written. A new form, HTML for example, is one class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.options import ascii_only
from pinochle_solver.cli.input.parquet_files import ParquetWriter
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.streams import write_json_line
from pinochle_solver.notation.known_rulebooks import is_two_handed

if TYPE_CHECKING:
    from pinochle_solver.render.page import Page, Views

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ABOUT_FILES = (
    "words",
    "files",
    "output",
    "as_json",
    "ascii_only",
    "verbose",
    "strict",
    "at",
    "hand",
)
verbose_option = click.option(
    "--verbose", is_flag=True, help="Show in full how the program found the values."
)
_json_lines = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")


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
        verbose: whether to tell also how values were found, in full.
    """

    compares = True

    def __init__(self, ascii: bool, *, verbose: bool = False) -> None:
        self._ascii = ascii
        self._verbose = verbose
        self._written = 0

    def write(self, value: object) -> None:
        """Show a value, apart from the one before."""
        kind = type(value)
        renderer, views = self._renderer_of(kind)
        view = views[kind.__name__]
        if view.apart and self._written:
            renderer.line()
        self._written += 1
        getattr(renderer, view.name)(value)

    def write_together(self, values: Sequence[object]) -> None:
        """Show values of one class in one view."""
        kind = type(values[0])
        renderer, views = self._renderer_of(kind)
        getattr(renderer, views[f"Sequence[{kind.__name__}]"].name)(values)

    def _renderer_of(self, kind: type) -> tuple[Page, Views]:
        return self._renderer if is_two_handed(kind) else self._table_renderer

    # What shows values, and its views; imported with the first value, for it takes its time.

    @cached_property
    def _renderer(self) -> tuple[Page, Views]:
        from pinochle_solver.render.page import views_of
        from pinochle_solver.render.renderer import Renderer

        renderer = Renderer(sys.stdout, self._ascii, asked_color(), verbose=self._verbose)
        return renderer, views_of(Renderer)

    @cached_property
    def _table_renderer(self) -> tuple[Page, Views]:
        from pinochle_solver.render.page import views_of
        from pinochle_solver.render.table.renderer import TableRenderer

        return TableRenderer(sys.stdout, self._ascii, asked_color()), views_of(TableRenderer)


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
        help="Write a table to FILE.parquet instead, a row for each position (needs pyarrow).",
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
    """Give a command its ``writer``, chosen by ``--json``, ``--ascii`` and ``--verbose``.

    Args:
        command: takes the writer by that name.
        symbols: whether it shows cards, so that there is something for ``--ascii`` to change.
    """

    @wraps(command)
    def with_writer(
        *arguments: Any,
        as_json: bool,
        ascii_only: bool = False,
        verbose: bool = False,
        **more: Any,
    ) -> Any:
        writer: Writer = JsonWriter() if as_json else TextWriter(ascii_only, verbose=verbose)
        return command(*arguments, writer=writer, **more)

    decorated: Any = ascii_only(with_writer) if symbols else with_writer
    return cast(_Command, _json_lines(decorated))
