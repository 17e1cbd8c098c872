"""Check a search against the whole space of its deal, solved backwards from the last card."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from pinochle_solver._core.playoff import PlayoffSolver
from pinochle_solver._core.retrograde import RetrogradeDeal
from pinochle_solver.packing import pack, rules_table
from pinochle_solver.playoff import DEFAULT_TABLE_MB
from pinochle_solver.position import PlayoffPosition

MOST_CARDS = 12


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of `verify`.

    Attributes:
        position: the position.
        states: all trick-boundary states of the deal; retrograde analysis valued each.
        searched: how many times the search reached a state and proved a bound of its value.
        wrong: how many of these bounds were not true.
    """

    position: PlayoffPosition
    states: int
    searched: int
    wrong: int

    @property
    def agrees(self) -> bool:
        """Whether every bound was true."""
        return self.wrong == 0

    def as_json(self) -> dict[str, Any]:
        """The object that ``pinochle verify --json`` prints."""
        return {
            "position": self.position.text(),
            "states": self.states,
            "searched": self.searched,
            "wrong": self.wrong,
            "agrees": self.agrees,
        }


def verify(position: PlayoffPosition, *, table_mb: float = DEFAULT_TABLE_MB) -> Verification:
    """Solve every state of the deal by retrograde analysis and compare each the search reaches.

    The search values every legal card and finds the best line, as `solve` does; at each state it
    reaches, what it proved there is held against the exact value.

    Args:
        position: a position of at most 12 cards a hand; with a card led, the deal is the one it
            was led from.
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
    searched, wrong = PlayoffSolver(table_mb).compare(record, table, deal)
    return Verification(position, 2 * (comb(2 * size, size) - 1), searched, wrong)
