"""The results of a tournament on disk.

Each match has a results file of its own, as `pinochle match --resume` writes it and goes on with
it. Beside them ``workers.jsonl`` has a line for each pair that says who played it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from pinochle_solver.matches.contests import AnySettings, Pair
from pinochle_solver.matches.file import MatchFile, MatchFileError
from pinochle_solver.matches.results import encoded

_WORKERS = "workers.jsonl"
_PLAIN = re.compile(r"[^A-Za-z0-9=.-]+")
_LONGEST = 40


class TournamentFolder:
    """A folder of results, open; it is made if there is none.

    Args:
        path: where it is.
        settings: those of the matches.

    Attributes:
        files: the results file of each match.
        workers: by the numbers of a match and of a pair, who played it, as far as that is known.
        cut_off: how many bytes of unfinished ends were cut off.

    Raises:
        MatchFileError: as `MatchFile`; the line begins with the name of the file.
        OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path, settings: Sequence[AnySettings]) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._opened = ExitStack()
        self.files: list[MatchFile] = []
        try:
            for number, each in enumerate(settings, start=1):
                name = f"{number:03}-{_file_name(each)}.jsonl"
                try:
                    file = MatchFile(path / name, each)
                except MatchFileError as error:
                    raise MatchFileError(f"{name}: {error}") from None
                self._opened.callback(file.close)
                self.files.append(file)
            self._workers_file = self._opened.enter_context((path / _WORKERS).open("a+b"))
            self._workers_file.seek(0)
            self.workers = _read_workers(self._workers_file.read())
        except BaseException:
            self._opened.close()
            raise
        self.cut_off = sum(file.cut_off for file in self.files)

    def add(self, match: int, pair: Pair, worker: str) -> None:
        """Write a finished pair; it is on the disk when this returns."""
        # Who played it is worth less than the pair: a line that a kill tears is passed over.
        self._workers_file.write(encoded((match, pair.pair, worker)) + b"\n")
        self._workers_file.flush()
        self.files[match].add(pair)

    def close(self) -> None:
        """Close all files."""
        self._opened.close()


def _file_name(settings: AnySettings) -> str:
    """The players of a match, as far as a file can be called so."""
    names: tuple[str, str] = settings.names  # type: ignore[attr-defined]
    return "-".join(_PLAIN.sub("_", name)[:_LONGEST] for name in names)


def _read_workers(content: bytes) -> dict[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    for line in content.split(b"\n"):
        try:
            match, pair, worker = msgspec.json.decode(line, type=tuple[int, int, str])
        except msgspec.DecodeError:
            continue
        found[match, pair] = worker
    return found
