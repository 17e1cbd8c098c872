"""What holds of an analysis at every moment of a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pinochle_solver.stock.analysis import POINTS, Analysis

_ROUNDING = 1e-6


def check_order(analysis: Analysis) -> None:
    """Fail, saying why, unless the first move is the best by its own figures, and so on."""
    found = next(faults(analysis), None)
    assert found is None, found


def faults(analysis: Analysis) -> Iterator[str]:
    """What does not agree in an analysis."""
    best = analysis.best
    if best.visits < max(move.visits for move in analysis.moves):
        yield f"{best.move.text()} is first with fewer worlds than others"
    if (best.points_behind, best.win_behind) != ((0, 0), (0, 0)):
        yield f"{best.move.text()} is first and behind"
    for one, two in pairwise(analysis.moves):
        if not 0 <= one.behind <= two.behind:
            yield f"{two.move.text()}, {two.behind} behind, stands after one {one.behind} behind"
    for move in analysis.moves[1:]:
        worth = (move.mean, best.mean) if analysis.objective == POINTS else (move.win, best.win)
        if worth[0] > worth[1] + _ROUNDING:
            yield f"{move.move.text()} is worth {worth[0]}, the first {worth[1]}"
        # A chance that is nearly certain is rounded to what there is.
        if worth[0] not in (0, 1) and abs(worth[1] - worth[0] - move.behind) > _ROUNDING:
            yield f"{move.move.text()} is {move.behind} behind, not {worth[1] - worth[0]}"
    if analysis.engine == "default" and analysis.choice != best.move:
        yield f"{analysis.choice.text()} is played, and not the first"
    elif analysis.choice not in [move.move for move in (best, *analysis.close)]:
        yield f"{analysis.choice.text()} is played, and not among the close ones"
