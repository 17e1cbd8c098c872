"""The manifest of an output: what was asked, which shards are there, and their checksums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pinochle_solver.bulk.files import cannot, checksum, write_whole
from pinochle_solver.durable import without_zeros
from pinochle_solver.errors import BulkError
from pinochle_solver.version import __version__

MANIFEST = "_manifest.json"
"""Its name; what reads a folder of Parquet files passes over names that begin so."""
VERSION = 1


@dataclass(frozen=True, kw_only=True)
class ShardFacts:
    """A shard that is there.

    Attributes:
        number: of the shard, from 0.
        rows: how many it has.
        failed: how many of them are wrong.
        first_failed: the number of the first of those in the whole input; None for none.
        checksum: of its file, SHA-256.
        seconds: that it took; None where that was not kept.
    """

    number: int
    rows: int
    failed: int
    first_failed: int | None
    checksum: str
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What an output is made from; a command with anything else cannot continue it.

    Attributes:
        command: ``solve``, ``analyze``, ``review`` or ``deal``.
        rows: of the input.
        input_checksum: of what they were read from; empty for deals.
        shard_rows: rows a shard, but for the last.
        settings: of the command.
        rulebooks: those that are not published, as text by name.
        program: the version of the program.
    """

    command: str
    rows: int
    input_checksum: str
    shard_rows: int
    settings: Mapping[str, Any]
    rulebooks: Mapping[str, str]
    program: str = __version__

    @property
    def checksum(self) -> str:
        """Of all of it."""
        return checksum(msgspec.json.encode(self, order="deterministic"))

    @property
    def number_of_shards(self) -> int:
        """How many shards there will be."""
        return -(-self.rows // self.shard_rows)

    def difference(self, other: Asked) -> str | None:
        """The first difference from another one, in words; None if there is none."""
        for name, own in self._named().items():
            others = other._named().get(name)
            if own != others:
                was, now = _shown(own), _shown(others)
                return f"{name} {was}, now {now if now != was else 'others of these names'}"
        return None

    def _named(self) -> dict[str, Any]:
        return {
            "the command was": self.command,
            "the rows were": self.rows,
            "the input's checksum was": self.input_checksum[:12],
            "--shard-rows was": self.shard_rows,
            **{f"{name.replace('_', '-')} was": value for name, value in self.settings.items()},
            "the rulebooks were": dict(self.rulebooks),
            "pinochle-solver was": self.program,
        }


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(value) or "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "not given" if value is None else str(value)


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What stands in the folder of an output.

    Attributes:
        asked: what it is made of.
        shards: those that are there, by number.
        finished: whether these are all.
        version: of the manifest.
    """

    asked: Asked
    shards: tuple[ShardFacts, ...] = ()
    finished: bool = False
    version: int = field(default=VERSION)

    @property
    def number_of_shards(self) -> int:
        """How many there will be."""
        return self.asked.number_of_shards

    @property
    def rows(self) -> int:
        """Of the shards that are there."""
        return sum(each.rows for each in self.shards)

    @property
    def failed(self) -> int:
        """How many of them are wrong."""
        return sum(each.failed for each in self.shards)

    @property
    def first_failed(self) -> int | None:
        """The number of the first of those; None for none."""
        rows = [each.first_failed for each in self.shards if each.first_failed is not None]
        return min(rows, default=None)

    @property
    def checksum(self) -> str:
        """Of all shards: the same for the same rows and settings, whoever did the work."""
        return checksum("".join(each.checksum for each in self.shards).encode())


def shard_name(number: int) -> str:
    """The name of the file of a shard."""
    return f"part-{number:06}.parquet"


class LostManifestError(BulkError):
    """The manifest is there and empty: a power cut has taken what stood in it."""


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder.

    Raises:
        BulkError: if there is none that can be read; `LostManifestError` for an empty one.
    """
    path = folder / MANIFEST
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise BulkError(
            f"{folder}: no output of a bulk command, for {MANIFEST} is missing"
        ) from None
    except OSError as error:
        raise cannot(path, error) from None
    if not without_zeros(text):
        raise LostManifestError(
            f"{path}: empty, as after a power cut; give the command that made {folder} once more, "
            "and it goes on with the shards that are there"
        )
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BulkError(f"{path}: no manifest: {error}") from None
    if manifest.version != VERSION:
        raise BulkError(f"{path}: version {manifest.version}, this program reads {VERSION}")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put a manifest into a folder, replacing the one that is there; raises `OSError`."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    write_whole(folder / MANIFEST, text + b"\n")
