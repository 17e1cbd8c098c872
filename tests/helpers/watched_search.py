"""Searches on a clock of their own, looked at after every chunk of worlds."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.standings import Chunk

A_PLAYOUT = 1e-3
"""Seconds of that clock."""


@dataclass
class Clock:
    """A clock that only playouts move."""

    now: float = 0.0


class Clocked(PlayoutSearch):
    """A search that moves a clock by its playouts."""

    clock: Clock

    def _after_chunk(self, chunk: Chunk) -> None:
        self.clock.now += A_PLAYOUT * chunk.points.shape[0] * chunk.points.shape[1]
        super()._after_chunk(chunk)


class Watched(Clocked):
    """A search that is looked at after every chunk, unless it is told not to be."""

    seen: list[Analysis]
    watches = True

    def _after_chunk(self, chunk: Chunk) -> None:
        if self.watches:
            self.seen.append(self.analysis(finished=True))
        super()._after_chunk(chunk)
