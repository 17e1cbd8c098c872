"""Decks, counts and rulebooks, against RULES.md sections 1 and 3 to 6."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from enum import IntEnum

import pytest

from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    CardCount,
    Deck,
    Doubles,
    GameRules,
    MeldKind,
    NotationError,
    Points,
    Rank,
    Rulebook,
    Seat,
    Suit,
)
from pinochle_solver.errors import RulesError
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS


def test_every_count_comes_to_250_with_the_last_trick() -> None:
    """Also with the 64 cards of goulash; that of glup comes to 50 with its 96."""
    for name in ("scarne", "goulash"):
        deck = RULEBOOKS[name].deck
        for count in (COUNTS["old"], COUNTS["compromise"], COUNTS["simplified"]):
            assert count.of_hand(deck) == count.of(deck.cards()) + count.last_trick == 250
    assert COUNTS["glup"].of_hand(RULEBOOKS["glup"].deck) == 50


# RULES.md sections 3 to 6 and the rules page of the variants: what, and by rulebook.
PARAMETERS = """
count old compromise old old old glup
target 1000 1000 1000 1000 1500 1000
must_head_plain no yes no no no yes
must_head_trumps yes yes yes yes yes yes
must_trump yes yes yes yes yes yes
draws_before_melding no yes no no no no
melds_after_last_stock_trick yes no no no no yes
dix_is_a_meld no yes no no no yes
dix_by_loser no no yes yes yes no
dix_turns no no no no yes no
dix_by_exchange no no no no no yes
upcard_to_winner no no no no yes no
dealer_dix 10 0 10 10 10 1
dealer_lift 0 0 0 0 0 1
dealer_lift_and_dix 0 0 0 0 0 3
last_draw_dix 0 0 10 10 0 0
held_dix 0 0 0 0 10 1
played_dix 0 0 0 0 0 1
glups no no no no no yes
copy_rule classes classes classes classes classes kinds
"""
NAMES = ["scarne", "hayes", "macdougall", "macdougall-bonus", "goulash", "glup"]


@pytest.mark.parametrize("row", PARAMETERS.strip().splitlines())
def test_parameters_are_as_published(row: str) -> None:
    parameter, *expected = row.split()
    assert list(RULEBOOKS) == NAMES
    for name, text in zip(NAMES, expected, strict=True):
        value = getattr(RULEBOOKS[name], parameter)
        if parameter == "count":
            assert value is COUNTS[text]
        elif parameter == "copy_rule":
            assert value.text() == text
        elif text in ("yes", "no"):
            assert value is (text == "yes"), name
        else:
            assert value == int(text), name


LAST_TRICKS = """
last_meld_trick 12 11 11 11 15 30
last_dix_trick 12 11 12 12 15 30
dix_draw_trick 0 0 12 12 0 0
"""


@pytest.mark.parametrize("row", LAST_TRICKS.strip().splitlines())
def test_the_last_tricks_that_something_follows(row: str) -> None:
    what, *expected = row.split()
    tricks = [getattr(RULEBOOKS[name], what) for name in NAMES]
    assert tricks == list(map(int, expected))


def test_without_an_upcard_no_dix_is_shown() -> None:
    scarne = RULEBOOKS["scarne"]
    deck = replace(scarne.deck, stock=24, upcard=False)
    assert replace(scarne, name="house", deck=deck).last_dix_trick == 0


def test_every_parameter_is_in_the_table() -> None:
    listed = {row.split()[0] for row in PARAMETERS.strip().splitlines()}
    assert {field.name for field in fields(Rulebook)} == listed | {
        "name",
        "title",
        "melds",
        "penalties",
        "game",
        "deck",
    }


# RULES.md section 6; a rulebook has the default where the table has a dash.
GAMES = """
other_targets 1250,1500,2000 - 1200 1200 - -
tie_raises_target_by - 250 - - - -
chips_up_from - - 7 7 7 -
single_hand_tie DEAL_AGAIN - NOBODY_WINS NOBODY_WINS NOBODY_WINS -
call_out WINS - NEEDS_A_TRICK NEEDS_A_TRICK NEEDS_A_TRICK -
ahead - - - - - 1000
doubles - - EVERY,FIRST_LAST EVERY,FIRST_LAST EVERY,FIRST_LAST -
"""


@pytest.mark.parametrize("row", GAMES.strip().splitlines())
def test_games_are_as_published(row: str) -> None:
    parameter, *expected = row.split()
    for name, text in zip(NAMES, expected, strict=True):
        value = getattr(RULEBOOKS[name].game, parameter)
        if text == "-":
            assert value == getattr(GameRules(), parameter)
        elif isinstance(value, IntEnum):
            assert value.name == text
        elif parameter == "doubles":
            assert value == tuple(Doubles[name] for name in text.split(","))
        elif isinstance(value, tuple):
            assert value == tuple(map(int, text.split(",")))
        else:
            assert value == int(text)


def test_every_parameter_of_the_game_is_in_the_table() -> None:
    listed = [row.split()[0] for row in GAMES.strip().splitlines()]
    assert listed == [field.name for field in fields(GameRules)]


DECKS = """
ATKQJ9 2 12 23 shared
ATKQJ9 2 12 23 shared
ATKQJ9 2 12 23 shared
ATKQJ9 2 12 23 shared
ATKQJ987 2 16 31 own
ATKQJ9 4 18 59 shared
"""


@pytest.mark.parametrize(
    ("name", "row"), list(zip(NAMES, DECKS.strip().splitlines(), strict=True)), ids=NAMES
)
def test_decks_are_as_published(name: str, row: str) -> None:
    ranks, copies, hand, stock, pile = row.split()
    deck = RULEBOOKS[name].deck
    assert RULEBOOKS[name].name == name
    assert "".join(rank.letter for rank in deck.ranks) == ranks
    assert "".join(suit.letter for suit in deck.suits) == "SHDC"
    assert (deck.copies, deck.hand, deck.stock) == (int(copies), int(hand), int(stock))
    assert (deck.upcard, deck.own_piles) == (True, pile == "own")


# RULES.md section 5.
COUNT_POINTS = """
old 11 10 4 3 2 0
compromise 10 10 5 5 0 0
simplified 10 10 10 0 0 0
"""


@pytest.mark.parametrize("row", COUNT_POINTS.strip().splitlines())
def test_counts_are_as_published(row: str) -> None:
    name, *points = row.split()
    count = COUNTS[name]
    assert count.name == name
    of_ranks = (count.ace, count.ten, count.king, count.queen, count.jack, count.nine)
    assert of_ranks == tuple(map(int, points))
    assert (count.eight, count.seven, count.last_trick) == (0, 0, 10)


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
    for rulebook, expected in zip(PINOCHLE_BOOKS.values(), points, strict=True):
        kind = rulebook.meld(name)
        assert (str(kind.points) if kind else "-") == expected, rulebook.name


# RULES.md section 4: laid all at once (*), or growing out of another kind (<).
HOW_LAID = {
    "scarne": "roundhouse*",
    "hayes": "run<royal-marriage double-pinochle<pinochle",
    "macdougall": "",
    "macdougall-bonus": "double-pinochle* grand-pinochle* roundhouse*",
}


@pytest.mark.parametrize("name", PINOCHLE_BOOKS)
def test_melds_are_laid_as_published(name: str) -> None:
    laid = set()
    for kind in RULEBOOKS[name].melds:
        if kind.all_at_once:
            laid.add(f"{kind.name}*")
        if kind.replaces:
            laid.add(f"{kind.name}<{kind.replaces}")
    assert laid == set(HOW_LAID[name].split())


def test_a_rulebook_can_be_made_of_another() -> None:
    house = replace(RULEBOOKS["scarne"], name="house", must_head_plain=True)
    assert house != RULEBOOKS["scarne"]
    assert house.count is COUNTS["old"]


@pytest.mark.parametrize(
    ("make", "error", "fact"),
    [
        (
            lambda: CardCount("Old"),
            RulesError,
            "CardCount 'Old': a name is lower-case letters, digits and hyphens",
        ),
        (
            lambda: CardCount("house", ace=-1),
            RulesError,
            "CardCount 'house': ace is -1, expected an int from 0 to 255",
        ),
        (
            lambda: CardCount("house", ten=256),
            RulesError,
            "CardCount 'house': ten is 256, expected an int from 0 to 255",
        ),
        (
            lambda: CardCount("house", last_trick=1000),
            RulesError,
            "CardCount 'house': last_trick is 1000, expected an int from 0 to 999",
        ),
        (
            lambda: CardCount("house", last_trick=-1),
            RulesError,
            "CardCount 'house': last_trick is -1, expected an int from 0 to 999",
        ),
        (
            lambda: CardCount("house", ace=1.5),  # type: ignore[arg-type]
            RulesError,
            "CardCount 'house': ace is 1.5, expected an int from 0 to 255",
        ),
        (
            lambda: CardCount("old", ace=1),
            RulesError,
            "CardCount 'old': this is the name of a published count",
        ),
        (
            lambda: replace(COUNTS["simplified"], last_trick=20),
            RulesError,
            "CardCount 'simplified': this is the name of a published count",
        ),
        (
            lambda: Rulebook("two words", "", COUNTS["old"]),
            RulesError,
            "Rulebook 'two words': a name is lower-case letters, digits and hyphens",
        ),
        (
            lambda: Rulebook("house", "", COUNTS["old"], target=0),
            RulesError,
            "Rulebook 'house': target is 0, expected an int from 1 to 999999",
        ),
        (
            lambda: Rulebook("house", "", COUNTS["old"], target=1_000_000),
            RulesError,
            "Rulebook 'house': target is 1000000, expected an int from 1 to 999999",
        ),
        (
            lambda: Rulebook("house", "", COUNTS["old"], game=GameRules(chips_up_from=10)),
            RulesError,
            "Rulebook 'house': chips_up_from is 10, expected an int from 0 to 9",
        ),
        (
            lambda: Rulebook("house", "", COUNTS["old"], game=GameRules(tie_raises_target_by=-1)),
            RulesError,
            "Rulebook 'house': tie_raises_target_by is -1, expected an int from 0 to 999999",
        ),
        (
            lambda: Deck("upside down", (Rank.NINE, Rank.ACE), 2, 1, 0),
            RulesError,
            "Deck 'upside down': ranks must be distinct and go high to low",
        ),
        (
            lambda: Deck("five of each", (Rank.ACE,), 5, 1, 0),
            RulesError,
            "Deck 'five of each': copies is 5, expected an int from 1 to 4",
        ),
        (
            lambda: Deck("too small", (Rank.ACE,), 1, 3, 0),
            RulesError,
            "Deck 'too small': cannot deal 3 each from 4",
        ),
        (lambda: Deck("no cards", (), 1, 1, 0), RulesError, "Deck 'no cards': empty"),
        (
            lambda: Deck("no copies", (Rank.ACE,), 0, 1, 0),
            RulesError,
            "Deck 'no copies': copies is 0, expected an int from 1 to 4",
        ),
        (
            lambda: Deck("no hand", (Rank.ACE,), 1, 0, 0),
            RulesError,
            "Deck 'no hand': hand is 0, expected an int from 1 to 32",
        ),
        (
            lambda: Deck("hand of 33", tuple(reversed(Rank)), 4, 33, 0),
            RulesError,
            "Deck 'hand of 33': hand is 33, expected an int from 1 to 32",
        ),
        (
            lambda: Deck("negative stock", (Rank.ACE,), 2, 1, -1),
            RulesError,
            "Deck 'negative stock': stock is -1, expected an int from 0 to 8",
        ),
        (
            lambda: Deck("stock too big", (Rank.ACE,), 2, 3, 3),
            RulesError,
            "Deck 'stock too big': cannot deal 3 each from 8",
        ),
        (
            lambda: Deck("two\nlines", (Rank.ACE,), 2, 1, 0),
            RulesError,
            "Deck 'two\\nlines': the name has characters that cannot be shown",
        ),
        (
            lambda: Rulebook("house", "", COUNTS["old"], ("dix",)),  # type: ignore[arg-type]
            TypeError,
            "Rulebook 'house': 'dix' is no MeldKind",
        ),
        (
            lambda: Rulebook("house", "", "old"),  # type: ignore[arg-type]
            TypeError,
            "Rulebook 'house': 'old' is no CardCount",
        ),
    ],
)
def test_impossible_rules_are_refused(
    make: Callable[[], object], error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as caught:
        make()
    assert str(caught.value) == fact


def test_a_hand_may_have_32_cards() -> None:
    deck = Deck("biggest", tuple(reversed(Rank)), copies=4, hand=32, stock=64)
    assert len(deck.cards()) == deck.size == 128


def test_a_published_count_made_again_is_the_same() -> None:
    old = CardCount("old", ace=11, ten=10, king=4, queen=3, jack=2)
    assert old == COUNTS["old"]
    assert copy.deepcopy(old) == pickle.loads(pickle.dumps(old)) == old


def test_lists_and_numbers_become_tuples_of_their_kind() -> None:
    deck = Deck("listed", [Rank.ACE, 0], 2, 2, 0, suits=[Suit.SPADES, 1])  # type: ignore[arg-type]
    assert deck == Deck("listed", (Rank.ACE, Rank.SEVEN), 2, 2, 0, (Suit.SPADES, Suit.HEARTS))
    assert [rank.letter for rank in deck.ranks] == ["A", "7"]
    melds = [MeldKind("dix", 10, "9t")]
    house = Rulebook("house", "", COUNTS["old"], melds, deck=deck)  # type: ignore[arg-type]
    assert house.melds == tuple(melds)
    assert len({house, replace(house)}) == 1


def test_seats_are_read_in_either_case_of_ascii() -> None:
    assert Seat.parse("SOUTH") is Seat.SOUTH
    with pytest.raises(NotationError, match="unknown seat"):
        Seat.parse("\N{LATIN SMALL LETTER LONG S}outh")


def test_points_keep_their_seats() -> None:
    assert Points.of(Seat.SOUTH, 55, 15) == Points.of(Seat.NORTH, 15, 55) == (55, 15)
    assert Seat.SOUTH.other is Seat.NORTH
    assert Seat.NORTH.other is Seat.SOUTH
