"""Numbers that people type for what stands in a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_Listed = TypeVar("_Listed")

# No list has more.
_MOST_DIGITS = 4


def is_number(word: str) -> bool:
    """Whether a word is a number and nothing else."""
    return word.isascii() and word.isdigit()


def numbered(number: str, listed: Sequence[_Listed]) -> _Listed | None:
    """What has a number, as `is_number` tells one, in a list, the first one 1; None for none."""
    digits = number.lstrip("0")
    place = int(digits) if 0 < len(digits) <= _MOST_DIGITS else 0
    return listed[place - 1] if 0 < place <= len(listed) else None
