from typing import Any

from numpy.typing import NDArray

from pinochle_solver._core.limits import StopFlag

def improve_stock(
    record: bytes,
    playoff: bytes,
    played_by: NDArray[Any],
    card_weights: NDArray[Any],
    hands: NDArray[Any],
    stock: NDArray[Any],
    wild: int,
    seed: int,
    first: int,
    rate: float,
    temperature: float,
    weights: NDArray[Any],
    squares: NDArray[Any],
    stop: StopFlag,
) -> tuple[int, float, float]: ...
def duel(
    record: bytes,
    playoff: bytes,
    weights: NDArray[Any],
    others: NDArray[Any],
    card_weights: NDArray[Any],
    hands: NDArray[Any],
    stock: NDArray[Any],
    results: NDArray[Any],
) -> None: ...
