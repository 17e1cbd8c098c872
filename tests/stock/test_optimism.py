"""What is taken off the means of playouts for what they promise too much."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.oracle_decks import SMALL_RULEBOOKS, views
from pinochle_solver import RULEBOOKS, Rulebook, StockPosition, analyze
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.stock import expectation
from pinochle_solver.stock.analysis import POINTS
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.expectation import analyze_by_expectation
from pinochle_solver.stock.optimism import FOUND, Sureness, optimism, sureness
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.settings import Request, SearchSettings


def lead_to_trick_9() -> StockPosition:
    return next(
        view
        for _, view in views(RULEBOOKS["scarne"], 1, seed=1)
        if view.completed_tricks == 8 and view.act is Act.PLAY and view.led is None
    )


def test_all_moves_of_a_decision_lose_as_much() -> None:
    view = lead_to_trick_9()
    assert optimism(view) > 5
    search = PlayoutSearch(Belief(view), SearchSettings(limits=Limits(worlds=32)))
    search.run()
    for tried in search.standings.tried:
        points, luck = tried.raw().points, tried.raw().luck
        lead = points[:, view.turn].astype(float) - points[:, view.turn.other]
        values = search.standings.samples(tried, POINTS).values
        assert luck is not None
        lucky = luck.sum(axis=1) if view.turn is Seat.SOUTH else -luck.sum(axis=1)
        assert (values == lead - optimism(view) - lucky).all()


def test_so_they_do_where_all_worlds_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(
        view
        for _, view in views(RULEBOOKS["hayes"], 1, seed=1)
        if view.completed_tricks == 11 and view.act is Act.PLAY and view.led is None
    )

    def means() -> dict[str, tuple[float, float]]:
        belief = Belief(view, INFERRED)
        moves = belief.problem.referee.moves()[:2]
        request, deadline = Request.of(moves), Deadline(None)
        analysis = analyze_by_expectation(belief, SearchSettings(), request, deadline)
        return {move.move.text(): (move.mean, move.win) for move in analysis.moves}

    monkeypatch.setattr(expectation, "MOST_NEAR_LINES", 0)
    estimated = means()
    nothing = replace(FOUND[PINOCHLE_DECK], by_estimates=0.0, last_lead=0.0)
    monkeypatch.setitem(FOUND, PINOCHLE_DECK, nothing)
    promised = means()
    assert estimated.keys() == promised.keys()
    for move, (mean, win) in promised.items():
        assert estimated[move][0] == pytest.approx(mean - 9.5)
        assert estimated[move][1] <= win


_SCARNE_GAME = GameSettings(RULEBOOKS["scarne"], RULEBOOKS["scarne"].count, 1000)


def test_a_smaller_lead_is_a_smaller_chance_to_win() -> None:
    points = np.array([[300, 296], [296, 300], [300, 280]], np.int32)
    for score in (None, Points(700, 720)):
        south, north = (WinChance(seat, score, _SCARNE_GAME) for seat in Seat)
        assert (south.of_points(points, 8.0) <= south.of_points(points)).all()
        assert np.allclose(south.of_points(points, 8.0) + north.of_points(points, -8.0), 1)
    of_hand = WinChance(Seat.SOUTH, None, _SCARNE_GAME).of_points(points, 8.0)
    assert of_hand.tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_of_other_decks_nothing_is_known(rules: Rulebook) -> None:
    for _, view in views(rules, 1, seed=1):
        assert optimism(view) == 0


# Chances


@given(st.floats(0.01, 0.99), st.floats(-0.3, 0.3), st.floats(0.5, 1.5))
def test_stretched_chances_keep_their_order_and_agree_with_how_far_behind(
    chance: float, less: float, stretch: float
) -> None:
    sure = Sureness(stretch)
    other = min(max(chance - less, 0.005), 0.995)
    best, behind = Estimate(chance, 0.02), Estimate(chance - other, 0.03)
    assert sure.behind(best, behind).mean == pytest.approx(
        sure.of(best).mean - sure.of(Estimate(other, 0.02)).mean
    )
    assert (sure.behind(best, behind).mean > 0) == (chance - other > 0)
    assert 0 <= sure.of(best).mean <= 1
    assert sure.of(best).mean + sure.of(Estimate(1 - chance, 0.02)).mean == pytest.approx(1)


def test_errors_grow_in_the_middle_and_shrink_at_the_ends() -> None:
    sure = Sureness(1.2)
    assert sure.of(Estimate(0.5, 0.02)).se == pytest.approx(0.024, rel=0.01)
    assert sure.of(Estimate(0.98, 0.01)).se < 0.01
    assert sure.of(Estimate(0.7, 0.01)).mean > 0.7
    assert isnan(sure.of(Estimate(0.7, nan)).se)
    assert sure.of(Estimate(0.0, 0.03)).mean == 0


def test_a_chance_with_a_wide_error_is_stretched_less() -> None:
    view = lead_to_trick_9()
    early = sureness(view, Estimate(0.6, 0.01)).stretch
    assert early > sureness(view, Estimate(0.6, 0.1)).stretch > 0
    assert sureness(replace(view, score=Points(10, 20)), Estimate(0.6, 0.01)) == Sureness()
    assert sureness(view, Estimate(1.0, 0.01)) == Sureness()


def test_the_moves_of_an_analysis_agree_about_the_chances() -> None:
    for seconds, worlds in ((None, 64), (0.2, None)):
        analysis = analyze(lead_to_trick_9(), seconds=seconds, worlds=worlds, threads=1)
        best = analysis.best
        for move in analysis.moves:
            assert best.win - move.win == pytest.approx(move.win_behind.mean, abs=1e-6) or (
                move.win in (0.0, 1.0) or best.win in (0.0, 1.0)
            )
