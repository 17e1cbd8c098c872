"""What a seat sees besides a move, and the error for missing parts of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from pinochle_solver.errors import PositionError
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat

DRAWN: Literal["drawn"] = "drawn"
LAID: Literal["laid"] = "laid"
LAST_DIX: Literal["last_dix"] = "last_dix"


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat sees besides a move; None for what follows, or if there is nothing to see.

    Attributes:
        drawn: the card that it draws after the move.
        laid: the cards that the other seat lays from its hand, a dix included, if other copies of
            them lie on its table or may be in its hand.
        last_dix: whether the other seat draws a dix as the last card, which scores by itself
            (macdougall).
    """

    drawn: Card | None = None
    laid: tuple[Card, ...] | None = None
    last_dix: bool | None = None


NO_OBSERVATION = Observation()


class MissingObservationError(PositionError):
    """Something that a seat sees does not follow from the position and the move, and is missing.

    Attributes:
        what: which field of `Observation` is missing.
        seat: the seat whose cards it is about.
        choices: what the field can be.
    """

    def __init__(
        self,
        what: Literal["drawn", "laid", "last_dix"],
        seat: Seat,
        choices: tuple[Card, ...] | tuple[tuple[Card, ...], ...] | tuple[bool, ...],
    ) -> None:
        super().__init__(what, f"missing, it does not follow what {seat.text()} has {_DONE[what]}")
        self.what = what
        self.seat = seat
        self.choices = choices

    def answered(self, observed: Observation, choice: object) -> Observation:
        """The observation with one of the choices filled in; `ValueError` for anything else."""
        if choice not in self.choices:
            raise ValueError(f"{self.what}: {choice!r} is none of the choices")
        change: dict[str, Any] = {self.what: choice}
        return replace(observed, **change)

    def __reduce__(self) -> tuple[object, ...]:
        return MissingObservationError, (self.what, self.seat, self.choices)


_DONE = {
    DRAWN: "drawn",
    LAID: "laid from the hand",
    LAST_DIX: "drawn last, a dix or another card",
}
