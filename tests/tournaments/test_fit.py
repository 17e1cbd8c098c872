"""One fit to all matches: strengths are found, and their intervals hold the truth."""

from __future__ import annotations

from itertools import combinations
from math import isnan

import numpy as np
import pytest

from pinochle_solver.matches.statistics import Mean
from pinochle_solver.tournaments.fit import deviations, fit
from pinochle_solver.tournaments.schedule import GAUNTLET, ROUND_ROBIN, pairings


def test_strengths_explain_exact_matches() -> None:
    found = fit(
        3,
        [(0, 1), (0, 2), (1, 2)],
        [Mean(50, 10.0, 20.0), Mean(50, 30.0, 20.0), Mean(50, 20.0, 20.0)],
    )
    assert found.points == pytest.approx([40 / 3, 10 / 3, -50 / 3])
    assert found.points.sum() == pytest.approx(0)
    assert found.misfit == pytest.approx(0)
    assert (found.freedom, found.misfit_freedom) == (147, 1)
    # Each difference is measured directly, and by the third player at half the weight.
    direct = 20.0 / 50**0.5
    assert found.ahead(0, 1).se == pytest.approx(direct * (2 / 3) ** 0.5, rel=1e-6)
    assert found.likelihood(0, 2) > 0.9999
    assert found.likelihood(2, 0) == pytest.approx(1 - found.likelihood(0, 2))


def test_matches_count_by_their_variance() -> None:
    wide, narrow = Mean(400, 0.0, 200.0), Mean(400, 30.0, 10.0)
    found = fit(3, [(0, 1), (1, 2), (0, 2)], [narrow, narrow, wide])
    assert found.ahead(0, 2).mean > 55
    assert found.misfit_chance is not None
    assert found.misfit_chance < 0.001


def test_players_who_have_met_nobody_have_no_points() -> None:
    played = Mean(20, 5.0, 10.0)
    found = fit(4, [(0, 1), (2, 3), (0, 2)], [played, Mean.of(()), played])
    assert not any(map(isnan, found.points[:3]))
    assert isnan(found.points[3])
    assert isnan(found.likelihood(3, 0))


def test_few_pairs_say_nothing_of_errors() -> None:
    pairings_of_three, few = [(0, 1), (0, 2), (1, 2)], Mean(3, 5.0, 0.0)
    found = fit(3, pairings_of_three, [few, few, few])
    assert (found.freedom, found.knows_errors, found.misfit_chance) == (6, False, None)
    assert found.points == pytest.approx([10 / 3, 0, -10 / 3])
    assert isnan(found.estimate(0).se)
    assert isnan(found.likelihood(0, 1))
    assert found.interval(0) == (-float("inf"), float("inf"))
    assert fit(3, pairings_of_three, [few, few, Mean(5, 5.0, 0.0)]).knows_errors


def test_the_deviation_of_few_pairs_is_steadied() -> None:
    same, many = deviations([Mean(3, 0.0, 0.0), Mean(101, 0.0, 50.0)])
    assert 40 < same < 50 == pytest.approx(many, rel=0.02)
    assert deviations([Mean(20, 0.0, 0.0)]) == [1.0]


@pytest.mark.parametrize(
    ("players", "pairs", "kind"), [(4, 20, ROUND_ROBIN), (6, 10, ROUND_ROBIN), (6, 30, GAUNTLET)]
)
def test_intervals_hold_the_truth_in_95_of_100(players: int, pairs: int, kind: str) -> None:
    random, tries = np.random.default_rng(3), 250
    matches = pairings(players, kind)
    held, held_apart, misfits = [], [], 0
    for _ in range(tries):
        truth = random.normal(0, 10, players)
        truth -= truth.mean()
        means = []
        for one, other in matches:
            # Tails as those of hands, a deviation that differs from match to match.
            noise = random.uniform(20, 80) * random.standard_t(8, pairs) * (6 / 8) ** 0.5
            means.append(Mean.of((truth[one] - truth[other] + noise).tolist()))
        found = fit(players, matches, means)
        for player in range(players):
            low, high = found.interval(player)
            held.append(low <= truth[player] <= high)
        for one, other in combinations(range(players), 2):
            low, high = found.interval_ahead(one, other)
            held_apart.append(low <= truth[one] - truth[other] <= high)
        misfits += found.misfit_chance is not None and found.misfit_chance < 0.05
    assert 0.94 <= np.mean(held) <= 0.98
    assert 0.94 <= np.mean(held_apart) <= 0.98
    assert misfits <= 0.09 * tries
