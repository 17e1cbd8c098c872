"""The engine of graded strength at a table."""

from __future__ import annotations

import pytest

from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.levels import NAMED, Level
from pinochle_solver.engines.table.graded import (
    WHOLE_STAKE,
    WORLDS,
    TableGradedEngine,
    drawing_chances,
    temperature,
    weigh,
)
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.moves import PASS, Call

ENDING = TablePosition.parse(
    "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
)
BID = TablePosition.parse(
    "rules=auction dealer=west act=bid turn=north north=AATKQJ.AKQ.AT.AKQ9 south=+15 west=+15"
)


def test_chances_fall_by_the_temperature() -> None:
    best, behind, far = drawing_chances([0.0, 2.0, 200.0], 2.0)
    assert best / behind == pytest.approx(2.71828, abs=1e-4)
    assert far < 1e-20
    assert sum((best, behind, far)) == pytest.approx(1.0)


def test_weaker_levels_are_hotter() -> None:
    hot = [temperature(Level(points)) for points in NAMED.values()]
    assert hot == sorted(hot, reverse=True)


def test_moves_are_weighed_by_their_part_of_the_stake() -> None:
    engine = TableGradedEngine(level="casual")
    decision, analysis = engine.advise(ENDING, Limits(worlds=WORLDS))
    assert analysis is not None
    weighed = weigh(analysis, decision.move)
    assert weighed[0].behind == 0.0
    means = {each.move: each.mean.mean for each in analysis.moves if each.mean is not None}
    for each in weighed[1:]:
        lost = means[decision.move] - means[each.move]
        stake = stake_of(ENDING, decision.move, each.move)
        assert each.behind == pytest.approx(lost / stake * WHOLE_STAKE)


def test_it_answers_by_the_seed_and_bids_or_passes() -> None:
    engine = TableGradedEngine(level=4.0)
    first, again = (engine.choose(BID, Limits(seconds=9.0), seed=3) for _ in range(2))
    assert first == again
    decision, analysis = engine.advise(BID, Limits(worlds=WORLDS), seed=3)
    assert analysis is not None
    moves = [each.move for each in weigh(analysis, decision.move)]
    assert isinstance(moves[0], Call)
    assert moves[1:] in ([PASS], [])


def test_no_such_level_is_refused() -> None:
    with pytest.raises(ValueError, match="level is 9"):
        TableGradedEngine(level=9.0)
