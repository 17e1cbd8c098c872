"""The player that follows the books' advice (`pinochle_solver.engines.advice`)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from helpers.rivals import legal_moves
from helpers.strategies import stock_positions
from pinochle_solver.engines.advice import advice_move, advice_terms
from pinochle_solver.engines.maxims import PLAY_MAXIMS, SHOW_MAXIMS
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move


def choice(position: StockPosition, without: str = "") -> Move:
    """The move of the greatest sum, with one maxim left out."""

    def total(move: Move) -> float:
        terms = advice_terms(position, move)
        return sum(points for name, points in terms.items() if name != without)

    return max(legal_moves(position), key=total)


DECIDED = [
    (
        "points shown",
        "upcard=9S stock=23 act=meld turn=south south=ATJ.TKQ.TJ.Q99 north=+11 gone=-.9.9.-",
        "marriage:KH.QH",
        "pass",
    ),
    (
        "royal marriage before the run",
        "upcard=KS stock=23 act=meld turn=south south=ATTQJ9.K.KQ.KJ north=+11 gone=-.-.-.AJ",
        "dix+royal-marriage:KS.QS",
        "dix+run:AS.TS.KS.QS.JS",
    ),
    (
        "run at once",
        "upcard=9S stock=5 act=meld turn=south south=ATKQJ.K9.J9.Q9 north=+11"
        " gone=-.AATTJJ.AATTKQ.AATTKKJJ",
        "run:AS.TS.KS.QS.JS",
        "royal-marriage:KS.QS",
    ),
    (
        "aces at once",
        "upcard=9S stock=23 act=meld turn=south south=ATKQJ.A.A9.A99 north=+11 gone=-.TJ.-.-",
        "aces:AS.AH.AD.AC",
        "royal-marriage:KS.QS",
    ),
    (
        "counters",
        "upcard=KS stock=23 turn=south south=ATTQJ9.K.KQ.AKJ north=+11 led=JC",
        "AC",
        "JC",
    ),
    (
        "turn to meld",
        "rules=hayes upcard=9S stock=23 turn=north south=+11 north=K9.ATKQ9.KQ.AKK led=9D",
        "QD",
        "9H",
    ),
    (
        "meld cards",
        "upcard=AH stock=23 turn=south south=AT.KJ9.AT9.AKJJ north=+11 led=9C",
        "JC",
        "AC",
    ),
    (
        "melding hand",
        "upcard=AC stock=17 turn=south south=ATKQQ.KQ.ATKJ.Q north=-.-.KQ.-+9 led=JH"
        " melds.south=marriage:KS.QS melds.north=marriage:KD.QD gone=J.TJ9.T9.-",
        "QS@1",
        "QH",
    ),
    (
        "playing hand",
        "upcard=9H stock=19 turn=north south=KQ.-.-.-+10 north=T9.ATQJJ.ATJ.Q9"
        " melds.south=marriage:KS.QS melds.north=dix gone=-.-.T9.KJ",
        "9S",
        "TD",
    ),
    (
        "melded copy",
        "upcard=9H stock=11 turn=south south=KK.ATKQ9.KQ.TKQ north=-.-.KQ.-+10"
        " melds.south=dix:9H+royal-marriage:KH.QH+kings:KS.KH.KD.KC melds.north=marriage:KD.QD"
        " gone=AATJJ99.-.99.TJ9",
        "KS@1",
        "KS@hand",
    ),
    (
        "married king",
        "rules=hayes upcard=KH stock=15 turn=south south=ATT.AQ.KKQJ.AKK north=-.ATKQJ.-.-+6 led=9C"
        " melds.south=marriage:KD.QD melds.north=royal-marriage:KH.QH+run:AH.TH.KH.QH.JH"
        " gone=AJ9.-.T.TTJ9",
        "KD@1",
        "KC",
    ),
    (
        "aces after aces around",
        "rules=macdougall-bonus upcard=9H stock=9 turn=south south=KQ.AKJ.ATTKJ.KQ"
        " north=-.-.-.KQ+10 melds.south=dix+aces:AS*.AH.AD.AC*+kings:KS.KH.KD.KC+pinochle:QS.JD"
        " melds.north=marriage:KC.QC gone=ATTJJ9.-.Q9.ATJJ99",
        "AH@1",
        "JD@1",
    ),
    (
        "three aces broken up",
        "upcard=QS stock=23 turn=north south=+11 north=AKQ9.KJ.AKQJ.A9 led=9D",
        "AD",
        "JH",
    ),
    (
        "trumps saved",
        "upcard=AC stock=23 turn=south south=AKJ.AKQJ9.K9.AT north=+11 led=JH",
        "JS",
        "TC",
    ),
    (
        "high trumps for the end",
        "rules=hayes upcard=9S stock=17 turn=south south=ATJ.KQ.TTJJ9.Q9 north=KQ.K.K.-+7 led=TH"
        " melds.south=marriage:KH.QH melds.north=kings:KS.KH.KD.KC*+royal-marriage:KS.QS"
        " gone=-.T9.Q9.K9",
        "JD",
        "TS",
    ),
    (
        "longest suit led",
        "upcard=TD stock=23 turn=south south=KJ.Q9.AQ9.AKQQJ north=+12",
        "JC",
        "JS",
    ),
    (
        "its ten led",
        "upcard=9S stock=19 turn=south south=KJ.AT.ATKQJJ.AQ north=-.KQ.-.-+10"
        " melds.south=dix+marriage:KD.QD melds.north=marriage:KH.QH gone=-.J.A99.-",
        "TD",
        "JD",
    ),
    (
        "embarrassing lead",
        "upcard=QS stock=23 turn=south south=ATT.AAT.TJ9.AKQ north=+12",
        "9D",
        "TH",
    ),
    (
        "early tricks lost",
        "upcard=TD stock=23 turn=south south=A.ATJ99.ATJ.TQ9 north=+11 led=JS",
        "JH",
        "AS",
    ),
    (
        "late tricks won",
        "rules=macdougall upcard=9S stock=11 turn=south south=ATKJ.Q.ATKJ.AKK north=TQ9.-.QJ.-+6"
        " led=TH melds.north=dix+pinochle:QS.JD+marriage:KD*.QD+dix:9S gone=-.ATJ99.K9.AJJ99",
        "TS",
        "KC",
    ),
    (
        "opponent kept out",
        "rules=hayes upcard=9S stock=9 turn=north south=A.A.-.A+8 north=ATQJ.ATKQ.AKQ9.- led=AD"
        " melds.south=dix:9S*+aces:AS.AH.AD*.AC"
        " melds.north=pinochle:QS.JD*+marriage:KD.QD+dix+marriage:KH.QH* gone=9.TQJ99.J9.AKJJ99",
        "TS",
        "9D",
    ),
    (
        "other jacks thrown",
        "upcard=TS stock=23 turn=south south=AKJ.A9.AKJ9.KKJ north=+12",
        "JC",
        "9D",
    ),
    (
        "jacks around",
        "upcard=QC stock=23 turn=south south=KJ9.TJ9.J9.TKK9 north=+12",
        "JH",
        "9H",
    ),
]


@pytest.mark.parametrize(
    ("maxim", "line", "move", "otherwise"), DECIDED, ids=[case[0] for case in DECIDED]
)
def test_each_maxim_decides_somewhere(maxim: str, line: str, move: str, otherwise: str) -> None:
    position = StockPosition.parse(line)
    assert advice_move(position).text() == choice(position).text() == move
    assert choice(position, without=maxim).text() == otherwise


def test_every_maxim_is_among_them() -> None:
    names = [maxim.name for maxim in SHOW_MAXIMS] + [maxim.name for maxim in PLAY_MAXIMS]
    assert [case[0] for case in DECIDED] == names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # Where the run takes the marriage's place nothing is gained by laying that first.
        (
            "rules=hayes upcard=KS stock=21 act=meld turn=south south=ATKQJ9.K.KQ.KJJ north=+12"
            " gone=-.-.-.AT",
            "run:AS.TS.KS.QS.JS",
        ),
        # A second ten of trumps may win another trick late.
        (
            "upcard=9S stock=5 act=meld turn=south south=ATTKQJ.K9.J9.Q north=+11"
            " gone=-.AATTJJ.AATTKQ.AATTKKJJ",
            "royal-marriage:KS.QS",
        ),
        # The last turn of all.
        (
            "upcard=9S stock=1 act=meld turn=south south=ATTKQJ.K9.J9.Q north=+11"
            " gone=A9.AATTJJ.AATTKQ.AATTKKJJ99",
            "run:AS.TS.KS.QS.JS",
        ),
        # Grand pinochle is the royal marriage as well, and not to be had after the run.
        (
            "rules=macdougall-bonus upcard=9S stock=23 act=meld turn=south"
            " south=ATKQJ.K9.J9.Q9 north=+11 gone=-.-.-.AJ",
            "grand-pinochle:KS.QS.JD",
        ),
        (
            "rules=macdougall upcard=AS stock=23 act=dix turn=south south=KQ9.K.KQ.TTJJ9 north=+11"
            " gone=-.-.-.AK",
            "dix",
        ),
    ],
)
def test_melds_of_the_rulebooks(line: str, move: str) -> None:
    assert advice_move(StockPosition.parse(line)).text() == move


def test_three_aces_are_best_broken_up_on_a_ten() -> None:
    terms = []
    for led in ("9D", "TD"):
        line = f"upcard=QS stock=23 turn=north south=+11 north=AKQ9.KJ.AKQJ.A9 led={led}"
        position = StockPosition.parse(line)
        (ace,) = (move for move in legal_moves(position) if move.text() == "AD")
        terms.append(advice_terms(position, ace)["three aces broken up"])
    assert terms == [10, 20]


@given(stock_positions())
def test_the_move_is_the_one_of_the_greatest_sum(position: StockPosition) -> None:
    assume(not position.hand(position.turn).hidden)
    assert advice_move(position) == choice(position)


def test_of_doubles_the_books_say_nothing_by_the_cards() -> None:
    position = StockPosition.parse(
        "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south"
        " south=AK9.TKJJ.ATJ.K9 north=+12 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south"
    )
    moves = position.legal_moves()
    assert [move.text() for move in moves] == ["no-double", "double"]
    assert [advice_terms(position, move) for move in moves] == [{}, {}]
