"""Positions in the words that people type, each with its answer or the line that helps."""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle, Run
from pinochle_solver import NotationError, PositionError
from pinochle_solver.notation.table.all_games import parse_any_position
from pinochle_solver.notation.typed_words import OTHER_NAMES, typed_line

WORDS = [
    *OTHER_NAMES,
    *("auction", "check", "hayes", "partnership", "rules=corners", "rules", "up=9S", "led", "AD"),
    *("dealer", "south", "north", "turn", "bids", "250", "p", "widow", "contract", "trump", "S"),
    *("AS AS TS KS QS JS TH KH QH KD QD TC KC JC 9C", "AS AS TS 9S KH QH QC QC JC JC 9C 9C"),
    *("9H 9D JD", "stock", "gone", "tricks", "9D-AD", "bidder", "act=bury", "act", "id", "{", "="),
]
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
    (f"'{', '.join(CARDS.split())}; upcard is 9S'", FIRST, LEADS, "9C"),
    (f"'{CARDS}, turned up 9S, he led AD'", REPLY, REPLIES, "AS"),
    (f"{CARDS} up 9S dealer opponent", f"{FIRST} dealer=north", LEADS, "9C"),
    (f"'{CARDS}, dealer is me, opponent led AD', up 9S", f"{REPLY} dealer=south", REPLIES, "AS"),
    (
        f"turn north hand={CARDS} score 640/710 trump spades up 9S led 9D",
        "rules=scarne upcard=9S stock=23 turn=north south=-.-.-.-+11 north=AAT9.KQ.-.QQJJ99 led=9D"
        " score=640/710",
        "stock=23 south=-.-.-.-+11",
        "QC",
    ),
    (
        f"up 9S led AD turn N {CARDS} dealer me",
        "rules=scarne upcard=9S stock=23 turn=north south=-.-.-.-+11 north=AAT9.KQ.-.QQJJ99 led=AD"
        " dealer=north",
        "stock=23 south=-.-.-.-+11",
        "AS",
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
        (
            f"{CARDS} 9S",
            "south: 13 cards, expected 12. If one of them was turned up, write it behind up: up 9S",
        ),
        (f"hays {CARDS} up 9S", "rules: unknown rulebook 'hays', did you mean hayes?"),
        (
            f"{CARDS} hayes up 9S",
            "rules: hayes is a rulebook: name a single one, in front of the cards",
        ),
        (f"AX {CARDS} up 9S", "hand: 'AX' has no suit"),
        ("AS AX", "hand: 'AX' has no suit"),
        (
            "AAT9.KQ.-.QQJJ99 9S",
            "'9S': a card behind the whole hand. If it was turned up, write up 9S",
        ),
        ("350", "350: a number, and no card. Type your cards first; a bid is typed as bids 350"),
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


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=14).map(" ".join))
def test_words_at_random_are_read_or_refused(text: str) -> None:
    with contextlib.suppress(PositionError):
        line = typed_line(text)
        with contextlib.suppress(PositionError):
            parse_any_position(line)


def test_a_hand_alone_imports_nothing_of_the_table_games() -> None:
    program = (
        "import sys; from pinochle_solver.notation.typed_words import typed_line;"
        f"typed_line('{CARDS} up 9S dealer me led AD'); typed_line('hayes {CARDS} up 9S');"
        "typed_line('ace of spades, ten of spades up 9S');"
        "print([name for name in sys.modules if '.table' in name])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert shown.stdout == b"[]\n"


# Three and four

FIFTEEN = "AS AS TS KS QS JS TH KH QH KD QD TC KC JC 9C"
TWELVE = "AS AS TS KS QS AH KH QH AD TC KC 9C"
WIDOW = "9H 9D JD"
THREE = "south=AATKQJ.TKQ.KQ.TKJ9 west=+15 north=+15"
FOUR = "south=AATKQ.AKQ.A.TK9 west=+12 north=+12 east=+12"
EIGHTEEN = "south=AATKQJ.TKQ9.KQJ9.TKJ9 west=+15 north=+15"
OTHERS = "west=+12 north=+12 east=+12"

TABLES = [
    (
        f"auction {FIFTEEN}",
        f"rules=auction dealer=north act=bid turn=south {THREE} widow=+3",
        "dealer=north act=bid turn=south west=+15 north=+15 widow=+3",
    ),
    (
        f"rules=auction '{FIFTEEN}' bids 250 p",
        f"rules=auction dealer=south act=bid bids=250,p turn=south {THREE} widow=+3",
        "dealer=south act=bid turn=south west=+15 north=+15 widow=+3",
    ),
    (
        f"auction {FIFTEEN} widow {WIDOW} contract 300",
        f"rules=auction act=bury bidder=south contract=300 turn=south {EIGHTEEN} widow=-.9.J9.-",
        f"act=bury bidder=south turn=south {EIGHTEEN}",
    ),
    (
        f"auction {FIFTEEN} widow {WIDOW} bids 300 p p",
        "rules=auction dealer=north act=bury bids=300,p,p bidder=south contract=300 turn=south"
        f" {EIGHTEEN} widow=-.9.J9.-",
        f"dealer=north act=bury bidder=south contract=300 turn=south {EIGHTEEN}",
    ),
    (
        f"auction {FIFTEEN} widow {WIDOW} trump spades bury 9H 9D 9C",
        "rules=auction bidder=south trump=S turn=south south=AATKQJ.TKQ.KQJ.TKJ west=+15"
        " north=+15 widow=-.9.J9.- buried=-.9.9.9",
        "bidder=south turn=south south=AATKQJ.TKQ.KQJ.TKJ west=+15 north=+15",
    ),
    (
        f"auction me={FIFTEEN} trump hearts led AC KC",
        f"rules=auction bidder=west trump=H turn=south led=AC,KC {THREE} buried=+3".replace(
            "+15", "+14"
        ),
        "bidder=west turn=south west=+14 north=+14 buried=+3",
    ),
    (
        f"check {TWELVE}",
        f"rules=check dealer=east act=bid turn=south {FOUR}",
        f"dealer=east act=bid turn=south {OTHERS}",
    ),
    (
        f"check {TWELVE} contract 210",
        f"rules=check act=bury bidder=south contract=210 turn=south {FOUR}",
        f"act=bury bidder=south turn=south {OTHERS}",
    ),
    (
        f"corners {TWELVE} bids 200 p p",
        f"rules=corners dealer=south act=bid bids=200,p,p turn=south {FOUR}",
        f"dealer=south act=bid turn=south {OTHERS}",
    ),
    (
        f"partnership --south '{TWELVE}' --up 9S",
        "rules=partnership dealer=east trump=S turn=south upcard=9S south=AATKQ.AKQ.A.TK9"
        " west=+12 north=+12 east=9.-.-.-+11",
        "dealer=east trump=S turn=south west=+12 north=+12 east=9.-.-.-+11",
    ),
    (
        f"firehouse {TWELVE} trump ♠ bidder partner led AD KD",
        f"rules=firehouse bidder=north trump=S turn=south led=AD,KD {FOUR}".replace(
            "north=+12 east=+12", "north=+11 east=+11"
        ),
        "turn=south west=+12 north=+11 east=+11",
    ),
    (
        "hayes-3 AS AS TS KS QS AH KH QH up 9S",
        "rules=hayes-3 trump=S turn=south upcard=9S stock=23 south=AATKQ.AKQ.-.- west=+8 north=+8",
        "trump=S turn=south west=+8 north=+8",
    ),
]


@pytest.mark.parametrize(("typed", "position", "assumed"), TABLES)
def test_a_hand_of_three_or_four_is_completed(
    typed: str, position: str, assumed: str, pinochle: Pinochle
) -> None:
    result = pinochle("show", *shlex.split(typed), "--json")
    assert (result.status, result.err) == (0, f"position: assumed {assumed}\n")
    assert json.loads(result.out)["position"] == position
    assert pinochle("show", position, "--json") == Run(0, result.out, "")


@pytest.mark.parametrize(
    ("typed", "best", "objective", "mean"),
    [
        (f"auction {FIFTEEN}", "250", "cents", 100.0),
        (f"auction {FIFTEEN} widow {WIDOW} contract 300", "S:QD.9H.9D", "cents", 120.0),
        (f"check {TWELVE}", "200", "checks", 1.0),
        (f"check {TWELVE} trump spades", "AS", "points", 110.0),
        (f"partnership {TWELVE} up 9S", "AH", "points", 80.0),
    ],
)
def test_a_hand_of_three_or_four_is_analysed(
    typed: str, best: str, objective: str, mean: float, pinochle: Pinochle
) -> None:
    result = pinochle("analyze", *shlex.split(typed), "--worlds", "2", "--json")
    assert result.status == 0
    found = json.loads(result.out)
    move = found["moves"][0]
    assert (move["move"], found["objective"], move["mean"]) == (best, objective, mean)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("auction AS KS west 250, north pass", "auction south=AS KS dealer=south bids=250,p"),
        (
            "auction AS KS bids left 250 partner passes",
            "auction south=AS KS dealer=south bids=250,p",
        ),
        (
            "check dealer left AS partner bid 250 right 260",
            "check dealer=west south=AS bids=250,260",
        ),
        ("check AS west 250 north p east p me p", "check south=AS dealer=south bids=250,p,p,p"),
        ("auction my hand: AS KS; the widow is QS", "auction south=AS KS widow=QS"),
        ("auction AS KS dealer west bids p 250", "auction south=AS KS dealer=west bids=p 250"),
    ],
)
def test_people_say_who_called(words: str, line: str) -> None:
    assert typed_line(words) == f"rules={line}"


def test_a_call_of_one_who_is_not_next_is_refused() -> None:
    with pytest.raises(NotationError, match="bids: east is named, and north calls next"):
        typed_line("check AS KS west 250 east 260")
    with pytest.raises(NotationError, match="bids: west is named, and nobody calls next"):
        typed_line("auction AS KS west p north p south p west 250")


EIGHTEEN_CARDS = f"{FIFTEEN} {WIDOW}"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (
            f"auction {FIFTEEN} dealer me",
            "bids: missing, and west calls first. Add the calls before south's:"
            f' pinochle show rules=auction south="{FIFTEEN}" dealer=south bids=p,p',
        ),
        (
            f"check {TWELVE} dealer left bids 200",
            "bids: after 200 east calls next. Add the calls before south's:"
            f' pinochle show rules=check south="{TWELVE}" dealer=west bids=200,p',
        ),
        (
            f"auction {EIGHTEEN_CARDS}",
            "widow: missing. Add widow=, the cards that were turned up:"
            f' pinochle show rules=auction south="{EIGHTEEN_CARDS}" widow="AS AS TS"',
        ),
        (
            f"auction {FIFTEEN} widow {WIDOW} trump S bury 9H 9D 9S",
            "buried: 9S is not in south's hand",
        ),
        (f"auction {FIFTEEN} widow 9H 9D contract 300", "widow: 2 cards, expected 3"),
        (f"auction {FIFTEEN} widow {WIDOW} trump S bury 9H 9D", "buried: 2 cards, expected 3"),
        (f"auction {FIFTEEN} bid 240", "bids: 240: west can bid 250 to 650 in tens or pass"),
        (
            f"auction {FIFTEEN} bids 250 p p",
            "bids: no call of south comes after these, whoever dealt",
        ),
        (
            f"auction {FIFTEEN} widow {WIDOW} bid 350",
            "bids: no auction that south has won. If south plays for 350, write contract 350",
        ),
        (
            f"auction {FIFTEEN} widow {WIDOW} bid 350 trump S bury 9H 9D 9C",
            "bids: no auction that south has won. If south plays for 350, write contract 350",
        ),
        (
            f"partnership {TWELVE}",
            "upcard: missing. Add the card that was turned up:"
            f' pinochle show rules=partnership south="{TWELVE}" upcard=9S',
        ),
        (
            f"partnership {TWELVE} up 9S led AC QC KC",
            "south: dealt, so the card turned up is its own, but 9S is neither in its hand nor"
            " played",
        ),
        ("auction", "hand: missing. Type the cards of the player to move"),
        (f"aucton {FIFTEEN}", "rules: unknown rulebook 'aucton', did you mean auction?"),
        (
            f"auction auction {FIFTEEN}",
            "rules: auction is a rulebook: name a single one, in front of the cards",
        ),
        (f"auction {TWELVE}", "south: 12 cards, expected 15"),
        (
            f"partnership {TWELVE} up hearts",
            "upcard: 'hearts' is a suit. Type the card that was turned up:"
            f' pinochle show rules=partnership south="{TWELVE}" upcard=9H',
        ),
    ],
)
def test_what_is_missing_of_three_or_four_is_told(
    typed: str, line: str, pinochle: Pinochle
) -> None:
    result = pinochle("show", *shlex.split(typed))
    assert (result.status, result.out, result.err) == (2, "", f"position: {line}\n")
