from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class DealSampler:
    def __new__(
        cls,
        cards: bytes,
        starts: NDArray[np.int32],
        splits: NDArray[np.int32],
        before: NDArray[np.float64],
        following: NDArray[np.int32],
        sizes: NDArray[np.uint8],
        known: NDArray[np.uint8],
    ) -> Self: ...
    @property
    def judges(self) -> bool: ...
    def see_melds(self, melds: Sequence[Sequence[int]], kept_back: float) -> None: ...
    def see(
        self, place: int, played: bytes, laid: bytes | None = None, *, had_marriage: bool = False
    ) -> None: ...
    def draw(
        self,
        worlds: NDArray[np.uint8],
        seed: int,
        first: int,
        stop: StopFlag | None = None,
    ) -> int: ...
