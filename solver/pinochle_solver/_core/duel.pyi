from typing import Any

from numpy.typing import NDArray

def duel(
    rules: list[memoryview[int]],
    first: NDArray[Any],
    second: NDArray[Any],
    seed: int,
    gains: NDArray[Any],
) -> None: ...
