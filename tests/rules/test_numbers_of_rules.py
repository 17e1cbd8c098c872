"""The least and the most of every number that rules may have: both are taken, what is beyond not.

The bounds are those of the documentation of `CardCount`, `Rulebook` and `GameRules`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pinochle_solver import RULEBOOKS, Card, CardCount, Hand, Suit
from pinochle_solver.errors import RulesError
from pinochle_solver.rules.doubles import parse_stake
from pinochle_solver.rules.meld_kinds import CopyRule, MeldKind
from pinochle_solver.rules.meld_table import hand_options

SCARNE = RULEBOOKS["scarne"]
RANKS = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")
LEAST_AND_MOST = {
    **dict.fromkeys(RANKS, (0, 255)),
    "last_trick": (0, 999),
    "target": (1, 999_999),
    "ahead": (0, 999_999),
    "tie_raises_target_by": (0, 999_999),
    "chips_up_from": (0, 9),
    "held_dix": (0, 9999),
    "played_dix": (0, 9999),
}


def taken(field: str, number: int) -> int:
    """The number as a count, a rulebook or the rules of a game keep it."""
    own: dict[str, Any] = {field: number}
    if field in RANKS or field == "last_trick":
        return int(getattr(replace(CardCount("own"), **own), field))
    if hasattr(SCARNE.game, field):
        rules = replace(SCARNE, name="own", game=replace(SCARNE.game, **own))
        return int(getattr(rules.game, field))
    return int(getattr(replace(SCARNE, name="own", **own), field))


@pytest.mark.parametrize("field", LEAST_AND_MOST)
def test_the_least_and_the_most_are_taken(field: str) -> None:
    least, most = LEAST_AND_MOST[field]
    for number in (least, most):
        assert taken(field, number) == number
    for number in (least - 1, most + 1):
        with pytest.raises(RulesError, match=f"expected an int from {least} to {most}"):
            taken(field, number)


def test_stakes_are_the_powers_of_two_up_to_the_largest() -> None:
    for power in range(33):
        assert parse_stake(str(1 << power)) == 1 << power
    for text in (
        "0",
        "3",
        "-1",
        "1.0",
        "",
        "٤",
        str((1 << 32) - 1),
        str((1 << 32) + 1),
        str(1 << 33),
    ):
        with pytest.raises(ValueError, match="not a power of two"):
            parse_stake(text)


@pytest.mark.parametrize(
    ("kinds", "more", "copy_rule"),
    [
        (64, (), CopyRule.KINDS),
        (47, (MeldKind("dix", 10, "9t"),), CopyRule.CLASSES),
        (94, (), CopyRule.CLASSES),
    ],
)
def test_as_many_melds_as_there_is_room_for(
    kinds: int, more: tuple[MeldKind, ...], copy_rule: CopyRule
) -> None:
    """One more is refused: `test_variant_rules` says so."""
    melds = tuple(MeldKind(f"kind{number}", 1, "Kt Qt") for number in range(kinds))
    rules = replace(SCARNE, name="own", melds=(*melds, *more), copy_rule=copy_rule)
    hand = Hand.of([Card.parse("KH"), Card.parse("QH")])
    assert len(hand_options(rules, Suit.HEARTS, hand)) == kinds
