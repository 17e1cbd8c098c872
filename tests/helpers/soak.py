"""How often a test tries something: a few times, or as often as one has patience for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")


def tried(few: int, many: int) -> int:
    """`few`, or `many` with ``--hypothesis-profile soak``."""
    return many if settings().max_examples >= 1_000 else few


def some(cases: Iterable[T], few: int, start: int = 0) -> list[T]:
    """`few` of the cases, evenly spread from the one at `start` on, or all in a soak.

    For tests to which each case tells nearly the same; with different starts several tests of one
    kind have all cases between them.
    """
    every = [*cases]
    number = tried(min(few, len(every)), len(every))
    return [every[(start + place * len(every) // number) % len(every)] for place in range(number)]
