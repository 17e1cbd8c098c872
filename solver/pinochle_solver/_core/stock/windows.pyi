from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.search import StockSearch

_Array = Buffer | NDArray[Any]

@disjoint_base
class WindowPlayouts(StockSearch):
    def __new__(
        cls,
        rules: bytes,
        state: bytes,
        pile: bytes,
        *,
        weights: _Array | None = None,
        nets: tuple[bytes, bytes, bytes | None],
        scales: _Array,
    ) -> Self: ...
    def play(
        self,
        worlds: _Array,
        seed: int,
        first: int,
        seen_in: int,
        solved: _Array,
        leaders: _Array,
        chances: _Array,
        south_ahead: _Array,
        stop: StopFlag,
    ) -> int: ...
