"""Hands of the games with a stock: the product beside the oracle, and each case of T8."""

from __future__ import annotations

import pytest

from table_stock_comparison import STOCK_GAMES, differences


@pytest.mark.parametrize("name", STOCK_GAMES)
def test_random_hands_are_played_as_the_oracle_plays_them(name: str) -> None:
    assert [line for seed in range(12) for line in differences(name, seed)] == []
