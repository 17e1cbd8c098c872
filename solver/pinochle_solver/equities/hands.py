"""The chances of every pair of scores that both seats may make in a hand between equals.

Points lie on a grid. Points between two of its lines count for both lines, and more for the nearer
one. Every published rulebook has its own chances in ``hands/``, from 500,000 hands played by the
learned policy. They are weighted so that means, variances and covariance match hands of the default
engine (``benchmarks/learning/learn_equity.py``). They serve every rulebook that plays and scores a
hand alike, and any count of cards with the same total; where that rulebook has no chips, or others,
its points are taken as they are. For other rulebooks the scores are modelled as normal and
independent, with no fewer points in a hand than all its tricks bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.rules.alike import published_alike
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# For a hand between equal players in games of 48 cards, in units of melds: the mean of what a seat
# melds, and the standard deviation of all its points. In other games both grow with the number of
# tricks that a meld may follow, and much more with the number of copies of a card. The last two
# values are the powers of that number (from 80 hands each of goulash and glup).
_MELDS_MEAN, _HAND_SD = 12.5, 7.5
_TRICKS, _COPIES, _MEAN_POWER, _SD_POWER = 12, 2, 2, 3
# How many lines a model has for each standard deviation, and how many deviations it reaches.
_LINES_A_DEVIATION, _REACH = 8, 4


class HandMoments(NamedTuple):
    """A seat's points in a hand between equal players: their mean and standard deviation."""

    mean: float
    sd: float


def hand_moments(rules: Rulebook, count: CardCount) -> HandMoments:
    """What to expect, roughly, of a hand by any rulebook."""
    deck = rules.deck
    more = deck.stock_tricks / _TRICKS * rules.meld_unit
    copies = deck.copies / _COPIES
    return HandMoments(
        count.of_hand(deck) / 2 + more * copies**_MEAN_POWER * _MELDS_MEAN,
        more * copies**_SD_POWER * _HAND_SD,
    )


@dataclass(frozen=True, eq=False)
class HandScores:
    """The chances of what the dealer and the other seat score in a hand.

    Attributes:
        step: how many points the lines of the grid lie apart.
        chances: shape (dealer's lines, other's lines), with sum 1: the chance that the dealer
            scores one number of steps and the other seat another.
        ties: which share of the hands that look tied on the grid really are.
        is_modelled: whether the chances are modelled, not taken from hands played.
    """

    step: int
    chances: NDArray[np.float64]
    ties: float
    is_modelled: bool = False

    @property
    def least(self) -> int:
        """The fewest steps that both seats score together, but for none at all."""
        import numpy as np

        steps = np.add(*np.nonzero(self.chances))
        return int(steps[steps > 0].min())

    def moments(self) -> tuple[HandMoments, HandMoments]:
        """The dealer's moments and the other seat's."""
        import numpy as np

        found = []
        for axis in (1, 0):
            chances = self.chances.sum(axis=axis)
            points = self.step * np.arange(len(chances))
            mean = float(chances @ points)
            found.append(HandMoments(mean, float(chances @ (points - mean) ** 2) ** 0.5))
        return found[0], found[1]


@lru_cache(maxsize=32)
def hand_scores(rules: Rulebook, count: CardCount, *, chips: bool = False) -> HandScores:
    """What both seats score in a hand.

    Args:
        rules: the rulebook.
        count: what cards count.
        chips: whether card points are rounded to tens, as the rulebook does it.

    Raises:
        ValueError: if the rulebook has no chips.
    """
    if chips and not rules.game.chips_up_from:
        raise ValueError(f"{rules.name} is not played with chips")
    name = _published(rules, count)
    file = files("pinochle_solver.equities") / "hands" / f"{name}.npz"
    if name is None or not file.is_file():
        return _modelled(rules, count)
    rounded_alike = RULEBOOKS[name].game.chips_up_from == rules.game.chips_up_from
    return read_scores(file.read_bytes(), chips=chips and rounded_alike)


def read_scores(data: bytes, *, chips: bool) -> HandScores:
    """The chances that a file of ``hands/`` holds."""
    import numpy as np

    kind = "chips" if chips else "points"
    with np.load(BytesIO(data)) as arrays:
        counts = arrays[f"{kind}.chances"].astype(np.float64)
        return HandScores(int(arrays["step"]), counts / counts.sum(), float(arrays[f"{kind}.ties"]))


def _published(rules: Rulebook, count: CardCount) -> str | None:
    """The published rulebook by which hands are played alike, with any count of the same total."""
    total = count.of_hand(rules.deck)
    counts = (count, *(each for each in COUNTS.values() if each.of_hand(rules.deck) == total))
    found = (published_alike(rules, each) for each in counts)
    return next((name for name in found if name is not None), None)


def _modelled(rules: Rulebook, count: CardCount) -> HandScores:
    import numpy as np

    mean, sd = hand_moments(rules, count)
    step = max(1, round(sd / _LINES_A_DEVIATION))
    lines = np.arange(int((mean + _REACH * sd) / step) + 2)
    one = np.exp(-0.5 * ((lines * step - mean) / max(sd, step / 2)) ** 2)
    both = np.outer(one, one)
    both[np.add.outer(lines, lines) * step < count.of_hand(rules.deck) - step] = 0.0
    # Among so many different numbers of points, one in `step` pairs on the same line is equal.
    return HandScores(step, both / both.sum(), rules.meld_unit / max(step, rules.meld_unit), True)
