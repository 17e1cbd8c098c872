"""Whether a machine is slow, or plays differently from the others.

Whoever plays a pair, its result is expected to be the same on average. So the results of a worker
differ from the fit by chance alone: their mean, in deviations of a pair, has the error of their
number. The time of a worker is compared with that which the same players took for as many decisions
on all machines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any

from pinochle_solver.matches.contests import Pair, contest_of
from pinochle_solver.matches.results import SIDES
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.tournaments.fit import Fit
from pinochle_solver.tournaments.playing import Play

SUSPECT = 3.5
"""A mean residual of so many standard errors is no chance, even among a hundred workers."""
SLOW = 1.5
"""A worker is slow that takes so many times as long."""
_FEWEST_PAIRS = 3
"""A pair or two take as long by chance."""


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """What one worker did.

    Attributes:
        worker: the machine and the number of its process.
        pairs: how many it played.
        decisions: how many decisions it took.
        seconds: the time for them.
        pace: how many times as long as on all machines that is; NaN if there were none.
        residual: by how much its results differ from the fit, in deviations of a pair; its error
            is infinite if the fit knows none.
    """

    worker: str
    pairs: int
    decisions: int
    seconds: float
    pace: float
    residual: Estimate

    @property
    def is_slow(self) -> bool:
        """Whether it takes much longer than the others."""
        return self.pairs >= _FEWEST_PAIRS and self.pace > SLOW

    @property
    def is_suspect(self) -> bool:
        """Whether its results are others than chance explains."""
        return abs(self.residual.mean) > SUSPECT * self.residual.se


def worker_reports(
    play: Play,
    pairings: Sequence[tuple[int, int]],
    fit: Fit,
    deviations: Sequence[float],
) -> list[WorkerReport]:
    """What each worker did, by its name; pairs whose worker is not known are left out.

    Args:
        play: what was played.
        pairings: the players of each match.
        fit: to all results.
        deviations: of a pair of each match.
    """
    took = _Times()
    for (match, _), (pair, _worker) in play.played.items():
        took.add(pairings[match], pair)
    by_worker: dict[str, list[tuple[int, Pair]]] = {}
    for (match, _), (pair, worker) in sorted(play.played.items(), key=lambda item: item[0]):
        if worker:
            by_worker.setdefault(worker, []).append((match, pair))
    found = []
    for worker in sorted(by_worker):
        own, off = _Times(), list[float]()
        for match, pair in by_worker[worker]:
            own.add(pairings[match], pair)
            figure = contest_of(play.settings[match]).figure(pair)
            off.append((figure - fit.ahead(*pairings[match]).mean) / deviations[match])
        known = [each for each in off if isfinite(each)]
        mean = sum(known) / len(known) if known else float("nan")
        error = 1 / sqrt(len(known)) if known and fit.knows_errors else float("inf")
        expected = took.expected(own.decisions)
        pace = own.whole / expected if expected else float("nan")
        number = sum(own.decisions.values())
        found.append(WorkerReport(worker, len(off), number, own.whole, pace, Estimate(mean, error)))
    return found


class _Times:
    """How many decisions players took, and how long.

    Attributes:
        decisions: by player.
    """

    def __init__(self) -> None:
        self.decisions: dict[int, int] = {}
        self._seconds: dict[int, float] = {}

    def add(self, players: tuple[int, int], pair: Pair) -> None:
        """Take in a pair of these players."""
        hands: Sequence[Any] = pair.hands  # type: ignore[attr-defined]
        for hand in hands:
            for player, side in zip(players, SIDES, strict=True):
                did = hand.side(side)
                self.decisions[player] = self.decisions.get(player, 0) + did.decisions
                self._seconds[player] = self._seconds.get(player, 0.0) + did.seconds

    @property
    def whole(self) -> float:
        """The time in all."""
        return sum(self._seconds.values())

    def seconds_each(self, player: int) -> float:
        """The time of a player for a decision."""
        number = self.decisions.get(player, 0)
        return self._seconds[player] / number if number else 0.0

    def expected(self, decisions: Mapping[int, int]) -> float:
        """The time that these decisions by player take as a rule."""
        return sum(number * self.seconds_each(player) for player, number in decisions.items())
