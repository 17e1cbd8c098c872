"""Positions of goulash and glup: reading, writing, and every check by its own message."""

from __future__ import annotations

import pytest

from variant_hands import VARIANTS, compare_positions


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_hands_are_as_the_oracle_has_them(rules: str, seed: int) -> None:
    assert compare_positions(rules, seed) > 50
