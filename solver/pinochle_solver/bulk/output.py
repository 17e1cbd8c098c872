"""The folder of an output: shards as they come, a manifest, and a lock against a second command."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pinochle_solver.bulk.files import UNFINISHED, cannot, checksum, write_whole
from pinochle_solver.bulk.manifest import (
    MANIFEST,
    Asked,
    LostManifestError,
    Manifest,
    ShardFacts,
    read_manifest,
    shard_name,
    write_manifest,
)
from pinochle_solver.bulk.parquet import read_facts
from pinochle_solver.bulk.shards import ShardFile
from pinochle_solver.errors import BulkError
from pinochle_solver.matches.locked_file import FileInUseError, LockedFile

LOCK = "_lock"
ASKED = "asked"
"""Where the metadata of a shard has the checksum of what was asked for."""
# The manifest is written anew no more often; what it does not know of is read from the shards.
_SECONDS = 5.0


class OutputFolder:
    """A folder that is filled with shards; it is made if there is none, else continued.

    Args:
        path: where it is.
        asked: what it is to be made of.

    Attributes:
        path: where it is.
        asked: what it is made of.
        kept: how many shards were there before.

    Raises:
        BulkError: for a folder that holds something else, or is made from something else; while
            another command writes to it; and if it cannot be written.
    """

    def __init__(self, path: Path, asked: Asked) -> None:
        self.path, self.asked = path, asked
        self._shards: dict[int, ShardFacts] = {}
        try:
            self._check_place()
            path.mkdir(parents=True, exist_ok=True)
            self._lock = LockedFile(path / LOCK)
        except FileInUseError:
            raise BulkError(f"{path}: another command is writing to it") from None
        except OSError as error:
            raise cannot(path, error) from None
        try:
            if (path / MANIFEST).exists():
                self._go_on()
            self._clear()
            self._write_manifest()
        except OSError as error:
            self._lock.close()
            raise cannot(path, error) from None
        except BaseException:
            self._lock.close()
            raise
        self.kept = len(self._shards)

    def _check_place(self) -> None:
        if not self.path.exists():
            return
        if not self.path.is_dir():
            raise BulkError(f"{self.path}: a file; name a folder to write to")
        others = [each.name for each in self.path.iterdir() if each.name not in (LOCK, MANIFEST)]
        if others and not (self.path / MANIFEST).exists():
            # A kill before the first manifest leaves nothing else behind.
            if others == [MANIFEST + UNFINISHED]:
                return
            fact = f"holds {min(others)} and no {MANIFEST}; name another folder"
            raise BulkError(f"{self.path}: {fact}")

    def _go_on(self) -> None:
        """Take in the shards that are there; `BulkError` where they are of something else.

        If a power cut has emptied the manifest, each shard tells by itself what it is of.
        """
        try:
            manifest = read_manifest(self.path)
        except LostManifestError:
            manifest = Manifest(asked=self.asked)
        difference = manifest.asked.difference(self.asked)
        if difference is not None:
            fact = f"made with other settings: {difference}; name another folder"
            raise BulkError(f"{self.path}: {fact}")
        known = {each.number: each for each in manifest.shards}
        for number in range(self.asked.number_of_shards):
            path = self.path / shard_name(number)
            if path.exists():
                facts = read_shard(path, number, self.asked)
                stated = known.get(number)
                if stated is not None and stated.checksum != facts.checksum:
                    fact = "has changed since it was written; delete it to have it made again"
                    raise BulkError(f"{path}: {fact}")
                self._shards[number] = stated or facts

    def _clear(self) -> None:
        """Remove what was not written to its end."""
        for path in self.path.glob(f"*{UNFINISHED}"):
            path.unlink()

    def has(self, number: int) -> bool:
        """Whether a shard is there."""
        return number in self._shards

    def add(self, file: ShardFile) -> None:
        """Write a shard; `BulkError` where it cannot be."""
        path = self.path / shard_name(file.number)
        try:
            write_whole(path, file.data)
            self._shards[file.number] = ShardFacts(
                number=file.number,
                rows=file.rows,
                failed=file.failed,
                first_failed=file.first_failed,
                checksum=checksum(file.data),
                seconds=round(file.seconds, 3),
            )
            if monotonic() - self._written > _SECONDS:
                self._write_manifest()
        except OSError as error:
            raise cannot(path, error) from None

    @property
    def manifest(self) -> Manifest:
        """What is there now."""
        return Manifest(
            asked=self.asked,
            shards=tuple(self._shards[number] for number in sorted(self._shards)),
            finished=len(self._shards) == self.asked.number_of_shards,
        )

    def _write_manifest(self) -> None:
        write_manifest(self.path, self.manifest)
        self._written = monotonic()

    def finish(self) -> Manifest:
        """Write down what is there; `BulkError` if that is impossible."""
        try:
            self._write_manifest()
        except OSError as error:
            raise cannot(self.path / MANIFEST, error) from None
        return self.manifest

    def close(self) -> None:
        """Let others write to it."""
        self._lock.close()

    def __enter__(self) -> OutputFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_shard(path: Path, number: int, asked: Asked) -> ShardFacts:
    """What a shard says about itself.

    Raises:
        BulkError: if it cannot be read, or belongs to something else.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise cannot(path, error) from None
    try:
        with closing(pq.ParquetFile(pa.BufferReader(data))) as file:
            rows, facts = file.metadata.num_rows, read_facts(path, file.metadata.metadata)
    except (pa.ArrowException, OSError):
        raise BulkError(f"{path}: damaged; delete it to have it made again") from None
    first = number * asked.shard_rows
    expected = {
        ASKED: asked.checksum,
        "shard": number,
        "rows": min(asked.shard_rows, asked.rows - first),
    }
    more: Any = {} if facts is None else facts.more
    if facts is None or rows != more.get("rows") or not expected.items() <= dict(more).items():
        raise BulkError(
            f"{path}: no shard {number} of this output; delete it, or name another folder"
        )
    return ShardFacts(
        number=number,
        rows=rows,
        failed=more["failed"],
        first_failed=more["first_failed"],
        checksum=checksum(data),
    )


def faults_of(folder: Path) -> tuple[Manifest, list[str]]:
    """What is wrong with an output, in lines; `BulkError` if there is no output.

    Every shard is read, whether or not the manifest lists it.
    """
    manifest = read_manifest(folder)
    known = {each.number: each for each in manifest.shards}
    faults = []
    for number in range(manifest.number_of_shards):
        path = folder / shard_name(number)
        stated = known.get(number)
        if not path.exists():
            if stated is not None:
                faults.append(f"{path}: missing")
            continue
        try:
            found = read_shard(path, number, manifest.asked)
        except BulkError as error:
            faults.append(str(error))
            continue
        if stated is not None and stated.checksum != found.checksum:
            faults.append(
                f"{path}: its checksum is {found.checksum[:12]}, not {stated.checksum[:12]}"
            )
    return manifest, faults
