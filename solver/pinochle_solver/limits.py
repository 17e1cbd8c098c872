"""How long a search may think about one position.

May use: nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

MOST_NODES = 2**62
MOST_SEED = 2**64 - 1

MOST_WORLDS = 1 << 24
"""In how many worlds a search tries a move at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a search ends, whichever limit comes first; None means no limit.

    Attributes:
        seconds: the time for a search of the stock phase. A playoff takes milliseconds and is not
            cut short.
        worlds: the number of worlds in which the best moves are tried in the stock phase. With
            worlds and without seconds, the answer does not depend on the machine.
        nodes: the number of nodes that the search of a playoff may take.
        target_error: the search ends at this standard error of the second move's distance behind
            the best, in the unit that orders the moves.

    Raises:
        ValueError: for a limit that is not above 0, a number of worlds or nodes that is not whole,
            and more than 2**62 nodes.
        TypeError: for text.
    """

    seconds: float | None = None
    worlds: int | None = None
    nodes: int | None = None
    target_error: float | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            limit = getattr(self, name)
            if isinstance(limit, str):
                raise TypeError(f"{name} is {limit!r}, expected a number")
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} is {limit}, expected more than 0")
            if limit is not None and name in ("worlds", "nodes") and limit % 1:
                raise ValueError(f"{name} is {limit}, expected a whole number")
        if self.nodes is not None and self.nodes > MOST_NODES:
            raise ValueError(f"nodes is {self.nodes}, expected 1 to {MOST_NODES}")

    @property
    def end_the_stock_phase(self) -> bool:
        """Whether any of the limits ends the search of a stock-phase position."""
        return any(limit is not None for limit in (self.seconds, self.worlds, self.target_error))

    def or_seconds(self, seconds: float) -> Limits:
        """These limits, with `seconds` if none of them ends a search of the stock phase."""
        return self if self.end_the_stock_phase else replace(self, seconds=seconds)


def check_seed(seed: int) -> None:
    """Raise `ValueError` for an invalid seed of worlds."""
    if not 0 <= seed <= MOST_SEED or seed % 1:
        raise ValueError(f"seed is {seed}, expected 0 to {MOST_SEED}")
