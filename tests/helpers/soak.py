"""How often a test tries something at random: a few times, or as often as one has patience for."""

from __future__ import annotations

from hypothesis import settings


def tried(few: int, many: int) -> int:
    """`few`, or `many` with ``--hypothesis-profile soak``."""
    return many if settings().max_examples >= 1_000 else few
