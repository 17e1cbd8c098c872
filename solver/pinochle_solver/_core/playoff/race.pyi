from typing import Any, Final

from typing_extensions import Buffer, disjoint_base

from pinochle_solver._core.limits import StopFlag

LOSES: Final[int]
GOES_ON: Final[int]
WINS: Final[int]

@disjoint_base
class PlayoffRace:
    def __new__(
        cls,
        position: Buffer,
        rules: Buffer,
        points: tuple[Any, ...],
        needs: tuple[Any, ...],
        needs_a_trick: bool,
        called: int,
    ) -> PlayoffRace: ...
    def outcomes(
        self, nodes: int, seconds: float, stop: StopFlag
    ) -> list[tuple[int, int, int]]: ...
