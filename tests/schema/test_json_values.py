"""The figures of every JSON line, against figures written down beside it.

The values are made up, and no two of a line are the same: so a field that holds another's value, or
the other seat's, or the wrong sign, is not what stands here.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any

import msgspec
import pytest

from helpers.burials import WIDOW
from helpers.games import DOUBLED, record, scoring
from helpers.rivals import SETTINGS
from helpers.told_figures import ANALYSIS, MARRIAGE, PASS, PLAYOFF, STOCK, WINDOW, reviewed
from pinochle_solver import (
    Card,
    Points,
    Seat,
    TablePosition,
    parse_record,
    replay_record,
    score_game,
    solve,
)
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.burials import BurialValue
from pinochle_solver.double_dummy.estimates import Estimate as TableEstimate
from pinochle_solver.double_dummy.solution import SideBounds, SideMoveValue, TableSolution
from pinochle_solver.matches.report import Failure, GamesReport, MatchReport, SideReport
from pinochle_solver.matches.statistics import Mean, SequentialTest, Share
from pinochle_solver.playoff.race import CardOutcome, Outcome, Race
from pinochle_solver.playoff.solution import Bounds, MoveValue
from pinochle_solver.playoff.verify import Verification
from pinochle_solver.rules.card_chances import CardChance, CardChances, CardShift, Seen, SeenKind
from pinochle_solver.schema.lines import line_of
from pinochle_solver.stock.analysis import (
    CallOutValue,
    DoublingOutlook,
)
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.table.moves import Bury, PlayCard


def written(value: object) -> dict[str, Any]:
    """A value as other programs read it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(line_of(value)))
    return found


def without(line: dict[str, Any], *names: str) -> dict[str, Any]:
    """The line but for what is text."""
    return {name: value for name, value in line.items() if name not in names}


# Two-handed analyses


WRITTEN_MARRIAGE = {
    "move": "marriage:KH.QH",
    "mean": 41.234,
    "mean_se": 2.346,
    "behind": 0.0,
    "behind_se": 0.0,
    "win": 0.7123,
    "win_se": 0.0234,
    "win_low": 0.663,
    "win_high": 0.7572,
    "points_behind": 0.0,
    "points_behind_se": 0.0,
    "win_behind": 0.0,
    "win_behind_se": 0.0,
    "win_behind_low": 0.0,
    "win_behind_high": 0.0,
    "visits": 640,
    "exact": False,
    "mover": {"melds": 83.46, "tricks": 111.23, "shows": {"marriage": 1.25, "run": 0.0312}},
    "other": {"melds": 62.34, "tricks": 96.54, "shows": {"jacks": 0.125}},
    "price": {
        "points": 20,
        "laid": 2,
        "later": 21.235,
        "later_se": 3.457,
        "gained": ["kings"],
        "given_up": ["run", "queens"],
    },
}
WRITTEN_PASS = {
    "move": "pass",
    "mean": 37.123,
    "mean_se": 4.568,
    "behind": 4.111,
    "behind_se": 1.988,
    "win": 0.6432,
    "win_se": 0.0346,
    "win_low": 0.5706,
    "win_high": 0.71,
    "points_behind": 4.111,
    "points_behind_se": 1.988,
    "win_behind": 0.0691,
    "win_behind_se": 0.0136,
    "win_behind_low": 0.0423,
    "win_behind_high": 0.0959,
    "visits": 512,
    "exact": True,
    "mover": {"melds": 71.99, "tricks": 108.77, "shows": {"aces": 0.5}},
    "other": {"melds": 59.88, "tricks": 99.01, "shows": {"kings": 0.25}},
}


def test_of_an_analysis() -> None:
    found = written(ANALYSIS)
    assert found == {
        "id": "b",
        "position": STOCK.text(),
        "mover": "south",
        "objective": "points",
        "moves": [WRITTEN_MARRIAGE, WRITTEN_PASS],
        "worlds": 641,
        "seed": 17,
        "seconds": 1.235,
        "engine": "default",
        "belief": "inferred",
        "model": "in words",
        "close": [],
        "choice": "pass",
        "finished": False,
        "open_average": {"pass": 12.35, "marriage:KH.QH": 23.46},
    }


def test_of_where_the_cards_are() -> None:
    led = CardShift(Seen(SeenKind.TOOK, 4, Card.parse("AS"), Card.parse("TS")), 0.61236, 0.01236)
    laid = CardShift(Seen(SeenKind.MELDED, 2, melds=("run", "dix")), nan, 0.0)
    king = CardChance(
        card=Card.parse("KS"),
        copies=2,
        known=0,
        at_least=(0.71236, 0.12345),
        at_least_se=(0.02346, 0.0),
        by_counting=(0.66666, 0.16666),
        number=0.83581,
        number_se=0.03456,
        shift=led,
    )
    jack = CardChance(Card.parse("JD"), 1, 1, (1.0,), (0.0,), (1.0,), 1.0, 0.0, laid)
    nine = replace(king, card=Card.parse("9C"), shift=None)
    cards = CardChances("north", (king, jack, nine), "inferred", 1536, 7)
    of_king = {
        "card": "KS",
        "copies": 2,
        "known": 0,
        "at_least": [0.7124, 0.1235],
        "at_least_se": [0.0235, 0.0],
        "by_counting": [0.6667, 0.1667],
        "number": 0.8358,
        "number_se": 0.0346,
    }
    took = {
        "kind": "took",
        "text": "took TS with AS (trick 4)",
        "trick": 4,
        "card": "AS",
        "led": "TS",
        "without": 0.6124,
        "without_se": 0.0124,
    }
    melded = {
        "kind": "melded",
        "text": "melded run and dix (trick 2)",
        "trick": 2,
        "melds": ["run", "dix"],
        "without": None,
        "without_se": 0.0,
    }
    assert written(replace(ANALYSIS, cards=cards))["cards"] == {
        "holder": "north",
        "belief": "inferred",
        "worlds": 1536,
        "seed": 7,
        "cards": [
            {**of_king, "shift": took},
            {
                "card": "JD",
                "copies": 1,
                "known": 1,
                "at_least": [1.0],
                "at_least_se": [0.0],
                "by_counting": [1.0],
                "number": 1.0,
                "number_se": 0.0,
                "shift": melded,
            },
            {**of_king, "card": "9C"},
        ],
    }


def test_of_what_is_not_known() -> None:
    unknown = Estimate(nan, nan)
    guess = replace(
        PASS,
        mean=nan,
        mean_se=nan,
        win=nan,
        win_se=nan,
        points_behind=unknown,
        win_behind=unknown,
        mover=None,
        other=None,
    )
    (move,) = written(replace(ANALYSIS, moves=(guess,)))["moves"]
    told = {name: value for name, value in move.items() if value is not None}
    assert told == {"move": "pass", "visits": 512, "exact": True}
    assert len(move) == 17


def test_of_an_analysis_by_chances() -> None:
    by_chances = replace(PASS, objective="win")
    (_, move) = written(replace(ANALYSIS, objective="win", moves=(MARRIAGE, by_chances)))["moves"]
    wins = {"behind": 0.0691, "behind_se": 0.0136}
    assert move == WRITTEN_PASS | wins


def test_of_call_outs_and_doubles() -> None:
    call = CallOutValue(990, 1000, 0.12345, 0.04321)
    assert written(replace(ANALYSIS, call_out=call))["call_out"] == {
        "count": 990,
        "target": 1000,
        "right": False,
        "win": 0.1235,
        "win_se": 0.0432,
        "win_low": 0.0558,
        "win_high": 0.2424,
    }
    outlook = DoublingOutlook(
        Estimate(0.61234, 0.02345),
        Estimate(1.23456, 0.34567),
        2.0,
        accepts=Estimate(0.71237, 0.02345),
        refuses=Estimate(0.07527, 0.01234),
        redoubles=Estimate(0.21236, 0.02111),
    )
    assert written(replace(ANALYSIS, doubling=outlook))["doubling"] == {
        "win": 0.6123,
        "win_se": 0.0234,
        "win_low": 0.5644,
        "win_high": 0.6582,
        "accepted": 1.2346,
        "accepted_se": 0.3457,
        "refused": 2.0,
        "accepts": 0.7124,
        "accepts_low": 0.663,
        "accepts_high": 0.7572,
        "refuses": 0.0753,
        "refuses_low": 0.0535,
        "refuses_high": 0.1044,
        "redoubles": 0.2124,
        "redoubles_low": 0.1728,
        "redoubles_high": 0.258,
    }
    answering = DoublingOutlook(Estimate(0.41234, 0.04321))
    assert written(replace(ANALYSIS, doubling=answering))["doubling"] == {
        "win": 0.4123,
        "win_se": 0.0432,
        "win_low": 0.3277,
        "win_high": 0.5022,
    }
    paid = replace(
        PASS, objective="stake", mean=1.23456, mean_se=0.45678, stake_behind=Estimate(0.87654, 0.3)
    )
    (move,) = written(replace(ANALYSIS, moves=(paid,)))["moves"]
    stakes = {"mean": 1.2346, "mean_se": 0.4568, "behind": 0.8765, "behind_se": 0.3}
    assert move == WRITTEN_PASS | stakes


def test_of_rows() -> None:
    """`Analysis.to_rows`, unrounded; what is the same in all rows is told once here."""
    rows = ANALYSIS.to_rows()
    whole = {
        "id": "b",
        "position": STOCK.text(),
        "mover": "south",
        "objective": "points",
        "engine": "default",
        "belief": "inferred",
        "worlds": 641,
        "seed": 17,
        "seconds": 1.23456,
        "finished": False,
        "guess": False,
    }
    assert [{name: row[name] for name in whole} for row in rows] == [whole, whole]
    assert [without(row, *whole) for row in rows] == [
        {
            "order": 1,
            "move": "marriage:KH.QH",
            "mean": 41.2345,
            "mean_se": 2.3456,
            "win": 0.71234,
            "win_se": 0.02345,
            "win_low": pytest.approx(0.6630043),
            "win_high": pytest.approx(0.7572165),
            "behind": 0.0,
            "behind_se": 0.0,
            "points_behind": 0.0,
            "points_behind_se": 0.0,
            "win_behind": 0.0,
            "win_behind_se": 0.0,
            "win_behind_low": 0.0,
            "win_behind_high": 0.0,
            "close": True,
            "choice": False,
            "visits": 640,
            "exact": False,
            "mover_melds": 83.456,
            "mover_tricks": 111.234,
            "other_melds": 62.345,
            "other_tricks": 96.543,
            "price_points": 20,
            "price_laid": 2,
            "price_later": 21.2345,
            "price_later_se": 3.4567,
            "open_average": 23.456,
        },
        {
            "order": 2,
            "move": "pass",
            "mean": 37.1234,
            "mean_se": 4.5678,
            "win": 0.64321,
            "win_se": 0.03456,
            "win_low": pytest.approx(0.5706168),
            "win_high": pytest.approx(0.7099755),
            "behind": 4.11111,
            "behind_se": 1.98765,
            "points_behind": 4.11111,
            "points_behind_se": 1.98765,
            "win_behind": 0.06913,
            "win_behind_se": 0.01357,
            "win_behind_low": pytest.approx(0.0423079),
            "win_behind_high": pytest.approx(0.0958533),
            "close": False,
            "choice": True,
            "visits": 512,
            "exact": True,
            "mover_melds": 71.987,
            "mover_tricks": 108.765,
            "other_melds": 59.876,
            "other_tricks": 99.012,
            "price_points": None,
            "price_laid": None,
            "price_later": None,
            "price_later_se": None,
            "open_average": 12.345,
        },
    ]


# Playoffs


def test_of_a_solution() -> None:
    king, ten = Card.parse("KD"), Card.parse("TS")
    proven = Bounds((55, 55), (15, 15))
    solution = replace(
        solve(PLAYOFF),
        bounds=proven,
        moves=(MoveValue(king, proven, 0), MoveValue(ten, Bounds((31, 31), (39, 39)), 24)),
        nodes=123,
        seconds=0.0123456,
        race=Race(
            140,
            1000,
            Outcome.LOSES,
            (
                CardOutcome(ten, Outcome.GOES_ON, Outcome.GOES_ON),
                CardOutcome(king, Outcome.WINS, Outcome.WINS),
            ),
        ),
    )
    assert written(solution) == {
        "id": "a",
        "position": PLAYOFF.text(),
        "exact": True,
        "value": {"south": 55, "north": 15},
        "final": {"south": 195, "north": 115},
        "moves": [
            {"card": "KD", "value": {"south": 55, "north": 15}, "loss": 0},
            {"card": "TS", "value": {"south": 31, "north": 39}, "loss": 24},
        ],
        "line": [card.text() for card in solution.line],
        "nodes": 123,
        "seconds": 0.012346,
        "race": {
            "count": 140,
            "target": 1000,
            "call_out": "loses",
            "cards": {"TS": "goes on", "KD": "wins"},
        },
    }
    wide = Bounds((14, 56), (15, 57))
    stopped = replace(
        solution,
        bounds=wide,
        moves=(MoveValue(king, Bounds((12, 51), (19, 58)), None),),
        race=Race(
            140,
            1000,
            None,
            (
                CardOutcome(ten, Outcome.GOES_ON, Outcome.WINS),
                CardOutcome(king, Outcome.LOSES, Outcome.LOSES),
            ),
        ),
    )
    assert without(written(stopped), "id", "position", "line", "nodes", "seconds") == {
        "exact": False,
        "bounds": {"south": [14, 56], "north": [15, 57]},
        "moves": [{"card": "KD", "bounds": {"south": [12, 51], "north": [19, 58]}}],
        "race": {
            "count": 140,
            "target": 1000,
            "call_out": None,
            "cards": None,
            "proven": {"TS": ["goes on", "wins"], "KD": ["loses", "loses"]},
        },
    }


def test_of_a_verification() -> None:
    for wrong in (0, 3):
        assert written(Verification(PLAYOFF, 901, 802, 703, wrong)) == {
            "position": PLAYOFF.text(),
            "states": 901,
            "searched": 802,
            "answered": 703,
            "wrong": wrong,
            "agrees": wrong == 0,
        }


# Games for three and four

TABLE = TablePosition.parse(
    "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.- id=c"
)


def test_of_open_hands() -> None:
    assert TABLE.sides is not None
    ace, queen = Card.parse("AS"), Card.parse("QS")
    proven = SideBounds((33, 33), (17, 17))
    line = ["AS", "JS", "QS", "QS", "9H", "TH", "JS", "AS", "KD"]
    solution = TableSolution(
        position=TABLE,
        sides=TABLE.sides,
        bounds=proven,
        moves=(
            SideMoveValue(ace, proven, 0),
            SideMoveValue(queen, SideBounds((21, 21), (29, 29)), 12),
        ),
        line=tuple(map(Card.parse, line)),
        nodes=45,
        seconds=1.2345678,
    )
    assert without(written(solution), "position") == {
        "id": "c",
        "exact": True,
        "value": {"south": 33, "west+north": 17},
        "moves": [
            {"card": "AS", "value": {"south": 33, "west+north": 17}, "loss": 0},
            {"card": "QS", "value": {"south": 21, "west+north": 29}, "loss": 12},
        ],
        "line": line,
        "nodes": 45,
        "seconds": 1.234568,
    }
    wide = SideBounds((11, 34), (16, 39))
    stopped = replace(solution, bounds=wide, moves=(SideMoveValue(ace, wide, None),))
    found = written(stopped)
    assert not found["exact"]
    assert found["bounds"] == {"south": [11, 34], "west+north": [16, 39]}
    assert found["moves"] == [{"card": "AS", "bounds": {"south": [11, 34], "west+north": [16, 39]}}]


def test_of_a_burial() -> None:
    position = TablePosition.parse(WIDOW)
    assert position.sides is not None
    first, second = [
        move for move in position.legal_moves() if isinstance(move, Bury) and not move.melds
    ][:2]
    best, other = BurialValue(first, 41, 12, (87, 87)), BurialValue(second, 33, 8, (55, 79))
    solution = BurialSolution(position, position.sides[0], (140, 140), best, (best, other), 9, 0.25)
    told = {"move": first.text(), "melds": 41, "buried": 12, "cards": 87, "total": 140, "loss": 0}
    bounds = {"move": second.text(), "melds": 33, "buried": 8, "bounds": [96, 120]}
    assert without(written(solution), "position") == {
        "side": "south+north",
        "exact": True,
        "total": 140,
        "best": told,
        "moves": [told, bounds],
        "nodes": 9,
        "seconds": 0.25,
    }
    worse = replace(other, cards=(70, 70))
    stopped = replace(solution, total=(111, 140), best=worse, moves=(worse, best))
    found = written(stopped)
    assert (found["bounds"], found["best"]["total"]) == ([111, 140], 111)
    assert "total" not in found
    assert "loss" not in found["best"]
    assert written(replace(solution, moves=(best, worse)))["moves"][1]["loss"] == 29


def test_of_an_analysis_of_hidden_hands() -> None:
    play = PlayCard(Card.parse("AS"))
    move = MoveChance(
        move=play,
        mean=TableEstimate(-12.34567, 3.45678),
        win=TableEstimate(0.61234, 0.02345),
        behind=TableEstimate(7.65432, 1.23456),
        chance=TableEstimate(0.51234, 0.04321),
        melds=23.4567,
        buried=21,
        cards=TableEstimate(98.76543, 5.67891),
        worlds=43,
    )
    analysis = ChanceAnalysis(
        position=TABLE,
        moves=(move, replace(move, worlds=1)),
        objective="checks",
        counts_game=True,
        worlds=44,
        seed=19,
        seconds=2.34567,
        is_open=False,
        exact=False,
        finished=True,
        burials=2345,
        tried=67,
    )
    told = {
        "move": play.text(),
        "mean": -12.346,
        "mean_se": 3.457,
        "behind": 7.654,
        "behind_se": 1.235,
        "win": 0.6123,
        "win_se": 0.0234,
        "win_low": 0.5644,
        "win_high": 0.6582,
        "chance": 0.5123,
        "chance_se": 0.0432,
        "chance_low": 0.4248,
        "chance_high": 0.5991,
        "melds": 23.457,
        "buried": 21,
        "cards": 98.765,
        "cards_se": 5.679,
        "worlds": 43,
    }
    errors = ("mean_se", "behind_se", "win_se", "chance_se", "cards_se")
    # One deal tells no error: an outcome is won or lost.
    of_one = {
        "win_low": 0.0031,
        "win_high": 1.0,
        "chance_low": 0.0,
        "chance_high": 1.0,
    }
    assert written(analysis) == {
        "id": "c",
        "position": TABLE.text(),
        "mover": "south",
        "objective": "checks",
        "counts_game": True,
        "moves": [told, told | dict.fromkeys(errors) | of_one | {"worlds": 1}],
        "worlds": 44,
        "seed": 19,
        "seconds": 2.346,
        "exact": False,
        "finished": True,
        "burials": 2345,
        "tried": 67,
    }
    # With open hands one deal is all there is. Nothing is buried in most decisions.
    opened = written(replace(analysis, is_open=True, burials=None, tried=None))
    assert "burials" not in opened
    assert "tried" not in opened
    sure = {"win_low": 0.6123, "win_high": 0.6123, "chance_low": 0.5123, "chance_high": 0.5123}
    assert opened["moves"] == [told | sure, told | sure | {"worlds": 1}]


# Matches


def told(mean: float, low: float, high: float, se: float, deviation: float) -> dict[str, Any]:
    return {"mean": mean, "interval": [low, high], "se": se, "deviation": deviation}


# Half of an interval of 16 pairs is 2.1314 standard errors (Student).
POINTS = told(4.2, -0.0629, 8.4629, 2.0, 8.0)
WITHOUT_LUCK = told(3.1, 0.9685, 5.2315, 1.0, 4.0)
A = SideReport(8, 803, 1001, {"run": (3, 450), "dix": (7, 70)}, 91, 12.3456, 0.456789, 1, 8)
B = SideReport(8, 701, 909, {"aces": (2, 200)}, 88, 6.78912, 0.234567, 2, 8)


def match_report() -> MatchReport:
    test = SequentialTest(-1.5, 2.5)
    test.ratio, test.differing = 0.78912, 13
    return MatchReport(
        settings=replace(SETTINGS, names=("Ann", "Bob"), seconds=0.5, target=600, ahead=40),
        finished=True,
        points=Mean(16, 4.2, 8.0),
        adjusted=Mean(16, 3.1, 4.0),
        won=17,
        lost=14,
        tied=1,
        a=A,
        b=B,
        allowed=(None, None),
        by_rules={"hayes": Mean(16, -2.0, 12.0), "scarne": Mean(1, 6.5, inf)},
        failures=(Failure(3, 2, "B", "gave no answer", game=4),),
        test=test,
        games=GamesReport(32, 19, Share(16, 0.59375, 0.16), 112),
    )


def test_of_a_match() -> None:
    found = written(match_report())
    assert found == {
        "a": "greedy",
        "b": "random",
        "names": ["Ann", "Bob"],
        "rules": ["scarne"],
        "count": None,
        "seed": 1,
        "seconds": 0.5,
        "worlds": 64,
        "pairs": 16,
        "finished": True,
        "guess": True,
        "points": approximately(POINTS),
        "without_luck": approximately(WITHOUT_LUCK),
        "won": 17,
        "lost": 14,
        "tied": 1,
        "players": {
            "a": {
                "melds": 100.375,
                "tricks": 125.125,
                "shown": {"dix": {"count": 7, "points": 70}, "run": {"count": 3, "points": 450}},
                "decisions": 91,
                "seconds": 12.346,
                "seconds_a_decision": 0.135666,
                "slowest": 0.456789,
                "failures": 1,
            },
            "b": {
                "melds": 87.625,
                "tricks": 113.625,
                "shown": {"aces": {"count": 2, "points": 200}},
                "decisions": 88,
                "seconds": 6.789,
                "seconds_a_decision": 0.077149,
                "slowest": 0.234567,
                "failures": 2,
            },
        },
        "by_rules": {
            "hayes": {"pairs": 16, **approximately(told(-2.0, -8.3943, 4.3943, 3.0, 12.0))},
            "scarne": {
                "pairs": 1,
                "mean": 6.5,
                "interval": [None, None],
                "se": None,
                "deviation": None,
            },
        },
        "failures": [
            {"pair": 3, "game": 4, "hand": 2, "player": "b", "why": "gave no answer"},
        ],
        "sprt": {
            "low": -1.5,
            "high": 2.5,
            "ratio": 0.7891,
            "bound": 2.9444,
            "fewest": 20,
            "differing": 13,
            "verdict": "open",
        },
        "games": {
            "target": 600,
            "ahead": 40,
            "call_out": False,
            "number": 32,
            "won": 19,
            "share": told(0.5938, 0.3928, 0.7695, 0.0938, 0.16),
            "hands_a_game": 3.5,
        },
    }
    paid = replace(match_report(), settings=replace(SETTINGS, doubles="every"))
    found = written(paid)
    assert found["stakes"] == approximately(POINTS)
    assert (found["doubles"], "points" in found, "without_luck" in found) == ("every", False, False)


def approximately(mean: dict[str, Any]) -> dict[str, Any]:
    """A mean whose interval may be a little wider or narrower: the quantile is good to 1%."""
    half = (mean["interval"][1] - mean["interval"][0]) / 2
    return mean | {"interval": pytest.approx(mean["interval"], abs=0.01 * half)}


# Records


def test_of_a_record() -> None:
    found = written(replay_record(parse_record(DOUBLED)))
    plays = ["AS 9S", "TS 9C", "9D JH", "AC 9C"]
    drawn = ["S:QC N:9D", "S:AD N:TS", "N:KS S:KS", "N:QS S:QS"]
    said = ["S:double N:accept", "", "N:double S:redouble N:accept", "N:double S:refuse"]
    counted = [(11, 0), (21, 0), (21, 2), (21, 13)]
    assert without(found, "line") == {
        "rules": "macdougall",
        "count": "old",
        "dealer": "north",
        "upcard": "TH",
        "tricks": [
            {
                "trick": place + 1,
                "leader": "north" if place == 3 else "south",
                "plays": plays[place].split(),
                "winner": "south" if place < 2 else "north",
                "shown": [],
                "drawn": by_seat("card", drawn[place]),
                "points": hand_points(0, counted[place][0], 0, counted[place][1]),
                **({"said": by_seat("said", said[place])} if said[place] else {}),
            }
            for place in range(4)
        ],
        "complete": True,
        "findings": [],
        "points": hand_points(0, 21, 0, 13),
        "unknown": [],
        "doubles": "every",
        "stake": 8,
        "refused": "south",
        "payment": {"south": -8, "north": 8},
    }


def by_seat(name: str, text: str) -> list[dict[str, str]]:
    """``S:QC N:9D`` as two objects."""
    seats = {"S": "south", "N": "north"}
    return [
        {"seat": seats[seat], name: each}
        for seat, _, each in (word.partition(":") for word in text.split())
    ]


@pytest.mark.parametrize("rules", ["scarne", "macdougall", "goulash"])
def test_the_points_of_a_record_are_those_of_what_it_shows_and_wins(rules: str) -> None:
    counts = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    found = written(replay_record(record(rules, 4)))
    melds, tricks = dict.fromkeys(("south", "north"), 0), dict.fromkeys(("south", "north"), 0)
    for shown in found.get("opening", []):
        melds[shown["seat"]] += shown["points"]
    for trick in found["tricks"]:
        for shown in trick["shown"]:
            melds[shown["seat"]] += shown["points"]
        tricks[trick["winner"]] += sum(counts.get(play[0], 0) for play in trick["plays"])
        if trick is found["tricks"][-1]:
            tricks[trick["winner"]] += 10
        for seat, points in trick["points"].items():
            assert points == {"melds": melds[seat], "tricks": tricks[seat]}, trick["trick"]
    assert found["points"] == found["tricks"][-1]["points"]
    assert {*melds.values()} != {0}


def test_of_a_game() -> None:
    hands = [
        scoring(record("scarne", 1, Seat.SOUTH), 320, 410, (120, 130)),
        scoring(record("scarne", 2, Seat.NORTH, Points(320, 410)), 700, 205, (115, 125)),
    ]
    found = written(score_game(hands))
    whole = {"notes": [], "faults": [], "findings": [], "outcome": "scored", "target": 1000}
    assert without(found, "verdict") == {
        "rules": "scarne",
        "count": "old",
        "chips": False,
        "single_hand": False,
        "begins_at": {"south": 0, "north": 0},
        "hands": [
            {
                "hand": 1,
                "dealer": "south",
                "points": totalled(200, 120, 280, 130),
                "score": {"south": 320, "north": 410},
                **whole,
            },
            {
                "hand": 2,
                "dealer": "north",
                "points": totalled(585, 115, 80, 125),
                "score": {"south": 1020, "north": 615},
                **whole,
            },
        ],
        "score": {"south": 1020, "north": 615},
        "target": 1000,
        "target_reached": True,
        "target_raised": False,
        "winner": "south",
        "ending": "target reached",
    }


def totalled(*points: int) -> dict[str, dict[str, int]]:
    found = hand_points(*points)
    return {seat: {**each, "total": sum(each.values())} for seat, each in found.items()}


def hand_points(*points: int) -> dict[str, dict[str, int]]:
    south_melds, south_tricks, north_melds, north_tricks = points
    return {
        "south": {"melds": south_melds, "tricks": south_tricks},
        "north": {"melds": north_melds, "tricks": north_tricks},
    }


# Reviews


def test_of_a_review() -> None:
    found = written(reviewed())
    assert without(found, "line", "points", "findings") == {
        "rules": "macdougall",
        "dealer": "north",
        "decisions": [
            {
                "trick": 4,
                "act": "m",
                "seat": "south",
                "kind": "meld",
                "position": STOCK.text(),
                "played": "pass",
                "best": "marriage:KH.QH",
                "loss": {"mean": 21.25, "se": 3.5},
                "win_loss": {
                    "mean": 0.08,
                    "se": 0.03125,
                    "low": pytest.approx(0.0175797),
                    "high": pytest.approx(0.1418088),
                },
                "exact": False,
                "significant": True,
                "mark": "?",
                "expected": {"mean": 41.5, "se": 2.25},
                "win": {
                    "mean": 0.71,
                    "se": 0.0425,
                    "low": pytest.approx(0.6163451),
                    "high": pytest.approx(0.7892555),
                },
                "worlds": 77,
                "moves": [
                    {
                        "move": "marriage:KH.QH",
                        "mean": {"mean": 40.5, "se": 2.5},
                        "behind": {"mean": 0.0, "se": 0.0},
                        "price": {
                            "points": 20,
                            "laid": 2,
                            "later": 4.0,  # 24 points better, 20 of them at once
                            "later_se": 4.5,
                            "gained": [],
                            "given_up": [],
                        },
                    },
                    {
                        "move": "pass",
                        "mean": {"mean": 16.5, "se": 3.25},
                        "behind": {"mean": 24.0, "se": 4.5},
                    },
                ],
            },
            {
                "trick": 21,
                "act": "l",
                "seat": "north",
                "kind": "playoff",
                "position": PLAYOFF.text(),
                "played": "KD",
                "best": "KD",
                "loss": {"mean": 1.0, "se": 0.0},
                "win_loss": None,
                "exact": True,
                "significant": True,
                "mark": None,
                "expected": {"mean": -40.0, "se": 0.0},
                "win": {"mean": 0.25, "se": None, "low": 0.0, "high": 1.0},
                "moves": [
                    {
                        "move": "KD",
                        "mean": {"mean": -40.0, "se": 0.0},
                        "behind": {"mean": 0.0, "se": 0.0},
                    }
                ],
            },
        ],
        "doublings": [
            {
                "trick": 3,
                "act": "b",
                "seat": "south",
                "position": WINDOW.text(),
                "played": "accept",
                "best": "refuse",
                "loss": {"mean": 2.75, "se": 0.375},
                "exact": False,
                "significant": True,
                "mark": "??",
                "worlds": 64,
                "moves": [
                    {
                        "move": "refuse",
                        "mean": {"mean": -8.0, "se": 0.0},
                        "behind": {"mean": 0.0, "se": 0.0},
                    },
                    {
                        "move": "accept",
                        "mean": {"mean": -11.5, "se": 0.5},
                        "behind": {"mean": 3.5, "se": 0.625},
                    },
                ],
            }
        ],
        "totals": [
            total("south", None, "?", 1, 21.25, 3.5),
            total("south", "lead", "", 0, 0, 0.0),
            total("south", "reply", "", 0, 0, 0.0),
            total("south", "meld", "?", 1, 21.25, 3.5),
            total("south", "playoff", "", 0, 0, 0.0),
            total("north", None, "", 1, 1.0, 0.0),
            total("north", "lead", "", 0, 0, 0.0),
            total("north", "reply", "", 0, 0, 0.0),
            total("north", "meld", "", 0, 0, 0.0),
            total("north", "playoff", "", 1, 1.0, 0.0),
        ],
        "draws": [
            {"trick": 1, "seat": "south", "card": "TD", "luck": {"mean": 5.5, "se": 0.75}},
            {"trick": 2, "seat": "north", "card": "JC", "luck": {"mean": -3.25, "se": 1.5}},
        ],
        "account": {
            "result": 21.0,
            "is_over": False,
            "deal": {"mean": 12.5, "se": 6.0},
            "luck": of_seats((5.5, 0.75), (-3.25, 1.5)),
            "given": of_seats((-21.25, 3.5), (-1.0, 0.0)),
            "unseen": of_seats((7.0, 1.25), (-2.0, 0.875)),
            # 21 - (12.5 + 5.5 + 3.25 - 21.25 + 1 + 7 + 2)
            "rest": 11.0,
            "unseen_by_decision": [
                {"trick": 4, "act": "m", "seat": "south", "points": {"mean": 7.0, "se": 1.25}},
                {"trick": 21, "act": "l", "seat": "north", "points": {"mean": -2.0, "se": 0.875}},
            ],
        },
        "finished": False,
        "seconds": None,
        "worlds": 77,
        "seed": 5,
    }


def total(
    seat: str, kind: str | None, mark: str, decisions: int, lost: float, se: float
) -> dict[str, Any]:
    marks = {each: int(each == mark) for each in ("?!", "?", "??")}
    lost_by = {"mean": lost, "se": se}
    return {"seat": seat, "kind": kind, "decisions": decisions, "lost": lost_by, "marks": marks}


def of_seats(south: tuple[float, float], north: tuple[float, float]) -> dict[str, Any]:
    seats = {"south": south, "north": north}
    return {seat: {"mean": mean, "se": se} for seat, (mean, se) in seats.items()}
