import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class AuctionLikelihood:
    def __new__(
        cls,
        melds: NDArray[np.float64],
        trumps: NDArray[np.float64],
        plain: NDArray[np.float64],
        short: NDArray[np.float64],
        counts: NDArray[np.float64],
        added: NDArray[np.float64],
        spread: float,
        temperature: float,
        slips: float,
    ) -> Self: ...
    def see_calls(
        self, place: int, dealt: bytes, low: float, high: float, *, needs_marriage: bool
    ) -> None: ...
    def see_trump(
        self, place: int, played: bytes, trump: int, buried: int, number: int
    ) -> None: ...
    def see_playing_on(self, middle: float, spread: float) -> None: ...
    def add(
        self, worlds: NDArray[np.uint8], logarithms: NDArray[np.float64], stop: StopFlag
    ) -> int: ...
