"""Why the best card is better than others, as far as a maxim of play says it."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.engines.table.maxims import maxim_for
from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.intervals import SURE
from pinochle_solver.table.moves import PlayCard


def reason_for(analysis: ChanceAnalysis | None) -> str | None:
    """The maxim by which the best card is ahead of the first that is surely worse; None for none.

    Args:
        analysis: of a position; None if there is none.
    """
    if analysis is None or not analysis.moves:
        return None
    best, *others = analysis.moves
    worse = (
        move.move
        for move in others
        if move.behind is not None and move.behind.mean > SURE * move.behind.se
    )
    other = next(worse, None)
    if not isinstance(best.move, PlayCard) or not isinstance(other, PlayCard):
        return None
    maxim = maxim_for(TableSight(analysis.position), best.move.card, other.card)
    return None if maxim is None else maxim.advice
