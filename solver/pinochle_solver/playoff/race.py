"""The race to the target in a playoff with call-outs: exact, for every card is known.

It asks which seat can win the game in this hand; if neither can, the game goes on. Points beyond
that do not matter here. Both seats call out as soon as they may.
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
"""At most this many tricks are begun, unless more are asked for.

With 12 cards a hand, a search takes milliseconds; in a close race it may take a tenth of a second,
and one in a thousand reaches the limit. In goulash more do, after a second.
"""


class Outcome(IntEnum):
    """What becomes of the game in this hand, for the seat to decide."""

    LOSES = LOSES
    GOES_ON = GOES_ON
    WINS = WINS

    @property
    def for_the_other(self) -> Outcome:
        """The same for the other seat."""
        return Outcome(WINS - self)


@dataclass(frozen=True, slots=True)
class Race:
    """The race from a position on, for the seat to decide; both seats play only to win it.

    Attributes:
        has: that seat's total points, as counted after the last trick.
        target: the points that end the game.
        call: the outcome of calling out now; None if the seat cannot call out, or the outcome was
            not found.
        cards: the outcome of every legal card if the seat does not call out before it, in canonical
            order. None if both seats were at the target before the hand, or if it was not found
            within the limits.
    """

    has: int
    target: int
    call: Outcome | None
    cards: tuple[tuple[Card, Outcome], ...] | None

    @property
    def best(self) -> Outcome | None:
        """The outcome of the best card."""
        return max(outcome for _, outcome in self.cards) if self.cards else None


def race(
    position: PlayoffPosition, *, nodes: int = MOST_NODES, stop: StopFlag | None = None
) -> Race:
    """Find the outcome of each legal card, and of a call-out.

    Args:
        position: the position.
        nodes: how many tricks may be begun in the search of all cards; 0 for any number.
        stop: ends the search when set.

    Raises:
        IllegalPositionError: where the points of the hand are not given.
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
    """The outcome of each legal card for the seat to decide; None if it took too long."""
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
