"""What playing a record through is in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

_Record = TypeVar("_Record", bound=Any)


def begun_until(record: _Record, trick: int, following: Any) -> _Record:
    """A record of any game as it stood after a trick, with what was shown and drawn after it.

    Args:
        record: the record.
        trick: the number of the trick; 0 before the first lead.
        following: a trick of the next number without cards. If the record goes on, it says that
            nothing more was shown before it.
    """
    tricks = record.tricks[:trick]
    goes_on = len(record.tricks) > trick
    begun: _Record = replace(
        record, tricks=(*tricks, following) if goes_on else tricks, unread=None
    )
    return begun
