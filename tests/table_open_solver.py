"""A solver of open hands for tests: the oracle's plain minimax, for small hands only."""

from __future__ import annotations

from oracle.table import minimax
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.rules.cards import Card


class OracleSolver:
    """Follows `OpenSolver`."""

    def values(self, position: OpenHands) -> dict[Card, int]:
        """What the side still wins by each legal card."""
        opened = minimax.opened(
            {seat.text(): [card.text() for card in hand] for seat, hand in position.hands.items()},
            position.turn.text(),
            position.trump.letter,
            led=[card.text() for card in position.led],
            obligation=position.rules.obligation.value,
            count=position.rules.count.name,
        )
        side = [seat.text() for seat in position.side]
        values = minimax.values_with_memo(opened, side)
        return {Card.parse(card): value for card, value in values.items()}

    def value(self, position: OpenHands) -> int:
        """What the side still wins."""
        values = self.values(position).values()
        return max(values) if position.turn in position.side else min(values)

    def reaches(self, position: OpenHands, points: int) -> bool:
        """Whether it wins so many points or more."""
        return self.value(position) >= points
