"""What an analysis of the stock phase depends on besides the position, and who waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.limits import Limits, check_seed
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, Analysis
from pinochle_solver.stock.beliefs import INFERRED, check_belief
from pinochle_solver.threads import check_threads

_NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """How positions of the stock phase are analysed.

    Attributes:
        limits: when the analysis of a position ends.
        seed: the seed of the worlds.
        threads: the number of threads; the answer does not depend on it, except by limits of time.
        belief: what is assumed about the hidden cards, one of `BELIEFS`.
        objective: what orders the moves, one of `OBJECTIVES`.
        call_out: whether the game is played with call-outs, so that chances to win are those of a
            race to the target.
        where: conditions that the hidden cards are assumed to meet, in words (`assumptions`). What
            is wrong with them shows when a position is analysed.

    Raises:
        ValueError: for an invalid belief, objective, seed or number of threads.
    """

    limits: Limits = _NO_LIMITS
    seed: int = 1
    threads: int = 1
    belief: str = INFERRED
    objective: str = POINTS
    call_out: bool = False
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_belief(self.belief)
        if isinstance(self.where, str):
            raise TypeError("where is one text, expected a tuple of conditions")
        if self.objective not in OBJECTIVES:
            known = ", ".join(OBJECTIVES)
            raise ValueError(f"objective is {self.objective!r}, expected one of {known}")
        check_seed(self.seed)
        check_threads(self.threads)

    def or_seconds(self, seconds: float) -> SearchSettings:
        """These settings, with `seconds` if no limit ends a search of the stock phase."""
        return replace(self, limits=self.limits.or_seconds(seconds))


DEFAULTS = SearchSettings()


def as_conditions(where: str | Iterable[str]) -> tuple[str, ...]:
    """One condition, or several, as `SearchSettings` has them."""
    return (where,) if isinstance(where, str) else tuple(where)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question about a position, and how its asker follows the analysis.

    Attributes:
        moves: the only moves to value; None for every legal move.
        stop: ends the analysis with the results so far.
        progress: called now and then with the results so far; None to call nothing.
    """

    moves: tuple[Move | str, ...] | None = None
    stop: StopFlag = field(default_factory=StopFlag)
    progress: Callable[[Analysis], None] | None = None

    @classmethod
    def of(
        cls,
        moves: Iterable[Move | str] | None = None,
        stop: StopFlag | None = None,
        progress: Callable[[Analysis], None] | None = None,
    ) -> Request:
        """The request with these optional arguments of `analyze`."""
        return cls(
            moves=None if moves is None else tuple(moves),
            stop=stop or StopFlag(),
            progress=progress,
        )
