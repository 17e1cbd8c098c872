"""A published rulebook may be given by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    StockPosition,
    Suit,
    equity,
    find_deals,
    find_playoffs,
    hand_options,
    plan,
    random_deals,
    random_endings,
    random_playoffs,
    record_of,
    rulebook_text,
    table_rulebook_text,
    with_options,
)
from pinochle_solver.limits import Limits

POSITION = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
HAND = Hand.parse("ATKQJ.KQ.-.QJ9")
STOCK = StockPosition.parse("rules=macdougall south=AAT9.KQ.-.QQJJ99 upcard=9S")
(DEAL,) = random_deals(1, rules="macdougall")
RECORD = record_of(DEAL, ())
ENDING = next(random_endings(3, 1, 7, "corners"))

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
    "PlayoffPosition": lambda rules: replace(POSITION, rules=rules),
    "StockPosition": lambda rules: replace(STOCK, rules=rules),
    "Deal": lambda rules: replace(DEAL, rules=rules),
    "HandRecord": lambda rules: replace(RECORD, rules=rules),
    "rulebook_text": rulebook_text,
}
FOR_MORE: dict[str, Callable[[Any], object]] = {
    "random_endings": lambda rules: list(random_endings(3, 2, 7, rules)),
    "TablePosition": lambda rules: replace(ENDING, rules=rules),
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


def test_what_is_not_said_is_as_on_the_command_line() -> None:
    assert list(random_deals(2)) == list(random_deals(2, 1, "scarne"))
    assert list(random_playoffs(4, 2)) == list(random_playoffs(4, 2, 1, "scarne"))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: random_deals(-1), "number is -1, expected 0 or more"),
        (lambda: random_playoffs(4, -1), "number is -1, expected 0 or more"),
        (lambda: random_endings(4, -1, 1, "check"), "number is -1, expected 0 or more"),
        (lambda: equity(900, 880), "score is 900, expected the points of both seats, "),  # type: ignore[arg-type]
        (
            lambda: plan("scarne", "S", HAND, turns=2),  # type: ignore[arg-type]
            "expected Suit, not str: Suit.parse reads text",
        ),
        (
            lambda: hand_options("scarne", Suit.SPADES, "AS KS"),  # type: ignore[arg-type]
            "expected Hand, not str: Hand.parse reads text",
        ),
        (lambda: Limits(worlds="5"), "worlds is '5', expected a number"),  # type: ignore[arg-type]
    ],
)
def test_other_arguments_that_make_no_sense_are_told(call: Callable[[], object], told: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value).startswith(told)
