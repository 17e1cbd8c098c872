"""Stepping back and forth from a position: what has been tried, and the current place."""

from __future__ import annotations

from pinochle_solver.hand.next_position import (
    Sequel,
    possible_moves,
    read_move,
    sequel,
    viewer_of,
)
from pinochle_solver.hand.observations import NO_OBSERVATION, Observation
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.show_text import check_says_meld, read_show


class Exploration:
    """One line of moves from a position on, and a place in it.

    A move made before the end of the line that differs from the line's next move replaces the rest
    of the line; the old rest is forgotten.

    Args:
        start: where to begin.

    Attributes:
        start: as given.
        viewer: the seat that sees the positions; None if every card is known from the start.
        steps: the moves of the line, with what followed from each automatically.
        place: how many of these moves have been made at the current place.
    """

    def __init__(self, start: Position) -> None:
        self.start = start
        self.viewer: Seat | None = viewer_of(start)
        self.steps: list[Sequel] = []
        self.place = 0

    @property
    def position(self) -> Position | None:
        """The position here; None when the hand is over."""
        return self.position_before(self.place)

    def position_before(self, step: int) -> Position | None:
        """The position in which the step with this number, from 0, was made or would be made."""
        return self.start if step == 0 else self.steps[step - 1].position

    @property
    def is_hidden(self) -> bool:
        """Whether the hand of the seat to decide is not wholly known here."""
        position = self.position
        return isinstance(position, StockPosition) and position.hand(position.turn).hidden > 0

    @property
    def points(self) -> HandPoints:
        """What both seats have scored up to here: in the hand, if the start gives its points."""
        total = self.start.points or HandPoints(SeatPoints(0, 0), SeatPoints(0, 0))
        for step in self.steps[: self.place]:
            south, north = (
                SeatPoints(then.melds + more.melds, then.tricks + more.tricks)
                for then, more in zip(total, step.scored, strict=True)
            )
            total = HandPoints(south, north)
        return total

    def moves(self) -> tuple[Move, ...]:
        """The moves that are, or with hidden cards may be, possible here; none after the hand."""
        return () if self.position is None else possible_moves(self.position, self.viewer)

    def read(self, text: str) -> Move:
        """Read a move: in its notation, or for a show as people say it (`read_show`).

        Raises:
            IllegalMoveError: for text that is not a move here, or could be several.
            ValueError: when the hand is over.
        """
        position = self.position
        if position is None:
            raise ValueError("the hand is over")
        shows = [move for move in self.moves() if isinstance(move, Show)]
        dix = dix_card(position.rules, position.trump)
        meant = read_show(text, shows, dix) if shows else None
        if meant is not None:
            return meant
        if shows:
            asked = f"what {position.players.name(position.turn)} melds"
            check_says_meld(text, (kind.name for kind in position.rules.melds), asked)
        return read_move(position, text)

    def make(self, move: Move, observed: Observation = NO_OBSERVATION) -> int:
        """Make a move, and go on to where it leads.

        Args:
            move: the move.
            observed: what else is seen. If the line continues with this very move and nothing is
                given, it is what was given the first time.

        Returns:
            how many steps of the line were forgotten by it.

        Raises:
            IllegalMoveError, IllegalPositionError, MissingObservationError: as `sequel` does.
            ValueError: when the hand is over.
        """
        if self.position is None:
            raise ValueError("the hand is over")
        rest = self.steps[self.place :]
        if rest and rest[0].move == move and observed == NO_OBSERVATION:
            self.place += 1
            return 0
        made = sequel(self.position, move, self.viewer, observed)
        forgotten = 0 if rest[:1] == [made] else len(rest)
        if forgotten or not rest:
            self.steps[self.place :] = [made]
        self.place += 1
        return forgotten

    def back(self) -> bool:
        """Go a step back; False at the start."""
        return self._moved(-1)

    def forward(self) -> bool:
        """Go a step forward along the line; False at its end."""
        return self._moved(1)

    def to_start(self) -> None:
        """Go back to the start."""
        self.place = 0

    def to_end(self) -> None:
        """Go to the end of the line."""
        self.place = len(self.steps)

    def _moved(self, by: int) -> bool:
        if not 0 <= self.place + by <= len(self.steps):
            return False
        self.place += by
        return True
