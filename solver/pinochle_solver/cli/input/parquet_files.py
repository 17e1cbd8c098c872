"""Positions out of Parquet files, and values into one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_solver.cli.input.options import own_rulebooks
from pinochle_solver.cli.whole_files import check_target, fact_of
from pinochle_solver.errors import BulkError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.table.all_games import is_table_game

if TYPE_CHECKING:
    from pinochle_solver.bulk.forms import Form
    from pinochle_solver.bulk.parquet import ParquetInput

_Position = TypeVar("_Position")

PARQUET = ".parquet"
_AT_A_TIME = 1000


def check_installed(wanted: str = "Parquet", extra: str = "bulk") -> None:
    """Raise `click.ClickException` if pyarrow is missing: what needs it, and what installs it."""
    if find_spec("pyarrow") is None:
        fact = f"{wanted} needs pyarrow, which is not installed"
        raise click.ClickException(f"{fact} (pip install 'pinochle-solver[{extra}]')")


@contextmanager
def open_rows(
    names: Sequence[str],
    rulebooks: KnownRulebooks,
    parse: Callable[[str, KnownRulebooks], _Position],
) -> Iterator[tuple[int, Iterator[tuple[str, _Position | PositionError]]]]:
    """Open Parquet files of positions.

    Args:
        names: of the files.
        rulebooks: by which they are read, and by those that the files bring along.
        parse: reads the line of a position; raises `PositionError` for one it does not take.

    Yields:
        how many rows they have, and of each its place (``FILE: row 3``) and what was read.

    Raises:
        click.ClickException: for one that is none, or holds something else.
    """
    other = next((name for name in names if Path(name).suffix != PARQUET), None)
    if other is not None:
        raise click.UsageError(f"-f: {other} is not Parquet, others are; give them separately")
    check_installed()
    from pinochle_solver.bulk.parquet import ParquetInput

    with ExitStack() as stack:
        try:
            files = [
                stack.enter_context(
                    closing(ParquetInput(Path(name), *_forms(Path(name), rulebooks)))
                )
                for name in names
            ]
            total = sum(file.rows for file in files)
            if not total:
                raise BulkError(f"{names[0]}: no position in it")
            yield total, _rows(files, rulebooks, parse)
        except (BulkError, PositionError) as error:
            raise click.ClickException(str(error)) from None


def _forms(path: Path, rulebooks: KnownRulebooks) -> tuple[Form, ...]:
    """What the rows of a file may be."""
    from pinochle_solver.bulk.forms import PLAYOFF_POSITIONS, STOCK_POSITIONS
    from pinochle_solver.bulk.sources import first_rulebook

    if is_table_game(first_rulebook(path), rulebooks):
        from pinochle_solver.bulk.table.forms import OPEN_POSITIONS, SEEN_POSITIONS

        return OPEN_POSITIONS, SEEN_POSITIONS
    return STOCK_POSITIONS, PLAYOFF_POSITIONS


def _rows(
    files: Sequence[ParquetInput],
    rulebooks: KnownRulebooks,
    parse: Callable[[str, KnownRulebooks], _Position],
) -> Iterator[tuple[str, _Position | PositionError]]:
    for file in files:
        known = rulebooks.with_more(() if file.facts is None else file.facts.rulebooks)
        row = 0
        for table in file.tables():
            for read in file.form.values(table, known):
                yield f"{file.path}: row {row}", _parsed(read, parse, known)
                row += 1


def _parsed(
    read: Any, parse: Callable[[str, KnownRulebooks], _Position], known: KnownRulebooks
) -> _Position | PositionError:
    if isinstance(read, PositionError):
        return read
    try:
        return parse(read.text(), known)
    except PositionError as error:
        return error


class ParquetWriter:
    """Writes values as rows of one Parquet file, which is there when all of them are.

    Args:
        name: of the file.
        sources: files that are read.
        settings: of the command, kept in the file.

    Raises:
        click.ClickException: where it cannot be written, or pyarrow is missing.
    """

    compares = False

    def __init__(self, name: str, sources: Sequence[str], settings: Mapping[str, Any]) -> None:
        if Path(name).suffix != PARQUET:
            raise click.ClickException(f"--output: {name} does not end in {PARQUET}")
        check_installed()
        self._path = check_target(name, sources)
        self._name, self._settings = name, settings
        self._temporary = self._path.with_name(f".{self._path.name}.part")
        self._values: list[Any] = []
        self._rulebooks: dict[AnyRulebook, None] = dict.fromkeys(own_rulebooks())
        self._writer: Any = None
        self._schema = ""

    def write(self, value: object) -> None:
        """Write one value.

        Raises:
            click.ClickException: for one that has other columns than those before.
        """
        from pinochle_solver.bulk.tables import schema_of

        schema = schema_of(value)
        self._schema = self._schema or schema
        if schema != self._schema:
            raise click.ClickException("--output: positions of several kinds; give them apart")
        self._values.append(value)
        if len(self._values) == _AT_A_TIME:
            self._write_table()

    def write_together(self, values: Sequence[object]) -> None:
        """Write the row of each."""
        for value in values:
            self.write(value)

    def _write_table(self) -> None:
        from pinochle_solver.bulk.parquet import parquet_writer
        from pinochle_solver.bulk.tables import table_of_values

        _, rulebooks, table = table_of_values(self._values)
        self._rulebooks |= dict.fromkeys(rulebooks)
        self._values.clear()
        with self._failing_in_a_line():
            if self._writer is None:
                self._writer = parquet_writer(self._temporary, table.schema)
            self._writer.write_table(table)

    @contextmanager
    def _failing_in_a_line(self) -> Iterator[None]:
        """Say in a line where the file cannot be written."""
        try:
            yield
        except OSError as error:
            # What pyarrow says of it is long, and names the file once more.
            fact = os.strerror(error.errno).lower() if error.errno else fact_of(error)
            raise click.ClickException(f"{self._name}: {fact}") from None

    def finish(self) -> None:
        """Put the file in its place; without a value there is none."""
        from pinochle_solver.bulk.parquet import FileFacts, unpublished

        if self._values:
            self._write_table()
        if self._writer is None:
            return
        facts = FileFacts(
            self._schema, settings=self._settings, rulebooks=unpublished(self._rulebooks)
        )
        with self._failing_in_a_line():
            self._writer.add_key_value_metadata(facts.as_metadata())
            self._writer.close()
            self._temporary.replace(self._path)

    def discard(self) -> None:
        """Leave nothing behind but a finished file."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
        self._temporary.unlink(missing_ok=True)
