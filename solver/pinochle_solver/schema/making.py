"""The line of any value: which function makes it, by the name of the value's class.

Each is imported when its first value is written: to solve a position nothing of matches is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

# Class, and ``module:function`` of this room.
_MAKERS = {
    "Analysis": "analyses:analysis_line",
    "BenchReport": "benches:bench_line",
    "BurialSolution": "table.solutions:burial_solution_line",
    "ChanceAnalysis": "table.chances:table_analysis_line",
    "Equity": "equities:equity_line",
    "Game": "records:game_line",
    "MatchReport": "matches:match_line",
    "MeldReport": "melds:melds_line",
    "PlayoffPosition": "positions:playoff_position_line",
    "RecordedPosition": "positions:recorded_position_line",
    "RecordedTablePosition": "table.positions:recorded_table_position_line",
    "Replay": "records:replay_line",
    "Review": "reviews:review_line",
    "Rulebook": "rulebooks:rulebook_line",
    "Solution": "solutions:solution_line",
    "StockPosition": "positions:stock_position_line",
    "ScoredTableGame": "table.records:table_game_line",
    "TablePosition": "table.positions:table_position_line",
    "TableRules": "table.rulebooks:table_rulebook_line",
    "TableReplay": "table.records:table_replay_line",
    "TableSolution": "table.solutions:table_solution_line",
    "Verification": "solutions:verification_line",
}


def line_of(value: object) -> object:
    """The struct that a value is written as; raises `KeyError` for a value that has none."""
    module, _, name = _MAKERS[type(value).__name__].partition(":")
    make: Callable[[object], object] = getattr(import_module(f"{__package__}.{module}"), name)
    return make(value)
