"""A move of a hand for three or four, with the hands before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand, AnyMove


@dataclass(frozen=True, slots=True)
class TableStep:
    """A move that was made.

    Attributes:
        before: the hand before it.
        move: the move.
        after: the hand after it, with all that followed without a decision.
        is_choice: whether there was more than one legal move.
    """

    before: AnyHand
    move: AnyMove
    after: AnyHand
    is_choice: bool = True

    @property
    def seat(self) -> Seat:
        """Who has made it."""
        assert self.before.turn is not None
        return self.before.turn
