from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag

@disjoint_base
class DoubleDummySolver:
    def __new__(cls, table_mb: float = ...) -> Self: ...
    def solve(
        self,
        positions: bytes,
        with_moves: bool,
        asked: int,
        nodes: int,
        seconds: float,
        stop: StopFlag,
    ) -> list[tuple[int, int, int, list[tuple[int, int, int]], bytes, bytes, int, float, bool]]: ...
    def halt(self) -> None: ...
    def leave_out(self, what: int) -> None: ...
    def order_by(self, weights: object) -> None: ...
