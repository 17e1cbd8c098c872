"""What `solve` found as columns: values, what every card loses, nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pinochle_solver.bulk.columns import LOSSES, SOLUTION, table_of, with_nulls
from pinochle_solver.playoff.packing import PackedPositions, PackedSolutions
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.rules.cards import CARDS, RANKS, SUITS, Card
from pinochle_solver.rules.rules_table import RulesRow

_TEXTS = np.array([*(Card.from_index(index).text() for index in range(CARDS)), ""])
_NO_PLACE = CARDS


def packed_solutions(solutions: Sequence[Solution]) -> PackedSolutions:
    """Solutions as arrays, as `solve_many` gives them of packed positions."""
    number = len(solutions)
    bounds = np.zeros((number, 2, 2), np.int16)
    legal = np.zeros((number, CARDS), np.bool_)
    moves = np.zeros((number, CARDS, 2), np.int16)
    nodes = np.zeros(number, np.int64)
    for row, solution in enumerate(solutions):
        bounds[row] = solution.bounds
        nodes[row] = solution.nodes
        for move in solution.moves:
            legal[row, move.card.index] = True
            moves[row, move.card.index] = move.bounds[solution.position.turn]
    return PackedSolutions(bounds, legal, moves, nodes)


def solution_table(
    positions: PackedPositions, found: PackedSolutions, rows: NDArray[np.int64], number: int
) -> pa.Table:
    """The columns of what was found.

    Args:
        positions: what was solved.
        found: what was found of each.
        rows: the row of each in the table.
        number: of rows; those not among `rows` are null.
    """
    is_known = np.zeros(number, np.bool_)
    is_known[rows] = True

    def column(values: NDArray[Any], known: NDArray[np.bool_], name: str) -> pa.Array:
        spread = np.zeros(number, values.dtype)
        spread[rows] = values
        known_rows = np.zeros(number, np.bool_)
        known_rows[rows] = known
        return with_nulls(spread, known_rows, SOLUTION.field(name).type)

    every = np.ones(len(rows), np.bool_)
    proven = found.bounds[:, 0, 0] == found.bounds[:, 0, 1]
    losses, is_loss = _losses(positions, found, proven)
    best = _best(positions, losses, is_loss)
    columns = {
        "exact": column(found.exact, every, "exact"),
        "best": column(_TEXTS[best], best < CARDS, "best"),
        "nodes": column(found.nodes, every, "nodes"),
    }
    for seat, name in enumerate(("south", "north")):
        low, high = found.bounds[:, seat, 0], found.bounds[:, seat, 1]
        columns[f"{name}_value"] = column(low, proven, f"{name}_value")
        columns[f"{name}_low"] = column(low, every, f"{name}_low")
        columns[f"{name}_high"] = column(high, every, f"{name}_high")
    for index, name in enumerate(LOSSES):
        columns[name] = column(losses[:, index], is_loss[:, index], name)
    return table_of(SOLUTION, columns)


def _losses(
    positions: PackedPositions, found: PackedSolutions, proven: NDArray[np.bool_]
) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """What each card loses its player, and where that is proven."""
    turns = positions.records["turn"].astype(np.int64)
    best = found.bounds[np.arange(len(turns)), turns, 0]
    low, high = found.moves[:, :, 0], found.moves[:, :, 1]
    is_proven = found.legal & (low == high) & proven[:, None]
    return np.where(is_proven, best[:, None] - low, 0).astype(np.int16), is_proven


def _best(
    positions: PackedPositions, losses: NDArray[np.int16], is_loss: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The first of the cards that lose nothing, in the order of `solve`; 32 where none is known."""
    order = np.array([_order(row) for row in positions.rules] or [[0] * CARDS])
    places = np.where(is_loss & (losses == 0), order[positions.records["rules"]], _NO_PLACE)
    best = places.argmin(axis=1) if len(places) else np.zeros(0, np.int64)
    return np.where(places[np.arange(len(best)), best] < _NO_PLACE, best, CARDS)


def _order(rules: RulesRow) -> list[int]:
    """The place of each card among equals: fewer points, then the lower rank, then S H D C."""
    points = list(rules[1].by_rank())
    indices = sorted(
        range(CARDS),
        key=lambda index: (points[index % RANKS], index % RANKS, index // RANKS),
    )
    assert len(points) == RANKS == CARDS // SUITS
    places = [0] * CARDS
    for place, index in enumerate(indices):
        places[index] = place
    return places
