"""A file that one process at a time writes to."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from pinochle_solver.durable import sync_file, sync_folder


class FileInUseError(Exception):
    """Another process writes to the file."""


class LockedFile:
    """A file, made if there is none, that other processes cannot use until it is closed.

    If the system has no locks, the file is not protected from them.

    Args:
        path: where it is.

    Raises:
        FileInUseError: while another process has it.
        OSError: when it cannot be opened, and if it is not a regular file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "no regular file")
        try:
            self._file = path.open("x+b", buffering=0)
            self._is_new = True
        except FileExistsError:
            self._file = path.open("r+b", buffering=0)
            self._is_new = False
        self._has_name_to_sync = self._is_new
        try:
            _lock(self._file.fileno())
        except BaseException:
            self._file.close()
            raise

    def read(self) -> bytes:
        """All that it holds."""
        self._file.seek(0)
        return self._file.readall()

    def add(self, text: bytes) -> None:
        """Write at the end; it is on the disk when this returns."""
        self._file.seek(0, os.SEEK_END)
        while text:
            text = text[self._file.write(text) :]
        sync_file(self._file.fileno())
        if self._has_name_to_sync:
            sync_folder(self._path.parent)
            self._has_name_to_sync = False

    def cut(self, size: int) -> None:
        """Keep only the first `size` bytes; they are on the disk when this returns."""
        self._file.truncate(size)
        sync_file(self._file.fileno())

    def close(self) -> None:
        """Close the file, and let others have it."""
        self._file.close()

    def discard(self) -> None:
        """Close the file, and remove it if it was made for this."""
        self.close()
        if self._is_new:
            self._path.unlink(missing_ok=True)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        return
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise FileInUseError from None
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP):
            raise
