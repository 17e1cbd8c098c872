"""The legal moves of games for three and four as the engine protocol lists them."""

from __future__ import annotations

from random import Random

import pytest

from pinochle_solver import TablePosition
from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.notation.table.offered_moves import (
    chosen_in_steps,
    move_of,
    offered_moves,
)
from pinochle_solver.notation.table.position_hands import hand_of

BURY = TablePosition.parse(
    "rules=auction dealer=north act=bury bids=250,260,p,450,p bidder=south contract=450 turn=south"
    " south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
)
# Two of nearly everything: thousands of lists of melds.
RICH = TablePosition.parse(
    "rules=auction-score dealer=north act=bury bids=250,p,p bidder=south contract=250 turn=south"
    " south=KKQQJ.KKQQ.KQQJJ.KKQQ west=+15 north=+15 widow=-.-.-.KQQ"
)
CORNERS = TablePosition.parse(
    "rules=corners dealer=east act=bury bids=150,p,p,p bidder=south contract=150 turn=south"
    " south=TKQJ.A.TQQ.AAQJ west=+12 north=+12 east=+12"
)
BID = TablePosition.parse("rules=check dealer=east act=bid turn=south south=TKJ.A.TQQ.AAQJ9")


def test_a_burial_is_offered_in_steps() -> None:
    assert offered_moves(BURY) == ("S", "H", "D", "C", "concede")
    of_hearts = offered_moves(BURY, "H")
    assert of_hearts[:2] == ("H:AS.AS.AD", "H:AS.AS.TD")
    assert len(of_hearts) == 590
    layings = offered_moves(BURY, "D:TC.JH.9C")
    assert layings[0] == "D:TC.JH.9C"
    assert layings[-1] == "D:TC.JH.9C/none"
    assert len(layings) == len(set(layings)) == 48


def test_everything_offered_is_legal_and_nothing_is_missing() -> None:
    steps = [
        layings for trump in offered_moves(CORNERS) for layings in offered_moves(CORNERS, trump)
    ]
    assert steps == [move.text() for move in CORNERS.legal_moves()]
    assert len(steps) == 8
    hand = hand_of(BURY)
    for text in Random(1).sample(offered_moves(BURY, "S"), 20):
        for move in offered_moves(BURY, text):
            assert hand.is_legal(move_of(hand, move)), move  # type: ignore[arg-type]


def test_lists_of_melds_end_where_a_line_does_and_none_is_among_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    burial = "S:QD.JS.JD"
    whole = offered_moves(RICH, burial)
    assert len(whole) == 432
    assert len(" ".join(whole)) == 41_091
    monkeypatch.setattr("pinochle_solver.notation.table.offered_moves.MOST_LISTED", 10_000)
    fitting = offered_moves(RICH, burial)
    assert 9_800 < len(" ".join(fitting)) <= 10_000
    assert fitting == (*whole[: len(fitting) - 1], f"{burial}/none")


def test_where_there_is_no_step_the_moves_are_those_of_the_referee() -> None:
    assert offered_moves(BID) == ("p",)
    assert offered_moves(BID) == tuple(move.text() for move in BID.legal_moves())


@pytest.mark.parametrize(
    ("chosen", "error", "text"),
    [
        ("X", NotationError, "suit: unknown suit 'X'"),
        ("D:TC.JH", IllegalMoveError, "D:TC.JH: 2 cards are buried, expected 3"),
        ("D:TC.JH.9S/none", IllegalMoveError, "D:TC.JH.9S/none: nothing is listed behind it"),
        ("concede", IllegalMoveError, "concede: nothing is listed behind it"),
    ],
)
def test_what_is_no_step_is_refused(chosen: str, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        offered_moves(BURY, chosen)
    assert str(raised.value) == text


def test_a_choice_in_steps() -> None:
    asked: list[int] = []

    def first(offered: tuple[str, ...]) -> str:
        asked.append(len(offered))
        return offered[0]

    assert chosen_in_steps(BURY, first) == "S:AS.AS.AD"
    assert asked == [5, 590, 64]
    asked.clear()
    assert chosen_in_steps(BID, first) == "p"
    assert asked == []
    assert chosen_in_steps(BURY, lambda _: "concede") == "concede"
    assert chosen_in_steps(BURY, lambda _: "D:TC.JH.9C") == "D:TC.JH.9C"
    answers = iter(("D", "D:TC.JH.9C", "D:TC.JH.9C/none"))
    assert chosen_in_steps(BURY, lambda _: next(answers)) == "D:TC.JH.9C/none"
