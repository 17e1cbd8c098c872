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
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
    from pinochle_solver.double_dummy.burial_solutions import BurialSolution, solve_burial
    from pinochle_solver.double_dummy.burials import BurialValue
    from pinochle_solver.double_dummy.searching import analyze_table
    from pinochle_solver.double_dummy.solution import (
        SideBounds,
        SideMoveValue,
        TableSolution,
        TableTrick,
    )
    from pinochle_solver.double_dummy.solver import solve_open, solve_open_many
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
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
    from pinochle_solver.table.rules import TableRules
    from pinochle_solver.table.seats import Seat as TableSeat
    from pinochle_solver.table_notation.dealing import random_endings
    from pinochle_solver.table_notation.games import ScoredHand, ScoredTableGame, score_table_game
    from pinochle_solver.table_notation.positions import TablePosition
    from pinochle_solver.table_notation.record_files import read_table_records
    from pinochle_solver.table_notation.record_reading import parse_table_record
    from pinochle_solver.table_notation.records import TableRecord
    from pinochle_solver.table_notation.replaying import replay_table_record
    from pinochle_solver.table_notation.replays import TableFinding, TableMoment, TableReplay

__all__ = [
    "COUNTS",
    "ENGINES",
    "RULEBOOKS",
    "TABLE_RULEBOOKS",
    "Account",
    "Act",
    "Analysis",
    "Bounds",
    "BurialSolution",
    "BurialValue",
    "CallOut",
    "CallOutRule",
    "Card",
    "CardCount",
    "ChanceAnalysis",
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
    "MoveChance",
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
    "ScoredHand",
    "ScoredTableGame",
    "Seat",
    "SeatOutlook",
    "SeatPoints",
    "Service",
    "Show",
    "SideBounds",
    "SideMoveValue",
    "SingleHandTie",
    "Solution",
    "Stakes",
    "Standing",
    "Step",
    "StockPosition",
    "StopFlag",
    "Suit",
    "TableFinding",
    "TableMoment",
    "TablePosition",
    "TableRecord",
    "TableReplay",
    "TableRules",
    "TableSeat",
    "TableSolution",
    "TableTrick",
    "Total",
    "Trick",
    "Unseen",
    "Use",
    "__version__",
    "analyze",
    "analyze_many",
    "analyze_table",
    "analyze_with",
    "equity",
    "find_deals",
    "find_playoffs",
    "hand_options",
    "parse_position",
    "parse_record",
    "parse_rulebook",
    "parse_table_record",
    "plan",
    "plan_position",
    "playoff_dtype",
    "position_options",
    "random_deals",
    "random_endings",
    "read_playoff_positions",
    "read_positions",
    "read_records",
    "read_table_records",
    "record_of",
    "replay_record",
    "replay_table_record",
    "review",
    "review_many",
    "rulebook_text",
    "score_game",
    "score_table_game",
    "solve",
    "solve_burial",
    "solve_many",
    "solve_open",
    "solve_open_many",
    "with_options",
]

# What plays whole hands is imported when it is first asked for: solving needs none of it. Behind a
# colon stands what a name is called in its module.
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
    "TABLE_RULEBOOKS": "table.rulebooks",
    "with_options": "table.rulebooks",
    "TableRules": "table.rules",
    "TableSeat": "table.seats:Seat",
    "TablePosition": "table_notation.positions",
    "TableRecord": "table_notation.records",
    "parse_table_record": "table_notation.record_reading",
    "read_table_records": "table_notation.record_files",
    "replay_table_record": "table_notation.replaying",
    "TableReplay": "table_notation.replays",
    "TableMoment": "table_notation.replays",
    "TableFinding": "table_notation.replays",
    "score_table_game": "table_notation.games",
    "ScoredTableGame": "table_notation.games",
    "ScoredHand": "table_notation.games",
    "random_endings": "table_notation.dealing",
    "solve_open": "double_dummy.solver",
    "solve_open_many": "double_dummy.solver",
    "TableSolution": "double_dummy.solution",
    "SideBounds": "double_dummy.solution",
    "SideMoveValue": "double_dummy.solution",
    "TableTrick": "double_dummy.solution",
    "solve_burial": "double_dummy.burial_solutions",
    "BurialSolution": "double_dummy.burial_solutions",
    "BurialValue": "double_dummy.burials",
    "analyze_table": "double_dummy.searching",
    "ChanceAnalysis": "double_dummy.analysis",
    "MoveChance": "double_dummy.analysis",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own_name = _LAZY[name].partition(":")
    return getattr(import_module(f"{__name__}.{module}"), own_name or name)


def __dir__() -> list[str]:
    return sorted(__all__)
