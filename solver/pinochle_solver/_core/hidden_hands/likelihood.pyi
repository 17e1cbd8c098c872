import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class PlayLikelihood:
    def __new__(
        cls,
        table: bytes,
        weights: NDArray[np.int16],
        plays: bytes,
        played: NDArray[np.uint8],
        judged: bytes,
        temperature: float,
    ) -> Self: ...
    def of(
        self, worlds: NDArray[np.uint8], logarithms: NDArray[np.float64], stop: StopFlag
    ) -> int: ...

def choose(
    logarithms: NDArray[np.float64], seed: int, first: int, chosen: NDArray[np.int64]
) -> None: ...
