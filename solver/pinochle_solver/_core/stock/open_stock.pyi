from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.search import StockSearch

# numpy's own stubs call arrays buffers from Python 3.12 on only.
_Array = Buffer | NDArray[Any]

@disjoint_base
class OpenStock(StockSearch):
    def __new__(
        cls,
        rules: _Array,
        state: _Array,
        pile: _Array,
        plays_out: bool,
        memory_mb: float,
        **kwargs: Any,
    ) -> Self: ...
    @property
    def nodes(self) -> int: ...
    def solve(
        self, nodes: int, seconds: float, stop: StopFlag
    ) -> list[tuple[int, int, int, bytes]]: ...
    def points_after(self, line: bytes) -> tuple[int, int]: ...
