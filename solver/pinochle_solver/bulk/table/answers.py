"""What was found of positions of the games for three and four as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from pinochle_solver.bulk.columns import table_of_rows
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.intervals import is_guess
from pinochle_solver.notation.table.field_readers import side_text

_VALUE = (("low", pa.int32()), ("high", pa.int32()), ("loss", pa.int32()))
SOLUTION = pa.schema(
    [
        ("side", pa.string()),
        ("value", pa.int32()),
        *_VALUE[:2],
        ("exact", pa.bool_()),
        ("best", pa.string()),
        ("moves", pa.list_(pa.struct([("move", pa.string()), *_VALUE]))),
        ("nodes", pa.int64()),
    ]
)
"""A solution: the points of the side to move, and what each move loses.

They are the card points still to come; of trump and burial the points of melds, burial and play.
"""

_ESTIMATES = ("mean", "win", "behind")
_MOVE = pa.struct(
    [
        ("move", pa.string()),
        *((f"{name}{kind}", pa.float64()) for name in _ESTIMATES for kind in ("", "_se")),
        ("worlds", pa.int32()),
    ]
)
ANALYSIS = pa.schema(
    [
        ("choice", pa.string()),
        ("objective", pa.string()),
        ("mean", pa.float64()),
        ("mean_se", pa.float64()),
        ("win", pa.float64()),
        ("win_se", pa.float64()),
        ("exact", pa.bool_()),
        ("worlds", pa.int32()),
        ("guess", pa.bool_()),
        ("seed", pa.uint64()),
        ("moves", pa.list_(_MOVE)),
    ]
)
"""An analysis: of `choice` what it promises, in the currency `objective`, and all moves."""


def solution_table(solutions: Sequence[TableSolution | BurialSolution | None]) -> pa.Table:
    """The table of some solutions; all of a row is null where there is none."""
    return table_of_rows(SOLUTION, [None if each is None else _solved(each) for each in solutions])


def analysis_table(analyses: Sequence[ChanceAnalysis | None]) -> pa.Table:
    """The table of some analyses; all of a row is null where there is none."""
    return table_of_rows(ANALYSIS, [None if each is None else _analyzed(each) for each in analyses])


def _solved(solution: TableSolution | BurialSolution) -> dict[str, Any]:
    if isinstance(solution, BurialSolution):
        (low, high), side = solution.total, solution.side
        moves = [
            _move(each.move.text(), each.total, solution.loss_of(each)) for each in solution.moves
        ]
        best: str | None = solution.best.move.text()
    else:
        own = 0 if solution.position.turn in solution.sides[0] else 1
        (low, high), side = solution.bounds[own], solution.sides[own]
        moves = [_move(each.card.text(), each.bounds[own], each.loss) for each in solution.moves]
        best = moves[0]["move"] if moves and moves[0]["loss"] == 0 else None
    return {
        "side": side_text(side),
        "value": low if low == high else None,
        "low": low,
        "high": high,
        "exact": bool(solution.exact),
        "best": best,
        "moves": moves,
        "nodes": int(solution.nodes),
    }


def _move(text: str, bounds: tuple[int, int], loss: int | None) -> dict[str, Any]:
    return {"move": text, "low": bounds[0], "high": bounds[1], "loss": loss}


def _analyzed(analysis: ChanceAnalysis) -> dict[str, Any]:
    best = max(analysis.moves, key=_promise, default=None)
    return {
        "choice": None if best is None else best.move.text(),
        "objective": analysis.objective,
        **({} if best is None else _estimates(best)),
        "exact": bool(analysis.exact),
        "worlds": int(analysis.worlds),
        "guess": not analysis.exact and is_guess(analysis.worlds),
        "seed": int(analysis.seed),
        "moves": [
            {"move": each.move.text(), **_estimates(each), "worlds": int(each.worlds)}
            for each in analysis.moves
        ],
    }


def _promise(move: MoveChance) -> float:
    return float("-inf") if move.mean is None else move.mean.mean


def _estimates(move: MoveChance) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name in _ESTIMATES:
        estimate: Estimate | None = getattr(move, name)
        found[name] = None if estimate is None else float(estimate.mean)
        found[f"{name}_se"] = None if estimate is None else float(estimate.se)
    return found
