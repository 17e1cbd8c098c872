from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class StockSampler:
    def __new__(
        cls,
        record: bytes,
        unseen: bytes,
        hands: NDArray[Any],
        hidden: Sequence[int],
        drawn: Sequence[int],
        kept_back: float,
    ) -> Self: ...
    def draw(
        self,
        hands: NDArray[Any],
        stock: NDArray[Any],
        seed: int,
        first: int,
        stop: StopFlag,
    ) -> int: ...
