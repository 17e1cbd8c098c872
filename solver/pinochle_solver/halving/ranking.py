"""Which of the moves tried in the same worlds is the best so far, and which go on.

Only a move that was tried in as many worlds as any can be the best. One that is ahead of it in
fewer worlds has to be tried in the others, too, before that counts; a search sees to it while there
is time (``search``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

# A move of the better half goes on unless it is so many standard errors behind,
CLEARLY = 3.0
# one of the worse half unless it is so many.
DOUBTFULLY = 1.5


class TriedMove(Protocol):
    """A move and in how many worlds it was tried: the first so many of all."""

    number: int
    worlds: int


class Behind(Protocol):
    """How far a move is behind the best: a mean and its standard error."""

    @property
    def mean(self) -> float:
        """The mean."""

    @property
    def se(self) -> float:
        """Its standard error."""


Tried = TypeVar("Tried", bound=TriedMove)


class Ranking(ABC, Generic[Tried]):
    """Moves and how they stand.

    Attributes:
        tried: the moves, each in the first so many of the same worlds.
    """

    tried: Sequence[Tried]

    @abstractmethod
    def behind(self, best: Tried, tried: Tried) -> Behind:
        """How far one move is behind another in the worlds of both; below 0 it is ahead."""

    def is_better(self, tried: Tried, best: Tried) -> bool:
        """Whether one of two moves tried in as many worlds is the better one."""
        return self.behind(best, tried).mean < 0

    def best(self) -> Tried:
        """Of the moves tried in most worlds the one that none of them is ahead of.

        This looks at all their worlds: not for every step of a search.
        """
        most = self.most_worlds
        leaders = (tried for tried in self.tried if tried.worlds == most)
        best = next(leaders)
        for tried in leaders:
            if self.is_better(tried, best):
                best = tried
        return best

    @property
    def most_worlds(self) -> int:
        """In how many worlds the best was tried, and none in more."""
        return max(tried.worlds for tried in self.tried)

    def ahead_in_fewer(self) -> list[Tried]:
        """The moves that look better than the best in fewer worlds than that was tried in."""
        best = self.best()
        return [
            tried
            for tried in self.tried
            if tried.worlds < best.worlds and self.behind(best, tried).mean < 0
        ]

    def still_in_it(self) -> list[Tried]:
        """The better half, but for those clearly behind, and whoever else is not quite so."""
        best = self.best()
        ranked = [(self.behind(best, tried), tried) for tried in self.tried if tried is not best]
        ranked.sort(key=lambda entry: entry[0].mean)
        half = max(1, len(self.tried) // 2)
        return [best] + [
            tried
            for rank, (behind, tried) in enumerate(ranked)
            if rank == 0 or behind.mean <= (CLEARLY if rank < half else DOUBTFULLY) * behind.se
        ]
