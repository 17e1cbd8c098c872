from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class BurialFinder:
    def __new__(
        cls,
        melds: Sequence[Sequence[Sequence[int]]],
        points: Sequence[int],
        roundhouse: int,
        rank_points: bytes,
        trump: Sequence[float],
        plain: Sequence[float],
        length: Sequence[float],
        rest: float,
        buried: int,
        to_spare: int,
    ) -> Self: ...
    def find(
        self,
        hands: NDArray[np.uint8],
        kept: NDArray[np.uint8],
        brought: NDArray[np.int32],
        guesses: NDArray[np.float64],
        stop: StopFlag,
    ) -> int: ...

def swap_widows(
    hands: NDArray[np.uint8], had: NDArray[np.uint8], wanted: NDArray[np.uint8], own: int
) -> None: ...
