"""Decks, counts and rulebooks, against RULES.md sections 1, 4, 5 and 6."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pinochle_solver import COUNTS, RULEBOOKS, CardCount, Deck, Points, Rank, Rulebook, Seat


def test_every_count_comes_to_250_with_the_last_trick() -> None:
    deck = RULEBOOKS["scarne"].deck
    assert deck.size == len(deck.cards()) == 48
    for count in COUNTS.values():
        assert count.of(deck.cards()) + count.last_trick == 250


@pytest.mark.parametrize(
    ("name", "count", "heads_plain_suits", "target"),
    [
        ("scarne", "old", False, 1000),
        ("hayes", "compromise", True, 1000),
        ("macdougall", "old", False, 1000),
        ("macdougall-bonus", "old", False, 1000),
    ],
)
def test_published_rulebooks(name: str, count: str, heads_plain_suits: bool, target: int) -> None:
    rulebook = RULEBOOKS[name]
    assert rulebook.name == name
    assert rulebook.count is COUNTS[count]
    assert rulebook.must_head_plain is heads_plain_suits
    assert rulebook.must_head_trumps
    assert rulebook.must_trump
    assert rulebook.target == target


# RULES.md section 4: kind, scarne, hayes, macdougall, macdougall-bonus.
MELDS = """
marriage 20 20 20 20
royal-marriage 40 40 40 40
run 150 150 150 150
jacks 40 40 40 40
queens 60 60 60 60
kings 80 80 80 80
aces 100 100 100 100
pinochle 40 40 40 40
double-pinochle - 300 - 300
grand-pinochle - - - 80
roundhouse 240 - - 250
dix 10 10 10 10
"""


@pytest.mark.parametrize("row", MELDS.strip().splitlines())
def test_melds_score_as_published(row: str) -> None:
    name, *points = row.split()
    for rulebook, expected in zip(RULEBOOKS.values(), points, strict=True):
        kind = rulebook.meld(name)
        assert (str(kind.points) if kind else "-") == expected, rulebook.name


def test_a_rulebook_can_be_made_of_another() -> None:
    house = replace(RULEBOOKS["scarne"], name="house", must_head_plain=True)
    assert house != RULEBOOKS["scarne"]
    assert house.count is COUNTS["old"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: CardCount("Old"),
        lambda: CardCount("house", ace=-1),
        lambda: CardCount("house", ten=256),
        lambda: CardCount("house", last_trick=1000),
        lambda: Rulebook("two words", "", COUNTS["old"]),
        lambda: Rulebook("house", "", COUNTS["old"], target=0),
        lambda: Deck("upside down", (Rank.NINE, Rank.ACE), 2, 1, 0),
        lambda: Deck("five of each", (Rank.ACE,), 5, 1, 0),
        lambda: Deck("too small", (Rank.ACE,), 1, 3, 0),
    ],
)
def test_impossible_rules_are_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=r"CardCount|Rulebook|Deck"):
        make()


def test_points_keep_their_seats() -> None:
    assert Points.of(Seat.SOUTH, 55, 15) == Points.of(Seat.NORTH, 15, 55) == (55, 15)
    assert Seat.SOUTH.other is Seat.NORTH
    assert Seat.NORTH.other is Seat.SOUTH
