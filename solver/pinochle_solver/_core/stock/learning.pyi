from typing import Any, final

from numpy.typing import NDArray
from typing_extensions import Buffer, Self

_Array = Buffer | NDArray[Any]

SIZES: dict[str, int]

@final
class Hands:
    tricks: int
    def __new__(
        cls, rules: list[bytes], seed: int, wild: int, weights: _Array | None = None
    ) -> Self: ...
    def use_policy(self, record: bytes) -> None: ...
    def use_playoff(self, record: bytes) -> None: ...
    def use_value(self, record: bytes) -> None: ...
    def playoffs(
        self,
        first: int,
        rows: _Array,
        outstanding: _Array,
        solved: _Array,
        estimated: _Array,
    ) -> None: ...
    def leads(
        self,
        first: int,
        rows: _Array,
        leaders: _Array,
        south_ahead: _Array,
        from_trick: _Array,
        finally_ahead: _Array,
        values: _Array | None = None,
        luck: _Array | None = None,
    ) -> None: ...
    def deals(self, first: int, cards: _Array) -> None: ...
    def results(
        self,
        first: int,
        leaders: _Array,
        south_ahead: _Array,
        values: _Array,
        ends: _Array,
        solve: bool,
        chances: _Array | None = None,
        scales: _Array | None = None,
        seen_in: int = 0,
    ) -> None: ...
    def decisions(
        self,
        first: int,
        asked: int,
        contexts: _Array,
        kinds: _Array,
        moves: _Array,
        scores: _Array,
        values: _Array,
        learned_scores: _Array | None = None,
        part: int = -1,
        leads: int = 1,
    ) -> tuple[int, int, int]: ...

def stock_parts(stock_tricks: int) -> list[int]: ...
