"""Searches on a clock of their own, looked at after every chunk of worlds."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.playout_search import PlayoutSearch

A_PLAYOUT = 1e-3
"""Seconds of that clock."""


@dataclass
class Clock:
    """A clock that only playouts move."""

    now: float = 0.0


class Clocked(PlayoutSearch):
    """A search that moves a clock by its playouts."""

    clock: Clock

    def _after_chunk(self, playouts: int) -> None:
        self.clock.now += A_PLAYOUT * playouts
        super()._after_chunk(playouts)


class Watched(Clocked):
    """A search that is looked at after every chunk, unless it is told not to be."""

    seen: list[Analysis]
    watches = True

    def _after_chunk(self, playouts: int) -> None:
        if self.watches:
            self.seen.append(self.analysis(finished=True))
        super()._after_chunk(playouts)
