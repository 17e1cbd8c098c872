"""Hands open to all, and what their solver answers (RULES-TABLE.md, section 9)."""

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
        turn: the seat that plays next.
        hands: what each playing seat holds, clockwise from south.
        led: the cards of the open trick, the leader's first; they are in no hand.
        side: the seats whose points are asked for. They play together, and the others play against
            them.
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
    """A solver was stopped, or ran out of time, before it had the answer."""


class OpenSolver(Protocol):
    """Says what the `side` of open hands still wins if both sides play for the most points.

    The points are those of the count of the hands' rules, which need not be that of their game.
    Each method raises `SolverStoppedError` if it is stopped before it has the answer.
    """

    def values(self, position: OpenHands) -> Mapping[Card, int]:
        """What the side wins by each legal card of the seat on turn."""

    def value(self, position: OpenHands) -> int:
        """What it wins."""

    def reaches(self, position: OpenHands, points: int) -> bool:
        """Whether the side wins this many points or more."""
