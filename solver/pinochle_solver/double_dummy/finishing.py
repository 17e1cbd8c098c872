"""The end of a hand as its sides win it: from points and tricks to come to what is paid.

Both sides play for card points. If two units play, what is paid never falls when a side wins more,
and of no points more with a trick than without, of all points more with all tricks than without
one. So what points decide is also what both sides would reach if they played for what is paid
(RULES-TABLE.md, section 9).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from pinochle_solver.double_dummy.estimates import Stake
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    CHECKS,
    Contract,
    Laid,
    Sums,
    Unit,
    Worth,
    currency_of,
    shared,
    splits,
    worth_of,
)
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

CARDS_TAKEN = CardCount(
    "taken", ace=1, ten=1, king=1, queen=1, jack=1, nine=1, eight=1, seven=1, last_trick=0
)
"""Counts every card as 1, so that a side wins nothing only if it wins no trick."""


class Tricks(Enum):
    """How many of the tricks to come a side wins."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


class Won(NamedTuple):
    """What a side wins of what is to come: points, and how many of the tricks."""

    points: int
    tricks: Tricks = Tricks.SOME


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """What the hand is worth to a seat, given what the side of open hands still wins.

    Attributes:
        rules: the game.
        seat: the seat to decide.
        bidder: the bidder, if there is one.
        table: the open hands.
        melds: what each unit has laid in the end.
        cards: what the cards of each unit count so far, with the burial.
        with_trick: the units that have won a trick so far, or whose melds count without one.
        contract: what has been bid; None: nothing has been bid, or it is not known.
    """

    rules: TableRules
    seat: Seat
    bidder: Seat | None
    table: OpenHands
    melds: Mapping[Unit, Laid]
    cards: Mapping[Unit, float]
    with_trick: frozenset[Unit]
    contract: Contract | None

    @property
    def counts_checks(self) -> bool:
        """Whether the worth is counted in checks."""
        return currency_of(self.rules, self.contract) == CHECKS

    def __call__(self, won: Won) -> Worth:
        """The worth if units of one side get equal parts of what it wins, each with a trick."""
        parts = shared(self.cards, self.table.side, won.points, self.table.to_come)
        return self._worth(parts, next(self._idle(won)))

    def however_parted(self, won: Won) -> list[Worth]:
        """The worth at the extremes of how they may part it."""
        return [
            self._worth(parts, idle)
            for parts in splits(self.cards, self.table.side, won.points, self.table.to_come)
            for idle in self._idle(won)
            if not any(parts[unit] for unit in idle)
        ]

    def depends_on_parts(self, won: Won) -> bool:
        """Whether the mean depends on what single units of one side win, or play for.

        A seat that scores for itself, on a side with others, may want other points than its side.
        """
        with_seat = {unit for unit in self.cards if (unit[0] in self.table.side) == self._is_first}
        is_own_game = len(with_seat) == 1 or self.is_for_stakes
        return not is_own_game or len({each.mean for each in self.however_parted(won)}) > 1

    @property
    def _is_first(self) -> bool:
        return self.seat in self.table.side

    @property
    def is_for_stakes(self) -> bool:
        """Whether the seat is paid for the contract, whatever the points are."""
        return self.rules.money is not None and self.contract is not None

    def most(self, points: int) -> Won:
        """The best for the side if it wins so many points."""
        is_all = points == self.table.to_come
        return Won(points, Tricks.ALL if is_all else Tricks.SOME)

    def is_sure(self, won: Won) -> bool:
        """Whether a choice that is the best by its luckiest tricks is worth just what it then was.

        A search for the best choice takes its side to win the luckiest tricks for its points.
        """
        return self(self.most(won.points)) == self(won) and not self.depends_on_parts(won)

    def depends_on_tricks(self, points: int) -> bool:
        """Whether the worth depends on whether a side with no points wins a trick."""
        possible = _possible(self.table, points)
        return len(possible) > 1 and len({self(Won(points, each)) for each in possible}) > 1

    def won(self, solver: OpenSolver) -> Won:
        """What the side wins."""
        points = solver.value(self.table)
        return won_with_tricks(points, solver, [self])

    def values(self, solver: OpenSolver) -> dict[Card, Won]:
        """What the side wins by each legal card of the seat on turn."""
        points = dict(solver.values(self.table))
        if not any(map(self.depends_on_tricks, set(points.values()))):
            return {card: Won(won) for card, won in points.items()}
        table = _counting_cards(self.table)
        taken = solver.values(table)
        return {
            card: Won(won, _tricks(taken[card], table)) if self.depends_on_tricks(won) else Won(won)
            for card, won in points.items()
        }

    def stake(self) -> Stake:
        """The possible results of deals like this one, by the results that it might have had."""
        to_come = self.table.to_come
        worths = [
            worth.mean
            for won in (Won(0, Tricks.NONE), Won(0), Won(to_come), Won(to_come, Tricks.ALL))
            for worth in self.however_parted(won)
        ]
        apart = abs(self(Won(to_come)).mean - self(Won(0)).mean)
        return Stake(apart, min(worths), max(worths))

    def _worth(self, parts: Mapping[Unit, float], idle: frozenset[Unit]) -> Worth:
        cards = {unit: points + parts[unit] for unit, points in self.cards.items()}
        busy = [unit for unit in self.cards if unit not in idle]
        uncounted = frozenset(
            unit
            for unit in idle
            if not self.rules.melds_count(is_bidding=self.bidder in unit, has_trick=False)
        )
        sums = Sums(self.melds, cards, uncounted, busy[0] if len(busy) == 1 else None)
        return worth_of(self.rules, self.seat, sums, self.table.trump, self.contract)

    def _idle(self, won: Won) -> Iterator[frozenset[Unit]]:
        """Who may end the hand without a trick; first as few units as possible."""
        with_side = [unit for unit in self.cards if unit[0] in self.table.side]
        against = [unit for unit in self.cards if unit not in with_side]
        ways = product(
            self._idle_of(with_side, wins=won.tricks is not Tricks.NONE),
            self._idle_of(against, wins=won.tricks is not Tricks.ALL),
        )
        return (one | other for one, other in ways)

    def _idle_of(self, units: list[Unit], *, wins: bool) -> list[frozenset[Unit]]:
        """The same of one side, which wins some of the tricks to come, or none."""
        without = [unit for unit in units if unit not in self.with_trick]
        if not wins:
            return [frozenset(without)]
        most = min(len(without), len(units) - 1)
        return [frozenset(some) for n in range(most + 1) for some in combinations(without, n)]


def won_with_tricks(points: int, solver: OpenSolver, finishes: Iterable[Finish]) -> Won:
    """What the side of open hands wins, whose points are known.

    Args:
        points: what it wins.
        solver: says whether it wins a trick if a worth depends on that.
        finishes: the ends of one hand, with different melds or contracts.
    """
    for finish in finishes:
        if finish.depends_on_tricks(points):
            table = _counting_cards(finish.table)
            return Won(points, _tricks(solver.value(table), table))
    return Won(points)


def _possible(table: OpenHands, points: int) -> list[Tricks]:
    """How many tricks a side may win with so many points."""
    found = [Tricks.SOME]
    if points == 0:
        found.append(Tricks.NONE)
    if points == table.to_come:
        found.append(Tricks.ALL)
    return found


def _counting_cards(table: OpenHands) -> OpenHands:
    return replace(table, rules=replace(table.rules, count=CARDS_TAKEN))


def _tricks(taken: int, table: OpenHands) -> Tricks:
    """How many tricks are won by this many cards, of all in a table that counts cards."""
    if not taken:
        return Tricks.NONE
    return Tricks.ALL if taken == table.to_come else Tricks.SOME
