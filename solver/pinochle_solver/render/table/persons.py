"""Who is called what at a table: one seat may be you, others have names."""

from __future__ import annotations

from collections.abc import Mapping

from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.positions import TablePositionViews
from pinochle_solver.render.table.replays import YOU
from pinochle_solver.table.seats import Seat


class TablePersonViews(TablePositionViews):
    """Views that call one seat you, and the others by name or seat."""

    _called: Mapping[Seat, str] = {}  # replaced, never changed

    def play_as(self, person: Seat | None, names: Mapping[Seat, str]) -> None:
        """Call one seat you from here on, and the others by these names.

        Args:
            person: the seat; None for somebody who only looks on.
            names: the names of those who have one.
        """
        self._called = dict(names) if person is None else {**names, person: YOU}

    def who(self, seat: Seat) -> str:
        """What a seat is called."""
        return self._called.get(seat, seat.text())

    def _seat(self, position: TablePosition, seat: Seat) -> str:
        return self._called.get(seat) or super()._seat(position, seat)

    def name_of_seat(self, seat: str) -> str:
        """What the seat of this name is called."""
        return self.who(Seat.parse(seat))

    def _verb(self, seat: Seat, verb: str) -> str:
        """Who does something: ``you bid``, ``west passes``."""
        if self.who(seat) == YOU:
            return f"{YOU} {verb}"
        return f"{self.who(seat)} {verb}{'es' if verb.endswith('s') else 's'}"

    def _has(self, position: TablePosition, seat: Seat) -> str:
        """As for a position; of the person ``you have``."""
        return f"{YOU} have" if self.who(seat) == YOU else super()._has(position, seat)
