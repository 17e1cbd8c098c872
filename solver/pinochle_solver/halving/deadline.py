"""The time by which a search must answer."""

from __future__ import annotations

from math import inf
from time import monotonic


class Deadline:
    """When an answer is wanted, met as nearly as whole steps allow.

    Args:
        seconds: the seconds from now on, more than 0; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._started = self._last = monotonic()
        self._end = inf if seconds is None else self._started + seconds

    def keep_back(self, seconds: float) -> None:
        """End the steps this much earlier, by at most a tenth of what is left, to answer."""
        if self._end < inf:
            self._end -= min(seconds, max(self.left, 0.0) / 10)

    @property
    def passed(self) -> float:
        """Seconds since it was set."""
        return monotonic() - self._started

    @property
    def left(self) -> float:
        """Seconds until then, below 0 afterwards; infinite if there is no limit."""
        return self._end - monotonic()

    def is_due(self) -> bool:
        """Whether to answer now; asked after every step.

        It is due when another step of the same length would end further from the deadline than this
        one.
        """
        now = monotonic()
        step, self._last = now - self._last, now
        return now + step / 2 >= self._end
