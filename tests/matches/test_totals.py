"""What the players of many hands got in all: `pinochle score --totals`."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from math import inf
from pathlib import Path
from statistics import fmean

import pytest

from helpers.commandline import Pinochle
from helpers.games import record
from helpers.table_records import AUCTION
from pinochle_solver import replay_record
from pinochle_solver.matches.totals import CountedHand, SeatGot, TotalsKeeper, counted_hand
from pinochle_solver.notation.players import Players
from pinochle_solver.rules.rules import Doubles, Seat

PAIRS = 4


@pytest.mark.parametrize(
    ("words", "margin", "field", "currency"),
    [
        ((), "points", "ahead", "points"),
        (("--rules", "macdougall", "--doubles", "every"), "stakes", "each", "stakes"),
        (("--rules", "auction"), "margin", "ahead", "cents"),
        (("--rules", "check"), "margin", "ahead", "checks"),
        (("--rules", "partnership"), "margin", "ahead", "points"),
        (("--rules", "hayes-3"), "margin", "ahead", "points"),
    ],
)
def test_the_records_of_a_match_add_up_to_its_margin(
    pinochle: Pinochle,
    tmp_path: Path,
    words: tuple[str, ...],
    margin: str,
    field: str,
    currency: str,
) -> None:
    file = tmp_path / "match.pnr"
    played = ("match", "greedy", "random", "--worlds", "1", "--pairs", str(PAIRS), *words)
    report = json.loads(pinochle(*played, "--json", "--record", str(file)).out)
    run = pinochle("score", "--each-hand", "--json", str(file))
    assert (run.status, run.err) == (0, "")
    totals = json.loads(run.out)
    assert (totals["objective"], totals["deals"], totals["guess"]) == (currency, PAIRS, True)
    by_name = {each["name"]: each for each in totals["players"]}
    a, b = by_name["A"], by_name["B"]
    assert a[field] == report[margin]
    assert b["ahead"]["mean"] == -a["ahead"]["mean"]
    got = defaultdict(list)
    for hand in totals["each_hand"]:
        for seat in hand["got"]:
            got[seat["name"]].append(seat["amount"])
    for name, each in by_name.items():
        assert (each["hands"], each["total"]) == (len(got[name]), sum(got[name]))
        assert each["each"]["mean"] == round(fmean(got[name]), 4)
    assert len(totals["each_hand"]) == totals["hands"]
    # Without the option the hands are recognised.
    alone = json.loads(pinochle("score", "--json", str(file)).out)
    assert alone == {name: value for name, value in totals.items() if name != "each_hand"}


def hand_of(deal: object, currency: str = "points", **got: int) -> CountedHand:
    seats = ("south", "north")
    each = (SeatGot(seat, *item) for seat, item in zip(seats, got.items(), strict=True))
    return CountedHand("scarne", "two-handed", currency, deal, tuple(each))


def test_errors_are_those_of_deals() -> None:
    """Of two deals, each played twice: a pair is one observation, not two."""
    keeper = TotalsKeeper()
    dealt = [(1, 300, 100), (1, 100, 300), (2, 250, 150), (2, 250, 150)]
    for number, (deal, south, north) in enumerate(dealt, start=1):
        assert keeper.add(number, hand_of(deal, Ann=south, bob=north)) is None
    totals = keeper.totals()
    assert totals is not None
    ann, bob = totals.players
    assert (ann.name, ann.hands, ann.total, bob.total) == ("Ann", 4, 900, 700)
    assert (ann.each.number, ann.each.mean) == (2, 225.0)
    # The means of the deals are 200 and 250: their deviation is 50 / sqrt 2, the error of the mean
    # that over sqrt 2.
    assert ann.each.estimate.se == pytest.approx(25.0)
    assert ann.ahead is not None
    assert ann.ahead.mean == 50.0
    assert ann.ahead.estimate.se == pytest.approx(50.0)


def test_a_player_is_known_in_either_case_and_one_deal_has_no_error() -> None:
    keeper = TotalsKeeper()
    keeper.add(1, hand_of(1, Ann=10, Bob=0))
    keeper.add(2, hand_of(1, bob=4, ANN=6))
    totals = keeper.totals()
    assert totals is not None
    assert [(each.name, each.total) for each in totals.players] == [("Ann", 16), ("Bob", 4)]
    assert totals.players[0].each.half == inf


def test_hands_of_another_currency_add_nothing() -> None:
    keeper = TotalsKeeper()
    keeper.add(1, hand_of(1, Ann=10, Bob=0))
    fault = keeper.add(2, hand_of(2, "stakes", Ann=1, Bob=-1))
    assert fault == "counted in stakes, the hands before it in points"
    totals = keeper.totals()
    assert totals is not None
    assert totals.hands == 1


def test_a_hand_of_two_counts_all_its_points() -> None:
    hand = replace(record(seed=1), players=Players("Ann", None))
    replay = replay_record(hand)
    counted = counted_hand(replay)
    assert counted is not None
    assert replay.points is not None
    assert counted.got == (
        ("south", "Ann", sum(replay.points[Seat.SOUTH])),
        ("north", "north", sum(replay.points[Seat.NORTH])),
    )
    assert counted_hand(replay_record(record(seed=1, moves=5))) is None
    unpaid = replay_record(replace(record("macdougall", 1), doubles=Doubles.EVERY))
    assert unpaid.payment is not None
    paid = counted_hand(unpaid)
    assert paid is not None
    assert (paid.currency, sum(each.amount for each in paid.got)) == ("stakes", 0)


@pytest.fixture
def match(pinochle: Pinochle, tmp_path: Path) -> str:
    file = tmp_path / "match.pnr"
    played = ("match", "greedy", "random", "--worlds", "1", "--pairs", "2")
    assert pinochle(*played, "--record", str(file)).status == 0
    return str(file)


def test_what_is_shown(pinochle: Pinochle, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = pinochle("score", "--ascii", match).out.splitlines()
    assert lines[0] == "scarne: 4 hands of 2 deals, in points"
    assert " ".join(lines[2].split()) == "player hands total a hand over the others"
    assert [row.split()[:2] for row in lines[4:6]] == [["A", "4"], ["B", "4"]]
    assert "+-" in lines[4]
    assert lines[7] == "only 2 deals: this is hardly more than a guess"
    each = pinochle("score", "--each-hand", match).out.splitlines()
    assert [row.split()[:3] for row in each[4:8]] == [
        ["1", "1", "A"],
        ["2", "1", "B"],
        ["3", "2", "A"],
        ["4", "2", "B"],
    ]


def test_an_option_of_a_game_makes_it_one(pinochle: Pinochle, match: str) -> None:
    for words in (("--game",), ("--target", "900"), ("--player", "A")):
        assert " · to " in pinochle("score", *words, match).out
    run = pinochle("score", "--totals", "--target", "900", match)
    assert (run.status, run.out) == (2, "")
    said = "--target: is for a game. Leave it out, or type --game"
    assert run.err == f"pinochle score: {said}\n"
    run = pinochle("score", "--game", "--each-hand", match)
    said = "--each-hand: not with --game, which shows each hand anyway"
    assert (run.status, run.err) == (2, f"pinochle score: {said}\n")


def test_hands_of_other_games_add_nothing(pinochle: Pinochle, match: str, tmp_path: Path) -> None:
    three = tmp_path / "three.pnr"
    three.write_text(AUCTION)
    run = pinochle("score", match, str(three))
    assert run.status == 1
    assert run.err.splitlines()[-1] == (
        f"{three}:1: hand 5: Rules: auction, the hands before it are of scarne"
    )
    assert run.out == pinochle("score", match).out
