"""What values look like in a notebook: one short line, which reads back where it can."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pinochle_solver
from helpers.games import record
from helpers.strategies import play_on, stock_positions
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Doubling,
    Hand,
    IllegalPositionError,
    LaidMeld,
    MeldTable,
    NotationError,
    PackedPositions,
    PartialHand,
    Play,
    PlayoffPosition,
    PositionError,
    Referee,
    Seat,
    Show,
    StockPosition,
    Suit,
    analyze,
    analyze_with,
    hand_options,
    plan,
    random_deals,
    replay_record,
    score_game,
    solve,
    solve_many,
)
from pinochle_solver.rules.melds import parse_meld
from pinochle_solver.rules.moves import CALL_OUT

LONGEST = 400
PLAYOFF = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
STOCK = StockPosition.parse("upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12")
NAMES = {name: getattr(pinochle_solver, name) for name in pinochle_solver.__all__}


def read_back(value: object) -> object:
    return eval(repr(value), dict(NAMES))


@cache
def values() -> dict[str, Any]:
    """One of each kind that a notebook shows."""
    (deal,) = random_deals(1, 7, RULEBOOKS["macdougall"])
    deck = replace(RULEBOOKS["scarne"].deck, stock=24, upcard=False)
    house = replace(RULEBOOKS["scarne"], name="house", deck=deck, dealer_dix=0)
    (no_upcard,) = random_deals(1, 7, house)
    referee = play_on(Referee.of_deal(deal), 30, Random(7))
    replay = replay_record(record())
    seen = replay_record(record(view=Seat.NORTH, moves=20))
    game = score_game([replay, seen])
    melds = plan(RULEBOOKS["scarne"], Suit.SPADES, Hand.parse("ATKQJ.-.J.-"), turns=3)
    solution, analysis, greedy = solve(PLAYOFF), analyze(STOCK, worlds=8), None
    greedy = analyze_with("greedy", STOCK)
    rules = RULEBOOKS["macdougall"]
    table = MeldTable(rules, Suit.SPADES, [LaidMeld.parse("pinochle:QS.JD")])
    packed = PackedPositions.of([PLAYOFF] * 40)
    return {
        "Solution": solution,
        "MoveValue": solution.moves[0],
        "Trick": solution.tricks[0],
        "stopped": solve(PLAYOFF, nodes=2),
        "values only": solve(PLAYOFF, moves=False),
        "Analysis": analysis,
        "MoveEstimate": analysis.moves[0],
        "greedy": greedy,
        "greedy move": greedy.moves[0],
        "Deal": deal,
        "no upcard": no_upcard,
        "Referee": referee,
        "start": Referee.of_deal(deal),
        "over": replay.referee,
        "HandRecord": replay.record,
        "one seat's": seen.record,
        "RecordedTrick": replay.record.tricks[0],
        "Replay": replay,
        "ReplayedTrick": replay.tricks[0],
        "Game": game,
        "GameHand": game.hands[0],
        "unfinished": game.hands[1],
        "Plan": melds,
        "Step": melds.steps[0],
        "Need": melds.needs[0],
        "MeldOption": hand_options(rules, Suit.SPADES, Hand.parse("ATKQJ.-.-.-"))[0],
        "Rulebook": rules,
        "Deck": rules.deck,
        "GameRules": rules.game,
        "MeldKind": rules.melds[0],
        "CardCount": rules.count,
        "MeldTable": table,
        "empty table": MeldTable(rules, Suit.SPADES),
        "PackedPositions": packed,
        "PackedSolutions": solve_many(packed),
        "PlayoffPosition": PLAYOFF,
        "StockPosition": STOCK,
    }


@pytest.mark.parametrize("kind", values())
def test_a_value_is_one_short_line(kind: str) -> None:
    shown = repr(values()[kind])
    assert len(shown) < LONGEST
    assert shown.isprintable()
    assert shown.isascii()
    assert " object at 0x" not in shown
    assert repr(copy.copy(values()[kind])) == shown


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("MoveValue", "<MoveValue KD 55/15>"),
        (
            "Solution",
            "<Solution 55/15: KD 55/15, TH 40/30, QD 0/70, TS 0/70; rules=hayes trump=S "
            "south=T.T.KQ.- north=A.-.K.TK turn=south>",
        ),
        (
            "values only",
            "<Solution 55/15; rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south>",
        ),
        ("Rulebook", "<Rulebook macdougall>"),
        ("Deal", "<Deal rules=macdougall dealer=south upcard="),
        ("no upcard", "<Deal rules=house dealer=south trump="),
        ("Deck", "<Deck pinochle, 48 cards>"),
        ("MeldKind", "<MeldKind marriage 20: Kp Qp>"),
        ("MeldTable", "<MeldTable macdougall, trump S: QS.JD>"),
        ("empty table", "<MeldTable macdougall, trump S: nothing laid>"),
        ("start", "<Referee macdougall: 0 moves made, north to decide, points 0+0/0+0>"),
        ("HandRecord", "<HandRecord scarne, line 1: 24 tricks>"),
        ("PackedPositions", "<PackedPositions: 40 records>"),
        ("Plan", "<Plan 1. royal-marriage:KS.QS 40 2. run:AS.TS.KS.QS.JS 150"),
    ],
)
def test_what_is_shown(kind: str, shown: str) -> None:
    assert repr(values()[kind]).startswith(shown)


def test_bounds_that_are_not_proven_are_shown() -> None:
    assert "<Solution 10..60/10..60: TH 10..40/30..60, " in repr(values()["stopped"])


def test_what_is_not_known_is_not_shown() -> None:
    move = values()["greedy move"]
    assert repr(move) == f"<MoveEstimate {move.move}>"
    assert "nan" not in repr(values()["greedy"])
    assert " nan" not in repr(analyze(STOCK, worlds=1))


def test_moves_are_printed_as_their_text() -> None:
    show = Show(dix=True, meld=parse_meld("marriage:KH.QH", RULEBOOKS["scarne"], Suit.SPADES))
    assert (str(show), repr(show.meld)) == ("dix+marriage:KH.QH", "<Meld marriage:KH.QH>")
    assert (str(Doubling.NO_DOUBLE), str(CALL_OUT)) == ("no-double", "call-out")


@pytest.mark.parametrize("text", ["-.-.KQ.-+9", "+12", "AAT9.KQ.-.QQJJ99"])
def test_hands_with_hidden_cards_read_back(text: str) -> None:
    assert read_back(PartialHand.parse(text)) == PartialHand.parse(text)


@given(stock_positions())
def test_moves_positions_and_melds_read_back(position: StockPosition) -> None:
    assert read_back(position) == position
    for meld in (*position.melds_south, *position.melds_north):
        assert read_back(meld) == meld
    if position.hand(position.turn).hidden:
        return
    referee = Referee.of_position(position, position.unseen)
    for move in position.legal_moves():
        if isinstance(move, Play):
            assert read_back(move) == move
        else:
            assert isinstance(move, Show)
            assert repr(move) == f"<Show {move.text()}>"
            assert move.meld is None or repr(move.meld) == f"<Meld {move.meld.text()}>"
        assert referee.parse_move(move.text()) == move


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_a_count_reads_back(count: object) -> None:
    assert read_back(count) == count


@given(st.sampled_from([PositionError, NotationError, IllegalPositionError]), st.text(max_size=9))
def test_errors_read_back_until_they_have_a_place(kind: type[PositionError], token: str) -> None:
    error = kind(token, "no such thing")
    back = read_back(error)
    assert isinstance(back, kind)
    assert (back.token, back.fact, back.place) == (token, "no such thing", None)
    assert repr(kind("trump", "none").at("a.pn:3")) == f"<{kind.__name__} a.pn:3: trump: none>"


def test_a_pass_is_shown_as_one() -> None:
    assert repr(Show()) == "<Show pass>"


def test_the_package_lists_what_it_gives_and_nothing_else() -> None:
    listed = dir(pinochle_solver)
    assert listed == sorted(NAMES)
    assert {"StockPosition", "analyze", "solve_open"} <= {*listed}
    assert "import_module" not in listed
