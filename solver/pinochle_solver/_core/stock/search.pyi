from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

# numpy's own stubs call arrays buffers from Python 3.12 on only.
_Array = Buffer | NDArray[Any]

@disjoint_base
class StockSearch:
    def __new__(
        cls,
        rules: _Array,
        state: _Array,
        pile: _Array,
        *args: Any,
        weights: _Array | None = None,
        **kwargs: Any,
    ) -> Self: ...
    def halt(self) -> None: ...
    def legal(self) -> bytes: ...
