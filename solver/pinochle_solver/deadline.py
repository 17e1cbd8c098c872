"""The time by which a search that goes on in steps is to answer."""

from __future__ import annotations

from math import inf
from time import monotonic


class Deadline:
    """When an answer is wanted, as near to that as whole steps come.

    Args:
        seconds: from now on; None for any time.
    """

    def __init__(self, seconds: float | None) -> None:
        self._last = monotonic()
        self._end = inf if seconds is None else self._last + seconds

    def is_due(self) -> bool:
        """Whether to answer now, asked after every step.

        It is, when another step of the same length would end further from the time than this one.
        """
        now = monotonic()
        step, self._last = now - self._last, now
        return now + step / 2 >= self._end
