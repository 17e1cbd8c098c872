"""The results of many deals in bounded memory: the first one by one, later ones as sums of blocks.

There are at most `MOST_BLOCKS` blocks. When they are full, every two are put together. Blocks of as
many deals have sums that vary as independent samples do, so the error of a mean can still be told.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import chain, repeat

KEPT_DEALS = 768
"""How many results are kept one by one."""
MOST_BLOCKS = 256
"""How many blocks of later deals there are at most; an even number."""
# When a move is dropped after 6 deals, 12 and so on (`burying`), a block of the others ends there,
# as long as there are no more than some 197,000 deals.
_FIRST_SIZE = 3


class Samples:
    """The results of a move in one deal after the other.

    Args:
        results: the first ones.
    """

    def __init__(self, results: Iterable[float] = ()) -> None:
        self._first, self._sums = array("d"), array("d")
        self._size, self._in_last = _FIRST_SIZE, 0
        for result in results:
            self.append(result)

    def append(self, result: float) -> None:
        """Take in the result of one more deal."""
        if len(self._first) < KEPT_DEALS:
            self._first.append(result)
            return
        if not self._sums or self._in_last == self._size:
            if len(self._sums) == MOST_BLOCKS:
                self._join_blocks()
            self._sums.append(0.0)
            self._in_last = 0
        self._sums[-1] += result
        self._in_last += 1

    def __len__(self) -> int:
        later = (len(self._sums) - 1) * self._size + self._in_last if self._sums else 0
        return len(self._first) + later

    @property
    def total(self) -> float:
        """The sum of all results."""
        return sum(chain(self._first, self._sums))

    @property
    def mean(self) -> float:
        """The mean of all results, at least one."""
        return self.total / len(self)

    def groups(self) -> Iterator[tuple[int, float]]:
        """For each deal that is kept, and each block: how many deals it has, and their sum."""
        return zip(chain(repeat(1, len(self._first)), self._counts()), self._values(), strict=True)

    def minus(self, other: Samples) -> Samples:
        """The differences of the results of the same deals.

        Deals that only one of the two has are left out. So are those of the last block of the
        shorter one if the other has no block of the same deals; these are few.
        """
        one, two = self._coarse(other._size), other._coarse(self._size)
        found = Samples()
        pairs = zip(one._first, two._first, strict=False)
        found._first = array("d", (mine - its for mine, its in pairs))
        found._size = one._size
        for (number, mine), (same, its) in zip(one._blocks(), two._blocks(), strict=False):
            if number == same:
                found._sums.append(mine - its)
                found._in_last = number
        return found

    def all_of(self, result: float) -> Samples:
        """Samples of as many deals, each with this result."""
        found = Samples()
        found._first = array("d", [result]) * len(self._first)
        found._sums = array("d", (number * result for number in self._counts()))
        found._size, found._in_last = self._size, self._in_last
        return found

    @property
    def are_zero(self) -> bool:
        """Whether no sum is anything but zero."""
        return not any(self._values())

    def _values(self) -> Iterator[float]:
        return chain(self._first, self._sums)

    def _counts(self) -> Iterator[int]:
        """How many deals each block has."""
        if self._sums:
            yield from repeat(self._size, len(self._sums) - 1)
            yield self._in_last

    def _blocks(self) -> Iterator[tuple[int, float]]:
        return zip(self._counts(), self._sums, strict=True)

    def _coarse(self, size: int) -> Samples:
        """The same results, in blocks of so many deals if there are smaller ones."""
        found = Samples()
        found._first, found._sums = self._first, self._sums[:]
        found._size, found._in_last = self._size, self._in_last
        while found._size < size:
            found._join_blocks()
        return found

    def _join_blocks(self) -> None:
        """Put every two blocks together; the last one may stay alone."""
        if self._sums and len(self._sums) % 2 == 0:
            self._in_last += self._size
        sums = self._sums
        self._sums = array("d", (sum(sums[place : place + 2]) for place in range(0, len(sums), 2)))
        self._size *= 2
