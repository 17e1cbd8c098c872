"""Analysis of two-handed pinochle: exact values of the playoff.

>>> from pinochle_solver import PlayoffPosition, solve
>>> position = PlayoffPosition.parse(
...     "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
>>> solution = solve(position)
>>> solution.value
Points(south=55, north=15)
>>> [move.card.text() for move in solution.moves]
['KD', 'TH', 'QD', 'TS']
"""

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cards import Card, Hand, Rank, Suit
from pinochle_solver.errors import (
    IllegalPositionError,
    NotationError,
    NotExactError,
    PositionError,
)
from pinochle_solver.packing import PackedPositions, PackedSolutions, playoff_dtype
from pinochle_solver.playoff import solve, solve_many
from pinochle_solver.position import PlayoffPosition, read_playoff_positions
from pinochle_solver.position_fields import HandPoints, SeatPoints
from pinochle_solver.rules import (
    COUNTS,
    RULEBOOKS,
    CardCount,
    Deck,
    MeldKind,
    Points,
    Rulebook,
    Seat,
)
from pinochle_solver.solution import Bounds, MoveValue, Solution, Trick

__version__ = "0.1.0"

__all__ = [
    "COUNTS",
    "RULEBOOKS",
    "Bounds",
    "Card",
    "CardCount",
    "Deck",
    "Hand",
    "HandPoints",
    "IllegalPositionError",
    "MeldKind",
    "MoveValue",
    "NotExactError",
    "NotationError",
    "PackedPositions",
    "PackedSolutions",
    "PlayoffPosition",
    "Points",
    "PositionError",
    "Rank",
    "Rulebook",
    "Seat",
    "SeatPoints",
    "Solution",
    "StopFlag",
    "Suit",
    "Trick",
    "playoff_dtype",
    "read_playoff_positions",
    "solve",
    "solve_many",
]
