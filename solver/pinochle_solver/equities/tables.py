"""The chance to win a game from every score, worked out backwards from its end.

A game ends with the hand in which a seat reaches the target, and the seat with more points wins.
`HandScores` has what a hand brings. The deal changes from hand to hand, so every chance is that of
the next dealer. Both seats together score something in a hand. So the chances further from the
target follow from those nearer to it, one band at a time, and each band is one convolution. On a
coarse grid a hand may leave both where they were: then only the deal passes. Further from the
target than a grid that is fine enough can reach, the hands to come are so many that their sum is
normal.

A tie at the target or over it is broken by more hands, or raises the target, as the rulebook says.
If a game is won by a lead, only the lead counts: what it may become in a hand gives as many linear
equations as there are leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from pinochle_solver.equities.hands import HandScores, hand_scores
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The number of lines of the finest grid that is worth its time.
_MOST_LINES = 250
# The number of passes; each takes the chances of ties that raise the target from the pass before.
_PASSES = 3


@dataclass(frozen=True, slots=True)
class Course:
    """How a long game goes, with the sum of its hands taken as normal.

    Attributes:
        pace: the points of a seat in a hand.
        edge: by how many more points the dealer has,
        sway: and their standard deviation.
    """

    pace: float
    edge: float
    sway: float

    @classmethod
    def of(cls, scores: HandScores) -> Course:
        """The course of a game of such hands."""
        import numpy as np

        points = [scores.step * np.arange(length) for length in scores.chances.shape]
        more = np.subtract.outer(*points)
        edge = float((scores.chances * more).sum())
        variance = float((scores.chances * (more - edge) ** 2).sum())
        pace = float((scores.chances * np.add.outer(*points)).sum()) / 2
        return cls(pace, edge, variance**0.5)

    def chance(self, needs: NDArray[Any], others: NDArray[Any]) -> NDArray[np.float64]:
        """As `TargetTable.chance`."""
        import numpy as np

        hands = (np.maximum(needs, 0) + np.maximum(others, 0)) / (2 * self.pace)
        lead = others - needs + self.edge / 2
        # Of hands without any chance the smallest lead decides.
        far = lead / np.maximum(self.sway * np.sqrt(hands), 1e-9)
        return np.asarray(np.vectorize(NormalDist().cdf, otypes=[np.float64])(far))


@dataclass(frozen=True, eq=False)
class TargetTable:
    """The chance of the next hand's dealer to win a game that is played for a target.

    Attributes:
        step: points from one line of the grid to the next.
        chances: shape (lines + 1, lines + 1): at [i, j] the dealer needs i steps and the other seat
            j. There is no such state where either is 0.
        broken: the dealer's chance if both are at the target or over it, and equal.
        course: of the game before the table begins.
    """

    step: int
    chances: NDArray[np.float64]
    broken: float
    course: Course

    def chance(self, needs: NDArray[Any], others: NDArray[Any]) -> NDArray[np.float64]:
        """The dealer's chance, interpolated between the lines of the grid, or by the course.

        Args:
            needs: the points that the dealer needs, above 0.
            others: the points that the other seat needs, in the same shape.
        """
        import numpy as np

        last = len(self.chances) - 1
        row, column = (np.clip(each / self.step, 1, last) for each in (needs, others))
        i, j = (np.minimum(each.astype(np.int64), last - 1) for each in (row, column))
        more, across = row - i, column - j
        at = self.chances
        near = at[i, j] + more * (at[i + 1, j] - at[i, j])
        far = at[i, j + 1] + more * (at[i + 1, j + 1] - at[i, j + 1])
        found = np.asarray(near + across * (far - near))
        before = np.maximum(needs, others) > last * self.step
        if before.any():
            found[before] = self.course.chance(needs[before], others[before])
        return found


@dataclass(frozen=True, eq=False)
class AheadTable:
    """The chance of the next hand's dealer to win a game that is won by a lead.

    Attributes:
        step: points from one line of the grid to the next.
        chances: for every lead of the dealer from ``-lines`` to ``lines`` steps.
    """

    step: int
    chances: NDArray[np.float64]

    def chance(self, leads: NDArray[Any]) -> NDArray[np.float64]:
        """The dealer's chance at each lead in points, in the same shape."""
        import numpy as np

        lines = len(self.chances) // 2
        return np.interp(leads / self.step, np.arange(-lines, lines + 1), self.chances)


@lru_cache(maxsize=16)
def target_table(
    rules: Rulebook, count: CardCount, target: int, *, chips: bool = False
) -> TargetTable:
    """The table of a rulebook's game for a target."""
    scores = hand_scores(rules, count, chips=chips)
    return table_of_target(scores, target, rules.game.tie_raises_target_by)


def table_of_target(scores: HandScores, target: int, raised_by: int = 0) -> TargetTable:
    """The table of a game for a target.

    Args:
        scores: of a hand.
        target: the points that end the game, 1 or more.
        raised_by: how much a tie adds to the target until the target is above the tie; 0 if more
            hands are played until the tie is broken.
    """
    import numpy as np

    course = Course.of(scores)
    reach = min(max(target, raised_by), _reach(scores))
    scores = _coarser(scores, reach)
    step, even = scores.step, (1 - scores.ties) / 2
    lines = max(2, -(-reach // step))
    equal = float(np.trace(scores.chances))
    ahead = float(np.tril(scores.chances, -1).sum())
    # What wins in this hand, half of its ties, and the rest seen from the other side.
    broken = (ahead + equal * (even + scores.ties)) / (1 + equal * scores.ties)
    chances = np.full((lines + 1, lines + 1), 0.5)
    for _ in range(_PASSES if raised_by else 1):
        tied = _after_ties(scores, chances, broken, raised_by)
        chances = _filled(scores, lines, tied)
    return TargetTable(step, chances, broken, course)


def _after_ties(
    scores: HandScores, chances: NDArray[np.float64], broken: float, raised_by: int
) -> NDArray[np.float64]:
    """The chance of the dealer of the tied hand, by how many steps both are over the target."""
    import numpy as np

    over = np.arange(sum(scores.chances.shape))
    if not raised_by:
        return np.full(len(over), 1 - broken)
    needs = (raised_by - over * scores.step % raised_by) / scores.step
    rows = np.clip(np.rint(needs), 1, len(chances) - 1).astype(np.int64)
    return 1 - chances[rows, rows]


def _filled(scores: HandScores, lines: int, tied: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances at all needs; `tied` is what a tie over the target is worth."""
    import numpy as np

    dealer, other = scores.chances.shape
    # What the dealer's chance is after his hand, needs from below 0 on: row 0 is `1 - dealer`.
    needs = np.arange(1 - dealer, lines + 1)[:, None]
    others = np.arange(1 - other, lines + 1)[None, :]
    even = (1 - scores.ties) / 2
    over = np.clip(-np.maximum(needs, others), 0, len(tied) - 1)
    level = even + scores.ties * tied[over]
    after = np.where(needs == others, level, needs < others).astype(np.float64)
    both = zip(after.shape, scores.chances.shape, strict=True)
    size = tuple(1 << (a + b).bit_length() for a, b in both)
    stays, moves = float(scores.chances[0, 0]), scores.chances.copy()
    moves[0, 0] = 0.0
    by = np.fft.rfft2(moves, size)
    found = np.zeros((lines + 1, lines + 1))
    total = np.add.outer(np.arange(lines + 1), np.arange(lines + 1))
    goes_on = after[dealer - 1 :, other - 1 :]
    for known in range(0, 2 * lines + 1, scores.least):
        whole = np.fft.irfft2(np.fft.rfft2(after, size) * by, size)
        band = whole[dealer - 1 : dealer + lines, other - 1 : other + lines]
        # chance = band + stays * (1 - the other seat's chance with the deal), and so for the other
        band = (band - stays * band.T + stays * (1 - stays)) / (1 - stays**2)
        is_new = (total > known) & (total <= known + scores.least)
        found[is_new] = band[is_new]
        is_new[0] = is_new[:, 0] = False
        goes_on[is_new] = (1 - found.T)[is_new]
    return np.clip(found, 0.0, 1.0)


@lru_cache(maxsize=16)
def ahead_table(
    rules: Rulebook, count: CardCount, ahead: int, *, chips: bool = False
) -> AheadTable:
    """The table of a rulebook's game that is won by a lead."""
    return table_of_ahead(hand_scores(rules, count, chips=chips), ahead)


def table_of_ahead(scores: HandScores, ahead: int) -> AheadTable:
    """The table of a game that is won by a lead of this size at the end of a hand.

    Args:
        scores: of a hand.
        ahead: the lead that wins, 1 or more.
    """
    import numpy as np

    scores = _coarser(scores, ahead)
    lines = -(-ahead // scores.step)
    dealer, other = scores.chances.shape
    gains = np.zeros(dealer + other - 1)
    gained = np.subtract.outer(np.arange(dealer), np.arange(other))
    np.add.at(gains, gained + other - 1, scores.chances)
    leads = np.arange(-lines, lines + 1)
    inner = leads[1:-1]
    # chance[lead] = sum of gains * (1 where that is enough, 1 - chance[-after] where it goes on)
    matrix, wins = np.eye(len(inner)), np.zeros(len(inner))
    for gain, share in zip(np.arange(1 - other, dealer), gains, strict=True):
        after = inner + gain
        goes_on = np.abs(after) < lines
        rows = np.flatnonzero(goes_on)
        matrix[rows, -after[goes_on] + lines - 1] += share
        wins += share * ((after >= lines) | goes_on)
    chances = np.concatenate(([0.0], np.linalg.solve(matrix, wins), [1.0]))
    return AheadTable(scores.step, np.clip(chances, 0.0, 1.0))


def _reach(scores: HandScores) -> int:
    """How many points the coarsest grid covers on which hands still differ as they do."""
    finest = min(moments.sd for moments in scores.moments())
    return _MOST_LINES * max(scores.step, int(finest / 2))


def _coarser(scores: HandScores, most: int) -> HandScores:
    """The same chances on a coarser grid, if this many points would take too many lines."""
    import numpy as np

    factor = -(-most // (scores.step * _MOST_LINES))
    if factor <= 1:
        return scores
    dealer, other = np.nonzero(scores.chances)
    shares, chances = (
        scores.chances[dealer, other],
        np.zeros(tuple(-(-length // factor) + 1 for length in scores.chances.shape)),
    )
    (i, more), (j, across) = ((each // factor, each % factor / factor) for each in (dealer, other))
    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)):
        part = (more if down else 1 - more) * (across if right else 1 - across)
        np.add.at(chances, (i + down, j + right), shares * part)
    return HandScores(scores.step * factor, chances, scores.ties / factor, scores.is_modelled)
