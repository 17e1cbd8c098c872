"""A published rulebook may be given by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pinochle_solver import (
    RULEBOOKS,
    TABLE_RULEBOOKS,
    Hand,
    IllegalPositionError,
    MeldTable,
    NotationError,
    PlayoffPosition,
    Suit,
    equity,
    find_deals,
    find_playoffs,
    hand_options,
    plan,
    random_deals,
    random_endings,
    random_playoffs,
    rulebook_text,
    table_rulebook_text,
    with_options,
)

POSITION = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
HAND = Hand.parse("ATKQJ.KQ.-.QJ9")

FOR_TWO: dict[str, Callable[[Any], object]] = {
    "random_deals": lambda rules: list(random_deals(2, 7, rules)),
    "random_playoffs": lambda rules: list(random_playoffs(4, 2, 7, rules)),
    "find_deals": lambda rules: list(find_deals(2, 7, rules, where=["south holds AS"])),
    "find_playoffs": lambda rules: list(find_playoffs(4, 2, 7, rules, where=["south holds AS"])),
    "equity": lambda rules: equity("620/480", rules=rules),
    "hand_options": lambda rules: hand_options(rules, Suit.SPADES, HAND),
    "plan": lambda rules: plan(rules, Suit.SPADES, HAND, turns=2).steps,
    "MeldTable": lambda rules: MeldTable(rules, Suit.SPADES).rules,
    "with_rules": POSITION.with_rules,
    "rulebook_text": rulebook_text,
}
FOR_MORE: dict[str, Callable[[Any], object]] = {
    "random_endings": lambda rules: list(random_endings(3, 2, 7, rules)),
    "with_options": lambda rules: with_options(rules, ["roundhouse250"]),
    "table_rulebook_text": table_rulebook_text,
}
KNOWN = "for two: scarne, hayes, macdougall, macdougall-bonus, goulash, glup"


@pytest.mark.parametrize("call", FOR_TWO.values(), ids=FOR_TWO)
def test_a_name_is_as_good_as_the_rulebook(call: Callable[[Any], object]) -> None:
    assert call("macdougall") == call("MacDougall") == call(RULEBOOKS["macdougall"])


@pytest.mark.parametrize("call", FOR_TWO.values(), ids=FOR_TWO)
def test_an_unknown_name_is_an_error_that_lists_them(call: Callable[[Any], object]) -> None:
    for name in ("hoyle", "auction", "mac\N{KELVIN SIGN}", ""):
        with pytest.raises(NotationError) as caught:
            call(name)
        assert str(caught.value) == f"rules: unknown rulebook {name!r} ({KNOWN})"
    with pytest.raises(TypeError, match=r"^expected Rulebook, not TableRules: one of RULEBOOKS, "):
        call(TABLE_RULEBOOKS["auction"])


@pytest.mark.parametrize("call", FOR_MORE.values(), ids=FOR_MORE)
def test_so_it_is_for_three_and_four(call: Callable[[Any], object]) -> None:
    assert call("corners") == call("Corners") == call(TABLE_RULEBOOKS["corners"])
    for name in ("hoyle", "scarne"):
        with pytest.raises(NotationError) as caught:
            call(name)
        known = f"for three and four: {', '.join(TABLE_RULEBOOKS)}"
        assert str(caught.value) == f"rules: unknown rulebook {name!r} ({known})"
    with pytest.raises(TypeError, match=r"^expected TableRules, not Rulebook: one of TABLE_"):
        call(RULEBOOKS["scarne"])


def test_a_playoff_may_have_all_cards_of_a_hand() -> None:
    assert [len(each.south) for each in random_playoffs(16, 1, 7, "goulash")] == [16]


@pytest.mark.parametrize(
    ("call", "error", "fact"),
    [
        (
            lambda: random_deals(1, 7, "hoyle"),
            NotationError,
            f"rules: unknown rulebook 'hoyle' ({KNOWN})",
        ),
        (
            lambda: random_playoffs(4, 1, 7, "hoyle"),
            NotationError,
            f"rules: unknown rulebook 'hoyle' ({KNOWN})",
        ),
        (
            lambda: random_playoffs(0, 1, 7, "scarne"),
            IllegalPositionError,
            "cards: 0, a hand of scarne has 12",
        ),
        (
            lambda: random_playoffs(13, 1, 7, "scarne"),
            IllegalPositionError,
            "cards: 13, a hand of scarne has 12",
        ),
    ],
)
def test_what_is_wrong_is_told_before_the_first_deal_is_drawn(
    call: Callable[[], object], error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == fact
