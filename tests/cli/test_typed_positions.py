"""Positions in the words that people type, each with its answer or the line that helps."""

from __future__ import annotations

import json
import shlex

import pytest

from helpers.commandline import Pinochle

CARDS = "AS AS TS 9S KH QH QC QC JC JC 9C 9C"
FIRST = "rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=-.-.-.-+12"
REPLY = FIRST.replace("+12", "+11") + " led=AD"
LEADS = "turn=south stock=23 north=-.-.-.-+12"
REPLIES = "turn=south stock=23 north=-.-.-.-+11"

TWO_HANDED = [
    (f"{CARDS} up 9S", FIRST, LEADS, "9C"),
    (f"'{CARDS}' upcard 9S", FIRST, LEADS, "9C"),
    ("'♠AAT9 ♥KQ ♣QQJJ99' up nine of spades", FIRST, LEADS, "9C"),
    (f"{CARDS} up 9S led AD", REPLY, REPLIES, "AS"),
    (f"up 9S led ace of diamonds dealer me {CARDS}", f"{REPLY} dealer=south", REPLIES, "AS"),
    (f"--south '{CARDS}' --upcard 9S --dealer him", f"{FIRST} dealer=north", LEADS, "9C"),
    (f"me='{CARDS}' up=9S", FIRST, LEADS, "9C"),
    (
        f"turn north hand={CARDS} score 640/710 trump spades up 9S led 9D",
        "rules=scarne upcard=9S stock=23 turn=north south=-.-.-.-+11 north=AAT9.KQ.-.QQJJ99 led=9D"
        " score=640/710",
        "stock=23 south=-.-.-.-+11",
        "QC",
    ),
    (
        f"hayes {CARDS} up 9S",
        FIRST.replace("scarne", "hayes"),
        LEADS,
        "JC",
    ),
    (
        "me ks kd qd jd 9d 9h jc 10c ah ac 9c jh up td tricks 9D-AD dealer me",
        "rules=scarne upcard=TD stock=21 turn=south south=K.AJ9.KQJ9.ATJ9 north=-.-.-.-+12"
        " tricks=9D-AD dealer=south",
        "turn=south stock=21 north=-.-.-.-+12",
        "TC",
    ),
]


@pytest.mark.parametrize(("typed", "position", "assumed", "best"), TWO_HANDED)
def test_a_hand_in_words_is_analysed(
    typed: str, position: str, assumed: str, best: str, pinochle: Pinochle
) -> None:
    result = pinochle("analyze", *shlex.split(typed), "--worlds", "64", "--json")
    assert (result.status, result.err) == (0, f"position: assumed {assumed}\n")
    found = json.loads(result.out)
    assert (found["position"], found["moves"][0]["move"]) == (position, best)


SOUTH = f'south="{CARDS}"'


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (
            CARDS,
            f"upcard: missing. Add the card that was turned up: pinochle analyze {SOUTH} upcard=9S",
        ),
        (
            f"{CARDS} trump hearts",
            "upcard: missing. Add the card that was turned up:"
            f" pinochle analyze {SOUTH} trump=hearts upcard=9H",
        ),
        (
            f"{CARDS} upcard=spades",
            "upcard: 'spades' is a suit. Type the card that was turned up:"
            f" pinochle analyze {SOUTH} upcard=9S",
        ),
        (
            f"{CARDS} up 9S dealer me",
            "led: missing, and north is to lead. Add led=, the card that north led:"
            f" pinochle analyze {SOUTH} upcard=9S dealer=south led=AD",
        ),
        (f"hays {CARDS} up 9S", "rules: unknown rulebook 'hays', did you mean hayes?"),
        (f"AX {CARDS} up 9S", "hand: 'AX' has no suit"),
        (f"{CARDS} up", "upcard: empty"),
        (f"{CARDS} up 9S up TS", "upcard: given twice"),
        (f"{CARDS} up 9Z", "upcard: unknown suit 'Z' in '9Z'"),
    ],
)
def test_what_is_missing_is_told_with_the_command(
    typed: str, line: str, pinochle: Pinochle
) -> None:
    result = pinochle("analyze", *shlex.split(typed))
    assert (result.status, result.out, result.err) == (2, "", f"position: {line}\n")


def test_the_command_that_helps_can_be_typed(pinochle: Pinochle) -> None:
    told = pinochle("show", *CARDS.split(), "up", "9S", "dealer", "me").err
    command = shlex.split(told.rpartition(": pinochle ")[2])
    assert pinochle(*command).status == 0


def test_a_playoff_is_typed_in_words(pinochle: Pinochle) -> None:
    result = pinochle(
        "solve", "hayes", "trump spades me TS TH KD QD north AS KC TC KD turn me", "--json"
    )
    assert (result.status, result.err) == (0, "")
    assert json.loads(result.out)["position"] == (
        "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    )


def test_names_of_players_keep_their_words(pinochle: Pinochle) -> None:
    result = pinochle(
        "show",
        f"player.south=Trump Up player.north=Me {SOUTH} upcard=9S".replace('"', ""),
        "--json",
    )
    assert json.loads(result.out)["position"].endswith("player.south=Trump Up player.north=Me")
