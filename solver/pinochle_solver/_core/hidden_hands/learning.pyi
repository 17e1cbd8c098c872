from typing import Any

from numpy.typing import NDArray

from pinochle_solver._core.limits import StopFlag

def improve(
    record: bytes,
    played_by: NDArray[Any],
    worlds: NDArray[Any],
    shown: NDArray[Any],
    wild: int,
    seed: int,
    first: int,
    rate: float,
    temperature: float,
    weights: NDArray[Any],
    squares: NDArray[Any],
    stop: StopFlag,
    only: int = ...,
) -> tuple[int, float, float]: ...
