"""What holds of an analysis at every moment of a search."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pinochle_solver.analysis import Analysis


def check_order(analysis: Analysis) -> None:
    """The first move is the best by every figure given, and what is played is among the close."""
    best = analysis.best
    assert best.visits == max(move.visits for move in analysis.moves)
    assert (best.points_behind, best.win_behind) == ((0, 0), (0, 0))
    for one, two in pairwise(analysis.moves):
        assert 0 <= one.behind <= two.behind
    for move in analysis.moves[1:]:
        if analysis.objective == "points":
            assert move.mean <= best.mean + 1e-9
            assert move.behind == pytest.approx(best.mean - move.mean, abs=1e-6)
        else:
            assert move.win <= best.win + 1e-9
    assert analysis.choice in [move.move for move in (best, *analysis.close)]
    assert analysis.objective == "points" or analysis.choice == best.move
