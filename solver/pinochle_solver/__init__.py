"""Analysis of pinochle for two, three and four: whole hands by the rules, exact values, searches.

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

from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver._core.limits import StopFlag
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
    from pinochle_solver.engines.own import Engine
    from pinochle_solver.engines.registry import ENGINES, analyze_with
    from pinochle_solver.equities.equity import Equity, GameSettings, equity
    from pinochle_solver.errors import (
        GameError,
        IllegalMoveError,
        IllegalPositionError,
        NotationError,
        NotExactError,
        PositionError,
    )
    from pinochle_solver.game.call_outs import CallOut
    from pinochle_solver.game.findings import Finding
    from pinochle_solver.game.game import Ending, Game, GameHand, HandOutcome, Payment
    from pinochle_solver.game.recording import record_of
    from pinochle_solver.game.replayed_hand import Replay, ReplayedTrick
    from pinochle_solver.game.replayer import replay_record
    from pinochle_solver.game.scoring import score_game
    from pinochle_solver.game.table.call_outs import TableCallOut
    from pinochle_solver.game.table.replayed_hand import TableFinding, TableMoment, TableReplay
    from pinochle_solver.game.table.replayer import replay_table_record
    from pinochle_solver.game.table.scoring import ScoredHand, ScoredTableGame, score_table_game
    from pinochle_solver.hand.deals import Deal, NoDealError, random_deals, random_playoffs
    from pinochle_solver.hand.found_deals import find_deals, find_playoffs
    from pinochle_solver.hand.position_moves import position_options
    from pinochle_solver.hand.referee import Referee
    from pinochle_solver.matches.match import match
    from pinochle_solver.matches.report import MatchReport
    from pinochle_solver.matches.statistics import Mean
    from pinochle_solver.melding.outs import Need, Out, Use
    from pinochle_solver.melding.planner import Plan, Step, plan, plan_position
    from pinochle_solver.notation.hand_records import HandRecord
    from pinochle_solver.notation.playoff_position import PlayoffPosition
    from pinochle_solver.notation.position_fields import Act, HandPoints, SeatPoints
    from pinochle_solver.notation.position_lines import (
        parse_position,
        read_playoff_positions,
        read_positions,
    )
    from pinochle_solver.notation.record_files import read_records
    from pinochle_solver.notation.record_reading import parse_record
    from pinochle_solver.notation.rulebook_text import parse_rulebook, rulebook_text
    from pinochle_solver.notation.stock_position import StockPosition
    from pinochle_solver.notation.table.dealing import random_endings
    from pinochle_solver.notation.table.hand_records import TableRecord
    from pinochle_solver.notation.table.positions import TablePosition
    from pinochle_solver.notation.table.record_files import read_table_records
    from pinochle_solver.notation.table.record_reading import parse_table_record
    from pinochle_solver.notation.table.rulebook_text import (
        parse_table_rulebook,
        table_rulebook_text,
    )
    from pinochle_solver.playoff.packing import PackedPositions, PackedSolutions, playoff_dtype
    from pinochle_solver.playoff.solution import Bounds, MoveValue, Solution, Trick
    from pinochle_solver.playoff.solver import solve, solve_many
    from pinochle_solver.reviews.account import Account, Draw, Unseen
    from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
    from pinochle_solver.reviews.doublings import DoublingDecision
    from pinochle_solver.reviews.marks import Loss, Mark
    from pinochle_solver.reviews.review import Review, Standing, Total, review, review_many
    from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
    from pinochle_solver.rules.counts import COUNTS, CardCount
    from pinochle_solver.rules.decks import Deck
    from pinochle_solver.rules.doubles import Doubler, Stakes
    from pinochle_solver.rules.irregularities import Irregularity
    from pinochle_solver.rules.meld_kinds import MeldKind, Service
    from pinochle_solver.rules.meld_table import MeldOption, MeldTable, hand_options
    from pinochle_solver.rules.melds import Copy, LaidMeld, Meld
    from pinochle_solver.rules.moves import Doubling, Move, Play, Show
    from pinochle_solver.rules.partial_hands import PartialHand
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
    from pinochle_solver.stock.analysis import Analysis, MoveEstimate, Price, SeatOutlook
    from pinochle_solver.stock.search import analyze
    from pinochle_solver.table.pays import TablePays
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
    from pinochle_solver.table.rules import TableRules
    from pinochle_solver.table.seats import Seat as TableSeat

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
    "Engine",
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
    "MatchReport",
    "Mean",
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
    "TableCallOut",
    "TableFinding",
    "TableMoment",
    "TablePays",
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
    "match",
    "parse_position",
    "parse_record",
    "parse_rulebook",
    "parse_table_record",
    "parse_table_rulebook",
    "plan",
    "plan_position",
    "playoff_dtype",
    "position_options",
    "random_deals",
    "random_endings",
    "random_playoffs",
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
    "table_rulebook_text",
    "with_options",
]

# Each name is imported when it is first used, so that solving playoffs loads nothing of whole
# hands. A name after a colon is what the object is called in its module.
_LAZY = {
    "Account": "reviews.account",
    "Act": "notation.position_fields",
    "Analysis": "stock.analysis",
    "Bounds": "playoff.solution",
    "BurialSolution": "double_dummy.burial_solutions",
    "BurialValue": "double_dummy.burials",
    "COUNTS": "rules.counts",
    "CallOut": "game.call_outs",
    "CallOutRule": "rules.rules",
    "Card": "rules.cards",
    "CardCount": "rules.counts",
    "ChanceAnalysis": "double_dummy.analysis",
    "Copy": "rules.melds",
    "Deal": "hand.deals",
    "Decision": "reviews.decisions",
    "DecisionKind": "reviews.decisions",
    "Deck": "rules.decks",
    "Doubler": "rules.doubles",
    "Doubles": "rules.rules",
    "Doubling": "rules.moves",
    "DoublingDecision": "reviews.doublings",
    "Draw": "reviews.account",
    "ENGINES": "engines.registry",
    "Ending": "game.game",
    "Engine": "engines.own",
    "EngineError": "engines.engine",
    "Equity": "equities.equity",
    "Finding": "game.findings",
    "Game": "game.game",
    "GameError": "errors",
    "GameHand": "game.game",
    "GameRules": "rules.rules",
    "GameSettings": "equities.equity",
    "Hand": "rules.cards",
    "HandOutcome": "game.game",
    "HandPoints": "notation.position_fields",
    "HandRecord": "notation.hand_records",
    "IllegalMoveError": "errors",
    "IllegalPositionError": "errors",
    "Irregularity": "rules.irregularities",
    "LaidMeld": "rules.melds",
    "Loss": "reviews.marks",
    "Mark": "reviews.marks",
    "MatchReport": "matches.report",
    "Mean": "matches.statistics",
    "Meld": "rules.melds",
    "MeldKind": "rules.meld_kinds",
    "MeldOption": "rules.meld_table",
    "MeldTable": "rules.meld_table",
    "Move": "rules.moves",
    "MoveChance": "double_dummy.analysis",
    "MoveEstimate": "stock.analysis",
    "MoveValue": "playoff.solution",
    "MoveWorth": "reviews.decisions",
    "Need": "melding.outs",
    "NoDealError": "hand.deals",
    "NotExactError": "errors",
    "NotationError": "errors",
    "Out": "melding.outs",
    "PackedPositions": "playoff.packing",
    "PackedSolutions": "playoff.packing",
    "PartialHand": "rules.partial_hands",
    "Payment": "game.game",
    "Pays": "rules.rules",
    "Plan": "melding.planner",
    "Play": "rules.moves",
    "PlayoffPosition": "notation.playoff_position",
    "Points": "rules.rules",
    "PositionError": "errors",
    "Price": "stock.analysis",
    "RULEBOOKS": "rules.rulebooks",
    "Rank": "rules.cards",
    "Referee": "hand.referee",
    "Replay": "game.replayed_hand",
    "ReplayedTrick": "game.replayed_hand",
    "Review": "reviews.review",
    "Rulebook": "rules.rules",
    "ScoredHand": "game.table.scoring",
    "ScoredTableGame": "game.table.scoring",
    "Seat": "rules.rules",
    "SeatOutlook": "stock.analysis",
    "SeatPoints": "notation.position_fields",
    "Service": "rules.meld_kinds",
    "Show": "rules.moves",
    "SideBounds": "double_dummy.solution",
    "SideMoveValue": "double_dummy.solution",
    "SingleHandTie": "rules.rules",
    "Solution": "playoff.solution",
    "Stakes": "rules.doubles",
    "Standing": "reviews.review",
    "Step": "melding.planner",
    "StockPosition": "notation.stock_position",
    "StopFlag": "_core.limits",
    "Suit": "rules.cards",
    "TABLE_RULEBOOKS": "table.rulebooks",
    "TableCallOut": "game.table.call_outs",
    "TableFinding": "game.table.replayed_hand",
    "TableMoment": "game.table.replayed_hand",
    "TablePosition": "notation.table.positions",
    "TableRecord": "notation.table.hand_records",
    "TableReplay": "game.table.replayed_hand",
    "TablePays": "table.pays",
    "TableRules": "table.rules",
    "TableSeat": "table.seats:Seat",
    "TableSolution": "double_dummy.solution",
    "TableTrick": "double_dummy.solution",
    "Total": "reviews.review",
    "Trick": "playoff.solution",
    "Unseen": "reviews.account",
    "Use": "melding.outs",
    "analyze": "stock.search",
    "analyze_many": "engines.many",
    "analyze_table": "double_dummy.searching",
    "analyze_with": "engines.registry",
    "equity": "equities.equity",
    "find_deals": "hand.found_deals",
    "find_playoffs": "hand.found_deals",
    "hand_options": "rules.meld_table",
    "match": "matches.match",
    "parse_position": "notation.position_lines",
    "parse_record": "notation.record_reading",
    "parse_rulebook": "notation.rulebook_text",
    "parse_table_record": "notation.table.record_reading",
    "parse_table_rulebook": "notation.table.rulebook_text",
    "plan": "melding.planner",
    "plan_position": "melding.planner",
    "playoff_dtype": "playoff.packing",
    "position_options": "hand.position_moves",
    "random_deals": "hand.deals",
    "random_endings": "notation.table.dealing",
    "random_playoffs": "hand.deals",
    "read_playoff_positions": "notation.position_lines",
    "read_positions": "notation.position_lines",
    "read_records": "notation.record_files",
    "read_table_records": "notation.table.record_files",
    "record_of": "game.recording",
    "replay_record": "game.replayer",
    "replay_table_record": "game.table.replayer",
    "review": "reviews.review",
    "review_many": "reviews.review",
    "rulebook_text": "notation.rulebook_text",
    "score_game": "game.scoring",
    "score_table_game": "game.table.scoring",
    "solve": "playoff.solver",
    "solve_burial": "double_dummy.burial_solutions",
    "solve_many": "playoff.solver",
    "solve_open": "double_dummy.solver",
    "solve_open_many": "double_dummy.solver",
    "table_rulebook_text": "notation.table.rulebook_text",
    "with_options": "table.rulebooks",
}


if not TYPE_CHECKING:  # so that type checkers see a name that is not there

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, own_name = _LAZY[name].partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), own_name or name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
