"""Hands open to all, and what a solver of them answers (RULES-TABLE.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class OpenHands:
    """All cards of the seats that play, from here to the last trick.

    Attributes:
        rules: the game: its obligations, and what its cards count.
        trump: the trump suit.
        turn: whose card is next.
        hands: what each seat that plays holds, clockwise from south.
        led: the cards of the open trick, the leader's first; they are in no hand.
        side: the seats whose points are asked for; they play together, and the others against them.
    """

    rules: TableRules
    trump: Suit
    turn: Seat
    hands: Mapping[Seat, Hand] = field(hash=False)
    side: tuple[Seat, ...]
    led: tuple[Card, ...] = ()

    @property
    def to_come(self) -> int:
        """The points of both sides together: all cards held and led, and the last trick."""
        count = self.rules.count
        return sum(map(count.of, self.hands.values())) + count.of(self.led) + count.last_trick


class SolverStoppedError(Exception):
    """A solver was stopped, or its time was over, before it had the answer."""


class OpenSolver(Protocol):
    """Answers what the `side` of open hands still wins, both sides playing for the most points.

    Each raises `SolverStoppedError` when it is stopped before it knows.
    """

    def values(self, position: OpenHands) -> Mapping[Card, int]:
        """What it wins by each legal card of the seat on turn."""

    def value(self, position: OpenHands) -> int:
        """What it wins."""

    def reaches(self, position: OpenHands, points: int) -> bool:
        """Whether it wins so many points or more."""
