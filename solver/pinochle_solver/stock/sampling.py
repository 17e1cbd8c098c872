"""How worlds are sampled: in which chunks, how alike, and what can be expected of them.

All of it follows from the position and the number of a world alone, so that every move is tried in
the same worlds, whoever tries it and when.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.halving.search import Chunks
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.decks import Deck
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.estimates import Expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Worlds are sampled in chunks of so many, but for the first ones in smaller chunks: an error is
# told from the chunks, and there have to be some.
CHUNK, SMALL_CHUNK, IN_SMALL_CHUNKS = 32, 8, 128
# Every move is tried in so many worlds in however little time there is: with fewer no error could
# be told.
LEAST_WORLDS = 2 * SMALL_CHUNK
CHUNKS = Chunks(CHUNK, SMALL_CHUNK, IN_SMALL_CHUNKS, LEAST_WORLDS)
KEPT_WORLDS = 1 << 14
"""The first worlds, of which all is kept; of later ones only sums are. A chunk begins there."""
SMALL_HAND = 4
"""Where hands have no more cards every playoff is solved: it takes no longer than an estimate."""
# While this part of the tricks of the stock or more is left, in how many worlds each move is tried
# before the first playoff is solved, and in one of how many it is from there on: where a solved
# playoff begins to lower the error more than as much time for worlds does.
_SOLVING_LINEAR = (
    (0.8, 3072, 16),
    (0.65, 2048, 16),
    (0.5, 768, 16),
    (0.33, 384, 16),
    (0.2, 96, 12),
    (0.0, 0, 8),
)
_SOLVING_NETWORK = ((0.33, 16384, 32), (0.2, 512, 16), (0.0, 0, 8))


# To solve a playoff takes so long with hands of twelve cards of which there are two each; with
# one card less, or one copy more of each, this part of it.
PLAYOFF_SECONDS, _SMALLER, _FULL, _COPIES = 1e-3, 0.45, 12, 2
# Where it takes longer, and else the first world's playoff is solved, it is that of a later one.
FIRST_OF_DEARER = 128


def playoff_seconds(deck: Deck) -> float:
    """About how long it takes to solve a playoff."""
    cards = deck.hand - (deck.copies - _COPIES)
    return float(PLAYOFF_SECONDS * _SMALLER ** (_FULL - cards))


class _Playoffs(NamedTuple):
    """What is expected of corrections of estimated playoffs, at each part of the tricks in `_LEFT`.

    `Expected.doubt` and `Expected.spread` of moves alone and of differences.
    """

    doubt_alone: tuple[float, ...]
    spread_alone: tuple[float, ...]
    doubt_apart: tuple[float, ...]
    spread_apart: tuple[float, ...]


# From 72 positions of hands that the default engine played, all rulebooks, five moves each in 192
# worlds with every playoff solved.
_LEFT = (1 / 12, 3 / 12, 5 / 12, 7 / 12, 9 / 12, 11 / 12)
_BY_LINEAR_ESTIMATE = _Playoffs(
    doubt_alone=(0.3, 1.8, 10, 18, 37, 67),
    spread_alone=(0.8, 0.4, 0.3, 0.25, 0.23, 0.2),
    doubt_apart=(0.2, 5.6, 21, 46, 200, 270),
    spread_apart=(0.7, 0.42, 0.33, 0.28, 0.27, 0.22),
)
_BY_NETWORK = _Playoffs(
    doubt_alone=(2.4, 14, 160, 400, 400, 400),
    spread_alone=(0.32, 0.15, 0.105, 0.08, 0.07, 0.065),
    doubt_apart=(1.2, 21, 500, 1000, 1000, 1000),
    spread_apart=(0.41, 0.18, 0.12, 0.1, 0.08, 0.08),
)
# Which lead that follows is valued, and which where the luck of the draws is taken off. The linear
# policy chooses after it in the first worlds, but where no more than so many leads follow.
LEADS_AHEAD, LEADS_LESS_LUCK, LINEAR_WORLDS, LEADS_BY_NETWORK = 2, 3, 512, 3
# `Expected.blindness` of both, by the lead that is valued: how far the mean of values is from that
# of 2,000 playouts, by the linear policy and by the network in equal parts, less their noise, and a
# little more. Of the second, 400 positions of scarne and hayes, differences below 30 points; of the
# third, 108 of all rulebooks, 1,536 playouts less luck by either.
_BLIND_ALONE: Mapping[int, Sequence[float]] = {
    LEADS_AHEAD: (7, 7, 7, 7, 6.5, 6),
    LEADS_LESS_LUCK: (6, 6, 6, 5, 4.5, 4.5),
}
_BLIND_APART: Mapping[int, Sequence[float]] = {
    LEADS_AHEAD: (5.3, 5.3, 5.2, 4.6, 3.9, 3.1),
    LEADS_LESS_LUCK: (3, 3, 3, 3.2, 3.5, 3.7),
}
# Chances to win are estimated worse by so much.
_SPREAD_OF_WINS = 2.0
# What is told of a move apart comes from so many parts of the worlds.
PARTS = 4
# `Expected.design` of both, in the same positions, of worlds that chains draw; and where the luck
# of the draws is taken off, that of learned values and that of what playouts come to more. Without
# luck most of what values differ by is the other hand, of which worlds of a chain are like one
# another (36 positions of all rulebooks, 2,048 worlds each in chains of 64; in chunks as they are
# differences of values have 1.5).
_DESIGN_ALONE, _DESIGN_APART = 1.4, 0.9
_LESS_LUCK_ALONE = {"learned_design": 3.6, "design": 1.3}
_LESS_LUCK_APART = {"learned_design": 2.0, "design": 1.1}
_PLAYED_ALONE, _PLAYED_APART = 3.2, 2.0  # of playouts alone, where no lead is valued


@lru_cache(maxsize=64)
def _starts_of_chunks(worlds: int) -> NDArray[np.int64]:
    import numpy as np

    return np.array([first for first, _ in CHUNKS.between(0, worlds)], np.int64)


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
        return cls(belief.effective_kind == INFERRED, not belief.position.act.shows)

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
    def of(cls, position: StockPosition, *, by_net: bool) -> Solving:
        """What pays at a position: the more the nearer the playoff is.

        The fewer cards are to come, the more worlds have the same playoff, which is estimated
        wrongly in the same way; in early tricks the estimates' errors are lost in the noise.

        Args:
            position: the position.
            by_net: whether playoffs are estimated by a network.
        """
        if position.rules.deck.hand <= SMALL_HAND:
            return cls(0, 1)
        left = _left(position)
        rows = _SOLVING_NETWORK if by_net else _SOLVING_LINEAR
        first, every = next(row[1:] for row in rows if left >= row[0])
        dearer = max(playoff_seconds(position.rules.deck) / PLAYOFF_SECONDS, 1.0)
        return cls(round(first * dearer + FIRST_OF_DEARER * (dearer - 1)), round(every * dearer))

    def among(self, first: int, end: int) -> NDArray[np.int64]:
        """The worlds from `first` to `end` of which the playoffs are solved."""
        import numpy as np

        begin = max(first, self.first)
        return np.arange(begin + (self.first - begin) % self.every, max(end, begin), self.every)


class Rollout(NamedTuple):
    """How playouts go on where there are networks.

    Attributes:
        leads: which of the leads that follow is valued, from 1; 0 where none is.
        linear: in how many worlds, the first, the linear policy chooses after that lead; of the
            others it does in every second chunk.
        less_luck: whether the luck of the draws is taken off points.
    """

    leads: int
    linear: int
    less_luck: bool

    @classmethod
    def of(cls, position: StockPosition) -> Rollout:
        """What errs least at a position.

        Values of later leads are nearer the truth, and vary more from world to world: too much for
        the few worlds in which most moves are given up if they are of the third, but for less luck.
        Near the end the linear policy is much the weaker one. Before, each of the two tells what
        the other does not see: the linear one, being faster, is taken until the worlds say more
        than either.

        Of draws that the position names none is luck, and of piles of their own it is not told.
        """
        deck = position.rules.deck
        less_luck = isinstance(position.stock, int) and not deck.own_piles
        to_come = deck.stock_tricks - position.completed_tricks - (position.act is Act.PLAY)
        leads = LEADS_LESS_LUCK if less_luck else LEADS_AHEAD
        linear = LINEAR_WORLDS if to_come > LEADS_BY_NETWORK else 0
        return cls(leads if to_come >= leads else 0, linear, less_luck)

    def by_network(self, world: int) -> bool:
        """Whether the policy's network chooses to the end in the chunk that begins with a world."""
        return not self.linear or (world >= self.linear and world // CHUNK % 2 == 1)


LINEAR = Rollout(0, 1 << 62, less_luck=False)
"""Without networks."""


def expected_at(
    position: StockPosition, rollout: Rollout, *, by_net: bool
) -> dict[str, tuple[Expected, Expected]]:
    """By objective, what is expected of samples of a position: of moves alone, of differences.

    Args:
        position: the position.
        rollout: how playouts go on there.
        by_net: whether playoffs are estimated by a network.
    """
    import numpy as np

    if Solving.of(position, by_net=by_net).every == 1:
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
        return Expected(design, spread, doubt, blindness, design)

    of = _BY_NETWORK if by_net else _BY_LINEAR_ESTIMATE
    valued = rollout.leads or LEADS_AHEAD
    alone = at(_DESIGN_ALONE, of.spread_alone, of.doubt_alone, _BLIND_ALONE[valued])
    apart = at(_DESIGN_APART, of.spread_apart, of.doubt_apart, _BLIND_APART[valued])
    wins = (
        alone._replace(spread=_SPREAD_OF_WINS * alone.spread),
        apart._replace(spread=_SPREAD_OF_WINS * apart.spread),
    )
    if rollout.less_luck and not rollout.leads:
        alone, apart = alone._replace(design=_PLAYED_ALONE), apart._replace(design=_PLAYED_APART)
    elif rollout.less_luck:
        alone, apart = alone._replace(**_LESS_LUCK_ALONE), apart._replace(**_LESS_LUCK_APART)
    return {POINTS: (alone, apart), WIN: wins}


def _left(position: StockPosition) -> float:
    """Which part of the tricks of the stock is left."""
    tricks = position.rules.deck.stock_tricks
    return (tricks - position.completed_tricks) / tricks
