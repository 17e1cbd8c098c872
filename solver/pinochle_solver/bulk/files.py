"""Files that are either complete or absent, whatever happens meanwhile."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

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
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut, if the system can."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)


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
