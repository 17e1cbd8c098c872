"""Call-outs in a hand: who may claim to have reached the target, and what comes of it.

The rule is RULES.md, section 6. Whether a game is played with call-outs is agreed; what a rulebook
makes of them, `GameRules.call_out` says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_checks import points_told
from pinochle_solver.rules.rules import CallOutRule, Points, Seat


class Claim(Enum):
    """What comes of a claim.

    ``WRONG``: it loses the game; ``WINS``: it wins it; ``WAITS``: it is right, and wins as soon as
    the caller has won a trick that he led.
    """

    WRONG = "wrong"
    WINS = "wins"
    WAITS = "waits"


@dataclass(slots=True)
class Calls:
    """The call-outs of one hand.

    Attributes:
        rule: what a right claim needs.
        score: the game score before the hand.
        target: the points that end the game.
        waiting: who has claimed rightly, and has still to win a trick that he leads.
        winner: who has won the game by a claim, of whichever seat; None as long as nobody has.
    """

    rule: CallOutRule
    score: Points
    target: int
    waiting: set[Seat] = field(default_factory=set)
    winner: Seat | None = None

    @classmethod
    def of(cls, position: Position) -> Calls:
        """Those of the hand of a position; none where no target is played for."""
        has_target = position.ahead is None and position.stakes is None
        rule = position.rules.game.call_out if has_target else CallOutRule.NONE
        return cls(rule, position.score, position.target, set(position.called))

    @property
    def are_possible(self) -> bool:
        """Whether any claim can be made: not where a tie at the target is being broken."""
        return self.rule is not CallOutRule.NONE and min(self.score) < self.target

    def may_call(self, seat: Seat) -> bool:
        """Whether a seat may call out before its next move."""
        return self.are_possible and self.winner is None and seat not in self.waiting

    def has(self, seat: Seat, points: HandPoints) -> int:
        """What a seat has in all.

        Args:
            seat: whose count it is.
            points: of this hand, as they were counted after the last trick.
        """
        return self.score[seat] + sum(points[seat])

    def is_right(self, seat: Seat, points: HandPoints) -> bool:
        """Whether a seat has reached the target."""
        return self.has(seat, points) >= self.target

    def call(self, seat: Seat, points: HandPoints) -> Claim:
        """A seat calls out; what comes of it."""
        if not self.is_right(seat, points):
            self.winner = seat.other
            return Claim.WRONG
        if self.rule is CallOutRule.WINS:
            self.winner = seat
            return Claim.WINS
        self.waiting.add(seat)
        return Claim.WAITS

    def take(self, leader: Seat, winner: Seat) -> bool:
        """A trick was taken; whether that has won the game."""
        if self.winner is None and winner is leader and winner in self.waiting:
            self.winner = winner
            return True
        return False


def counted_points(position: Position) -> HandPoints:
    """The points of the hand by which a call-out in a position is judged.

    Raises:
        IllegalPositionError: where neither the points nor the tricks are told.
    """
    points = told_points(position)
    if points is None:
        tokens = "points=" if isinstance(position, PlayoffPosition) else "points= or tricks="
        raise IllegalPositionError("call-out", f"{tokens} is needed to judge it")
    return points


def told_points(position: Position) -> HandPoints | None:
    """The points of the hand as they are told, or follow from the tricks; None if they do not."""
    if position.points is not None or isinstance(position, PlayoffPosition):
        return position.points
    return points_told(position)
