"""The records of a match's hands, written pair by pair in order.

What a file already holds is never written again: a continued match adds to it, and a process that
is killed leaves no less than there was.
"""

from __future__ import annotations

from collections.abc import Iterable
from errno import EEXIST
from pathlib import Path

from pinochle_solver.durable import without_zeros
from pinochle_solver.matches.contests import AnySettings, Pair, contest_of
from pinochle_solver.matches.file import MatchFileError, open_alone


class RecordsFile:
    """A file of records, made if there is none.

    Args:
        path: where it is.
        settings: the settings of the match.

    Attributes:
        cut_off: how many zero bytes, left by a power cut, were cut off at its end.

    Raises:
        MatchFileError: while another match writes to it.
        OSError: when it cannot be opened.
    """

    def __init__(self, path: Path, settings: AnySettings) -> None:
        self.cut_off = 0
        self._settings = settings
        self._file = open_alone(path)

    def begin(self, pairs: Iterable[Pair], finished: bool) -> None:
        """Add what is missing from the pairs that were played before.

        Args:
            pairs: the first pairs of the match, in order.
            finished: whether these are all pairs; then the file may hold more.

        Raises:
            FileExistsError: when the file holds something and no pair was played before.
            MatchFileError: when it holds something other than these pairs.
        """
        text, content = b"".join(map(self._text, pairs)), self._file.read()
        held = without_zeros(content)
        if held and not text:
            raise FileExistsError(EEXIST, "file exists")
        if not (text.startswith(held) or (finished and held.startswith(text))):
            raise MatchFileError("holds other records than those of this match")
        self.cut_off = len(content) - len(held)
        if self.cut_off:
            self._file.cut(len(held))
        self._file.add(text[len(held) :])

    def add(self, pair: Pair) -> None:
        """Write the records of the next pair."""
        self._file.add(self._text(pair))

    def _text(self, pair: Pair) -> bytes:
        return f"{contest_of(self._settings).records_text(self._settings, pair)}\n".encode()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def discard(self) -> None:
        """Close the file, and remove it if it was made for this."""
        self._file.discard()
