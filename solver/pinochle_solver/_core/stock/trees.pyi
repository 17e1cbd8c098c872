from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.search import StockSearch

# numpy's own stubs call arrays buffers from Python 3.12 on only.
_Array = Buffer | NDArray[Any]

@disjoint_base
class TreeSearch(StockSearch):
    def __new__(
        cls,
        rules: _Array,
        state: _Array,
        pile: _Array,
        is_open: bool,
        shuffles: bool,
        exploration: float,
        urgency: float,
        edges: int,
        at_first: float = 1.0,
        **kwargs: Any,
    ) -> Self: ...
    @property
    def edges(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def clear(self, seed: int, number: int) -> None: ...
    def observations(self, world: _Array, moves: bytes) -> tuple[int, int]: ...
    def counts(self, world: _Array, moves: bytes) -> dict[int, tuple[int, int]]: ...
    def iterate(
        self,
        worlds: _Array,
        solve_first: int,
        solve_every: int,
        chosen: _Array,
        estimated: _Array,
        exact: _Array,
        solved: _Array,
        stop: StopFlag,
    ) -> int: ...
