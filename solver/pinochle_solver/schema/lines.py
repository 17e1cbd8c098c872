"""All lines of JSON, by the command that writes them."""

from __future__ import annotations

from typing import Any

import msgspec

from pinochle_solver.bench import BenchResult
from pinochle_solver.schema.analyses import AnalysisLine
from pinochle_solver.schema.equities import EquityLine
from pinochle_solver.schema.matches import MatchLine
from pinochle_solver.schema.melds import MeldsLine
from pinochle_solver.schema.positions import PlayoffPositionLine, PositionLine, StockPositionLine
from pinochle_solver.schema.records import GameLine, ReplayLine
from pinochle_solver.schema.reviews import ReviewLine
from pinochle_solver.schema.rulebooks import RulebookLine
from pinochle_solver.schema.solutions import SolutionLine, VerificationLine
from pinochle_solver.schema.table.chances import TableAnalysisLine
from pinochle_solver.schema.table.positions import TablePositionLine
from pinochle_solver.schema.table.records import TableGameLine, TableReplayLine
from pinochle_solver.schema.table.rulebooks import TableRulebookLine
from pinochle_solver.schema.table.solutions import BurialSolutionLine, TableSolutionLine

LINES: dict[str, tuple[type, ...]] = {
    "analyze": (AnalysisLine, TableAnalysisLine),
    "bench": (BenchResult,),
    "equity": (EquityLine,),
    "match": (MatchLine,),
    "melds": (MeldsLine,),
    "replay": (ReplayLine, PositionLine, TableReplayLine),
    "review": (ReviewLine,),
    "rules": (RulebookLine, TableRulebookLine),
    "score": (GameLine, TableGameLine),
    "show": (PlayoffPositionLine, StockPositionLine, TablePositionLine),
    "solve": (SolutionLine, TableSolutionLine, BurialSolutionLine),
    "verify": (VerificationLine,),
}
"""A command writes lines of one of these."""


def json_schema() -> dict[str, Any]:
    """The JSON schema of every line, ``$defs`` shared (JSON Schema 2020-12)."""
    kinds = [kind for kinds in LINES.values() for kind in kinds]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    in_order = iter(schemas)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What pinochle writes with --json, a line each, by command",
        "properties": {
            command: {"anyOf": [next(in_order) for _ in kinds]} for command, kinds in LINES.items()
        },
        "$defs": definitions,
    }
