"""Means and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray


def mean_and_error(values: Sequence[float] | NDArray[np.float64]) -> tuple[float, float]:
    """The mean of independent values and its standard error."""
    found = np.asarray(values, np.float64)
    if len(found) < 2:
        return float(found.mean()), inf
    return float(found.mean()), float(found.std(ddof=1)) / sqrt(len(found))


def with_half(mean: float, se: float, form: str = ".1f") -> str:
    """A mean with half of its 95% interval: ``12.3 ± 1.4``."""
    shown = f"{mean:{form}}"
    if not float(shown):
        shown = shown.replace("-", "+" if form.startswith("+") else "")
    return f"{shown} ± {1.96 * se:{form.lstrip('+')}}"
