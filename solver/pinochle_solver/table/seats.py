"""The seats of a table for three or four (RULES-TABLE.md, section 1)."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from pinochle_solver.errors import NotationError, quoted


class Seat(IntEnum):
    """The seats, clockwise; a table of three has no east."""

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
        """The seat across the table of four."""
        return Seat((self + 2) % 4)

    def text(self) -> str:
        """``south``, ``west``, ``north`` or ``east``."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.text()

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat's name or letter, in either case; raise `NotationError` for anything else."""
        seat = _SEAT_OF_TEXT.get(text.lower())
        if seat is None:
            raise NotationError("seat", f"unknown seat {quoted(text)}")
        return seat


_SEAT_OF_TEXT = {text: seat for seat in Seat for text in (seat.text(), seat.letter.lower())}


@cache
def clockwise(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """These `seats` clockwise, beginning with `first`.

    If `first` is not among them (a dealer who is out), they begin with the next seat at its left.
    """
    return tuple(sorted(seats, key=lambda seat: (seat - first) % len(Seat)))


def left_of(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next of `seats` clockwise from `seat`, which need not be among them."""
    order = clockwise(seats, seat)
    return order[1] if order[0] == seat else order[0]
