"""A claim of the book in a player's words, how it is tested, and what was found of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import sqrt

from benchmarks.handbook.macdougall.measurements import Measured

SURE = 2.0
"""So many standard errors are between a claim and what is found against it."""


class Verdict(Enum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    CLOSE = "too close"
    UNTESTABLE = "not testable"
    NOT_RUN = "not yet run"


@dataclass(frozen=True, slots=True)
class Found:
    """What a test found.

    Attributes:
        verdict: what it says of the claim.
        text: the figures, in a sentence or two of Markdown; in a claim without a test, why.
        settings: what was dealt or counted.
        table: what stands below the claims of its page; empty for nothing.
    """

    verdict: Verdict
    text: str
    settings: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim.

    Attributes:
        id: by which ``claims.py`` is told to run it.
        text: what the book says, in a player's words.
        test: ``EXACT``, ``HAND``, ``HAND-b``, ``REG``, ``SURVEY``, ``LEAD`` or ``GAME``.
        find: does the test; None: it has not been run yet.
        why: why there is none.
    """

    id: str
    text: str
    test: str
    find: Callable[[Measured], Found] | None = None
    why: str = ""

    def found(self, measured: Measured) -> Found:
        """Test it."""
        if self.find is None:
            return Found(Verdict.NOT_RUN, self.why)
        return self.find(measured)


def untestable(identifier: str, text: str, test: str, why: str) -> Claim:
    """A claim that cannot be tested."""
    return Claim(identifier, text, test, lambda _: Found(Verdict.UNTESTABLE, why))


def truth(*, is_right: bool) -> Verdict:
    """The verdict of a count."""
    return Verdict.CONFIRMED if is_right else Verdict.REFUTED


def above(mean: float, se: float, bar: float = 0.0) -> Verdict:
    """Whether a mean is above a bar."""
    if abs(mean - bar) <= SURE * se:
        return Verdict.CLOSE
    return truth(is_right=mean > bar)


def near(mean: float, se: float, said: float, within: float) -> Verdict:
    """Whether a mean is what was said, to so much."""
    off = abs(mean - said)
    if abs(off - within) <= SURE * se:
        return Verdict.CLOSE
    return truth(is_right=off < within)


def share(times: float, number: float) -> tuple[float, float]:
    """A share and its standard error, in per cent."""
    part = times / number
    return 100 * part, 100 * sqrt(max(part * (1 - part), 1 / number) / number)
