from typing import Any

from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.limits import StopFlag

@disjoint_base
class CardPlayouts:
    def __new__(cls, table: bytes, weights: NDArray[Any]) -> Self: ...
    @property
    def seats(self) -> int: ...
    def evaluate(
        self,
        worlds: NDArray[Any],
        cards: bytes,
        results: NDArray[Any],
        stop: StopFlag,
        shown: NDArray[Any] | None = ...,
        solver: DoubleDummySolver | None = ...,
        open_tricks: int = ...,
    ) -> int: ...
    def play_out(
        self,
        worlds: NDArray[Any],
        results: NDArray[Any],
        stop: StopFlag,
        shown: NDArray[Any] | None = ...,
    ) -> int: ...
    def line(self, world: NDArray[Any]) -> bytes: ...
