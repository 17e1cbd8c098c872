"""Check a search against the whole space of its deal, solved backwards from the last card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from pinochle_solver._core.playoff.retrograde import RetrogradeDeal
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.packing import pack
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.rules_table import rules_table

MOST_CARDS = 12


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of `verify`.

    Attributes:
        position: the position.
        states: how many trick-boundary states the deal has; retrograde analysis valued each of
            them.
        searched: how many times the search reached a state and proved a bound on its value.
        answered: at how many trick boundaries of the best line its value was compared; the first is
            the position itself, unless a card is led.
        wrong: how many of these bounds and values were not true.
    """

    position: PlayoffPosition
    states: int
    searched: int
    answered: int
    wrong: int

    @property
    def agrees(self) -> bool:
        """Whether every bound and value was true."""
        return self.wrong == 0


def verify(position: PlayoffPosition, *, table_mb: float | None = None) -> Verification:
    """Solve every state of the deal by retrograde analysis and check the search against it.

    The search values every legal card and finds the best line, as `solve` does. Then it does so
    once more in the way in which it searches long hands. At each state it reaches, the bound it
    proved is compared with the exact value. So are the value it answers and what is left of that
    value after each trick of the line.

    Args:
        position: a position of at most 12 cards a hand; if a card is led, the deal is the one from
            before the lead.
        table_mb: memory for the search's transposition table, in MiB.

    Raises:
        ValueError: for longer hands.
        MemoryError: when there is no memory; a deal of 12 cards takes 64 MiB.
    """
    size = len(position.hand(position.turn))
    if size > MOST_CARDS:
        raise ValueError(f"{size} cards a hand, all states fit in memory up to {MOST_CARDS}")
    record, rules = pack([position])
    table = rules_table(rules)
    deal = RetrogradeDeal(record, table)
    searched = wrong = 0
    for long_hands in (False, True):
        solver = PlayoffSolver(table_mb)
        if long_hands:
            solver.look_ahead_always()
        compared, untrue = solver.compare(record, table, deal)
        searched += compared
        wrong += untrue
    answers = list(_answers(solve(position, table_mb=table_mb)))
    wrong += sum(deal.leader_points(*state) != points for state, points in answers)
    states = 2 * (comb(2 * size, size) - 1)
    return Verification(position, states, searched, len(answers), wrong)


def _answers(solution: Solution) -> Iterator[tuple[tuple[int, int, Seat], int]]:
    """The trick boundaries of the line: each state, and the leader's points by the solution.

    A state is who leads and the cards that south and north have left, as subsets of their hands in
    the order of `Card.index`, with the lowest card as bit 0.
    """
    position = solution.position
    leader = position.turn if position.led is None else position.turn.other
    hands = {seat: list(position.hand(seat)) for seat in Seat}
    if position.led is not None:
        hands[leader].append(position.led)
    order = {seat: sorted(hand, key=lambda card: card.index) for seat, hand in hands.items()}
    left = {seat: (1 << len(hand)) - 1 for seat, hand in hands.items()}
    to_come = dict(zip(Seat, solution.value, strict=True))
    if position.led is None:
        yield (left[Seat.SOUTH], left[Seat.NORTH], leader), to_come[leader]
    for trick in solution.tricks:
        for seat, card in ((leader, trick.led), (leader.other, trick.reply)):
            left[seat] &= ~_lowest_copy(order[seat], left[seat], card)
        leader = trick.winner
        to_come[leader] -= trick.points
        yield (left[Seat.SOUTH], left[Seat.NORTH], leader), to_come[leader]


def _lowest_copy(order: list[Card], left: int, card: Card) -> int:
    """The bit of the first copy of `card` that is left."""
    return next(1 << i for i, held in enumerate(order) if held == card and left >> i & 1)
