"""`duel` of ``duel.pyx``, compiled when it is first wanted, against the package's own sources."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import pyximport

from pinochle_solver.matches.locked_file import FileInUseError, LockedFile

BUILD = Path(__file__).parents[2] / "build" / "benchmarks"


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process compiles: it would be given a library half written."""
    BUILD.mkdir(parents=True, exist_ok=True)
    while True:
        try:
            lock = LockedFile(BUILD / "lock")
            break
        except FileInUseError:
            sleep(0.1)
    with closing(lock):
        yield


with _alone():
    _importers = pyximport.install(build_dir=str(BUILD), language_level=3)
    try:
        from benchmarks.learning.duel import duel
    finally:
        pyximport.uninstall(*_importers)

__all__ = ["duel"]
