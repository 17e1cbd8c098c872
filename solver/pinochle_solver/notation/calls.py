"""Call-outs in a hand: who may claim to have reached the target, and what follows.

The rule is RULES.md, section 6. The players agree whether a game is played with call-outs;
`GameRules.call_out` says how a rulebook treats them.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_checks import points_by_tricks
from pinochle_solver.rules.agreed import (
    Agreed,
    call_out_rule,
    chips_up_from,
    in_chips,
    least_in_chips,
)
from pinochle_solver.rules.claims import Claim, Claims
from pinochle_solver.rules.rules import CallOutRule, Seat


@dataclass(slots=True)
class Calls(Claims[Seat]):
    """The call-outs of one hand of the two-handed game.

    Attributes:
        chips_up_from: the last digit from which card points are rounded up to tens; 0 where they
            are not rounded.
    """

    chips_up_from: int = 0

    @classmethod
    def of(cls, position: Position) -> Calls:
        """The call-outs of a position's hand; none are possible where no target is played for."""
        has_target = position.ahead is None and position.stakes is None
        has_target = has_target and Agreed.SINGLE_HAND not in position.agreed
        rules, agreed = position.rules, position.agreed
        rule = call_out_rule(rules, agreed) if has_target else CallOutRule.NONE
        rounded = chips_up_from(rules, agreed)
        called = set(position.called)
        return cls(rule, position.score, position.target, called, chips_up_from=rounded)

    def has(self, seat: Seat, points: HandPoints) -> int:
        """A seat's total points.

        Args:
            seat: the seat.
            points: the points of this hand, as counted after the last trick.
        """
        melds, tricks = points[seat]
        return self.score[seat] + melds + in_chips(tricks, self.chips_up_from)

    def needs(self, seat: Seat, points: HandPoints) -> int:
        """With how many points of this hand, melds and card points, a seat reaches the target.

        Args:
            seat: the seat.
            points: the points of this hand so far. Chips round card points alone, so that melds to
                come are taken for multiples of ten.
        """
        melds = points[seat].melds
        return melds + least_in_chips(self.target - self.score[seat] - melds, self.chips_up_from)

    def is_right(self, seat: Seat, points: HandPoints) -> bool:
        """Whether a seat has reached the target."""
        return self.has(seat, points) >= self.target

    def call(self, seat: Seat, points: HandPoints) -> Claim:
        """Let a seat call out, and return what follows."""
        return self.claim(seat, self.has(seat, points), seat.other)


def counted_points(position: Position) -> HandPoints:
    """The points of the hand by which a call-out in a position is judged.

    Raises:
        IllegalPositionError: where neither the points nor the tricks are given.
    """
    points = known_points(position)
    if points is None:
        tokens = "points=" if isinstance(position, PlayoffPosition) else "points= or tricks="
        raise IllegalPositionError("call-out", f"{tokens} is needed to judge it")
    return points


def known_points(position: Position) -> HandPoints | None:
    """The points of the hand as given, or as the tricks tell them; None if neither is known."""
    if position.points is not None or isinstance(position, PlayoffPosition):
        return position.points
    return points_by_tricks(position)
