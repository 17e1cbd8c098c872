"""What moves came to in the worlds after the first `KEPT_WORLDS`, as sums over blocks of worlds.

A block has the worlds of some chunks that belong to the same part (`Groups.parts`). A *span* is
`PARTS` blocks, one of each part, of chunks that follow one another. When there are `MOST_SPANS`,
every two are put together. So the memory does not grow, and the errors still come from
`PARTS * MOST_SPANS / 2` groups or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.stock.estimates import Blocks
from pinochle_solver.stock.sampling import CHUNK, KEPT_WORLDS, PARTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SPANS = 256
"""How many spans there are at most."""


class WorldValues(NamedTuple):
    """What one move came to in worlds that follow one another, in the unit of one objective.

    Attributes:
        values: for each world.
        corrections: for each world with a solved playoff what that adds.
        learned: a learned value for each world; None if there is none.
    """

    values: NDArray[np.float64]
    corrections: NDArray[np.float64]
    learned: NDArray[np.float64] | None


class LaterWorlds:
    """The sums of one move.

    Args:
        units: the objectives that it is valued by.
    """

    def __init__(self, units: tuple[str, ...]) -> None:
        import numpy as np

        blocks = MOST_SPANS * PARTS
        self._worlds, self._solved = np.zeros(blocks), np.zeros(blocks)
        # Of each block the sums of values, of corrections and of learned values.
        self._sums = {unit: np.zeros((blocks, 3)) for unit in units}
        self._has_learned = dict.fromkeys(units, False)
        self._chunks_in_block = 1

    def add(self, start: int, by_unit: Mapping[str, WorldValues]) -> None:
        """Take in a chunk.

        Args:
            start: the number of its first world.
            by_unit: by objective what the move came to in its worlds.
        """
        chunk = (start - KEPT_WORLDS) // CHUNK
        while chunk // PARTS // self._chunks_in_block >= MOST_SPANS:
            self._halve()
        block = chunk // PARTS // self._chunks_in_block * PARTS + chunk % PARTS
        first = next(iter(by_unit.values()))
        self._worlds[block] += len(first.values)
        self._solved[block] += len(first.corrections)
        for unit, (values, corrections, learned) in by_unit.items():
            sums = self._sums[unit][block]
            sums[0] += values.sum()
            sums[1] += corrections.sum()
            if learned is not None:
                sums[2] += learned.sum()
                self._has_learned[unit] = True

    def blocks(self, unit: str, chunks_in_block: int) -> Blocks:
        """The sums by one objective, in blocks of so many chunks: no fewer than here."""
        while self._chunks_in_block < chunks_in_block:
            self._halve()
        number = int(self._worlds.nonzero()[0][-1]) + 1
        sums = self._sums[unit][:number].copy()
        return Blocks(
            self._worlds[:number].copy(),
            sums[:, 0],
            self._solved[:number].copy(),
            sums[:, 1],
            sums[:, 2] if self._has_learned[unit] else None,
        )

    @property
    def chunks_in_block(self) -> int:
        """How many chunks make a block."""
        return self._chunks_in_block

    def _halve(self) -> None:
        """Put every two spans together."""
        for sums in (self._worlds, self._solved, *self._sums.values()):
            spans = sums.reshape(MOST_SPANS // 2, 2, PARTS, -1).sum(axis=1)
            sums[: len(sums) // 2] = spans.reshape(len(sums) // 2, *sums.shape[1:])
            sums[len(sums) // 2 :] = 0
        self._chunks_in_block *= 2
