"""Puts the pairs of a match in order, and says when it is over."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.matches.contests import AnyReport, AnySettings, Contest, Pair, contest_of
from pinochle_solver.matches.statistics import RunningSums, SequentialTest, Verdict


class PairSequencer:
    """Takes in pairs in any order, puts them in order, and says when the match is over.

    The sequential test takes pairs in the order of their numbers, so that its verdict does not
    depend on which was done first. Pairs after the one that decided do not count.

    Args:
        settings: what the match is played by.
        pairs: how many pairs are wanted at most.

    """

    def __init__(self, settings: AnySettings, pairs: int) -> None:
        self._settings, self._wanted = settings, pairs
        self._contest: Contest = contest_of(settings)
        self._sums = RunningSums()
        self._pairs: dict[int, Pair] = {}
        self._next = 1
        self._test = None if settings.sprt is None else SequentialTest(*settings.sprt)

    def add(self, pair: Pair) -> list[Pair]:
        """Take in a pair; return those that are now next in order."""
        if not 1 <= pair.pair <= self._wanted:
            return []
        self._pairs[pair.pair] = pair
        self._sums.add(self._contest.figure(pair))
        following: list[Pair] = []
        while self._next in self._pairs and not self.is_decided:
            following.append(self._pairs[self._next])
            self._next += 1
            if self._test is not None:
                self._test.add(self._contest.figure(following[-1]))
        return following

    @property
    def number(self) -> int:
        """How many pairs are done."""
        return len(self._pairs)

    def text(self) -> str:
        """How far A is ahead of B so far, in short."""
        text = self._contest.so_far(self._settings, self._sums.mean)
        return text if self._test is None else f"{text}, ratio {self._test.ratio:+.2f}"

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its verdict."""
        return self._test is not None and self._test.verdict is not Verdict.OPEN

    @property
    def is_over(self) -> bool:
        """Whether everything that was asked for is played."""
        return self.is_decided or self._next > self._wanted

    @property
    def missing(self) -> Iterable[int]:
        """The numbers of the pairs that are still to be played."""
        return (pair for pair in range(1, self._wanted + 1) if pair not in self._pairs)

    def report(self) -> AnyReport:
        """The result so far.

        Pairs done after the verdict are left out. So are pairs done before an earlier one is done,
        because among pairs played at the same time the short ones finish first.
        """
        counted = [pair for pair in self._pairs.values() if pair.pair < self._next]
        return self._contest.report(self._settings, counted, self.is_over)
