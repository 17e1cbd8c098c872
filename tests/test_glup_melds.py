"""All kinds of melds of glup, also those that hardly ever come up, as the oracle has them."""

from __future__ import annotations

from oracle.glup import INCOMPATIBLE, MULTIPLES, POINTS
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
    bars = {frozenset((kind.name, other)) for kind in GLUP.melds for other in kind.bars}
    for kinds, others in INCOMPATIBLE:
        for kind in kinds:
            for other in others:
                assert frozenset((kind, other)) in bars, (kind, other)
