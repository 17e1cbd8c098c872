"""Lines of files and pipes, and whether there is one to read without waiting."""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterator
from typing import BinaryIO

_BLOCK = 1 << 16
_WAIT_SECONDS = 0.05


class Lines:
    """The lines of some unbuffered streams, one stream after the other.

    Bytes that are no UTF-8 become lone surrogates, so that who parses a line can name the token
    they stand in.
    """

    def __init__(self, streams: list[BinaryIO]) -> None:
        self._streams = deque(streams)
        self._lines: deque[bytes] = deque()
        self._rest = b""

    def by_stream(self) -> Iterator[Iterator[str]]:
        """For each stream its lines; each is to be read to its end before the next."""
        while self._streams:
            yield self._stream_lines()
            self._streams.popleft().close()

    def ready(self, wait: bool) -> bool:
        """Whether the next line, or the end, is there; with `wait`, after a short while."""
        if self._lines or not self._streams or sys.platform == "win32":
            return True
        readable, _, _ = select.select([self._streams[0]], [], [], _WAIT_SECONDS if wait else 0)
        return bool(readable)

    def close(self) -> None:
        """Close the streams that have not been read to the end."""
        while self._streams:
            self._streams.popleft().close()

    def _stream_lines(self) -> Iterator[str]:
        while True:
            while self._lines:
                yield self._lines.popleft().decode("utf-8", "surrogateescape")
            block = self._streams[0].read(_BLOCK)
            if not block:
                break
            self._take(block)
        if self._rest:
            yield self._rest.decode("utf-8", "surrogateescape")
            self._rest = b""

    def _take(self, block: bytes) -> None:
        lines = (self._rest + block).splitlines(keepends=True)
        # The last line may go on in the next block, and so may its end, CR LF.
        self._rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        self._lines.extend(lines)
