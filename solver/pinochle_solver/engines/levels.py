"""How strong an opponent is: how many points it loses a decision, and the names of four levels.

A level is what `pinochle review` finds that a player loses, in points of the final difference, on
average over all decisions with more than one legal move: leads, replies, melds and the playoff.

>>> Level.parse("casual").points
2.0
>>> Level.parse("1.5").text()
'1.5'
>>> round(Level.parse("casual").temperature, 1)
6.8
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pinochle_solver.engines.engine import Number
from pinochle_solver.errors import NotationError, quoted

NAMED = {"beginner": 4.0, "casual": 2.0, "club": 1.0, "expert": 0.5}
"""The levels that have names, the weakest first, and the points that each loses a decision."""

LEAST, MOST = NAMED["expert"], NAMED["beginner"]
DEFAULT = "casual"

# Temperatures in points, and what `graded` loses a decision at each, as it was measured
# (benchmarks/strength/levels.py). Between them both are interpolated by their logarithms.
_MEASURED = ((1.7, 0.5), (3.6, 1.0), (6.8, 2.0), (15.0, 4.0))


@dataclass(frozen=True, slots=True)
class Level:
    """How strong an opponent is.

    Attributes:
        points: the points of the final difference that it loses a decision, from `LEAST` to `MOST`.

    Raises:
        ValueError: for points out of that range.
    """

    points: float

    def __post_init__(self) -> None:
        if not LEAST <= self.points <= MOST:
            raise ValueError(f"level is {self.points:g}, expected {LEAST:g} to {MOST:g}")

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a level: one of `NAMED` in either case, or the points.

        Raises:
            NotationError: for anything else.
        """
        named = NAMED.get(text.lower())
        if named is not None:
            return cls(named)
        try:
            return cls(float(text))
        except ValueError:
            known = ", ".join(NAMED)
            fact = f"{quoted(text)}, expected {known}, or points lost a decision"
            raise NotationError("level", f"{fact}, {LEAST:g} to {MOST:g}") from None

    @classmethod
    def nearest(cls, points: float) -> Level:
        """The level that comes nearest to a loss, to a tenth of a point; any loss will do."""
        return cls(min(MOST, max(LEAST, round(points, 1))))

    @property
    def name(self) -> str | None:
        """Its name, if it has one."""
        return next((name for name, points in NAMED.items() if points == self.points), None)

    def text(self) -> str:
        """Its name, or else its points."""
        return self.name or f"{self.points:g}"

    @property
    def temperature(self) -> float:
        """The points by which a move must be behind to be chosen *e* times more rarely."""
        temperatures, losses = np.log(_MEASURED).T
        return float(np.exp(np.interp(np.log(self.points), losses, temperatures)))


class LevelOption(Number):
    """An option whose value is a level: its name, or points lost a decision."""

    def read(self, text: str) -> float | None:
        """The points that a text gives; None if it is no level."""
        try:
            return Level.parse(text).points
        except NotationError:
            return None
