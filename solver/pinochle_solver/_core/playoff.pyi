from typing_extensions import Self, disjoint_base

@disjoint_base
class PlayoffSolver:
    def __new__(cls, table_bits: int = 16) -> Self: ...
    def solve(
        self, positions: bytes, rules: bytes, with_moves: bool
    ) -> list[tuple[int, list[tuple[int, int]], bytes, bytes, int, float]]: ...
