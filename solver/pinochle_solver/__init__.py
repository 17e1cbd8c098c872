"""Analysis of pinochle for two, three and four: whole hands by the rules, exact values, searches.

>>> from pinochle_solver import PlayoffPosition, solve
>>> position = PlayoffPosition.parse(
...     "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
>>> solution = solve(position)
>>> solution.value
Points(south=55, north=15)
>>> [move.card.text() for move in solution.moves]
['KD', 'TH', 'QD', 'TS']

The first names to know, by subject:

- positions: `PlayoffPosition`, `StockPosition`, `parse_position`;
- values and advice: `solve`, `analyze`, `plan`;
- deals and hands: `random_deals`, `Referee`, `read_records`, `replay_record`, `review`;
- games and matches: `score_game`, `equity`, `match`, `Engine`;
- three and four: `TablePosition`, `solve_open`, `analyze_table`, `review_table`;
- rules: `RULEBOOKS`, `TABLE_RULEBOOKS`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver._core.limits import StopFlag
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
    from pinochle_solver.double_dummy.bid_advice import BidAdvice, BidStudy, WidowCard
    from pinochle_solver.double_dummy.burial_solutions import BurialSolution, solve_burial
    from pinochle_solver.double_dummy.burials import BurialValue
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
    from pinochle_solver.engines.table.engine import TableDecision, TableEngine
    from pinochle_solver.equities.equity import Equity, GameSettings, equity
    from pinochle_solver.equities.table.equity import TableEquity, table_equity
    from pinochle_solver.errors import (
        GameError,
        IllegalMoveError,
        IllegalPositionError,
        NotationError,
        NotExactError,
        PositionError,
        WorkerError,
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
    from pinochle_solver.hidden_hands.card_chances import table_card_chances
    from pinochle_solver.hidden_hands.searching import analyze_table
    from pinochle_solver.hidden_hands.studying import study_bid
    from pinochle_solver.matches.match import match
    from pinochle_solver.matches.report import MatchReport
    from pinochle_solver.matches.statistics import Mean
    from pinochle_solver.matches.table.report import TableMatchReport
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
    from pinochle_solver.reviews.table.account import TableAccount
    from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
    from pinochle_solver.reviews.table.losses import TableLoss
    from pinochle_solver.reviews.table.review import TableReview, TableTotal, review_table
    from pinochle_solver.rules.card_chances import CardChance, CardChances, CardShift, SuitChances
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
    from pinochle_solver.stock.card_chances import card_chances
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
    "BidAdvice",
    "BidStudy",
    "Bounds",
    "BurialSolution",
    "BurialValue",
    "CallOut",
    "CallOutRule",
    "Card",
    "CardChance",
    "CardChances",
    "CardCount",
    "CardShift",
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
    "JudgedDecision",
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
    "SuitChances",
    "TableAccount",
    "TableCallOut",
    "TableDecision",
    "TableEngine",
    "TableEquity",
    "TableFinding",
    "TableKind",
    "TableLoss",
    "TableMatchReport",
    "TableMoment",
    "TablePays",
    "TablePosition",
    "TableRecord",
    "TableReplay",
    "TableReview",
    "TableRules",
    "TableSeat",
    "TableSolution",
    "TableTotal",
    "TableTrick",
    "Total",
    "Trick",
    "Unseen",
    "Use",
    "WidowCard",
    "WorkerError",
    "__version__",
    "analyze",
    "analyze_many",
    "analyze_table",
    "analyze_with",
    "card_chances",
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
    "review_table",
    "rulebook_text",
    "score_game",
    "score_table_game",
    "solve",
    "solve_burial",
    "solve_many",
    "solve_open",
    "solve_open_many",
    "study_bid",
    "table_card_chances",
    "table_equity",
    "table_rulebook_text",
    "with_options",
]

# The public names by subject, in the order of the reference (docs/site/reference.rst), and the
# module of each. A name is imported when it is first used, so that solving playoffs loads nothing
# of whole hands. A name after a colon is what the object is called in its module.
_BY_SUBJECT = {
    "Positions": {
        "PlayoffPosition": "notation.playoff_position",
        "StockPosition": "notation.stock_position",
        "parse_position": "notation.position_lines",
        "read_positions": "notation.position_lines",
        "read_playoff_positions": "notation.position_lines",
        "position_options": "hand.position_moves",
        "Act": "notation.position_fields",
        "HandPoints": "notation.position_fields",
        "SeatPoints": "notation.position_fields",
        "PartialHand": "rules.partial_hands",
    },
    "Solving playoffs": {
        "solve": "playoff.solver",
        "solve_many": "playoff.solver",
        "Solution": "playoff.solution",
        "MoveValue": "playoff.solution",
        "Bounds": "playoff.solution",
        "Trick": "playoff.solution",
        "PackedPositions": "playoff.packing",
        "PackedSolutions": "playoff.packing",
        "playoff_dtype": "playoff.packing",
        "StopFlag": "_core.limits",
    },
    "Analysing the stock phase": {
        "analyze": "stock.search",
        "analyze_many": "engines.many",
        "analyze_with": "engines.registry",
        "ENGINES": "engines.registry",
        "Analysis": "stock.analysis",
        "MoveEstimate": "stock.analysis",
        "SeatOutlook": "stock.analysis",
        "Price": "stock.analysis",
        "card_chances": "stock.card_chances",
        "CardChances": "rules.card_chances",
        "CardChance": "rules.card_chances",
        "CardShift": "rules.card_chances",
        "SuitChances": "rules.card_chances",
    },
    "Melds": {
        "plan": "melding.planner",
        "plan_position": "melding.planner",
        "Plan": "melding.planner",
        "Step": "melding.planner",
        "Need": "melding.outs",
        "Use": "melding.outs",
        "Out": "melding.outs",
        "MeldTable": "rules.meld_table",
        "MeldOption": "rules.meld_table",
        "hand_options": "rules.meld_table",
        "Meld": "rules.melds",
        "MeldKind": "rules.meld_kinds",
        "LaidMeld": "rules.melds",
        "Copy": "rules.melds",
        "Service": "rules.meld_kinds",
    },
    "Hands and deals": {
        "Referee": "hand.referee",
        "Deal": "hand.deals",
        "random_deals": "hand.deals",
        "random_playoffs": "hand.deals",
        "find_deals": "hand.found_deals",
        "find_playoffs": "hand.found_deals",
        "NoDealError": "hand.deals",
        "Move": "rules.moves",
        "Play": "rules.moves",
        "Show": "rules.moves",
        "Doubling": "rules.moves",
    },
    "Matches": {
        "match": "matches.match",
        "Engine": "engines.own",
        "MatchReport": "matches.report",
        "Mean": "matches.statistics",
    },
    "Records and games": {
        "HandRecord": "notation.hand_records",
        "read_records": "notation.record_files",
        "parse_record": "notation.record_reading",
        "record_of": "game.recording",
        "replay_record": "game.replayer",
        "Replay": "game.replayed_hand",
        "ReplayedTrick": "game.replayed_hand",
        "Finding": "game.findings",
        "Irregularity": "rules.irregularities",
        "score_game": "game.scoring",
        "Game": "game.game",
        "GameHand": "game.game",
        "HandOutcome": "game.game",
        "Ending": "game.game",
        "Payment": "game.game",
        "Pays": "rules.rules",
        "CallOut": "game.call_outs",
    },
    "Reviews": {
        "review": "reviews.review",
        "review_many": "reviews.review",
        "Review": "reviews.review",
        "Decision": "reviews.decisions",
        "DoublingDecision": "reviews.doublings",
        "DecisionKind": "reviews.decisions",
        "MoveWorth": "reviews.decisions",
        "Loss": "reviews.marks",
        "Mark": "reviews.marks",
        "Total": "reviews.review",
        "Account": "reviews.account",
        "Draw": "reviews.account",
        "Unseen": "reviews.account",
        "Standing": "reviews.review",
    },
    "The worth of a score": {
        "equity": "equities.equity",
        "Equity": "equities.equity",
        "GameSettings": "equities.equity",
        "table_equity": "equities.table.equity",
        "TableEquity": "equities.table.equity",
    },
    "Three and four at the table": {
        "TablePosition": "notation.table.positions",
        "random_endings": "notation.table.dealing",
        "solve_open": "double_dummy.solver",
        "solve_open_many": "double_dummy.solver",
        "TableSolution": "double_dummy.solution",
        "SideMoveValue": "double_dummy.solution",
        "SideBounds": "double_dummy.solution",
        "TableTrick": "double_dummy.solution",
        "solve_burial": "double_dummy.burial_solutions",
        "BurialSolution": "double_dummy.burial_solutions",
        "BurialValue": "double_dummy.burials",
        "analyze_table": "hidden_hands.searching",
        "study_bid": "hidden_hands.studying",
        "BidStudy": "double_dummy.bid_advice",
        "BidAdvice": "double_dummy.bid_advice",
        "WidowCard": "double_dummy.bid_advice",
        "table_card_chances": "hidden_hands.card_chances",
        "ChanceAnalysis": "double_dummy.analysis",
        "MoveChance": "double_dummy.analysis",
        "TableEngine": "engines.table.engine",
        "TableDecision": "engines.table.engine",
        "TableMatchReport": "matches.table.report",
        "TableRecord": "notation.table.hand_records",
        "read_table_records": "notation.table.record_files",
        "parse_table_record": "notation.table.record_reading",
        "replay_table_record": "game.table.replayer",
        "TableReplay": "game.table.replayed_hand",
        "TableMoment": "game.table.replayed_hand",
        "TableFinding": "game.table.replayed_hand",
        "score_table_game": "game.table.scoring",
        "review_table": "reviews.table.review",
        "TableReview": "reviews.table.review",
        "JudgedDecision": "reviews.table.decisions",
        "TableKind": "reviews.table.decisions",
        "TableLoss": "reviews.table.losses",
        "TableTotal": "reviews.table.review",
        "TableAccount": "reviews.table.account",
        "TablePays": "table.pays",
        "TableCallOut": "game.table.call_outs",
        "ScoredTableGame": "game.table.scoring",
        "ScoredHand": "game.table.scoring",
        "TableRules": "table.rules",
        "TABLE_RULEBOOKS": "table.rulebooks",
        "with_options": "table.rulebooks",
        "TableSeat": "table.seats:Seat",
    },
    "Cards": {
        "Card": "rules.cards",
        "Hand": "rules.cards",
        "Rank": "rules.cards",
        "Suit": "rules.cards",
        "Seat": "rules.rules",
        "Points": "rules.rules",
        "Deck": "rules.decks",
        "CardCount": "rules.counts",
        "COUNTS": "rules.counts",
    },
    "Rulebooks": {
        "Rulebook": "rules.rules",
        "RULEBOOKS": "rules.rulebooks",
        "parse_rulebook": "notation.rulebook_text",
        "rulebook_text": "notation.rulebook_text",
        "parse_table_rulebook": "notation.table.rulebook_text",
        "table_rulebook_text": "notation.table.rulebook_text",
        "GameRules": "rules.rules",
        "CallOutRule": "rules.rules",
        "SingleHandTie": "rules.rules",
        "Doubles": "rules.rules",
        "Doubler": "rules.doubles",
        "Stakes": "rules.doubles",
    },
    "Errors": {
        "PositionError": "errors",
        "NotationError": "errors",
        "IllegalPositionError": "errors",
        "IllegalMoveError": "errors",
        "NotExactError": "errors",
        "GameError": "errors",
        "EngineError": "engines.engine",
        "WorkerError": "errors",
    },
}
_MODULES = {name: module for names in _BY_SUBJECT.values() for name, module in names.items()}


if not TYPE_CHECKING:  # so that type checkers see a name that is not there

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, own_name = _MODULES[name].partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), own_name or name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
