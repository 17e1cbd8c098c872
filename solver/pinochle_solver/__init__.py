"""Analysis of two-handed pinochle: whole hands by the rules, exact values of the playoff.

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
from pinochle_solver.deals import Deal, random_deals
from pinochle_solver.errors import (
    GameError,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    NotExactError,
    PositionError,
)
from pinochle_solver.game import CallOut, Ending, Game, GameHand, HandOutcome, score_game
from pinochle_solver.hand import Referee, position_options
from pinochle_solver.meld_table import MeldOption, MeldTable, hand_options
from pinochle_solver.melds import Copy, LaidMeld, Meld
from pinochle_solver.moves import Move, Play, Show
from pinochle_solver.packing import PackedPositions, PackedSolutions, playoff_dtype
from pinochle_solver.playoff import solve, solve_many
from pinochle_solver.position import PlayoffPosition
from pinochle_solver.position_fields import Act, HandPoints, PartialHand, SeatPoints
from pinochle_solver.position_lines import (
    parse_position,
    read_playoff_positions,
    read_positions,
)
from pinochle_solver.rules import (
    COUNTS,
    RULEBOOKS,
    CallOutRule,
    CardCount,
    Deck,
    GameRules,
    MeldKind,
    Points,
    Rulebook,
    Seat,
    Service,
    SingleHandTie,
)
from pinochle_solver.solution import Bounds, MoveValue, Solution, Trick
from pinochle_solver.stock_position import StockPosition

__version__ = "0.1.0"

__all__ = [
    "COUNTS",
    "RULEBOOKS",
    "Act",
    "Bounds",
    "CallOut",
    "CallOutRule",
    "Card",
    "CardCount",
    "Copy",
    "Deal",
    "Deck",
    "Ending",
    "Game",
    "GameError",
    "GameHand",
    "GameRules",
    "Hand",
    "HandOutcome",
    "HandPoints",
    "IllegalMoveError",
    "IllegalPositionError",
    "LaidMeld",
    "Meld",
    "MeldKind",
    "MeldOption",
    "MeldTable",
    "Move",
    "MoveValue",
    "NotExactError",
    "NotationError",
    "PackedPositions",
    "PackedSolutions",
    "PartialHand",
    "Play",
    "PlayoffPosition",
    "Points",
    "PositionError",
    "Rank",
    "Referee",
    "Rulebook",
    "Seat",
    "SeatPoints",
    "Service",
    "Show",
    "SingleHandTie",
    "Solution",
    "StockPosition",
    "StopFlag",
    "Suit",
    "Trick",
    "hand_options",
    "parse_position",
    "playoff_dtype",
    "position_options",
    "random_deals",
    "read_playoff_positions",
    "read_positions",
    "score_game",
    "solve",
    "solve_many",
]
