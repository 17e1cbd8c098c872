from typing import Any

from numpy.typing import NDArray

def duel(
    rules: list[bytes],
    first: NDArray[Any],
    second: NDArray[Any],
    seed: int,
    gains: NDArray[Any],
    first_net: bytes | None = None,
) -> None: ...
