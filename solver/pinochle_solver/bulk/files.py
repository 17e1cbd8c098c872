"""Files that are either complete or absent, whatever happens meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pinochle_solver.durable import sync_file, sync_folder
from pinochle_solver.errors import BulkError

UNFINISHED = ".part"
"""The ending of files that are not completely written."""
_BLOCK = 1 << 20


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under a temporary name and rename it, so that a kill leaves no half of it.

    Raises:
        OSError: when it cannot be written; nothing of it is left then.
    """
    temporary = path.with_name(path.name + UNFINISHED)
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def checksum(data: bytes) -> str:
    """The checksum of some bytes, SHA-256."""
    return hashlib.sha256(data).hexdigest()


def checksum_of_files(paths: Iterable[Path]) -> str:
    """The checksum of files one after the other; `BulkError` where one cannot be read."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                while block := file.read(_BLOCK):
                    digest.update(block)
        except OSError as error:
            raise cannot(path, error) from None
    return digest.hexdigest()


def cannot(path: Path, error: OSError) -> BulkError:
    """The error of a file or folder that cannot be read or written."""
    return BulkError(f"{path}: {(error.strerror or str(error)).lower()}")
