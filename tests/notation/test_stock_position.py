"""Stock-phase positions: reading, writing, and every check by its own message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.small_decks import MINI
from helpers.strategies import stock_positions
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Card,
    CardCount,
    Deck,
    Hand,
    HandPoints,
    IllegalPositionError,
    NotationError,
    Points,
    PositionError,
    Rulebook,
    Seat,
    SeatPoints,
    Suit,
)
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.melds import Copy, LaidMeld
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

FRESH = "rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=-.-.-.-+12"

WON = (  # the example of docs/NOTATION.md
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
    " points=40+31/20+13 dealer=north"
)

# South has won the first trick and melded a pinochle, north the second and married diamonds, south
# the third, to which north led his king: there he has exchanged his dix for the ten.
TRICKS = (
    "rules=scarne upcard=9S stock=17 turn=south south=TQ.AKQJ.AJ.KQJ9 north=-.-.Q.-+11"
    " melds.south=pinochle:QS.JD@1+dix@3 melds.north=marriage:KD*.QD@2"
    " tricks=9C-9D,TC-AC,KD-AD points=50+15/20+21 dealer=north"
)

# North has lost the first trick and may show the nine of trumps.
LOST = (
    "rules=macdougall upcard=TS stock=23 act=dix turn=north south=-.-.-.-+11"
    " north=Q9.AKQ.AJ.KQJ9 tricks=9C-9D dealer=north"
)

# North has lost the twelfth trick and may show the nine of trumps before the last draws.
TWELFTH = (
    "rules=macdougall upcard=9D stock=9D act=dix turn=north south=K9.ATQJ.A.TKQJ"
    " north=ATK.TQ.TKQQ.K9 melds.south=dix@4+marriage:KC.QC@11 melds.north=marriage:KS.QS*@2"
    " tricks=QS-QC,JD-JS,QS-KH,TC-TS,9S-9C,AH-AC,JC-AC,KD-9H,JH-JD,JS-AD,9H-AS,TD-KH dealer=south"
)

# South has won the first trick, and both have drawn.
DRAWN = (
    "rules=hayes upcard=TS stock=21 act=meld turn=south south=Q9.AKQ.AJJ.KQJ9 north=-.-.-.-+12"
    " tricks=9C-9D dealer=north"
)

# South has won the last trick of the stock phase.
LAST = (
    "rules=scarne upcard=TS stock=1 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.-.-+11"
    " gone=AA.ATTJJ99.ATTQJ99.AATTKQJ9 dealer=north"
)

EXAMPLES = [FRESH, WON, TRICKS, LOST, DRAWN, LAST]


def changed(line: str, *changes: str) -> str:
    """A line with tokens set (``token=text``) or left out (``-token``)."""
    tokens = dict(word.split("=", 1) for word in line.split())
    for change in changes:
        if change.startswith("-"):
            del tokens[change[1:]]
        else:
            token, _, text = change.partition("=")
            tokens[token] = text
    return " ".join(f"{token}={text}" for token, text in tokens.items())


# Reading and writing


@pytest.mark.parametrize(
    "line",
    [
        *EXAMPLES,
        changed(FRESH, "south=-.-.-.-+12", "north=AAT9.KQ.-.QQJJ99"),
        changed(FRESH, "turn=north", "south=-.-.-.-+11", "north=AAT9.KQ.-.QQJJ99", "led=9D"),
        "rules=hayes count=old upcard=AH stock=23 turn=north south=-.-.-.-+12"
        " north=AAT9.KQ.-.QQJJ99 score=640/710 target=1250 id=first bm=QC@hand,pass value=55/15",
        changed(LOST, "melds.south=marriage:KC.QC@1", "tricks=9C-9D", "dealer=north").replace(
            "south=-.-.-.-+11", "south=-.-.-.KQ+9"
        ),
    ],
)
def test_canonical_lines_go_round(line: str) -> None:
    position = StockPosition.parse(line)
    assert StockPosition.parse(position.text()) == position
    assert position.tokens() == dict(word.split("=", 1) for word in line.split())


def test_the_attributes_are_what_the_tokens_say() -> None:
    position = StockPosition.parse(
        changed(TRICKS, "score=640/710", "target=1250", "id=x", "bm=TS,QS@1", "value=7/8")
    )
    card = Card.parse
    assert position.rules is RULEBOOKS["scarne"]
    assert position.count is COUNTS["old"]
    assert (position.trump, position.upcard) == (Suit.SPADES, card("9S"))
    assert position.south == PartialHand(Hand.parse("TQ.AKQJ.AJ.KQJ9"))
    assert position.north == PartialHand(Hand.parse("..Q."), 11)
    assert (position.turn, position.act, position.led) == (Seat.SOUTH, Act.PLAY, None)
    assert position.stock == position.face_down == 17
    assert position.tricks == (
        (card("9C"), card("9D")),
        (card("TC"), card("AC")),
        (card("KD"), card("AD")),
    )
    assert position.gone == Hand.parse("..AK9.AT9")
    assert position.completed_tricks == 3
    assert position.leaders == (Seat.SOUTH, Seat.SOUTH, Seat.NORTH)
    assert position.leader is Seat.SOUTH
    assert position.melds_south == (
        LaidMeld("pinochle", (Copy(card("QS"), 1), Copy(card("JD"), 1)), 1),
        LaidMeld("dix", (), 3),
    )
    assert position.melds_north == (
        LaidMeld("marriage", (Copy(card("KD"), 1, played=True), Copy(card("QD"), 1)), 2),
    )
    assert position.on_table(Seat.SOUTH) == Hand.parse("Q..J.")
    assert position.on_table(Seat.NORTH) == Hand.parse("..Q.")
    assert position.points == HandPoints(SeatPoints(50, 15), SeatPoints(20, 21))
    assert (position.dealer, position.score) == (Seat.NORTH, Points(640, 710))
    assert (position.target, position.id) == (1250, "x")
    assert (position.best_moves, position.value) == (("TS", "QS@1"), Points(7, 8))
    assert len(position.unseen) == 11 + 17


def test_unseen_is_what_nobody_names() -> None:
    position = StockPosition.parse(FRESH)
    assert position.unseen == Hand.parse("TKKQQJJ.AATTKQJJ99.AATTKKQQJJ99.AATTKK")
    stock = "AD,AD,TD,TD,KD,KD,QD,QD,JD,JD,9D,9D,AC,AC,TC,TC,KC,KC,TS,KS,KS,QS,QS"
    opened = StockPosition.parse(changed(FRESH, f"stock={stock}"))
    assert opened.unseen == Hand.parse("JJ.AATTKQJJ99.-.-")
    assert opened.face_down == 23
    assert opened.tokens()["stock"] == stock


@pytest.mark.parametrize(
    ("tolerant", "canonical"),
    [
        (
            "turn=South upcard=10♠ dealer=NORTH act=Meld stock=017 gone=.9x.Nj.n10aA"
            " south=9q.qKa.ja.Nqjk north=..qk.+9 melds.south=Pinochle:jd.qs1 rules=SCARNE"
            " melds.north=MARRIAGE:q♦.KD points=40+31/020+13",
            WON,
        ),
        (
            changed(
                FRESH,
                "north=+12",
                "south=9TAA.QK..9J9QJQ",
                "upcard=nS",
                "target=1000",
                "score=0/0",
                "act=play",
                "trump=s",
                "count=OLD",
            ),
            FRESH,
        ),
        (changed(FRESH, "-rules"), FRESH),
        (changed(TRICKS, "tricks=nC-nD,10C-ac,K♦-a♢"), TRICKS),
        (changed(TRICKS, "gone=-.-.9KA.9TA"), TRICKS),
        (changed(TRICKS, "melds.south=PINOCHLE:JD1.Q♠@01+DIX@3"), TRICKS),
        (changed(LAST, "stock=js"), changed(LAST, "stock=JS")),
    ],
)
def test_tolerant_reading_canonical_writing(tolerant: str, canonical: str) -> None:
    assert StockPosition.parse(tolerant).text() == canonical


@given(st.sampled_from(EXAMPLES), st.randoms())
def test_tokens_may_come_in_any_order(line: str, random: Random) -> None:
    words = line.split()
    random.shuffle(words)
    assert StockPosition.parse("  ".join(words)).text() == line


def test_a_seat_that_may_show_a_dix_has_lost_the_trick() -> None:
    position = StockPosition.parse(LOST)
    assert (position.leader, position.leaders) == (Seat.SOUTH, (Seat.SOUTH,))
    with_lead = StockPosition.parse(
        changed(FRESH, "south=AAT9.KQ.-.QQJJ99", "north=-.-.-.-+11", "led=9D", "dealer=south")
    )
    assert with_lead.leader is Seat.NORTH


def test_repr_is_an_expression() -> None:
    position = StockPosition.parse(WON)
    assert eval(repr(position), {"StockPosition": StockPosition}) == position
    assert str(position) == WON


# What is refused


@pytest.mark.parametrize(
    ("line", "error"),
    [
        # Text that does not read
        ("", "upcard: missing. A position of the stock phase needs it"),
        ("hello", "hello: not a key=value token"),
        (FRESH + " turn=south", "turn: given twice"),
        (changed(FRESH, "foo=1"), "foo: unknown token"),
        (changed(FRESH, "Turn=south"), "'Turn': unknown token, did you mean turn?"),
        (changed(FRESH, "upcrad=9S"), "upcrad: unknown token, did you mean upcard?"),
        (changed(FRESH, "turn="), "turn: empty"),
        (changed(FRESH, "-south"), "south: missing"),
        (changed(FRESH, "rules=hoyle"), "rules: unknown rulebook 'hoyle' (known: scarne, "),
        (
            changed(FRESH, "rules=scarn") + " bidder=south",
            "rules: unknown rulebook 'scarn', did",
        ),
        (changed(FRESH, "count=new"), "count: unknown count 'new' (known: old, "),
        (changed(FRESH, "trump=X"), "trump: unknown suit 'X'"),
        (changed(FRESH, "upcard=S5"), "upcard: unknown rank '5' in 'S5'"),
        (changed(FRESH, "upcard=9"), "upcard: '9' is no card"),
        (changed(FRESH, "turn=west"), "turn: unknown seat 'west' (south or north)"),
        (
            changed(FRESH, "act=draw"),
            "act: unknown act 'draw' (play, meld, dix, show, double, answer or answer-redouble)",
        ),
        (changed(FRESH, "led=ZD"), "led: unknown rank 'Z' in 'ZD'"),
        (changed(FRESH, "south=AAT9.KQ.QQJJ99"), "south: 3 suits in 'AAT9.KQ.QQJJ99', expected 4"),
        (changed(FRESH, "north=12"), "north: no card in '12'"),
        (changed(FRESH, "north=+"), "north: '+' does not end in + and a number of cards"),
        (changed(FRESH, "north=+x"), "north: '+x' does not end in + and a number of cards"),
        (changed(FRESH, "north=+-12"), "north: '+-12' does not end in + and a number"),
        (changed(FRESH, "north=+12+"), "north: '+12+' does not end in + and a number"),
        (changed(FRESH, "north=+1200"), "north: '+1200' does not end in + and a number"),
        (changed(FRESH, "stock=x"), "stock: 'x' is no card"),
        (changed(FRESH, "stock=-1"), "stock: unknown rank '-' in '-1'"),
        (changed(FRESH, "stock=AS,,9D"), "stock: '' is no card"),
        (changed(FRESH, "gone=AS"), "gone: 1 card, expected two a trick"),
        (changed(TRICKS, "tricks=9C"), "tricks: '9C' is not two cards joined by a hyphen"),
        (changed(TRICKS, "tricks=9C-9D,"), "tricks: '' is not two cards joined by a hyphen"),
        (changed(TRICKS, "tricks=9C-9D-AC"), "tricks: unknown rank '9D-A' in '9D-AC'"),
        (changed(FRESH, "dealer=x"), "dealer: unknown seat 'x'"),
        (changed(FRESH, "points=40/20"), "points: '40/20' is not melds+tricks/melds+tricks"),
        (changed(FRESH, "score=1"), "score: '1' is not south/north in whole points"),
        (changed(FRESH, "target=0"), "target: '0' is not a number of points"),
        (changed(FRESH, "value=1"), "value: '1' is not south/north"),
        (changed(FRESH, "bm=KD,,TH"), "bm: "),
        (changed(FRESH, "id=\x1b[31m"), "id: '\\x1b[31m' has characters that cannot be shown"),
        (changed(FRESH, "id=\udcff"), "id: '\\xff' is not UTF-8 text"),
        (changed(FRESH, "turn=\u017fouth"), "turn: unknown seat '\u017fouth'"),
        # Melds that do not read
        (changed(WON, "melds.south=QS.JD"), "melds.south: 'QS.JD' is not kind:cards"),
        (changed(WON, "melds.south=pinochle:"), "melds.south: '' is no laid card"),
        (changed(WON, "melds.south=pinochle"), "melds.south: 'pinochle' is no pinochle with "),
        (changed(WON, "melds.south=+"), "melds.south: '' is not kind:cards"),
        (changed(WON, "melds.south=pinochle:QS.JD+"), "melds.south: '' is not kind:cards"),
        (changed(WON, "melds.south=pinochle:QS,JD"), "melds.south: unknown rank 'QS,J' in 'QS,JD'"),
        (changed(WON, "melds.south=pinochle:QS0.JD"), "melds.south: 'QS0' is no laid card"),
        (changed(WON, "melds.south=pinochle:QS12.JD"), "melds.south: 'QS12' is no laid card"),
        (changed(WON, "melds.south=pinochle:QS**.JD"), "melds.south: 'QS**' is no laid card"),
        (changed(WON, "melds.south=pinochle:QS.JD@"), "melds.south: 'pinochle:QS.JD@' is not kind"),
        (changed(WON, "melds.south=pinochle:QS.JD@x"), "melds.south: 'pinochle:QS.JD@x' is not "),
        (changed(WON, "melds.south=canasta:QS.JD"), "melds.south: 'canasta' is no meld of scarne"),
        (
            changed(WON, "melds.south=double-pinochle:QS.QS2.JD.JD2"),
            "melds.south: 'double-pinochle' is no meld of scarne (its melds: marriage, ",
        ),
        (
            changed(WON, "melds.south=marriage:KS.QS"),
            "melds.south: 'marriage:KS.QS' is no marriage with spades as trump",
        ),
        (
            changed(WON, "melds.south=royal-marriage:KH.QH"),
            "melds.south: 'royal-marriage:KH.QH' is no royal-marriage with spades as trump",
        ),
        (changed(WON, "melds.south=pinochle:QS.JD.JD2"), "melds.south: 'pinochle:QS.JD.JD2' is no"),
        (
            changed(WON, "melds.south=dix:9H"),
            "melds.south: 'dix:9H' is no dix with spades as trump",
        ),
        # More copies than the deck holds, wherever they are
        (changed(FRESH, "upcard=8S"), "upcard: 8S is not in the pinochle deck"),
        (changed(FRESH, "upcard=AS"), "upcard: 3 copies of AS, the deck has 2"),
        (changed(FRESH, "south=AAAT.KQ.-.QQJJ99"), "south: 3 copies of AS, the deck has 2"),
        (changed(WON, "gone=-.9.99J.TTTT"), "gone: 4 copies of TC, the deck has 2"),
        (changed(WON, "gone=-.T9.JJ.AAT9"), "gone: 3 copies of JD, the deck has 2"),
        (changed(WON, "north=-.-.KKQ.-+8", "gone=-.T9.K9.AAT9"), "gone: 3 copies of KD, the "),
        (
            changed(FRESH, "turn=north", "south=AAT9.KQ.-.QQJJ9", "north=+12", "led=QC"),
            "led: 3 copies of QC, the deck has 2",
        ),
        (changed(TRICKS, "tricks=AC-9D,TC-AC,KD-AC"), "tricks: 3 copies of AC, the deck has 2"),
        (changed(LAST, "stock=AS"), "stock: 3 copies of AS, the deck has 2"),
        # The rulebook, the upcard and trump
        (changed(FRESH, "-upcard"), "upcard: missing"),
        (changed(FRESH, "-upcard", "trump=S"), "upcard: missing"),
        (changed(FRESH, "trump=H"), "trump: H, but the upcard is 9S"),
        # Both hands hidden
        (changed(FRESH, "south=+12"), "north: 12 unknown cards, and south has unknown ones as "),
        # gone and tricks
        (changed(WON, "gone=-.T9.J9.AAT"), "gone: 7 cards, expected two a trick"),
        (changed(TRICKS, "tricks=9C 9D TC"), "tricks: 3 cards, expected two a trick"),
        (changed(TRICKS, "gone=-.-.AK9.AAT"), "tricks: they have -.-.AK9.AT9, but gone is "),
        (changed(TRICKS, "gone=-.-.AK.AT"), "tricks: they have -.-.AK9.AT9, but gone is -.-.AK.AT"),
        (changed(FRESH, "stock=21"), "gone: missing, though 21 cards of the stock are left"),
        (changed(FRESH, "stock=1"), "gone: missing, though 1 card of the stock is left"),
        (changed(WON, "-gone", "-points"), "gone: missing"),
        (changed(WON, "gone=-.-.-.-", "-points"), "gone: missing"),
        # What is to be decided
        (changed(WON, "led=KS"), "led: KS, in the middle of a trick nobody melds"),
        (changed(FRESH, "act=meld"), "act: meld, before any trick"),
        (changed(FRESH, "rules=macdougall", "act=dix"), "act: dix, before any trick"),
        (
            changed(WON, "act=dix"),
            "act: dix, but in scarne only the winner of a trick melds one",
        ),
        (
            changed(DRAWN, "act=dix"),
            "act: dix, but in hayes only the winner of a trick melds one",
        ),
        (
            changed(LAST, "rules=hayes"),
            "act: meld, but in hayes not after trick 12",
        ),
        # Sizes: on lead
        (changed(FRESH, "stock=24"), "stock: 24 cards, expected 23 after 0 tricks"),
        (changed(FRESH, "south=AAT9.KQ.-.QQJJ9"), "south: 11 cards, expected 12"),
        (changed(FRESH, "south=AAT9.KQ.9.QQJJ99"), "south: 13 cards, expected 12"),
        (changed(FRESH, "north=+11"), "north: 11 cards, expected 12"),
        (changed(FRESH, "north=+13"), "north: 13 cards, expected 12"),
        (changed(FRESH, "north=+0"), "north: 0 cards, expected 12"),
        (changed(TRICKS, "stock=18"), "stock: 18 cards, expected 17 after 3 tricks"),
        (changed(LAST, "act=play", "stock=0"), "gone: after 12 tricks the stock phase is over"),
        (changed(LAST, "act=play", "stock=1"), "gone: after 12 tricks the stock phase is over"),
        (
            changed(LAST, "gone=AA.ATTJJ99.ATTQJ99.AATTKQJ9", "north=+9").replace(
                "gone=", "gone=JJ"
            ),
            "gone: after 13 tricks the stock phase is over",
        ),
        # Sizes: with a card led
        (changed(FRESH, "led=9D"), "north: 12 cards, expected 11"),
        (changed(FRESH, "led=9D", "north=+10"), "north: 10 cards, expected 11"),
        (changed(FRESH, "led=9D", "turn=north"), "south: 12 cards, expected 11"),
        (
            changed(FRESH, "led=9D", "turn=north", "south=AAT9.KQ.-.QQJJ9", "north=+11"),
            "north: 11 cards, expected 12",
        ),
        # Sizes: to meld before or after drawing
        (changed(WON, "stock=15"), "stock: 15 cards, expected 17 after 4 tricks"),
        (changed(WON, "north=-.-.KQ.-+10"), "north: 12 cards, expected 11"),
        (changed(WON, "south=QJ9.AKQ.AJ.KQJ9"), "south: 12 cards, expected 11"),
        (changed(DRAWN, "stock=23"), "stock: 23 cards, expected 21 after 1 trick"),
        (changed(DRAWN, "north=+11"), "north: 11 cards, expected 12"),
        (changed(LOST, "north=Q9.AKQ.AJJ.KQJ9"), "north: 12 cards, expected 11"),
        (changed(LOST, "stock=21"), "stock: 21 cards, expected 23 after 1 trick"),
        # Whose turn it is, by the dealer and the tricks
        (changed(FRESH, "dealer=south"), "dealer: south, but south leads to the first trick"),
        (
            changed(FRESH, "led=9D", "north=+11", "dealer=north"),
            "dealer: north, but north leads to the first trick",
        ),
        (
            changed(TRICKS, "turn=north", "-points"),
            "turn: north, but with dealer= and tricks= south won the last trick",
        ),
        (
            changed(LOST, "turn=south"),
            "turn: south, but with dealer= and tricks= south won the last trick",
        ),
        # Melds: the rulebook and the copies
        (
            changed(WON, "melds.south=pinochle:QS.JD+pinochle:QS.JD2"),
            "melds.south: pinochle:QS.JD2: QS has served in a meld of its class before (pinochle)",
        ),
        (
            changed(WON, "melds.south=pinochle:QS.JD+pinochle:QS2.JD"),
            "melds.south: pinochle:QS2.JD: JD has served in a meld of its class before (pinochle)",
        ),
        (
            changed(WON, "melds.south=kings:KS.KH.KD.KC+queens:QS.QH.QD.QC+marriage:KH.QH"),
            "melds.south: marriage:KH.QH: it would put no new card on the table",
        ),
        (
            changed(WON, "melds.south=run:AS.TS.KS.QS.JS+royal-marriage:KS2.QS"),
            "melds.south: royal-marriage:KS2.QS: QS has served in a meld of its class before"
            " (marriage or run)",
        ),
        (
            changed(WON, "melds.south=marriage:KH.QH+roundhouse:KS.KH.KD.KC.QS.QH2.QD.QC"),
            "melds.south: roundhouse:KS.KH.KD.KC.QS.QH2.QD.QC: KH does not come from the hand,"
            " and this is laid all at once",
        ),
        (
            changed(WON, "melds.south=pinochle:QS.JD+pinochle:QS3.JD2"),
            "melds.south: pinochle:QS3.JD2: QS3: the deck has 2 of QS",
        ),
        (
            changed(WON, "melds.south=pinochle:QS2.JD"),
            "melds.south: pinochle:QS2.JD: QS2 stands before a first QS",
        ),
        (
            changed(DRAWN, "melds.south=double-pinochle:QS.QS.JD.JD2"),
            "melds.south: double-pinochle:QS.QS.JD.JD2: QS is named twice",
        ),
        (
            changed(WON, "melds.south=pinochle:QS*.JD+queens:QS.QH.QD.QC"),
            "melds.south: queens:QS.QH.QD.QC: QS has a star in one meld and none in another",
        ),
        (
            changed(WON, "melds.south=marriage:KH.QH2"),
            "melds.south: marriage:KH.QH2: QH2 stands before a first QH",
        ),
        # Melded cards are held, or have been played
        (
            changed(WON, "north=-.-.K.-+10"),
            "melds.north: QD is on the table, but north does not hold it",
        ),
        (
            changed(WON, "melds.south=pinochle:QS.JD+pinochle:QS2.JD2"),
            "melds.south: QS is on the table, but south does not hold it",
        ),
        (
            changed(WON, "melds.south=marriage:KH.QH*"),
            "melds.south: QH* has not been played since it was melded",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@1+marriage:KC.QC*@3"),
            "melds.south: QC* has not been played since it was melded",
        ),
        (  # north has played his king, and not since the third trick
            changed(TRICKS, "melds.north=marriage:KD*.QD@3"),
            "melds.north: KD* has not been played since it was melded",
        ),
        (  # an ace of clubs has been played, but not by south
            changed(
                TRICKS,
                "south=AQ.AKQJ.AJ.KQJ9",
                "melds.south=aces:AS.AH.AD.AC*@1",
                "-points",
            ),
            "melds.south: AC* has not been played since it was melded",
        ),
        (
            changed(WON, "melds.south=aces:AS.AH.AD.AC", "south=A9.AKQ.AJ.AQJ9"),
            "gone: 3 copies of AC, the deck has 2",
        ),
        (
            changed(
                WON,
                "gone=-.T9.JQ.AAT9",
                "melds.south=marriage:KD.QD*",
                "melds.north=marriage:KD.QD*",
                "south=Q9.AKQ.KJ.KQJ9",
                "north=-.-.K.-+10",
                "-points",
            ),
            "melds.north: QD*, with south's, are more than the QD played",
        ),
        # When melds were laid
        (
            changed(WON, "melds.south=pinochle:QS.JD@4"),
            "melds.south: pinochle:QS.JD@4: expected a trick from 1 to 3",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@0"),
            "melds.south: pinochle:QS.JD@0: expected a trick from 1 to 3",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@4"),
            "melds.south: pinochle:QS.JD@4: expected a trick from 1 to 3",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@2"),
            "melds.south: pinochle:QS.JD@2: north won trick 2",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@1+dix@2"),
            "melds.south: dix@2: north won trick 2",
        ),
        (
            changed(TRICKS, "melds.south=dix@3+pinochle:QS.JD@1"),
            "melds.south: pinochle:QS.JD@1: it stands behind one that followed 3",
        ),
        (
            changed(TRICKS, "melds.south=pinochle:QS.JD@3+marriage:KH.QH@3"),
            "melds.south: marriage:KH.QH@3: only one a trick",
        ),
        (
            changed(TRICKS, "south=T9.AKQJ.AJ.KQJ9", "melds.south=dix@1+dix:9S@1"),
            "melds.south: dix:9S@1: only one a trick",
        ),
        (
            changed(TWELFTH, "melds.south=dix@4+marriage:KC.QC@12"),
            "melds.south: marriage:KC.QC@12: no meld after trick 12",
        ),
        (
            changed(WON, "melds.south=pinochle:QS.JD@1", "melds.north=marriage:KD.QD@1"),
            "melds.north: south has melded after trick 1 as well",
        ),
        (
            changed(
                WON,
                "melds.south=pinochle:QS.JD+marriage:KH.QH+marriage:KC.QC",
                "-points",
            ),
            "melds.north: 4 melds of both seats, but only 3 tricks to meld after",
        ),
        (
            changed(FRESH, "melds.south=marriage:KH.QH"),
            "melds.south: 1 meld of both seats, but only 0 tricks to meld after",
        ),
        (  # in hayes a dix is a meld
            changed(
                DRAWN, "act=play", "upcard=9S", "melds.south=dix+marriage:KH.QH", "-tricks"
            ).replace("dealer", "gone=-.-.9.9 dealer"),
            "melds.south: 2 melds of both seats, but only 1 trick to meld after",
        ),
        (
            changed(TRICKS, "melds.north=marriage:KD*.QD+marriage:KC.QC", "north=..Q.KQ+9"),
            "melds.north: 2 melds, but north has won only 1 trick to meld after",
        ),
        (  # that trick is not yet melded after
            changed(DRAWN, "melds.south=pinochle:QS.JD"),
            "melds.south: 1 meld, but south has won only 0 tricks to meld after",
        ),
        # The dix
        (
            changed(WON, "melds.south=dix"),
            "melds.south: dix: the upcard is TS, expected 9S",
        ),
        (
            changed(WON, "melds.south=dix:9S"),
            "melds.south: dix:9S: the upcard is TS, expected 9S",
        ),
        (
            changed(WON, "upcard=9S", "melds.south=dix", "melds.north=dix"),
            "melds.north: dix: the dix has been exchanged before",
        ),
        (
            changed(WON, "upcard=9S", "melds.south=dix+dix", "-melds.north"),
            "melds.south: dix: the dix has been exchanged before",
        ),
        (
            changed(WON, "upcard=9S", "melds.south=dix:9S+dix", "-melds.north"),
            "melds.south: dix:9S: melded before the dix was exchanged",
        ),
        (
            changed(WON, "upcard=9S", "melds.south=dix:9S@1", "melds.north=dix@2"),
            "melds.south: dix:9S@1: melded before the dix was exchanged",
        ),
        (  # the winner of a trick comes first
            changed(
                TRICKS,
                "rules=macdougall",
                "south=9Q.AKQJ.AJ.KQJ9",
                "melds.south=dix:9S@3",
                "melds.north=dix@3",
                "-points",
            ),
            "melds.south: dix:9S@3: melded before the dix was exchanged",
        ),
        (
            changed(WON, "upcard=9S", "melds.south=dix:9S+dix:9S"),
            "melds.south: dix:9S: 9S has been melded before",
        ),
        # Points
        (
            changed(WON, "points=40+30/20+13"),
            "points: card points sum to 43, the cards played count 44",
        ),
        (changed(FRESH, "points=0+1/10+0"), "points: card points sum to 1, the cards played "),
        (
            changed(TRICKS, "points=50+21/20+15"),
            "points: south has 21 in tricks, by tricks= it is 15",
        ),
        (changed(WON, "points=45+31/20+13"), "points: meld points are 45, expected a multiple of"),
        (
            changed(WON, "points=50+31/20+13"),
            "points: meld points are 50/20, the melds scored 40/20",
        ),
        (
            changed(WON, "upcard=9S", "-dealer"),
            "points: meld points are 40/20, the melds scored 50/20 or 40/30",
        ),
        (
            changed(WON, "upcard=9S"),
            "points: meld points are 40/20, the melds scored 40/30",
        ),
        (  # south leads, so north has dealt
            changed(FRESH, "points=10+0/0+0"),
            "points: meld points are 10/0, the melds scored 0/10",
        ),
        (
            changed(TRICKS, "-dealer", "melds.south=pinochle:QS.JD@1", "points=50+15/20+21"),
            "points: meld points are 50/20, the melds scored 40/30",
        ),
        (
            changed(FRESH, "dealer=north", "points=10+0/0+0"),
            "points: meld points are 10/0, the melds scored 0/10",
        ),
        (  # the nine is there by an exchange
            changed(TRICKS, "points=50+15/30+21"),
            "points: meld points are 50/30, the melds scored 50/20",
        ),
        (
            changed(FRESH, "rules=hayes", "dealer=north", "points=0+0/10+0"),
            "points: meld points are 0/10, the melds scored 0/0",
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
        # The dealer's ten for a nine turned up
        changed(FRESH, "points=0+0/10+0"),
        changed(WON, "upcard=9S", "-dealer", "points=50+31/20+13"),
        changed(WON, "upcard=9S", "-dealer", "points=40+31/30+13"),
        changed(TRICKS, "-dealer", "melds.south=pinochle:QS.JD@1", "points=40+15/30+21"),
        changed(FRESH, "points=0+0/10+0", "dealer=north"),
        changed(FRESH, "rules=hayes", "points=0+0/0+0", "dealer=north"),
        changed(FRESH, "upcard=TS", "points=0+0/0+0", "south=AAT9.KQ.-.QQJJ99"),
        # Melds of the order that is needed
        changed(WON, "upcard=9S", "melds.south=dix+dix:9S", "-melds.north", "-points"),
        changed(WON, "upcard=9S", "melds.south=dix:9S@2", "melds.north=dix@1", "-points"),
        changed(WON, "upcard=9S", "melds.south=dix:9S", "melds.north=marriage:KD.QD", "-points"),
        changed(TRICKS, "melds.south=pinochle:QS.JD@3+dix@3"),
        changed(
            TRICKS,
            "rules=macdougall",
            "melds.south=dix@3",
            "north=9.-.Q.-+10",
            "melds.north=dix:9S@3",
            "-points",
        ),
        changed(TRICKS, "melds.south=dix@1+pinochle:QS.JD@3"),
        changed(TRICKS, "melds.south=pinochle:QS.JD+dix", "melds.north=marriage:KD*.QD"),
        # A second copy of what was played
        changed(TRICKS, "north=-.-.KQ.-+10", "melds.north=marriage:KD.QD@2"),
        # Sizes
        changed(LOST, "act=meld", "turn=south"),
        changed(LOST, "act=play", "turn=south", "stock=21", "south=+12", "north=QQ9.AKQ.AJ.KQJ9"),
        changed(WON, "act=play", "stock=15", "south=QJ9.AKQ.AJ.KQJ9", "north=-.-.KQ.-+10"),
        changed(LAST, "rules=macdougall"),
        changed(LAST, "rules=macdougall-bonus", "act=dix"),
        changed(DRAWN, "act=play"),
    ],
)
def test_what_can_be_is_read(line: str) -> None:
    position = StockPosition.parse(line)
    assert StockPosition.parse(position.text()) == position


@pytest.mark.parametrize(
    ("rules", "act", "tricks"),
    [
        (rules, act, tricks)
        for rules in PINOCHLE_BOOKS
        for act in ("play", "led", "meld", "dix")
        for tricks in range(14)
    ],
)
def test_the_table_of_sizes(rules: str, act: str, tricks: int) -> None:
    hayes, macdougall = rules == "hayes", rules.startswith("macdougall")
    last = {"play": 11, "led": 11, "meld": 11 if hayes else 12, "dix": 12 if macdougall else -1}
    before_draw = act in ("meld", "dix") and not hayes
    cards = list(RULEBOOKS[rules].deck.cards())
    upcard = cards.pop(0)
    gone, led, rest = cards[: 2 * tricks], cards[2 * tricks], cards[2 * tricks + 1 :]
    stock = max(0, (25 if before_draw else 23) - 2 * tricks)
    mover, size = rest[: 11 if before_draw else 12], 11 if before_draw or act == "led" else 12

    def position(stock: int) -> StockPosition:
        return StockPosition(
            rules=RULEBOOKS[rules],
            upcard=upcard,
            gone=Hand.of(gone),
            stock=stock,
            turn=Seat.NORTH,
            act=Act.PLAY if act == "led" else Act.parse(act),
            led=led if act == "led" else None,
            north=PartialHand(Hand.of(mover)),
            south=PartialHand(Hand.of(()), size),
        )

    if (1 if act in ("meld", "dix") else 0) <= tricks <= last[act]:
        assert position(stock).face_down == stock
        for other in (stock - 1, stock + 1, stock - 2, stock + 2):
            with pytest.raises(IllegalPositionError, match=r"^(stock|gone): "):
                position(other)
    else:
        with pytest.raises(IllegalPositionError):
            position(stock)


# From Python


def test_the_constructor_gives_fields_their_types() -> None:
    given: dict[str, Any] = {
        "south": Hand.parse("Q9.AKQ.AJ.KQJ9"),
        "trump": 0,
        "turn": 0,
        "act": 1,
        "dealer": 1,
        "points": [[40, 31], [20, 13]],
        "score": [True, 2],
        "melds_south": [LaidMeld.parse("pinochle:QS.JD")],
        "best_moves": ["QC@hand"],
        "tricks": [],
        "value": (5, 6),
    }
    made = replace(StockPosition.parse(WON), **given)
    assert made.text() == changed(WON, "score=1/2", "bm=QC@hand", "value=5/6").replace(
        " points=40+31/20+13 dealer=north score=1/2",
        " points=40+31/20+13 score=1/2 dealer=north",
    )
    assert StockPosition.parse(made.text()) == made
    assert hash(StockPosition.parse(made.text())) == hash(made)
    assert (type(made.trump), type(made.turn)) == (Suit, Seat)
    assert (type(made.act), type(made.dealer)) == (Act, Seat)
    assert made.tricks is None
    assert type(made.score.south) is int
    last: dict[str, Any] = {"stock": True}
    assert replace(StockPosition.parse(LAST), **last).text() == LAST


def test_the_constructor_fills_in_what_follows() -> None:
    position = StockPosition(
        upcard=Card.parse("9H"),
        south=PartialHand(Hand.parse("AAT9.KQ.-.QQJJ99")),
        north=PartialHand(Hand.of(()), 12),
        turn=Seat.SOUTH,
        stock=23,
    )
    assert position.rules is RULEBOOKS["scarne"]
    assert (position.trump, position.count.name, position.target) == (Suit.HEARTS, "old", 1000)
    assert (position.gone, position.tricks) == (Hand.of(()), None)
    nothing: dict[str, Any] = {"gone": None}
    with_tricks = replace(StockPosition.parse(TRICKS), **nothing)
    assert with_tricks.gone == Hand.parse("..AK9.AT9")


@pytest.mark.parametrize(
    ("field", "given", "error"),
    [
        ("count", "old", "count: 'old' is no CardCount"),
        ("count", CardCount("house"), "count: house is neither a published count nor scarne's own"),
        ("trump", 4, "trump: '4' is not a suit"),
        ("south", "Q9.AKQ.AJ.KQJ9", "south: 'Q9.AKQ.AJ.KQJ9' is no PartialHand"),
        ("north", None, "north: 'None' is no PartialHand"),
        ("south", PartialHand(Hand.of(()), 11), "north: 9 unknown cards, and south has unknown"),
        ("turn", "south", "turn: 'south' is not a seat"),
        ("turn", None, "turn: 'None' is not a seat"),
        ("act", "meld", "act: 'meld' is not an act"),
        ("led", "KD", "led: 'KD' is no Card"),
        ("upcard", "TS", "upcard: 'TS' is no Card"),
        ("upcard", None, "upcard: missing"),
        ("stock", "17", "stock: '17' is not a number of cards or cards"),
        ("stock", 17.0, "stock: '17.0' is not a number of cards or cards"),
        ("stock", -1, "stock: -1 cards, expected 17 after 4 tricks"),
        ("stock", ["AS"], "stock: \"['AS']\" is not a number of cards or cards"),
        ("melds_south", None, "melds.south: 'None' is not melds"),
        ("melds_south", "pinochle:QS.JD", "melds.south: 'pinochle:QS.JD' is not melds"),
        ("melds_north", ["dix"], "melds.north: \"['dix']\" is not melds"),
        ("gone", "-.T9.J9.AAT9", "gone: '-.T9.J9.AAT9' is no Hand"),
        ("gone", None, "gone: missing"),
        ("tricks", 4, "tricks: '4' is not pairs of cards"),
        ("tricks", "9C-9D", "tricks: '9C-9D' is not pairs of cards"),
        ("tricks", [(Card.parse("9C"),)], "tricks: "),
        ("tricks", [("9C", "9D")], "tricks: \"[('9C', '9D')]\" is not pairs of cards"),
        ("dealer", "south", "dealer: 'south' is not a seat"),
        ("points", (1, 2), "points: '(1, 2)' is not melds and tricks of both seats"),
        (
            "points",
            HandPoints(SeatPoints(-10, 44), SeatPoints(0, 0)),
            "points: '-10+44/0+0' is not within 0 to 999999",
        ),
        ("score", None, "score: 'None' is not points of both seats"),
        ("score", (0, 1_000_000), "score: '0/1000000' is not within 0 to 999999"),
        ("called", "", "called: '' is not seats"),
        ("players", (1, None), "player: '(1, None)' is not the names of both players"),
        ("glups", (0, 1), "glups: 0/1, but in scarne there are no glups"),
        ("target", "1000", "target: '1000' is not a number of points"),
        ("target", 0, "target: '0' is not within 1 to 999999"),
        ("value", (-1, 0), "value: '-1/0' is not within 0 to 999999"),
        ("id", 7, "id: '7' is no text"),
        ("id", "two words", "id: 'two words' is not one word"),
        ("id", "", "id: '' is not one word"),
        ("best_moves", 5, "bm: '5' is not moves"),
        ("best_moves", "KD", "bm: 'KD' is not moves"),
        ("best_moves", [Card.parse("KD")], "bm: \"[Card.parse('KD')]\" is not moves"),
        ("best_moves", [None], "bm: '[None]' is not moves"),
        ("best_moves", ["two words"], "bm: \"['two words']\" is not moves"),
        ("best_moves", ["KD,TH"], "bm: \"['KD,TH']\" is not moves"),
        ("best_moves", [""], "bm: \"['']\" is not moves"),
        ("best_moves", ["\udcff"], "bm: "),
        ("best_moves", ["a\u202eb"], "bm: "),
    ],
)
def test_what_has_not_the_type_of_its_field_is_refused(
    field: str, given: object, error: str
) -> None:
    changes: dict[str, Any] = {field: given}
    with pytest.raises(IllegalPositionError) as caught:
        replace(StockPosition.parse(WON), **changes)
    assert str(caught.value).startswith(error)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("hidden", [-1, 1.0, True, "1", None])
def test_hidden_cards_are_a_number(hidden: Any) -> None:
    with pytest.raises(IllegalPositionError, match="hand: expected known cards and a number of"):
        PartialHand(Hand.of(()), hidden)


def test_rulebooks_of_ones_own() -> None:
    house = replace(RULEBOOKS["scarne"], name="house", count=CardCount("house-count", ace=1))
    line = changed(FRESH, "rules=house", "points=0+0/10+0")
    position = StockPosition.parse(line, [house])
    assert (position.rules, position.count) == (house, house.count)
    assert StockPosition.parse(position.text(), [house]) == position
    assert repr(position) == f"<StockPosition {position.text()}>"
    with pytest.raises(NotationError, match="rules: unknown rulebook 'house'"):
        StockPosition.parse(line)
    with pytest.raises(IllegalPositionError, match="rules: two different rulebooks named house"):
        StockPosition.parse(line, [house, replace(house, target=1)])
    impostor = replace(house, name="scarne")
    with pytest.raises(IllegalPositionError, match="rules: scarne is a published rulebook"):
        replace(position, rules=impostor)


@pytest.mark.parametrize(
    ("deck", "tokens", "error"),
    [
        (MINI, "", ""),
        (MINI, "upcard=AS", "upcard: the mini deck has none"),
        (MINI, "-trump", "trump: missing"),
        (MINI, "trump=D", "trump: D is not in the mini deck"),
        (replace(MINI, stock=0), "stock=0", "rules: mini has no stock phase that is known here"),
        (replace(MINI, copies=4), "", "rules: mini has no stock phase that is known here"),
        (replace(MINI, stock=3), "stock=3", "rules: mini has no stock phase that is known here"),
        (replace(MINI, hand=1), "", "rules: mini has no stock phase that is known here"),
        (MINI, "south=AA.-.-.-", "south: 2 copies of AS, the deck has 1"),
        (MINI, "south=AJ.-.-.-", "south: JS is not in the mini deck"),
        (MINI, "stock=3", "gone: missing, though 3 cards of the stock are left"),
    ],
)
def test_decks_of_ones_own(deck: Deck, tokens: str, error: str) -> None:
    mini = Rulebook("mini", "", COUNTS["old"], deck=deck)
    line = "rules=mini trump=S stock=4 turn=south south=AT.-.-.- north=-.-.-.-+2"
    if not error:
        assert StockPosition.parse(line, [mini]).text() == line
        return
    with pytest.raises(PositionError) as caught:
        StockPosition.parse(changed(line, *tokens.split()), [mini])
    assert str(caught.value) == error


def test_a_deck_without_the_dix_of_its_rules_has_none() -> None:
    mini = replace(RULEBOOKS["scarne"], name="mini", deck=MINI)
    line = "rules=mini trump=S stock=4 turn=south south=AT.-.-.- north=-.-.-.-+2 points=0+0/0+0"
    assert StockPosition.parse(line, [mini]).text() == line
    for melds in ("dix", "dix:9S"):
        with pytest.raises(PositionError, match=f"melds.south: '{melds}' is no dix with spades"):
            StockPosition.parse(
                "rules=mini trump=S stock=2 gone=-.QT.-.- turn=south south=AT.-.-.-"
                f" north=+2 melds.south={melds}",
                [mini],
            )


# Whatever is written is read


Mutation = Callable[[list[str], Random], None]


def _delete(characters: list[str], random: Random) -> None:
    del characters[random.randrange(len(characters))]


def _repeat(characters: list[str], random: Random) -> None:
    place = random.randrange(len(characters))
    characters.insert(place, characters[place])


def _swap(characters: list[str], random: Random) -> None:
    first, second = random.randrange(len(characters)), random.randrange(len(characters))
    characters[first], characters[second] = characters[second], characters[first]


def _replace(characters: list[str], random: Random) -> None:
    characters[random.randrange(len(characters))] = random.choice(
        [*"=.+/-:@*, AKQJTXN9871023SHDCshdc♠♦", "\udcff", "\x00", "\u017f", "\u212a", "\ufe0f"]
    )


def _move_a_piece(characters: list[str], random: Random) -> None:
    start, length = random.randrange(len(characters)), random.randrange(1, 8)
    piece = characters[start : start + length]
    del characters[start : start + length]
    place = random.randrange(len(characters) + 1)
    characters[place:place] = piece


MUTATIONS: list[Mutation] = [_delete, _repeat, _swap, _replace, _move_a_piece]


@given(
    st.sampled_from(EXAMPLES) | stock_positions().map(StockPosition.text),
    st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_a_line_with_something_changed_reads_or_is_refused(
    line: str, mutations: list[Mutation], random: Random
) -> None:
    tokens = dict(word.split("=", 1) for word in line.split())
    token = random.choice(list(tokens))
    characters = list(tokens[token])
    for mutate in mutations:
        if characters:
            mutate(characters, random)
    tokens[token] = "".join(characters)
    try:
        position = StockPosition.from_tokens(tokens)
    except PositionError as error:
        assert str(error).isprintable()
        fact, _, _ = error.fact.partition(", did you mean ")
        assert error.token in tokens or fact in ("missing", "unknown token")
    else:
        assert StockPosition.parse(position.text()) == position


@given(st.sampled_from(EXAMPLES), st.lists(st.sampled_from(MUTATIONS), max_size=5), st.randoms())
def test_any_text_reads_or_is_refused(line: str, mutations: list[Mutation], random: Random) -> None:
    characters = list(line)
    for mutate in mutations:
        mutate(characters, random)
    try:
        position = StockPosition.parse("".join(characters))
    except PositionError as error:
        assert len(str(error).splitlines()) == 1
        assert error.token
    else:
        assert StockPosition.parse(position.text()) == position


field_changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=3),
        "score": st.tuples(st.integers(-1, 10), st.integers(999_990, 1_000_000)),
        "target": st.integers(-1, 5) | st.booleans(),
        "best_moves": st.lists(st.text(st.sampled_from("KD@,= \n\udcff"), max_size=4), max_size=2),
        "value": st.tuples(st.integers(-1, 250), st.integers(-1, 250)),
        "dealer": st.none() | st.sampled_from(Seat) | st.integers(0, 2),
        "trump": st.none() | st.integers(0, 4),
        "stock": st.integers(-1, 25),
        "turn": st.integers(0, 2),
        "act": st.integers(0, 3),
    },
)


@given(stock_positions(), field_changes)
def test_whatever_the_constructor_takes_goes_round(
    position: StockPosition, changes: dict[str, Any]
) -> None:
    try:
        made = replace(position, **changes)
    except PositionError as error:
        assert str(error).isprintable()
    else:
        assert StockPosition.parse(made.text()) == made
        assert eval(repr(made), {"StockPosition": StockPosition}) == made


@pytest.mark.parametrize(
    ("line", "token"),
    [
        # a dix before any trick, by a seat that has won none, twice after one trick
        (
            "upcard=9S stock=23 turn=south south=AAKK.TTKK.AAKK.- north=+12 melds.south=dix"
            " dealer=north",
            "melds.south",
        ),
        (
            "upcard=9S stock=21 turn=south south=AAKK.TTKK.AAK.K north=+12 tricks=9H-JH"
            " melds.north=dix dealer=south",
            "melds.north",
        ),
        (
            "upcard=9S stock=21 turn=south south=AAKK9.TTKK.AAK.- north=+12 tricks=9H-JH"
            " melds.south=dix+dix:9S dealer=south",
            "melds.south",
        ),
        # a dix of a turn that is still to come
        (
            "upcard=9S stock=23 act=meld turn=south south=AAKK.TTKK.AAK.- north=+11 gone=-.J9.-.-"
            " melds.south=dix",
            "melds.south",
        ),
        # a meld of the seat that lost the only trick
        (
            "upcard=9S stock=21 turn=south south=AAKK.TTK.AAK.TK north=-.KQ.-.-+10 gone=-.J9.-.-"
            " melds.north=marriage:KH.QH",
            "melds.north",
        ),
        # four cards starred of a seat that has played two
        (
            "upcard=TS stock=19 turn=south south=AAKK.TTKK.AAKK.- north=+12"
            " melds.south=queens:QS*.QH*.QD*.QC* gone=Q.Q.Q.Q",
            "melds.south",
        ),
    ],
)
def test_nothing_is_shown_or_played_without_a_turn(line: str, token: str) -> None:
    with pytest.raises(PositionError) as caught:
        StockPosition.parse(f"rules=scarne {line}")
    assert caught.value.token == token
