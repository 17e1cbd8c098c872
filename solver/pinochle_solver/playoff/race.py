"""The race to the target in a playoff with call-outs: exact, for every card is known.

It asks which seat can win the game in this hand; if neither can, the game goes on. Points beyond
that do not matter here. Both seats call out as soon as they may.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playoff.race import GOES_ON, LOSES, WINS, PlayoffRace
from pinochle_solver.notation.calls import Calls, counted_points
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.packing import position_record
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.claims import Claim
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


class CardOutcome(NamedTuple):
    """What is proven of the outcome of a card.

    Attributes:
        card: the card; it stands for all its identical copies.
        worst: the worst outcome that the card can have, for its player.
        best: the best one; the same unless a limit stopped the search.
    """

    card: Card
    worst: Outcome
    best: Outcome


@dataclass(frozen=True, slots=True)
class Race:
    """The race from a position on, for the seat to decide; both seats play only to win it.

    Attributes:
        has: that seat's total points, as counted after the last trick.
        target: the points that end the game.
        call: the outcome of calling out now; None if the seat cannot call out, or the outcome was
            not found.
        proven: what is proven of every legal card if the seat does not call out before it, in
            canonical order. Empty if both seats were at the target before the hand.
    """

    has: int
    target: int
    call: Outcome | None
    proven: tuple[CardOutcome, ...]

    @property
    def cards(self) -> tuple[tuple[Card, Outcome], ...] | None:
        """Every legal card and its outcome, in canonical order.

        None if nobody can call out, or if a limit stopped the search before all were found.
        """
        if not self.proven or any(each.worst is not each.best for each in self.proven):
            return None
        return tuple((each.card, each.best) for each in self.proven)

    @property
    def best(self) -> Outcome | None:
        """The outcome of the best card; None if it is not proven."""
        return _best_of(self.proven)


def race(
    position: PlayoffPosition,
    *,
    nodes: int = MOST_NODES,
    seconds: float | None = None,
    stop: StopFlag | None = None,
) -> Race:
    """Find the outcome of each legal card, and of a call-out.

    In chips a card reaches the target once the rounded points do. Of two seats that both reach it
    with the last trick the one with more points before rounding is taken to win.

    Args:
        position: the position.
        nodes: how many tricks may be begun in the search of all cards; 0 for any number.
        seconds: stop that search after this time.
        stop: ends the search when set.

    Raises:
        IllegalPositionError: where the points of the hand are not given.
    """
    points = counted_points(position)
    calls, seat = Calls.of(position), position.turn
    limits = nodes, seconds or 0.0, stop or StopFlag()
    proven = _proven(position, calls, *limits)
    call = None
    if calls.may_call(seat):
        after = Calls.of(position)
        claim = after.call(seat, points)
        if claim is Claim.WAITS:
            call = _best_of(_proven(position, after, *limits))
        else:
            call = Outcome.WINS if claim is Claim.WINS else Outcome.LOSES
    return Race(calls.has(seat, points), position.target, call, proven)


def _best_of(proven: tuple[CardOutcome, ...]) -> Outcome | None:
    """The outcome of the best of these cards; None if it is not proven, or if there are none."""
    secured = max((each.worst for each in proven), default=None)
    possible = max((each.best for each in proven), default=None)
    return secured if secured is possible else None


def _proven(
    position: PlayoffPosition, calls: Calls, nodes: int, seconds: float, stop: StopFlag
) -> tuple[CardOutcome, ...]:
    """What is proven of each legal card, for the seat to decide."""
    if not calls.are_possible:
        # Nobody can call out: a tie is being broken.
        return ()
    points = counted_points(position)
    searched = PlayoffRace(
        position_record(position, 0),
        rules_table([(position.rules, position.count)]),
        tuple(map(sum, points)),
        tuple(calls.needs(seat, points) for seat in Seat),
        calls.rule is CallOutRule.NEEDS_A_TRICK,
        sum(1 << seat for seat in calls.waiting),
    )
    found = []
    for index, *for_south in searched.outcomes(nodes, seconds, stop):
        worst, best = map(Outcome, for_south)
        if position.turn is Seat.NORTH:
            worst, best = best.for_the_other, worst.for_the_other
        found.append(CardOutcome(Card.from_index(index), worst, best))
    return tuple(sorted(found, key=lambda each: _canonical(each.card)))


def _canonical(card: Card) -> tuple[int, int]:
    """Ranks high to low, then S H D C."""
    return -card.rank, card.suit
