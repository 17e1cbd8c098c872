from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

# numpy's own stubs call arrays buffers from Python 3.12 on only.
_Array = Buffer | NDArray[Any]

def number_of_terms() -> int: ...

@disjoint_base
class Playouts:
    def __new__(
        cls, rules: _Array, state: _Array, pile: _Array, weights: _Array | None = None
    ) -> Self: ...
    @property
    def unseen(self) -> bytes: ...
    @property
    def hidden(self) -> int: ...
    def halt(self) -> None: ...
    def choose_by_expectation(self, solve: bool) -> None: ...
    def legal(self) -> bytes: ...
    def scores(self, terms: _Array | None = None) -> list[float]: ...
    def sample(self, seed: int, first: int, worlds: _Array) -> None: ...
    def remember(self, dealer: int, upcard: int, events: _Array) -> None: ...
    def log_likelihoods(
        self, worlds: _Array, seed: int, first: int, found: _Array
    ) -> None: ...
    def sample_likely(
        self, seed: int, first: int, candidates: int, worlds: _Array
    ) -> None: ...
    def evaluate(
        self,
        worlds: _Array,
        first: int,
        moves: bytes,
        solve_every: int,
        estimated: _Array,
        exact: _Array,
        shown: _Array,
        stop: StopFlag,
    ) -> int: ...
