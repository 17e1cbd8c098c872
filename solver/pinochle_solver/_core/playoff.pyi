from typing import TypeAlias

# The mover's points; (card index, mover's points) of each legal card; the best line by card index;
# the seats that win its tricks; nodes; seconds.
Answer: TypeAlias = tuple[int, list[tuple[int, int]], bytes, bytes, int, float]

class PlayoffSolver:
    def __init__(self, table_bits: int = 16) -> None: ...
    def solve(self, positions: bytes, rules: bytes, with_moves: bool) -> list[Answer]: ...
