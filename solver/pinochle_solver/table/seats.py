"""The seats of a table for three or four (RULES-TABLE.md, section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from pinochle_solver.errors import NotationError, quoted


class Seat(IntEnum):
    """A seat, in the order clockwise; a table of three has no east."""

    SOUTH = 0
    WEST = 1
    NORTH = 2
    EAST = 3

    @property
    def letter(self) -> str:
        """``S``, ``W``, ``N`` or ``E``."""
        return "SWNE"[self]

    @property
    def partner(self) -> Seat:
        """The seat across a table of four."""
        return Seat((self + 2) % 4)

    def text(self) -> str:
        """``south``, ``west``, ``north`` or ``east``."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.text()

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat's name in either case; raise `NotationError` (``seat``) for anything else."""
        seat = _SEAT_OF_TEXT.get(text.lower())
        if seat is None:
            raise NotationError("seat", f"unknown seat {quoted(text)}")
        return seat


_SEAT_OF_TEXT = {seat.text(): seat for seat in Seat}


def clockwise(seats: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """Those of `seats` in the order clockwise, beginning with `first`.

    If `first` is none of them (a dealer who is out), with the next one at its left.
    """
    return tuple(sorted(seats, key=lambda seat: (seat - first) % len(Seat)))


def left_of(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The next of `seats` clockwise from `seat`, which need be none of them."""
    return clockwise([other for other in seats if other != seat], seat)[0]
