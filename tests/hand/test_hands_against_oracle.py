"""Whole random hands, the compiled state against the independent ones, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from helpers.hand_comparison import compare_hand
from helpers.variant_comparison import VARIANTS, compare_variant_hand
from oracle.hand_melds import RULEBOOKS as OF_48_CARDS
from pinochle_solver.rules.rulebooks import RULEBOOKS

HANDS = 12


def test_every_rulebook_has_an_oracle() -> None:
    assert {*OF_48_CARDS, *VARIANTS} == set(RULEBOOKS)


@pytest.mark.parametrize("rules", OF_48_CARDS)
def test_random_hands_agree_with_the_oracle_at_every_step(rules: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(HANDS):
        made += compare_hand(rules, seed)
    assert made["moves"] > 48 * HANDS
    kinds = {shown.split(" ")[0].removeprefix("dix+") for shown in made} - {"moves"}
    assert {"dix", "marriage", "royal-marriage", "pinochle", "run"} <= kinds


@pytest.mark.parametrize(
    ("rules", "moves", "kinds"),
    [
        ("goulash", 64, {"dix", "marriage", "royal-marriage", "run", "aces", "sevens held"}),
        ("glup", 96, {"dix", "pinochle", "double-marriage", "trump-aces", "nines", "glups"}),
    ],
)
def test_variants_agree_with_their_oracles(rules: str, moves: int, kinds: set[str]) -> None:
    made: Counter[str] = Counter()
    for seed in range(2 * HANDS):
        made += compare_variant_hand(rules, seed)
    assert made["moves"] > moves * HANDS
    assert kinds <= made.keys()
