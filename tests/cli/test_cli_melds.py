"""`pinochle melds` and what `pinochle show` shows of the stock phase, as commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.commandline import Pinochle

HAND = "Q9.AKQ.AJ.KQJ9"
POSITION = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
    "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
    "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
)


def melds(pinochle: Pinochle, *arguments: str) -> list[tuple[str, int]]:
    result = pinochle("melds", "--json", *arguments)
    assert (result.status, result.err) == (0, "")
    return [(meld["move"], meld["points"]) for meld in json.loads(result.out)["melds"]]


def test_every_meld_of_a_hand_the_most_points_first(pinochle: Pinochle) -> None:
    assert melds(pinochle, HAND, "--trump", "S") == [
        ("pinochle:QS.JD", 40),
        ("marriage:KH.QH", 20),
        ("marriage:KC.QC", 20),
        ("dix", 10),
    ]
    assert ("royal-marriage:KH.QH", 40) in melds(pinochle, HAND, "--trump", "h")


def test_the_table_is_taken_into_account(pinochle: Pinochle) -> None:
    laid = "pinochle:QS.JD"
    assert ("pinochle:QS.JD", 40) not in melds(pinochle, HAND, "--trump", "S", "--table", laid)
    hand = "ATKQJ.-.-.-"
    married = ("--trump=S", "--table=royal-marriage:KS.QS")
    assert melds(pinochle, hand, *married) == [("run:AS.TS.KS.QS.JS", 150)]
    assert melds(pinochle, hand, *married, "--rules=HAYES") == [("run:AS.TS.KS.QS.JS", 110)]
    result = pinochle("melds", hand, *married, "--json")
    (run,) = json.loads(result.out)["melds"]
    assert (run["from_hand"], run["from_table"]) == (["AS", "TS", "JS"], ["KS", "QS"])


def test_melds_of_a_position_with_the_dix_and_without(pinochle: Pinochle) -> None:
    assert melds(pinochle, POSITION) == [
        ("dix+marriage:KH.QH", 30),
        ("dix+marriage:KC.QC", 30),
        ("marriage:KH.QH", 20),
        ("marriage:KC.QC", 20),
        ("dix", 10),
    ]
    before_the_lead = POSITION.replace("act=meld ", "").replace("stock=17", "stock=15")
    before_the_lead = before_the_lead.replace("south=Q9.AKQ", "south=Q9.AAKQ").replace("+9", "+10")
    assert melds(pinochle, before_the_lead) == melds(pinochle, POSITION)


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("scarne", [("run:AS.TS.KS.QS.JS", 150), ("royal-marriage:KS.QS", 40), ("dix", 10)]),
        ("macdougall", [("dix", 10)]),
        ("hayes", []),
    ],
)
def test_before_the_last_trick_of_the_stock_what_may_still_be_shown_after_it(
    pinochle: Pinochle, rules: str, shown: list[tuple[str, int]]
) -> None:
    reply = (
        f"rules={rules} upcard=9S stock=1 turn=south south=ATKQJ9.A9.9.QJ9 north=+11 led=AC"
        " gone=-.ATTKKQQJJ9.AATTKKQQ.TTKK"
    )
    found = melds(pinochle, reply)
    assert [each for each in found if "+" not in each[0]] == shown


def test_a_table_for_reading(pinochle: Pinochle) -> None:
    shown = pinochle("melds", "--ascii", HAND, "--trump", "S", "--table", "pinochle:QS.JD").out
    assert "marriage       20   KH QH           -" in shown
    assert pinochle("melds", "AT.T.T.T", "--trump", "S").out == "nothing to meld\n"
    assert pinochle("melds", "-.AT.AT.AT", "--trump", "S").out == "nothing to meld\n"
    position = pinochle("melds", "--ascii", POSITION).out
    assert "dix + marriage       30   9S KH QH        -" in position


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([HAND], "pinochle melds: --trump: missing. Add --trump S, H, D or C"),
        ([HAND, "trump", "X"], "pinochle melds: --trump: unknown suit 'X'"),
        ([HAND, "up", "9X"], "pinochle melds: --trump: unknown suit 'X' in '9X'"),
        ([HAND, "--trump", "X"], "pinochle melds: --trump: unknown suit 'X'"),
        (["A.K", "--trump", "S"], "hand: 2 suits in 'A.K', expected 4 (S.H.D.C)"),
        (["AAA.K..", "--trump", "S"], "hand: 3 copies of AS, the deck has 2"),
        (["A8.K..", "--trump", "S"], "hand: 8S is not in the pinochle deck"),
        (["ATKQJ9.ATKQJ9.A.-", "--trump", "S"], "hand: 13 cards, a hand has at most 12"),
        (["A.K..", "K.Q..", "--trump", "S"], "hand: 7 suits in 'A.K.. K.Q..', expected 4 (S.H.D"),
        (["ASK", "--trump", "S"], "hand: 'ASK' could be AS K, or A SK"),
        (
            [HAND, "--trump", "S", "--rules", "hoyle"],
            "--rules: unknown rulebook 'hoyle' (known: scarne",
        ),
        ([HAND, "--trump", "S", "--table", "run"], "--table: 'run' is no run with spades as trump"),
        ([HAND, "--trump", "S", "--table", "pinochle:QS.JD+pinochle:QS.JD"], "has served"),
        (
            [HAND, "--trump", "S", "--table", "marriage:KD.QD"],
            "--table: KD is on the table, but not among the cards held",
        ),
        ([POSITION, "--trump", "S"], "--trump: goes with a hand, a position says it itself"),
        ([POSITION.replace("turn=south", "turn=north")], "position: turn: north, but 9 cards"),
        (
            ["trump=S", "south=A...", "north=K...", "turn=south"],
            "position: upcard: missing. A position",
        ),
        (["--trmp", "S", HAND], "No such option"),
        ([HAND, "--trump", "S", "-f", "x.pn"], "-f: a file and a hand as argument are given"),
        ([HAND, "--trump", "S", "--at", "3m"], "--at: goes with a hand record"),
        ([HAND, "--trump", "S", "--hand", "2"], "--hand: goes with a hand record"),
        ([HAND, "--trump", "S", "--rules", ""], "--rules: empty"),
        (["-f", "missing.pn"], "missing.pn: no such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    pinochle: Pinochle, arguments: list[str], complaint: str
) -> None:
    result = pinochle("melds", *arguments)
    assert (result.status, result.out) == (2, "")
    assert complaint in result.err
    assert len(result.err.splitlines()) == 1


def test_files_are_answered_in_order_and_bad_lines_told(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(f"# two\n{POSITION}\nstock=3 upcard=9S\n{POSITION}\n")
    result = pinochle("melds", "--json", "-f", str(file))
    assert result.status == 2
    assert len(result.out.splitlines()) == 2
    assert result.err == f"{file}:3: south: missing\n"
    (tmp_path / "empty.pn").touch()
    empty = pinochle("melds", "-f", str(tmp_path / "empty.pn"))
    assert (empty.status, empty.err) == (2, f"{tmp_path / 'empty.pn'}: no position in it\n")


def test_show_draws_the_table(pinochle: Pinochle) -> None:
    result = pinochle("show", "--ascii", *reversed(POSITION.split()))
    assert (result.status, result.err) == (0, "")
    line, *shown = result.out.splitlines()
    assert line == POSITION
    text = "\n".join(shown)
    for fact in (
        "scarne, old count, trump S, south has won the trick and may meld",
        "and 9 hidden",
        "stock: 17 face down, then the upcard TS; 4 tricks played, north dealt",
        "south has melded pinochle QS JD 40",
        "north has melded marriage KD QD 20",
        "south 40 melds + 31 cards, north 20 melds + 13 cards",
    ):
        assert fact in text
    rows = {row.split("  ")[1].strip(): row for row in shown if row.startswith("  ")}
    assert "S A A T K K Q J J 9" in rows["unseen"]
    found = json.loads(pinochle("show", "--json", POSITION).out)
    assert found == {
        "position": POSITION,
        "tricks": 4,
        "unseen": "AATKKQJJ9.ATKQJJ9.ATTKQ9.TKQJ",
    }


def test_show_takes_positions_of_both_phases(pinochle: Pinochle, tmp_path: Path) -> None:
    playoff = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    file = tmp_path / "both.pn"
    file.write_text(f"{POSITION}\n{playoff}\nupcard=9S nonsense\n")
    result = pinochle("show", "-f", str(file))
    assert result.status == 2
    assert POSITION in result.out
    assert playoff in result.out
    assert result.err == f"{file}:3: upcard: '9S nonsense' is no card (rank, then suit)\n"


def test_solve_refuses_a_stock_phase_position(pinochle: Pinochle) -> None:
    result = pinochle("solve", POSITION)
    assert (result.status, result.out) == (2, "")
    assert "belongs to a stock-phase position, not to a playoff" in result.err
