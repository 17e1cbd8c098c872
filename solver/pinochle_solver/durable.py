"""Files that survive a power cut: what is written is on the disk before anybody is told of it.

May use: nothing.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_CANNOT = (errno.EINVAL, errno.ENOTSUP, errno.ENOTTY, errno.EROFS)
"""What a pipe, a device and some file systems say: they keep nothing that could be synced."""


def sync_file(file: int) -> None:
    """Wait until what was written to an open file is on the disk.

    Raises:
        OSError: when the disk did not take it.
    """
    _sync(file)


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk: of new ones, and of replaced.

    A system that cannot open a folder keeps them in its own way, and one that may not be read has
    to be trusted.

    Raises:
        OSError: when the disk did not take them.
    """
    if os.name != "posix":
        return
    try:
        file = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        _sync(file)
    finally:
        os.close(file)


def _sync(file: int) -> None:
    # On macOS `fsync` gives the disk what it may still keep to itself; this waits until it is kept.
    whole = None if sys.platform == "win32" else getattr(fcntl, "F_FULLFSYNC", None)
    try:
        if whole is not None:
            fcntl.fcntl(file, whole)
            return
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise


def without_zeros(content: bytes) -> bytes:
    """The content of a file without the zero bytes at its end.

    A power cut leaves such a tail if the length of a file was on the disk before its content.
    """
    return content.rstrip(b"\0")
