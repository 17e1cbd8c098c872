"""Whole random hands, the compiled state against the independent one, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from hand_comparison import compare_hand
from pinochle_solver.rules.rulebooks import RULEBOOKS

HANDS = 24


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_random_hands_agree_with_the_oracle_at_every_step(rules: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(HANDS):
        made += compare_hand(rules, seed)
    assert made["moves"] > 48 * HANDS
    kinds = {shown.split(" ")[0].removeprefix("dix+") for shown in made} - {"moves"}
    assert {"dix", "marriage", "royal-marriage", "pinochle", "run"} <= kinds
