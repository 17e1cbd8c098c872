"""Parquet files of this program: reading and writing what they say about themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pinochle_solver.bulk.files import cannot
from pinochle_solver.bulk.forms import Form
from pinochle_solver.errors import BulkError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.rulebook_files import any_rulebook_text, parse_any_rulebook
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.version import __version__

KEY = b"pinochle-solver"
"""Of the metadata of a file: what it says is JSON."""
VERSION = 1
_BATCH = 4096


@dataclass(frozen=True)
class FileFacts:
    """What a file says about itself.

    Attributes:
        schema: the name of what its columns are.
        version: of that.
        program: the version of the program that wrote it.
        settings: of the command that did, by name.
        rulebooks: those that are not published, which its rows may name.
        more: what a command says of its own files.
    """

    schema: str
    version: int = VERSION
    program: str = __version__
    settings: Mapping[str, Any] = field(default_factory=dict)
    rulebooks: tuple[AnyRulebook, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_metadata(self) -> dict[bytes, bytes]:
        """As the metadata of a file has it."""
        said = {
            "schema": self.schema,
            "version": self.version,
            "program": self.program,
            "settings": self.settings,
            "rulebooks": rulebook_texts(self.rulebooks),
            **self.more,
        }
        return {KEY: json.dumps(said).encode()}


def unpublished(rulebooks: Iterable[AnyRulebook]) -> tuple[AnyRulebook, ...]:
    """Those that are not published."""
    return tuple(each for each in rulebooks if _published(each) != each)


def _published(rules: AnyRulebook) -> AnyRulebook | None:
    """The published rulebook of the same name; None if there is none."""
    known = KnownRulebooks()
    if isinstance(rules, Rulebook):
        return known.by_name.get(rules.name)
    return known.table_rules(rules.name)


def rulebook_texts(rulebooks: Iterable[AnyRulebook]) -> dict[str, str]:
    """Rulebooks as text by name."""
    return {each.name: any_rulebook_text(each) for each in rulebooks}


def write_table(target: Any, table: pa.Table, facts: FileFacts) -> None:
    """Write a table with what it says about itself.

    Args:
        target: a path, or a file that is open.
        table: the table.
        facts: what it says; the same table and facts are the same bytes.
    """
    with closing(parquet_writer(target, table.schema)) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(facts.as_metadata())


def parquet_writer(target: Any, schema: pa.Schema) -> Any:
    """What writes a Parquet file of these columns to a path or an open file; raises `OSError`."""
    return pq.ParquetWriter(target, schema, compression="zstd")


class ParquetInput:
    """A Parquet file to read.

    Args:
        path: where it is.
        *forms: what its rows may be: that of which the file says it is, else the first whose
            columns it has.

    Attributes:
        path: where it is.
        form: what its rows are.
        rows: how many it has.
        facts: what it says about itself; None for a file that another program wrote.

    Raises:
        BulkError: for a file that cannot be read, is cut short or empty, or has other columns; the
            line begins with its name.
    """

    def __init__(self, path: Path, *forms: Form) -> None:
        self.path = path
        try:
            size = path.stat().st_size
        except OSError as error:
            raise cannot(path, error) from None
        if size == 0:
            raise BulkError(f"{path}: empty, no Parquet file")
        try:
            self._file = pq.ParquetFile(path)
            schema = self._file.schema_arrow
        except (pa.ArrowException, OSError) as error:
            raise BulkError(f"{path}: no Parquet file, or one cut short{_why(error)}") from None
        self.facts = read_facts(path, self._file.metadata.metadata)
        names = set(schema.names)
        said = "" if self.facts is None else self.facts.schema
        fitting = (each for each in forms if names.issuperset(each.needed))
        by_columns = next(fitting, forms[-1])
        self.form = next((each for each in forms if said in each[:2]), by_columns)
        self._check(schema)
        self.rows = int(self._file.metadata.num_rows)

    def _check(self, schema: pa.Schema) -> None:
        form = self.form
        if self.facts is not None and self.facts.schema not in (form.name, form.answered):
            remedy = f"; bulk deal {form.dealt} deals them" if form.dealt else ""
            fact = f"holds {self.facts.schema}, expected {form.rows}{remedy}"
            raise BulkError(f"{self.path}: {fact}")
        missing = [name for name in form.needed if name not in schema.names]
        if missing:
            raise BulkError(f"{self.path}: no column {missing[0]}, which {form.rows} have")
        for column in form.schema:
            if column.name not in schema.names:
                continue
            given = schema.field(column.name).type
            if not _reads_as(given, column.type):
                raise BulkError(
                    f"{self.path}: {column.name} is of type {given}, expected {column.type}"
                )

    def tables(self) -> Iterator[pa.Table]:
        """The rows, some at a time, with the columns of the form; missing columns are null."""
        form = self.form
        names = [name for name in form.schema.names if name in self._file.schema_arrow.names]
        try:
            for batch in self._file.iter_batches(_BATCH, columns=names):
                columns = {
                    column.name: _cast(batch, column)
                    if column.name in names
                    else pa.nulls(batch.num_rows, column.type)
                    for column in form.schema
                }
                yield pa.table(columns, schema=form.schema)
        except (pa.ArrowException, OSError) as error:
            raise BulkError(f"{self.path}: cannot be read to its end{_why(error)}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _cast(batch: pa.RecordBatch, column: pa.Field) -> pa.Array:
    values = batch.column(column.name)
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    return values.cast(column.type)


def _reads_as(given: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether values of a type can stand for those of another: text for text, whole for whole."""
    if pa.types.is_dictionary(given):
        given = given.value_type
    if pa.types.is_null(given):
        return True
    if pa.types.is_integer(wanted):
        return bool(pa.types.is_integer(given))
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_text(given) for is_text in texts)


def read_facts(path: Path, metadata: Mapping[bytes, bytes] | None) -> FileFacts | None:
    """What the metadata of a file says; None if another program wrote it.

    Raises:
        BulkError: for an unknown version, and for metadata that cannot be read.
    """
    text = (metadata or {}).get(KEY)
    if text is None:
        return None
    try:
        said = json.loads(text)
        version = int(said.pop("version"))
        if version != VERSION:
            raise BulkError(f"{path}: version {version} of the columns, this reads {VERSION}")
        rulebooks: list[AnyRulebook] = []
        for toml in said.pop("rulebooks").values():
            rulebooks.append(parse_any_rulebook(toml, rulebooks))
        return FileFacts(
            str(said.pop("schema")),
            version,
            str(said.pop("program")),
            dict(said.pop("settings")),
            tuple(rulebooks),
            said,
        )
    except (KeyError, TypeError, AttributeError, ValueError, PositionError):
        raise BulkError(f"{path}: what it says of itself does not read") from None


def _why(error: Exception) -> str:
    """The first line of what a library says, in brackets."""
    said = str(error).strip().splitlines()
    return f" ({said[0][:120].rstrip('.')})" if said else ""
