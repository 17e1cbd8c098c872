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

from importlib import import_module
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cards import Card, Hand, Rank, Suit
from pinochle_solver.errors import (
    GameError,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    NotExactError,
    PositionError,
)
from pinochle_solver.packing import PackedPositions, PackedSolutions, playoff_dtype
from pinochle_solver.playoff import solve, solve_many
from pinochle_solver.position import PlayoffPosition
from pinochle_solver.position_fields import Act, HandPoints, PartialHand, SeatPoints
from pinochle_solver.rulebooks import RULEBOOKS
from pinochle_solver.rules import (
    COUNTS,
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

if TYPE_CHECKING:
    from pinochle_solver.analysis import Analysis, MoveEstimate, Price, SeatOutlook
    from pinochle_solver.deals import Deal, random_deals
    from pinochle_solver.engines import ENGINES, analyze_with
    from pinochle_solver.game import CallOut, Ending, Game, GameHand, HandOutcome, score_game
    from pinochle_solver.hand import Referee, position_options
    from pinochle_solver.meld_table import MeldOption, MeldTable, hand_options
    from pinochle_solver.melds import Copy, LaidMeld, Meld
    from pinochle_solver.moves import Move, Play, Show
    from pinochle_solver.outs import Need, Out, Use
    from pinochle_solver.planner import Plan, Step, plan, plan_position
    from pinochle_solver.position_lines import (
        parse_position,
        read_playoff_positions,
        read_positions,
    )
    from pinochle_solver.stock import analyze
    from pinochle_solver.stock_position import StockPosition

__version__ = "0.1.0"

__all__ = [
    "COUNTS",
    "ENGINES",
    "RULEBOOKS",
    "Act",
    "Analysis",
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
    "MoveEstimate",
    "MoveValue",
    "Need",
    "NotExactError",
    "NotationError",
    "Out",
    "PackedPositions",
    "PackedSolutions",
    "PartialHand",
    "Plan",
    "Play",
    "PlayoffPosition",
    "Points",
    "PositionError",
    "Price",
    "Rank",
    "Referee",
    "Rulebook",
    "Seat",
    "SeatOutlook",
    "SeatPoints",
    "Service",
    "Show",
    "SingleHandTie",
    "Solution",
    "Step",
    "StockPosition",
    "StopFlag",
    "Suit",
    "Trick",
    "Use",
    "analyze",
    "analyze_with",
    "hand_options",
    "parse_position",
    "plan",
    "plan_position",
    "playoff_dtype",
    "position_options",
    "random_deals",
    "read_playoff_positions",
    "read_positions",
    "score_game",
    "solve",
    "solve_many",
]

# What plays whole hands is imported when it is first asked for: solving needs none of it.
_LAZY = {
    "Analysis": "analysis",
    "MoveEstimate": "analysis",
    "Price": "analysis",
    "SeatOutlook": "analysis",
    "ENGINES": "engines",
    "analyze_with": "engines",
    "analyze": "stock",
    "CallOut": "game",
    "Ending": "game",
    "Game": "game",
    "GameHand": "game",
    "HandOutcome": "game",
    "score_game": "game",
    "Need": "outs",
    "Out": "outs",
    "Use": "outs",
    "Plan": "planner",
    "Step": "planner",
    "plan": "planner",
    "plan_position": "planner",
    "Deal": "deals",
    "random_deals": "deals",
    "Referee": "hand",
    "position_options": "hand",
    "MeldOption": "meld_table",
    "MeldTable": "meld_table",
    "hand_options": "meld_table",
    "Copy": "melds",
    "LaidMeld": "melds",
    "Meld": "melds",
    "Move": "moves",
    "Play": "moves",
    "Show": "moves",
    "parse_position": "position_lines",
    "read_playoff_positions": "position_lines",
    "read_positions": "position_lines",
    "StockPosition": "stock_position",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
