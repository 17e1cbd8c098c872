"""What both seats score in a hand between equals, as the chances of every pair of scores.

Points lie on a grid; those between two of its lines count for both, for each the more the nearer it
is. Every published rulebook has chances of its own in ``hands/``: those of 500,000 hands that the
learnt policy played, weighed so that means, variances and covariance are those of hands of the
default engine (``benchmarks/learn_equity.py``). They serve every rulebook that plays and scores a
hand alike, and any count of cards with the same total. For other rulebooks the scores are modelled:
normal, independent, and no fewer points in a hand than all its tricks bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.rules.alike import published_alike
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# In a hand between equal players of the games of 48 cards, in their units of melds: the mean of
# what a seat melds, and the standard deviation of all its points. In other games both are larger
# the more tricks a meld may follow, and much larger the more copies of a card there are: these are
# the powers of their number (of 80 hands each of goulash and glup).
_MELDS_MEAN, _HAND_SD = 12.5, 7.5
_TRICKS, _COPIES, _MEAN_POWER, _SD_POWER = 12, 2, 2, 3
# A model has lines this part of its deviation apart, and reaches so many deviations far.
_LINES_A_DEVIATION, _REACH = 8, 4


class HandMoments(NamedTuple):
    """A seat's points in a hand between equal players: their mean and standard deviation."""

    mean: float
    sd: float


def hand_moments(rules: Rulebook, count: CardCount) -> HandMoments:
    """What is to be expected of a hand of any rulebook, roughly."""
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
        chances: (dealer's lines, other's lines), of sum 1: that the dealer scores so many steps and
            the other so many.
        ties: how many of the hands that look tied on the grid are.
        is_modelled: whether no hands were played to find them.
    """

    step: int
    chances: NDArray[np.float64]
    ties: float
    is_modelled: bool = False

    @property
    def least(self) -> int:
        """How many steps both seats together score at least; 1 or more."""
        import numpy as np

        dealer, other = np.nonzero(self.chances)
        return max(1, int((dealer + other).min()))

    def moments(self) -> tuple[HandMoments, HandMoments]:
        """The dealer's and the other's."""
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
        ValueError: where the rulebook knows no chips.
    """
    if chips and not rules.game.chips_up_from:
        raise ValueError(f"{rules.name} is not played with chips")
    name = _published(rules, count)
    file = files("pinochle_solver.equities") / "hands" / f"{name}.npz"
    if name is None or not file.is_file():
        return _modelled(rules, count)
    return read_scores(file.read_bytes(), chips=chips)


def read_scores(data: bytes, *, chips: bool) -> HandScores:
    """The chances that a file of ``hands/`` holds."""
    import numpy as np

    kind = "chips" if chips else "points"
    with np.load(BytesIO(data)) as arrays:
        counts = arrays[f"{kind}.chances"].astype(np.float64)
        return HandScores(int(arrays["step"]), counts / counts.sum(), float(arrays[f"{kind}.ties"]))


def _published(rules: Rulebook, count: CardCount) -> str | None:
    """The published rulebook of hands played alike, whatever cards count of the same total."""
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
    # Of points that are so many different numbers one in `step` pairs on a line is the same.
    return HandScores(step, both / both.sum(), rules.meld_unit / max(step, rules.meld_unit), True)
