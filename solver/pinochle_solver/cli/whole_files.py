"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Put a text in the place of a file; who reads it meanwhile finds the old one or the new."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def fact_of(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read or written, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return (error.strerror or str(error)).lower()
