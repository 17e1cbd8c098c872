"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from pinochle_solver.durable import sync_file, sync_folder
from pinochle_solver.notation.sources import not_text


def check_target(name: str, sources: Iterable[str] = (), *, for_records: bool = False) -> Path:
    """Find out early whether a file can be written.

    Args:
        name: the file; a link is followed.
        sources: files that are read, none of which it may be; ``-`` is standard input.
        for_records: whether records are written to it; else no file of records is replaced.

    Returns:
        its path.

    Raises:
        click.ClickException: for one that cannot be, in a line.
    """
    if name in ("", "-"):
        raise click.ClickException(f"{name!r}: name a file to write to")
    path = Path(os.path.realpath(name))
    for source in sources:
        if source != "-" and is_same_file(path, Path(source)):
            raise click.ClickException(f"{name}: it is read from; name another file to write to")
    if path.suffix == ".pnr" and path.is_file() and not for_records:
        raise click.ClickException(f"{name}: it holds records; name another file to write to")
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise click.ClickException(f"{name}: no regular file")
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle, made = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise click.ClickException(f"{name}: {fact_of(error)}") from None
    os.close(handle)
    Path(made).unlink()
    return path


def read_small(path: Path, most: int) -> bytes:
    """The content of a small file, or of a pipe.

    Raises:
        OSError: when it cannot be read, for more than `most` bytes, and for a pipe that nobody
            writes to.
    """

    def opener(name: str, flags: int) -> int:
        # To open a pipe that nobody writes to would wait for ever.
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=opener) as file:
        if os.name == "posix":
            os.set_blocking(file.fileno(), True)
        content = file.read(most + 1)
        if not content and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EPIPE, "nobody writes to this pipe")
    if len(content) > most:
        raise OSError(errno.EFBIG, f"longer than {most:,} bytes")
    return content


def make_folder_of(path: Path) -> None:
    """Make the folder of a file if there is none; `OSError` where it cannot be made.

    That there is a file in its place is left to who writes: he is told it better.
    """
    with suppress(FileExistsError):
        path.parent.mkdir(parents=True, exist_ok=True)


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which is there."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def replace_file(path: Path, text: str | bytes) -> None:
    """Put a text or bytes in the place of a file; who reads it meanwhile has the old or the new.

    It is on the disk when this returns, and survives a power cut. A link is followed. A device or a
    pipe is written to, for nothing may take its place. Lines end as they do in the text, on every
    system: who reads a file again and writes it would make its line ends grow.
    """
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = Path(os.path.realpath(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            sync_file(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def fact_of(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read or written, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return not_text(error.encoding)
    return (error.strerror or str(error)).lower()
