"""What objects share: no unknown fields; points of both seats; what records of all games have."""

from __future__ import annotations

from math import isfinite

from msgspec import Struct

from pinochle_solver.rules.rules import Points


class JsonObject(Struct, forbid_unknown_fields=True):
    """An object with the fields that are named, and no others."""


class SeatPointsObject(JsonObject, kw_only=True):
    """Points of both seats."""

    south: int
    north: int

    @classmethod
    def of(cls, points: Points) -> SeatPointsObject:
        """Of points."""
        return cls(south=points.south, north=points.north)


class PositionLine(JsonObject, kw_only=True):
    """A position of a record (``replay --at``)."""

    position: str


class FindingObject(JsonObject, kw_only=True):
    """What is wrong in a record, and what the rulebook makes of it."""

    kind: str
    trick: int
    seat: str | None
    what: str
    fact: str
    ruling: str


def rounded(number: float, digits: int) -> float | None:
    """A number of so many digits; None, for JSON has no word for what is not known."""
    return round(number, digits) if isfinite(number) else None
