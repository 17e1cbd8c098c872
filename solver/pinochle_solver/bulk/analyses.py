"""Analyses as columns: the choice, what it promises, and every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from pinochle_solver.bulk.columns import ANALYSIS, table_of_rows
from pinochle_solver.stock.analysis import Analysis, MoveEstimate


def analysis_table(analyses: Sequence[Analysis | None]) -> pa.Table:
    """The table of some analyses; all of a row is null where there is none."""
    return table_of_rows(ANALYSIS, [None if each is None else _row(each) for each in analyses])


def _row(analysis: Analysis) -> dict[str, Any]:
    choice = next(each for each in analysis.moves if each.move == analysis.choice)
    return {
        "choice": analysis.choice.text(),
        **_values(choice),
        "exact": bool(analysis.exact),
        "worlds": int(analysis.worlds),
        "guess": bool(analysis.is_guess),
        "seed": int(analysis.seed),
        "moves": [
            {
                "move": each.move.text(),
                **_values(each),
                "behind": _known(each.behind),
                "behind_se": _known(each.behind_se),
                "visits": int(each.visits),
                "exact": bool(each.exact),
            }
            for each in analysis.moves
        ],
    }


def _values(move: MoveEstimate) -> dict[str, float | None]:
    low, high = move.win_interval
    return {
        "mean": _known(move.mean),
        "mean_se": _known(move.mean_se),
        "win": _known(move.win),
        "win_se": _known(move.win_se),
        "win_low": _known(low),
        "win_high": _known(high),
    }


def _known(value: float) -> float | None:
    return float(value) if value == value else None
