"""Where rows come from: Parquet files, the folder of another bulk command, or a file of text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from pinochle_solver.bulk.files import cannot, checksum_of_files
from pinochle_solver.bulk.forms import RECORDS, TEXT, Form
from pinochle_solver.bulk.manifest import MANIFEST, read_manifest, shard_name
from pinochle_solver.bulk.parquet import ParquetInput
from pinochle_solver.errors import BulkError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.notation.sources import lines_of, stripped
from pinochle_solver.notation.tokens import line_tokens

SUFFIX = ".parquet"
_AT_A_TIME = 4096


class Source(Protocol):
    """Rows in order.

    Attributes:
        rows: how many there are.
        checksum: of what they were read from, whatever it is called.
        rulebooks: that come with them.
    """

    rows: int
    checksum: str
    rulebooks: tuple[AnyRulebook, ...]

    @abstractmethod
    def tables(self) -> Iterator[pa.Table]:
        """The rows, some at a time; `BulkError` where they cannot be read to the end."""


class ParquetSource:
    """Rows of Parquet files, one file after the other; as `Source`.

    Raises:
        BulkError: for a file that cannot be read or has other columns, and if there are no rows.
    """

    def __init__(self, paths: list[Path], form: Form, name: str) -> None:
        self._paths, self._form = paths, form
        self.rows = 0
        rulebooks: dict[str, AnyRulebook] = {}
        for path in paths:
            with closing(ParquetInput(path, form)) as file:
                self.rows += file.rows
                for each in () if file.facts is None else file.facts.rulebooks:
                    if rulebooks.setdefault(each.name, each) != each:
                        raise BulkError(f"{path}: another rulebook named {each.name}")
        if not self.rows:
            raise BulkError(f"{name}: no rows in it")
        self.rulebooks = tuple(rulebooks.values())
        self.checksum = checksum_of_files(paths)

    def tables(self) -> Iterator[pa.Table]:
        """As `Source.tables`."""
        for path in self._paths:
            with closing(ParquetInput(path, self._form)) as file:
                yield from file.tables()


class TextSource:
    """Positions, one a line, or hand records; as `Source`.

    Raises:
        BulkError: for a file that cannot be read, and for one with nothing in it.
    """

    def __init__(self, path: Path, form: Form) -> None:
        self._path, self._form = path, form
        self.rulebooks: tuple[AnyRulebook, ...] = ()
        self.rows = sum(1 for _ in self._texts())
        if not self.rows:
            raise BulkError(f"{path}: no {form.rows} in it")
        self.checksum = checksum_of_files([path])

    def tables(self) -> Iterator[pa.Table]:
        """As `Source.tables`: a column of text, as its bytes."""
        texts = (text.encode("utf-8", "surrogateescape") for text in self._texts())
        while some := list(islice(texts, _AT_A_TIME)):
            yield pa.table({TEXT: pa.array(some, pa.binary())})

    def _texts(self) -> Iterator[str]:
        return _records(self._lines()) if self._form is RECORDS else _said(self._lines())

    def _lines(self) -> Iterator[str]:
        try:
            # The parser of a line reports anything that is no text.
            yield from lines_of(self._path)
        except PositionError as error:
            raise BulkError(f"{self._path}: {error}") from None
        except OSError as error:
            raise cannot(self._path, error) from None


def _said(lines: Iterable[str]) -> Iterator[str]:
    return (said for line in lines if (said := stripped(line)) and not said.startswith("#"))


def _records(lines: Iterable[str]) -> Iterator[str]:
    """The texts of the records of a file, as they stand there."""
    every = list(lines)
    starts = [line - 1 for line, _ in numbered_records(every)]
    for begin, end in zip(starts, [*starts[1:], len(every)], strict=True):
        yield "".join(every[begin:end])


def open_source(path: Path, form: Form) -> Source:
    """The rows of what a path leads to.

    Args:
        path: a Parquet file, a folder of them, such as a bulk command writes, or a file of text.
        form: what the rows have to be.

    Raises:
        BulkError: if there is no such file, or it cannot be used; one line says why.
    """
    try:
        if path.is_dir():
            return ParquetSource(_files(path), form, str(path))
        with path.open("rb") as file:
            is_parquet = path.suffix == SUFFIX or file.read(4) == b"PAR1"
    except OSError as error:
        raise cannot(path, error) from None
    return ParquetSource([path], form, str(path)) if is_parquet else TextSource(path, form)


def first_rulebook(path: Path) -> str | None:
    """The rulebook that the first row of a path names, as it stands there.

    It says of which game the rows are. None if it names none, and if it cannot be read, which is
    then told by who reads it.
    """
    with suppress(BulkError, PositionError, OSError, pa.ArrowException, KeyError):
        files = _files(path) if path.is_dir() else [path]
        with files[0].open("rb") as file:
            is_parquet = files[0].suffix == SUFFIX or file.read(4) == b"PAR1"
        if is_parquet:
            with closing(pq.ParquetFile(files[0])) as rows:
                batch = next(rows.iter_batches(1, columns=["rules"]), None)
            names = [] if batch is None else batch.column("rules").to_pylist()
        else:
            names = [line_tokens(line).get("rules") for line in islice(_said(lines_of(path)), 1)]
        return next(iter(names), None)
    return None


def _files(folder: Path) -> list[Path]:
    """The Parquet files of a folder; of one that a bulk command wrote, if that is finished."""
    if (folder / MANIFEST).exists():
        manifest = read_manifest(folder)
        if not manifest.finished:
            done = f"{len(manifest.shards)} of {manifest.number_of_shards} shards"
            raise BulkError(f"{folder}: not finished, it has {done}; run its command again first")
        return [folder / shard_name(number) for number in range(manifest.number_of_shards)]
    files = sorted(folder.glob(f"*{SUFFIX}"))
    if not files:
        raise BulkError(f"{folder}: no Parquet files in it")
    return files


def cut(tables: Iterable[pa.Table], size: int) -> Iterator[pa.Table]:
    """The same rows in tables of `size`, the last one perhaps smaller."""
    held: list[pa.Table] = []
    rows = 0
    for table in tables:
        held.append(table)
        rows += table.num_rows
        while rows >= size:
            together = pa.concat_tables(held)
            yield together.slice(0, size)
            held, rows = [together.slice(size)], rows - size
    if rows:
        yield pa.concat_tables(held)


class Numbers:
    """Rows that say nothing but a number; as `Source`.

    Args:
        numbers: the numbers; as many rows are only counted, from 0.
    """

    def __init__(self, numbers: Sequence[int] | int) -> None:
        self._numbers = range(numbers) if isinstance(numbers, int) else numbers
        self.rows = len(self._numbers)
        self.checksum = ""
        if not isinstance(numbers, int):
            self.checksum = sha256(",".join(map(str, numbers)).encode()).hexdigest()
        self.rulebooks: tuple[AnyRulebook, ...] = ()

    def tables(self) -> Iterator[pa.Table]:
        """As `Source.tables`."""
        for first in range(0, self.rows, _AT_A_TIME):
            some = self._numbers[first : first + _AT_A_TIME]
            yield pa.table({"row": pa.array(some, pa.int64())})
