from typing import Any

from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class StockPlayouts:
    def __new__(
        cls, record: bytes, playoff: bytes, weights: NDArray[Any], card_weights: NDArray[Any]
    ) -> Self: ...
    def evaluate(
        self,
        hands: NDArray[Any],
        stock: NDArray[Any],
        moves: NDArray[Any],
        results: NDArray[Any],
        stop: StopFlag,
    ) -> int: ...
    def line(self, hands: NDArray[Any], stock: NDArray[Any]) -> list[Any]: ...
