from typing_extensions import Self, disjoint_base

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.retrograde import RetrogradeDeal

@disjoint_base
class PlayoffSolver:
    def __new__(cls, table_mb: float | None = None) -> Self: ...
    def solve(
        self,
        positions: bytes,
        rules: bytes,
        with_moves: bool,
        nodes: int,
        seconds: float,
        stop: StopFlag,
    ) -> list[tuple[int, int, int, list[tuple[int, int, int]], bytes, bytes, int, float, bool]]: ...
    def halt(self) -> None: ...
    def compare(self, position: bytes, rules: bytes, deal: RetrogradeDeal) -> tuple[int, int]: ...
    def use_plain_table(self) -> None: ...
    def order_by(self, weights: object) -> None: ...
