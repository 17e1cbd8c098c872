"""How worlds are sampled: in which chunks, how alike, and what can be expected of them.

All of it follows from the position and the number of a world alone, so that every move is tried in
the same worlds, whoever tries it and when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.estimates import Expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Worlds are sampled in chunks of so many, but for the first ones in smaller chunks: an error is
# told from the chunks, and there have to be some.
CHUNK, SMALL_CHUNK, IN_SMALL_CHUNKS = 32, 8, 128
SMALL_HAND = 4
"""Where hands have no more cards every playoff is solved: it takes no longer than an estimate."""
# While this part of the tricks of the stock or more is left, in how many worlds each move is tried
# before the first playoff is solved, and in one of how many it is from there on: where a solved
# playoff begins to lower the error more than as much time for worlds does.
_SOLVING = (
    (0.8, 3072, 16),
    (0.65, 2048, 16),
    (0.5, 768, 16),
    (0.33, 384, 16),
    (0.2, 96, 12),
    (0.0, 0, 8),
)
# What is expected of corrections when this part of the tricks is left: `Expected.doubt` and
# `Expected.spread` of moves alone and of differences. From 72 positions of hands that the default
# engine played, all rulebooks, five moves each in 192 worlds with every playoff solved.
_LEFT = (1 / 12, 3 / 12, 5 / 12, 7 / 12, 9 / 12, 11 / 12)
_DOUBT_ALONE, _SPREAD_ALONE = (0.3, 1.8, 10, 18, 37, 67), (0.8, 0.4, 0.3, 0.25, 0.23, 0.2)
_DOUBT_APART, _SPREAD_APART = (0.2, 5.6, 21, 46, 200, 270), (0.7, 0.42, 0.33, 0.28, 0.27, 0.22)
# `Expected.blindness` of both: how much else than the network 3,000 playouts say of the best four
# moves, less their noise; 450 positions of all rulebooks, differences below 30 points.
_BLIND_ALONE, _BLIND_APART = (13, 14, 11, 8, 6, 7), (10, 8, 6, 5.5, 5, 4.5)
# Chances to win are estimated worse by so much.
_SPREAD_OF_WINS = 2.0
# What is told of a move apart comes from so many parts of the worlds.
PARTS = 4
# `Expected.design` of both, in the same positions, of worlds that chains draw.
_DESIGN_ALONE, _DESIGN_APART = 1.4, 0.9


def chunks(first: int, end: int) -> Iterator[tuple[int, int]]:
    """The chunks that the worlds from `first`, where one begins, to `end` come in.

    Yields:
        the number of each chunk's first world, and how many it has; the last may be cut short.
    """
    while first < end:
        size = SMALL_CHUNK if first < IN_SMALL_CHUNKS else CHUNK
        yield first, min(size, end - first)
        first += size


def whole_chunks(worlds: int) -> int:
    """How many of so many worlds come in whole chunks."""
    size = SMALL_CHUNK if worlds <= IN_SMALL_CHUNKS else CHUNK
    return worlds // size * size


@lru_cache(maxsize=64)
def _starts_of_chunks(worlds: int) -> NDArray[np.int64]:
    import numpy as np

    return np.array([first for first, _ in chunks(0, worlds)], np.int64)


@dataclass(frozen=True, slots=True)
class Groups:
    """How sampled worlds are like one another.

    Attributes:
        inferred: whether each chunk is a chain.
        mirrored: whether each second world is the mirror image of the one before.
    """

    inferred: bool
    mirrored: bool

    @classmethod
    def of(cls, belief: Belief) -> Groups:
        """Of the worlds that are sampled at a position: draws are mirrored but for shows."""
        return cls(belief.effective_kind == INFERRED, belief.position.act is Act.PLAY)

    def starts(self, worlds: int) -> NDArray[np.int64] | None:
        """The first worlds of the groups, as `Samples` has them."""
        import numpy as np

        if self.inferred:
            return _starts_of_chunks(worlds)
        return np.arange(0, worlds, 2) if self.mirrored else None

    def parts(self, worlds: int) -> NDArray[np.int64]:
        """Which of `PARTS` parts each world belongs to, every chunk to one of them."""
        import numpy as np

        starts = _starts_of_chunks(worlds)
        numbers: NDArray[np.int64] = np.arange(len(starts)) % PARTS
        return np.repeat(numbers, np.diff(np.append(starts, worlds)))


@dataclass(frozen=True, slots=True)
class Solving:
    """In which worlds playoffs are solved.

    Attributes:
        first: none before this one,
        every: and then in one of so many.
    """

    first: int
    every: int

    @classmethod
    def of(cls, position: StockPosition) -> Solving:
        """What pays at a position: the more the nearer the playoff is.

        The fewer cards are to come, the more worlds have the same playoff, which is estimated
        wrongly in the same way; in early tricks the estimates' errors are lost in the noise.
        """
        if position.rules.deck.hand <= SMALL_HAND:
            return cls(0, 1)
        left = _left(position)
        first, every = next(row[1:] for row in _SOLVING if left >= row[0])
        return cls(first, every)

    def among(self, first: int, end: int) -> NDArray[np.int64]:
        """The worlds from `first` to `end` of which the playoffs are solved."""
        import numpy as np

        begin = max(first, self.first)
        return np.arange(begin + (self.first - begin) % self.every, max(end, begin), self.every)


def expected_at(position: StockPosition) -> dict[str, tuple[Expected, Expected]]:
    """By objective, what is expected of samples of a position: of moves alone, of differences."""
    import numpy as np

    if Solving.of(position).every == 1:
        exactly = Expected(_DESIGN_ALONE, 0.0, 0.0), Expected(_DESIGN_APART, 0.0, 0.0)
        return dict.fromkeys(OBJECTIVES, exactly)
    left = _left(position)

    def at(
        design: float,
        spreads: Sequence[float],
        doubts: Sequence[float],
        blindnesses: Sequence[float],
    ) -> Expected:
        doubt = float(np.exp(np.interp(left, _LEFT, np.log(doubts))))
        spread, blindness = (float(np.interp(left, _LEFT, each)) for each in (spreads, blindnesses))
        return Expected(design, spread, doubt, blindness)

    points = (
        at(_DESIGN_ALONE, _SPREAD_ALONE, _DOUBT_ALONE, _BLIND_ALONE),
        at(_DESIGN_APART, _SPREAD_APART, _DOUBT_APART, _BLIND_APART),
    )
    alone, apart = (each._replace(spread=_SPREAD_OF_WINS * each.spread) for each in points)
    return {POINTS: points, WIN: (alone, apart)}


def _left(position: StockPosition) -> float:
    """Which part of the tricks of the stock is left."""
    tricks = position.rules.deck.stock_tricks
    return (tricks - position.completed_tricks) / tricks
