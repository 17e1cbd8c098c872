"""Estimates of samples (``stock/estimates.py``), against the formulas of a textbook."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pinochle_solver.stock.estimates import EXPECTED, INDEPENDENT, Samples, student

SPREAD, DOUBT = INDEPENDENT.spread, INDEPENDENT.doubt


@pytest.mark.parametrize("solved", [2, 3, 7, 40])
def test_a_correction_adds_its_variance_and_its_covariance(solved: int) -> None:
    random = np.random.default_rng(solved)
    values = random.normal(50, 20, 40)
    where = np.sort(random.choice(40, solved, replace=False))
    # The higher the estimate, the lower the correction, or the other way round.
    for slope in (-0.8, 0.0, 0.6):
        corrections = slope * values[where] + random.normal(0, 3, solved)
        found = Samples(values, corrections, where).estimate()
        trust = solved / (solved + DOUBT)
        assert found.mean == pytest.approx(values.mean() + trust * corrections.mean())
        variance = values.var(ddof=1)
        single = (EXPECTED * SPREAD**2 * variance + (solved - 1) * corrections.var(ddof=1)) / (
            EXPECTED + solved - 1
        )
        both = np.cov(values[where], corrections)[0, 1]
        error = variance / 40 + single / (solved + DOUBT) + 2 * trust * both / 40
        assert found.se == pytest.approx(sqrt(max(error, 0)))


def test_students_quantiles_fall_to_that_of_the_normal_distribution() -> None:
    """By tables; with one and two degrees of freedom there are closed formulas."""
    assert student(1) == pytest.approx(np.tan(np.pi * (0.975 - 0.5)), rel=1e-4)
    assert student(2) == pytest.approx(0.95 * sqrt(2 / (1 - 0.95**2)), rel=1e-4)
    quantiles = [student(freedom) for freedom in range(1, 200)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert quantiles[-1] == pytest.approx(1.972, abs=1e-3)
