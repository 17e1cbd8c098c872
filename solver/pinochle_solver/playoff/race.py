"""The race to the target in a playoff with call-outs: exact, for every card is known.

It asks who can win the game in this hand, and where nobody can, it goes on. Points beyond that are
not looked at. Both seats call out as soon as they may.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.race import GOES_ON, LOSES, WINS, PlayoffRace
from pinochle_solver.notation.calls import Calls, Claim, counted_points
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.packing import position_record
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import CallOutRule, Seat
from pinochle_solver.rules.rules_table import rules_table

MOST_NODES = 500_000
"""So many tricks are begun at most unless more are asked for.

Of 12 cards a hand that takes milliseconds, 50 at most; in goulash it may be met after a second.
"""


class Outcome(IntEnum):
    """What the game comes to in this hand, for the seat to decide."""

    LOSES = LOSES
    GOES_ON = GOES_ON
    WINS = WINS

    @property
    def for_the_other(self) -> Outcome:
        """The same for the other seat."""
        return Outcome(WINS - self)


@dataclass(frozen=True, slots=True)
class Race:
    """The race from a position on, for the seat to decide; both play for it alone.

    Attributes:
        has: what that seat has in all, by what was counted after the last trick.
        target: the points that end the game.
        call: what comes of calling out now; None where it cannot, or it was not found out.
        cards: what comes of every legal card without calling out before it, in canonical order;
            None where both were at the target before the hand, or it was not found out within the
            limits.
    """

    has: int
    target: int
    call: Outcome | None
    cards: tuple[tuple[Card, Outcome], ...] | None

    @property
    def best(self) -> Outcome | None:
        """What the best card comes to."""
        return max((outcome for _, outcome in self.cards), default=None) if self.cards else None


def race(
    position: PlayoffPosition, *, nodes: int = MOST_NODES, stop: StopFlag | None = None
) -> Race:
    """Find out what each legal card, and a call-out, comes to.

    Args:
        position: the position.
        nodes: how many tricks may be begun in the search of all cards.
        stop: ends it.

    Raises:
        IllegalPositionError: where the points of the hand are not told.
    """
    points = counted_points(position)
    calls, seat = Calls.of(position), position.turn
    cards = _cards(position, calls, nodes, stop or StopFlag())
    call = None
    if calls.may_call(seat):
        after = Calls.of(position)
        claim = after.call(seat, points)
        if claim is Claim.WAITS:
            called = _cards(position, after, nodes, stop or StopFlag())
            call = max(outcome for _, outcome in called) if called else None
        else:
            call = Outcome.WINS if claim is Claim.WINS else Outcome.LOSES
    return Race(calls.has(seat, points), position.target, call, cards)


def _cards(
    position: PlayoffPosition, calls: Calls, nodes: int, stop: StopFlag
) -> tuple[tuple[Card, Outcome], ...] | None:
    """What each legal card comes to for the seat to decide; None if that was too long."""
    if not calls.are_possible:
        # Nobody can call out: a tie is being broken.
        return None
    searched = PlayoffRace(
        position_record(position, 0),
        rules_table([(position.rules, position.count)]),
        tuple(sum(seat) for seat in counted_points(position)),
        tuple(position.target - has for has in position.score),
        calls.rule is CallOutRule.NEEDS_A_TRICK,
        sum(1 << seat for seat in calls.waiting),
    )
    found = searched.outcomes(nodes, stop)
    if found is None:
        return None
    by_south = {Card.from_index(index): Outcome(outcome) for index, outcome in found}
    mine = position.turn is Seat.SOUTH
    return tuple(
        (card, by_south[card] if mine else by_south[card].for_the_other)
        for card in sorted(by_south, key=_canonical)
    )


def _canonical(card: Card) -> tuple[int, int]:
    """Ranks high to low, then S H D C."""
    return -card.rank, card.suit
