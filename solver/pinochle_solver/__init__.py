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
from pinochle_solver.errors import (
    GameError,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    NotExactError,
    PositionError,
)
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act, HandPoints, PartialHand, SeatPoints
from pinochle_solver.playoff.packing import PackedPositions, PackedSolutions, playoff_dtype
from pinochle_solver.playoff.solution import Bounds, MoveValue, Solution, Trick
from pinochle_solver.playoff.solver import solve, solve_many
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.meld_kinds import MeldKind, Service
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import (
    CallOutRule,
    Doubles,
    GameRules,
    Pays,
    Points,
    Rulebook,
    Seat,
    SingleHandTie,
)
from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver.engines.engine import EngineError
    from pinochle_solver.engines.many import analyze_many
    from pinochle_solver.engines.registry import ENGINES, analyze_with
    from pinochle_solver.equities.equity import Equity, GameSettings, equity
    from pinochle_solver.game.call_outs import CallOut
    from pinochle_solver.game.game import Ending, Game, GameHand, HandOutcome, Payment
    from pinochle_solver.game.recording import record_of
    from pinochle_solver.game.replay import Replay, ReplayedTrick
    from pinochle_solver.game.replaying import replay_record
    from pinochle_solver.game.rulings import Finding, Irregularity
    from pinochle_solver.game.scoring import score_game
    from pinochle_solver.hand.deals import Deal, NoDealError, random_deals
    from pinochle_solver.hand.found_deals import find_deals, find_playoffs
    from pinochle_solver.hand.position_options import position_options
    from pinochle_solver.hand.referee import Referee
    from pinochle_solver.melding.outs import Need, Out, Use
    from pinochle_solver.melding.planner import Plan, Step, plan, plan_position
    from pinochle_solver.notation.position_lines import (
        parse_position,
        read_playoff_positions,
        read_positions,
    )
    from pinochle_solver.notation.record_files import read_records
    from pinochle_solver.notation.record_reading import parse_record
    from pinochle_solver.notation.records import HandRecord
    from pinochle_solver.notation.rulebook_text import parse_rulebook, rulebook_text
    from pinochle_solver.notation.stock_position import StockPosition
    from pinochle_solver.reviews.account import Account, Draw, Unseen
    from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
    from pinochle_solver.reviews.doublings import DoublingDecision
    from pinochle_solver.reviews.marks import Loss, Mark
    from pinochle_solver.reviews.review import Review, Standing, Total, review, review_many
    from pinochle_solver.rules.meld_table import MeldOption, MeldTable, hand_options
    from pinochle_solver.rules.melds import Copy, LaidMeld, Meld
    from pinochle_solver.rules.moves import Doubling, Move, Play, Show
    from pinochle_solver.stock.analysis import Analysis, MoveEstimate, Price, SeatOutlook
    from pinochle_solver.stock.search import analyze

__all__ = [
    "COUNTS",
    "ENGINES",
    "RULEBOOKS",
    "Account",
    "Act",
    "Analysis",
    "Bounds",
    "CallOut",
    "CallOutRule",
    "Card",
    "CardCount",
    "Copy",
    "Deal",
    "Decision",
    "DecisionKind",
    "Deck",
    "Doubler",
    "Doubles",
    "Doubling",
    "DoublingDecision",
    "Draw",
    "Ending",
    "EngineError",
    "Equity",
    "Finding",
    "Game",
    "GameError",
    "GameHand",
    "GameRules",
    "GameSettings",
    "Hand",
    "HandOutcome",
    "HandPoints",
    "HandRecord",
    "IllegalMoveError",
    "IllegalPositionError",
    "Irregularity",
    "LaidMeld",
    "Loss",
    "Mark",
    "Meld",
    "MeldKind",
    "MeldOption",
    "MeldTable",
    "Move",
    "MoveEstimate",
    "MoveValue",
    "MoveWorth",
    "Need",
    "NoDealError",
    "NotExactError",
    "NotationError",
    "Out",
    "PackedPositions",
    "PackedSolutions",
    "PartialHand",
    "Payment",
    "Pays",
    "Plan",
    "Play",
    "PlayoffPosition",
    "Points",
    "PositionError",
    "Price",
    "Rank",
    "Referee",
    "Replay",
    "ReplayedTrick",
    "Review",
    "Rulebook",
    "Seat",
    "SeatOutlook",
    "SeatPoints",
    "Service",
    "Show",
    "SingleHandTie",
    "Solution",
    "Stakes",
    "Standing",
    "Step",
    "StockPosition",
    "StopFlag",
    "Suit",
    "Total",
    "Trick",
    "Unseen",
    "Use",
    "__version__",
    "analyze",
    "analyze_many",
    "analyze_with",
    "equity",
    "find_deals",
    "find_playoffs",
    "hand_options",
    "parse_position",
    "parse_record",
    "parse_rulebook",
    "plan",
    "plan_position",
    "playoff_dtype",
    "position_options",
    "random_deals",
    "read_playoff_positions",
    "read_positions",
    "read_records",
    "record_of",
    "replay_record",
    "review",
    "review_many",
    "rulebook_text",
    "score_game",
    "solve",
    "solve_many",
]

# What plays whole hands is imported when it is first asked for: solving needs none of it.
_LAZY = {
    "Analysis": "stock.analysis",
    "MoveEstimate": "stock.analysis",
    "Price": "stock.analysis",
    "SeatOutlook": "stock.analysis",
    "EngineError": "engines.engine",
    "analyze_many": "engines.many",
    "ENGINES": "engines.registry",
    "analyze_with": "engines.registry",
    "analyze": "stock.search",
    "Equity": "equities.equity",
    "GameSettings": "equities.equity",
    "equity": "equities.equity",
    "CallOut": "game.call_outs",
    "Ending": "game.game",
    "Game": "game.game",
    "GameHand": "game.game",
    "HandOutcome": "game.game",
    "record_of": "game.recording",
    "Replay": "game.replay",
    "ReplayedTrick": "game.replay",
    "replay_record": "game.replaying",
    "Finding": "game.rulings",
    "Irregularity": "game.rulings",
    "Payment": "game.game",
    "score_game": "game.scoring",
    "Need": "melding.outs",
    "Out": "melding.outs",
    "Use": "melding.outs",
    "Plan": "melding.planner",
    "Step": "melding.planner",
    "plan": "melding.planner",
    "plan_position": "melding.planner",
    "Deal": "hand.deals",
    "NoDealError": "hand.deals",
    "find_deals": "hand.found_deals",
    "find_playoffs": "hand.found_deals",
    "random_deals": "hand.deals",
    "Referee": "hand.referee",
    "position_options": "hand.position_options",
    "MeldOption": "rules.meld_table",
    "MeldTable": "rules.meld_table",
    "hand_options": "rules.meld_table",
    "Copy": "rules.melds",
    "LaidMeld": "rules.melds",
    "Meld": "rules.melds",
    "Doubling": "rules.moves",
    "Move": "rules.moves",
    "Play": "rules.moves",
    "Show": "rules.moves",
    "parse_position": "notation.position_lines",
    "parse_rulebook": "notation.rulebook_text",
    "rulebook_text": "notation.rulebook_text",
    "read_playoff_positions": "notation.position_lines",
    "read_positions": "notation.position_lines",
    "read_records": "notation.record_files",
    "HandRecord": "notation.records",
    "parse_record": "notation.record_reading",
    "StockPosition": "notation.stock_position",
    "Account": "reviews.account",
    "Draw": "reviews.account",
    "Unseen": "reviews.account",
    "Decision": "reviews.decisions",
    "DecisionKind": "reviews.decisions",
    "DoublingDecision": "reviews.doublings",
    "MoveWorth": "reviews.decisions",
    "Loss": "reviews.marks",
    "Mark": "reviews.marks",
    "Review": "reviews.review",
    "Standing": "reviews.review",
    "Total": "reviews.review",
    "review": "reviews.review",
    "review_many": "reviews.review",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
