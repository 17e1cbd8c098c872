"""All kinds of melds of glup, also those that hardly ever come up, as the oracle has them."""

from __future__ import annotations

from itertools import combinations_with_replacement

from oracle.glup import MULTIPLES, POINTS, compatible
from oracle.variants import SUITS
from pinochle_solver import RULEBOOKS

GLUP = RULEBOOKS["glup"]


def test_every_kind_scores_what_it_scores_in_the_rules() -> None:
    expected = {
        multiple + kind: points
        for kind, row in POINTS.items()
        for multiple, points in zip(MULTIPLES, row, strict=False)
        if points is not None
    }
    found = {kind.name: kind.points for kind in GLUP.melds if kind.name != "dix"}
    assert found == expected


def test_kinds_bar_one_another_as_in_the_rules() -> None:
    kinds = [kind for kind in GLUP.melds if kind.name != "dix"]
    for one, other in combinations_with_replacement(kinds, 2):
        barred = other.name in one.bars or one.name in other.bars
        in_the_rules = not all(compatible(one.name, other.name, trump) for trump in SUITS)
        assert barred == in_the_rules, (one.name, other.name)
