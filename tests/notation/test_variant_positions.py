"""Positions of goulash and glup: reading, writing, and every check by its own message."""

from __future__ import annotations

from random import Random

import pytest

from helpers.commandline import Pinochle
from helpers.variant_hands import VARIANTS, compare_positions
from pinochle_solver import (
    RULEBOOKS,
    Card,
    Hand,
    PlayoffPosition,
    PositionError,
    Referee,
    StockPosition,
)
from pinochle_solver.notation.stock_checks import points_by_tricks


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", [0])
def test_hands_are_as_the_oracle_has_them(rules: str, seed: int) -> None:
    assert compare_positions(rules, seed) > 50


GOULASH = (  # the examples of docs/NOTATION-VARIANTS.md
    "rules=goulash upcard=7H stock=23 act=dix turn=south south=TJ87.TQ7.JJ887.QJ87"
    " north=-.-.-.-+16 melds.south=dix gone=7.JJ8.AK7.7 points=10+15/0+4"
)
GLUP = (
    "rules=glup upcard=9D stock=51 act=meld turn=south south=TQ9.TKJ.ATKKQQQQJ.JJ"
    " north=-.-.-.-+17 melds.south=run:AD.TD.KD.QD.JD+dix+royal-marriage:KD.QD2"
    "+trump-queens:QD.QD2.QD3.QD4 gone=AAT9.Q99.AA.9 points=26+5/2+0 glups=0/4"
)
# Nobody has led yet: south, who dealt, has exchanged a seven, and north may show his.
DEALT = (
    "rules=goulash upcard=7H stock=31 act=show turn=north south=-.A.-.-+15"
    " north=TJ87.TQ7.JJ887.QJ87 melds.south=dix@0 points=10+0/0+0 dealer=south"
)
# All cards are known; south is on lead after 14 tricks.
OPEN = (
    "rules=goulash upcard=7S pile.south=JS pile.north=9D dead=JC turn=south"
    " south=AAT.AAT.AAT.TTKKQQJ north=TKQ.TKK.TKK.AA99887 gone={gone}"
)
# South led aces, and north followed suit with tens: four glups, of which three count and score.
PLAYED = (
    "rules=glup upcard=AD stock=55 turn=south south=AAT9.KKQQ.AAKQJ.KQJJ9 north=-.-.-.-+18"
    " tricks=AC-TC,AC-TC points=0+4/1+0 dealer=north"
)


def changed(line: str, *changes: str) -> str:
    """A line with tokens set (``token=text``) or left out (``-token``)."""
    tokens = dict(word.split("=", 1) for word in line.split())
    for change in changes:
        if change.startswith("-"):
            del tokens[change[1:]]
        else:
            token, _, text = change.partition("=")
            tokens[token] = text
    return _line(tokens)


def _line(tokens: dict[str, str]) -> str:
    return " ".join(f"{token}={text}" for token, text in tokens.items())


def _open() -> str:
    """`OPEN` with the cards that are gone."""
    line = OPEN.format(gone="-")
    tokens = dict(word.split("=", 1) for word in line.split())
    left = list(RULEBOOKS["goulash"].deck.cards())
    for token in ("south", "north"):
        for card in Hand.parse(tokens[token]):
            left.remove(card)
    for token in ("upcard", "pile.south", "pile.north", "dead"):
        left.remove(Card.parse(tokens[token]))
    return changed(line, f"gone={Hand.of(left).text()}")


@pytest.mark.parametrize("line", [GOULASH, GLUP, DEALT, _open(), PLAYED])
def test_canonical_lines_go_round(line: str) -> None:
    position = StockPosition.parse(line)
    assert position.text() == line
    assert eval(repr(position), {"StockPosition": StockPosition}) == position


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (GOULASH, ", trump H, south does not lead next and may meld a dix\n"),
        (
            GOULASH,
            "\n  piles: 11 face down each; upcard 7H, under it the dead card; 4 tricks played\n",
        ),
        (
            _open(),
            "\n  piles: 1 face down each, south JS, north 9D; upcard 7S, under it JC; "
            "14 tricks played\n",
        ),
        (GLUP, "\n  glups: south 0, north 4\n"),
    ],
)
def test_what_lies_on_the_table_is_told(pinochle: Pinochle, line: str, told: str) -> None:
    assert told in pinochle("show", "--ascii", line).out


def test_piles_are_the_row_of_the_draws() -> None:
    position = StockPosition.parse(_open())
    assert position.stock == tuple(map(Card.parse, ("JS", "9D", "JC")))
    assert position.face_down == 3
    assert not position.unseen


def test_glups_follow_from_the_tricks() -> None:
    fewer = changed(PLAYED, "tricks=AC-TC", "stock=57", "points=0+2/0+0", "dealer=north")
    assert StockPosition.parse(fewer).glups == (0, 2)
    assert StockPosition.parse(changed(fewer, "glups=0/2")) == StockPosition.parse(fewer)
    assert StockPosition.parse(PLAYED).glups == (0, 3)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        # Tokens of the other games
        (changed(GLUP, "rules=scarne", "glups=0/4"), "glups: in scarne there are no glups"),
        (changed(GOULASH, "glups=0/0"), "glups: in goulash there are no glups"),
        (changed(GOULASH, "cut=33"), "cut: 33, but in goulash nothing scores for a lift"),
        (changed(GOULASH, "ahead=1000"), "ahead: 1000, but goulash is played for a target"),
        (
            changed(GLUP, "-stock", "pile.south=AS"),
            "pile.south: in glup both draw from one stock",
        ),
        (changed(GLUP, "dead=AS"), "dead: in glup there is no dead card"),
        (
            changed(GLUP, "act=show", "stock=49", "south=ATQ9.TKJ.ATKKQQQQJ.JJ", "north=+18"),
            "act: show, but in glup there are no dix turns",
        ),
        (
            changed(GLUP, "act=dix"),
            "act: dix, but in glup only the winner of a trick melds one",
        ),
        # Piles
        (changed(_open(), "-dead"), "dead: missing"),
        (changed(_open(), "-pile.north"), "pile.north: missing"),
        (changed(_open(), "stock=3"), "stock: given, and pile.south as well"),
        (changed(_open(), "pile.north=-"), "pile.north: 0 cards, south's pile has 1"),
        (changed(_open(), "pile.north=9D,9"), "pile.north: '9' is no card"),
        (changed(_open(), "dead=-"), "dead: "),
        (
            changed(_open(), "pile.south=-", "pile.north=-"),
            "pile.south: 1 card, expected 3 after 14 tricks",
        ),
        (changed(_open(), "pile.north=TS"), "pile.north: 3 copies of TS, the deck has 2"),
        (changed(_open(), "dead=9D"), "dead: "),
        (
            changed(GOULASH, "stock=AS,9D"),
            "stock: 'AS,9D' is not a number; of two piles the cards are pile.south=, pile.north=",
        ),
        # Sizes
        (changed(GOULASH, "stock=25"), "stock: 25 cards, expected 23 after 4 tricks"),
        (changed(GOULASH, "north=+15"), "north: 15 cards, expected 16"),
        (changed(GOULASH, "act=meld", "stock=25"), "south: 16 cards, expected 15"),
        (changed(GLUP, "stock=49"), "stock: 49 cards, expected 51 after 5 tricks"),
        (changed(GLUP, "north=+18"), "north: 18 cards, expected 17"),
        (changed(GOULASH, "led=9S"), "led: 9S, in the middle of a trick nobody melds"),
        (changed(DEALT, "act=meld", "stock=33"), "act: meld, before any trick"),
        # Whose dix turn it is
        (changed(DEALT, "act=dix"), "dealer: south, but south leads to the first trick"),
        (changed(DEALT, "turn=south"), "dealer: south, but south leads to the first trick"),
        # Dix
        (
            changed(DEALT, "act=dix", "turn=south", "dealer=south", "-points"),
            "melds.south: dix@0: expected a trick from 0 to -1",
        ),
        (
            changed(DEALT, "melds.south=dix@1"),
            "melds.south: dix@1: expected a trick from 0 to 0",
        ),
        (
            changed(
                DEALT,
                "melds.south=dix@0+dix:7H@0",
                "south=-.A7.-.-+14",
                "north=TJ87.TQ8.JJ887.QJ87",
            ),
            "melds.south: dix:7H@0: only one a trick",
        ),
        (
            changed(
                DEALT,
                "act=play",
                "melds.south=dix:7H@0",
                "melds.north=dix@0",
                "south=-.7.-.-+15",
                "north=TJ87.ATQ.JJ887.QJ87",
                "-points",
            ),
            "melds.south: dix:7H@0: melded before the dix was exchanged",
        ),
        (changed(GOULASH, "upcard=9H"), "melds.south: dix: the upcard is 9H, expected 7H"),
        (
            changed(GOULASH, "melds.south=dix@2+marriage:KS.QS@2", "south=KQ87.TQ7.JJ887.QJ87"),
            "melds.south: marriage:KS.QS@2: it stands behind the dix, which comes after the draws",
        ),
        (
            changed(GLUP, "melds.south=dix:9D", "south=TQ9.TKJ.TKKQQQQJ9.JJ", "-points"),
            "melds.south: dix:9D: in glup a dix is only exchanged for the upcard",
        ),
        (
            changed(GLUP, "melds.south=dix+dix", "-points"),
            "melds.south: dix: the dix has been exchanged before",
        ),
        # Melds: kinds that bar kinds, copies
        (
            changed(GLUP, "melds.south=royal-marriage:KD.QD+double-royal-marriage:KD.KD2.QD.QD2"),
            "melds.south: double-royal-marriage:KD.KD2.QD.QD2: ",
        ),
        (
            changed(GLUP, "melds.south=trump-queens:QD.QD2.QD3.QD5"),
            "melds.south: trump-queens:QD.QD2.QD3.QD5: QD5: the deck has 4 of QD",
        ),
        (
            changed(GLUP, "melds.south=trump-queens:QD.QD2.QD4.QD4"),
            "melds.south: trump-queens:QD.QD2.QD4.QD4: QD4 is named twice",
        ),
        (
            changed(GLUP, "melds.south=double-roundhouse-of-runs:QD"),
            "melds.south: 'double-roundhouse-of-runs' is no meld of glup (near it: ",
        ),
        (changed(GLUP, "gone=AAT9.Q99.AA.8"), "gone: 8C is not in the glup deck"),
        (changed(GLUP, "gone=AAT9.Q99.QA.9"), "gone: 5 copies of QD, the deck has 4"),
        # Glups
        (changed(GLUP, "glups=4"), "glups: '4' is not south/north, numbers of glups"),
        (changed(GLUP, "glups=-1/4"), "glups: '-1/4' is not south/north, numbers of glups"),
        (changed(GLUP, "glups=4/0"), "glups: 4/0, but south leads, and who leads has none"),
        (changed(GLUP, "glups=0/16"), "glups: 0/16, expected 0 to 15 after 5 tricks"),
        (changed(PLAYED, "glups=0/2"), "glups: 0/2, by tricks= it is 0/3"),
        # The lift, and what the game is played for
        (changed(GLUP, "cut=36"), "cut: 36, but only a lift of 37 scores"),
        (changed(GLUP, "cut=x"), "cut: 'x' is not a number"),
        (changed(GLUP, "ahead=0"), "ahead: '0' is not a number of points, 1 to 999999"),
        (changed(GLUP, "ahead=500", "target=500"), "target: 500, but the game is won by 500 ahead"),
        # Points
        (
            changed(GOULASH, "points=15+15/0+4"),
            "points: meld points are 15, expected a multiple of 10",
        ),
        (
            changed(GOULASH, "points=0+15/0+4"),
            "points: meld points are 0/0, the melds scored 10/0",
        ),
        (
            changed(GLUP, "points=25+5/2+0"),
            "points: south has 25 for melds, the melds scored 26",
        ),
        (
            changed(GLUP, "points=26+4/2+0"),
            "points: card points sum to 4, the cards played count 5",
        ),
        (
            changed(PLAYED, "points=1+4/1+0"),
            "points: meld points are 1/1, the melds scored 0/1",
        ),
        (
            changed(PLAYED, "points=0+4/1+0", "cut=37"),
            "points: meld points are 0/1, the melds scored 0/2",
        ),
    ],
)
def test_what_is_wrong_is_named(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        StockPosition.parse(line)
    message = str(caught.value)
    assert message.startswith(error)
    assert message.startswith(caught.value.token)
    assert "\n" not in message
    assert len(message) < 200


@pytest.mark.parametrize(
    "line",
    [
        changed(PLAYED, "points=0+4/2+0", "cut=37"),
        changed(PLAYED, "upcard=9D", "points=0+4/4+0", "cut=37"),
        changed(PLAYED, "upcard=9D", "points=0+4/2+0"),
        changed(PLAYED, "-dealer", "points=7+4/9+0"),
        changed(GLUP, "points=90+5/2+0"),
        changed(GLUP, "ahead=1000", "score=1500/900"),
        changed(
            DEALT,
            "act=dix",
            "turn=south",
            "dealer=south",
            "-melds.south",
            "-points",
            "south=AJ87.TQ7.JJ887.QJ87",
            "north=+16",
        ),
        changed(
            GOULASH,
            "melds.south=marriage:KS.QS@2+dix@2",
            "south=KQ87.TQ7.JJ887.QJ87",
            "points=30+15/0+4",
        ),
    ],
)
def test_what_can_be_is_read(line: str) -> None:
    position = StockPosition.parse(line)
    assert StockPosition.parse(position.text()) == position


PLAYOFF = "rules=glup trump=S south=T.T.KQ.- north=A.-.K.TK turn=south score=5/0 ahead=1000"
OF_THE_STOCK = "belongs to a stock-phase position, not to a playoff (analyze takes those)"


def test_a_playoff_is_won_by_a_target_or_a_lead() -> None:
    assert PlayoffPosition.parse(PLAYOFF).text() == PLAYOFF


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (
            changed(PLAYOFF, "rules=goulash"),
            "ahead: 1000, but goulash is played for a target",
        ),
        (PLAYOFF + " glups=0/0", f"glups: {OF_THE_STOCK}"),
        (PLAYOFF + " cut=37", f"cut: {OF_THE_STOCK}"),
        (PLAYOFF + " dead=AS", f"dead: {OF_THE_STOCK}"),
        (PLAYOFF + " target=900", "target: 900, but the game is won by 1000 ahead"),
    ],
)
def test_tokens_that_no_playoff_has_are_refused(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        PlayoffPosition.parse(line)
    assert str(caught.value) == error


SIZES = {
    # what to decide: (cards of the mover, of the other, of the stock at trick 0, tricks)
    "goulash": {
        "play": (16, 16, 31, range(16)),
        "led": (16, 15, 31, range(16)),
        "meld": (15, 15, 33, range(1, 16)),
        "show": (16, 16, 31, range(16)),
        "dix": (16, 16, 31, range(16)),
    },
    "glup": {
        "play": (18, 18, 59, range(30)),
        "led": (18, 17, 59, range(30)),
        "meld": (17, 17, 61, range(1, 31)),
    },
}


@pytest.mark.parametrize(
    ("rules", "act", "tricks"),
    [
        (rules, act, tricks)
        for rules in VARIANTS
        for act in ("play", "led", "meld", "show", "dix")
        for tricks in (0, 1, 14, 15, 16, 29, 30)
    ],
)
def test_the_table_of_sizes(rules: str, act: str, tricks: int) -> None:
    mover, other, stock, known = SIZES[rules].get(act, (16, 16, 31, range(0)))
    cards = list(RULEBOOKS[rules].deck.cards())
    Random(tricks).shuffle(cards)
    upcard, gone = cards.pop(), [cards.pop() for _ in range(2 * tricks) if cards]
    hand = Hand.of(cards.pop() for _ in range(mover) if cards)
    line = f"rules={rules} upcard={upcard} turn=north north={hand.text()}"
    line += f" gone={Hand.of(gone).text()}" * (tricks > 0)
    if act == "led":
        line += f" led={cards.pop() if cards else 'AS'}"
    elif act != "play":
        line += f" act={act}"
    face_down = max(stock - 2 * tricks, 0)
    right = f"{line} stock={face_down} south=+{other}"
    if tricks not in known:
        with pytest.raises(PositionError):
            StockPosition.parse(right)
        return
    position = StockPosition.parse(right)
    assert (position.face_down, position.completed_tricks) == (face_down, tricks)
    assert StockPosition.parse(f"{line}").text() == position.text()
    for wrong in (f"{line} stock={face_down + 2} south=+{other}", f"{right[:-2]}14"):
        with pytest.raises(PositionError):
            StockPosition.parse(wrong)


def test_moves_are_read_and_written() -> None:
    glup = Referee.of_position(
        StockPosition.parse(
            changed(GLUP, "act=play", "stock=49", "south=ATQ9.TKJ.ATKKQQQQJ.JJ", "north=+18")
        ),
        StockPosition.parse(
            changed(GLUP, "act=play", "stock=49", "south=ATQ9.TKJ.ATKKQQQQJ.JJ", "north=+18")
        ).unseen,
    )
    moves = {move.text() for move in glup.moves()}
    assert {"QD@1", "QD@2", "QD@3", "KD@1", "KD@hand", "AS"} <= moves
    assert "QD@4" not in moves  # it has served as the third one
    assert glup.parse_move("QD@4").text() == "QD@4"
    glup.push("QD@4")
    assert glup.history[-1].text() == "QD@3"


def test_without_the_dealer_the_tricks_do_not_tell_what_glups_scored() -> None:
    told = points_by_tricks(StockPosition.parse(changed(PLAYED, "-points")))
    assert told is not None
    assert told.text() == "0+4/1+0"
    assert points_by_tricks(StockPosition.parse(changed(PLAYED, "-points", "-dealer"))) is None
