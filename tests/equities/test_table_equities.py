"""The chance to win a game of three or four: worked out exactly in small, and as it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import learn_table_equity
from benchmarks.learning.table_equity_hands import ScoredHand, hand_of_engine
from helpers.commandline import Pinochle
from pinochle_solver import (
    GameError,
    IllegalPositionError,
    NotationError,
    TablePosition,
    TableSeat,
    analyze_table,
    study_bid,
    table_equity,
)
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.equities.table.games import GameChances, ended
from pinochle_solver.equities.table.hands import NOBODY, TableHands, hands_of
from pinochle_solver.limits import Limits
from pinochle_solver.table.game import standing
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import TableRules

TARGETS = [rules for rules in TABLE_RULEBOOKS.values() if rules.target]
GAMES = [
    *TARGETS,
    with_options("auction-score", ("mustbid",)),
    with_options("check", ("mustbid",)),
    with_options("firehouse", ("bidderfirst",)),
]
CHECK = (
    "rules=check dealer=east act=bid turn=south south=AATKQ.AKQ.AT.QJ west=+12 north=+12 east=+12"
)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_games_end_as_the_referee_says(rules: TableRules) -> None:
    random, units = np.random.default_rng(1), len(rules.score_units)
    assert rules.target is not None
    scores = random.integers(-4, 5, (200, units)) * (rules.target // 4)
    bidder = random.integers(NOBODY if rules.auction is None else 0, units, 200)
    bidder = bidder if rules.auction is not None else np.full(200, NOBODY)
    made = random.random(200) < 0.5
    found = ended(rules, scores, bidder, made)
    for place in range(200):
        by_unit = dict(zip(rules.score_units, scores[place].tolist(), strict=True))
        bid = None if bidder[place] == NOBODY else rules.score_units[bidder[place]]
        said = standing(rules, by_unit, bid, is_made=bool(made[place])).winner
        if said is None:
            is_tied = 1.0 not in found.shares[place]
            assert not found.is_over[place] or is_tied
        else:
            assert found.is_over[place]
            assert found.shares[place].argmax() == rules.score_units.index(said)


def chances(rules: TableRules, *scores: tuple[int, ...]) -> GameChances:
    hands = len(scores)
    none = np.full(hands, NOBODY, np.int8), np.zeros(hands, np.bool_)
    return GameChances(rules, TableHands(np.array(scores, np.int16), *none))


def test_a_game_of_three_is_worked_out() -> None:
    rules = with_options("hayes-3", target=200)
    found = chances(rules, (100, 0, 0), (0, 100, 0), (0, 0, 100))
    scores = np.array([(0, 0, 0), (100, 0, 0), (100, 100, 0), (0, 100, 100)])
    expected = [
        (1 / 3,) * 3,
        (17 / 27, 5 / 27, 5 / 27),
        (4 / 9, 4 / 9, 1 / 9),
        (1 / 9, 4 / 9, 4 / 9),
    ]
    np.testing.assert_allclose(found.at(scores), expected, atol=2e-3)


def test_the_deal_passes_to_the_left() -> None:
    rules = with_options("hayes-3", target=200)
    dealers = chances(rules, (0, 0, 100))
    scores = np.array([(0, 0, 0), (100, 0, 0), (0, 100, 0)])
    found = dealers.at(scores)
    np.testing.assert_allclose(found, [(0, 0, 1), (1, 0, 0), (0, 1, 0)], atol=1e-6)
    nobody = np.full(1, NOBODY), np.zeros(1, np.bool_)
    # After the dealer's hand the seat at his left deals the next one.
    np.testing.assert_allclose(
        dealers.after(np.array([(0, 0, 100)]), *nobody), [(0, 0, 1)], atol=1e-6
    )
    np.testing.assert_allclose(
        dealers.after(np.array([(100, 0, 100)]), *nobody), [(1, 0, 0)], atol=1e-6
    )


@pytest.mark.parametrize("name", ["partnership", "check", "macdougall-3"])
def test_chances_add_up_and_grow_with_the_score(name: str) -> None:
    start = table_equity(rules=name)
    assert sum(start.chances) == pytest.approx(1)
    assert start.chances == pytest.approx((1 / len(start.units),) * len(start.units), abs=0.001)
    first = start.units[0]
    assert 0 < start.worth(first, 10) < start.worth(first, 100) < 0.3
    assert start.worth(first, start.rules.target or 0) == pytest.approx(1 - start.chances[0])


def test_who_deals_matters() -> None:
    south, west = (table_equity(rules="partnership", dealer=seat) for seat in ("south", "west"))
    assert south.chances[0] == pytest.approx(west.chances[1])
    assert abs(south.chances[0] - 0.5) > 0.005


def test_options_that_only_end_the_game_have_hands_of_their_own() -> None:
    assert hands_of(with_options("check", ("mustbid",))).is_alike
    assert hands_of(with_options("check", target=500)).is_alike
    assert not hands_of(with_options("check", ("roundhouse250",))).is_alike
    four = hands_of(with_options("auction-score", out_dealer=True))
    assert four.hands.scores.shape[1] == 4
    assert not four.is_alike


@pytest.mark.parametrize(
    ("asked", "error", "token"),
    [
        ({"rules": "auction"}, GameError, "rules"),
        ({"score": "1000/3"}, GameError, "score"),
        ({"score": "1/2/3"}, GameError, "score"),
        ({"score": (10**7, 0)}, GameError, "score"),
        ({"score": "a/b"}, NotationError, "score"),
        ({"target": 0}, GameError, "target"),
        ({"dealer": "east", "rules": "auction-score"}, GameError, "dealer"),
    ],
)
def test_what_does_not_fit_is_refused(
    asked: dict[str, object], error: type[GameError | NotationError], token: str
) -> None:
    with pytest.raises(error) as raised:
        table_equity(**asked)  # type: ignore[arg-type]
    assert raised.value.token == token


def test_a_table_equity_tells_itself() -> None:
    assert repr(table_equity("0/0")) == "<TableEquity check 0/0: 50.0%, 50.0%>"
    with pytest.raises(ValueError, match="more than two sides"):
        table_equity(rules="macdougall-3").grid()


def test_the_command_shows_sides_and_seats(pinochle: Pinochle) -> None:
    shown = pinochle("equity", "620/840", "--rules", "check", "--dealer", "west")
    lines = shown.out.splitlines()
    assert lines[0] == "check · to 1000 · west deals the next hand"
    assert lines[4].split()[:2] == ["south+north", "620"]
    assert len(lines) == 22
    line = json.loads(pinochle("equity", "--rules", "macdougall-3", "--json").out)
    assert [unit["seats"] for unit in line["units"]] == [["south"], ["west"], ["north"]]
    assert (line["target"], line["dealer"], line["played_by"]) == (500, None, None)
    told = pinochle("equity", "--rules", "check", "--options", "roundhouse250")
    fact = "no hands of check roundhouse250 were played for this; those of check are used"
    assert told.err == f"rules: {fact}\n"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["1000/3", "--rules", "check"], "score: the game is over: south+north has 1000 points"),
        (["--rules", "auction"], "--rules: auction is paid hand by hand, no game is won"),
        (["--rules", "check", "--ahead", "3"], "--ahead: goes with the two-handed game only"),
        (["--rules", "check", "--dealer", "bob"], "--dealer: unknown seat 'bob'"),
        (["--four"], "--four: scarne is a two-handed game and has none"),
    ],
)
def test_the_command_refuses_what_does_not_fit(
    pinochle: Pinochle, asked: list[str], message: str
) -> None:
    found = pinochle("equity", *asked)
    assert found.status == 2
    assert message in found.err


def test_near_the_target_the_game_is_played_for() -> None:
    ahead = TablePosition.parse(f"{CHECK} score=940/700")
    found = analyze_table(ahead, worlds=64, objective="win")
    by_call = {str(move.move): move for move in found.moves}
    assert (found.objective, found.counts_game) == ("game", False)
    lowest, high = by_call["200"].mean, by_call["400"].mean
    assert lowest is not None
    assert high is not None
    assert lowest.mean > 90
    assert high.mean < 30
    behind = study_bid(TablePosition.parse(f"{CHECK} score=700/940"), worlds=64, objective="win")
    assert behind.advice.limit is None  # to make 200 is too little: they go out all the same
    decision = make_table_engine("default", objective="win").choose(ahead, Limits(worlds=64))
    assert decision.unit == "game"


def test_cards_of_a_game_with_a_stock_are_played_for_the_game() -> None:
    deal = "rules=hayes-3 dealer=north upcard=9S stock=23 turn=south south=ATK9.AT.A.T west=+8"
    position = TablePosition.parse(f"{deal} north=+8 score=900/100/100")
    found = analyze_table(position, worlds=32, objective="win")
    assert found.objective == "game"
    assert all(move.mean is not None and 80 < move.mean.mean <= 100 for move in found.moves)


@pytest.mark.parametrize(
    ("position", "token"),
    [
        (CHECK, "score"),
        (
            "rules=auction dealer=north act=bid turn=south south=Q9.TTKJ.TTKQQJ9.TQ "
            "west=+15 north=+15 widow=+3",
            "rules",
        ),
    ],
)
def test_a_game_that_is_not_told_cannot_be_played_for(position: str, token: str) -> None:
    with pytest.raises(IllegalPositionError) as raised:
        analyze_table(TablePosition.parse(position), worlds=16, objective="win")
    assert raised.value.token == token


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of points, win"):
        analyze_table(TablePosition.parse(CHECK), worlds=16, objective="fun")


def test_hands_are_played_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again = [hand_of_engine(number, "hayes-3", 16, seed=5) for number in (0, 1)]
    assert again == [hand_of_engine(number, "hayes-3", 16, seed=5) for number in (0, 1)]
    called = hand_of_engine(0, "firehouse", 16, seed=5)
    assert (len(called.scores), called.bidder in (NOBODY, 0, 1)) == (2, True)
    played = [
        ScoredHand(number, (200 + 10 * (number % 3), 150), number % 2, is_made=True)
        for number in range(20)
    ]
    monkeypatch.setattr(learn_table_equity, "gathered", lambda *_: played)
    monkeypatch.setattr(learn_table_equity, "WRITTEN", tmp_path)
    result = CliRunner().invoke(learn_table_equity.main, ["partnership", "--hands", "20"])
    assert result.exit_code == 0
    assert "| 0/0 | " in result.output
    assert result.output.endswith("Scores of a hand: 210, 150 (± 2); 100% of 20 contracts made\n")
    with np.load(tmp_path / "partnership.npz") as arrays:
        assert arrays["scores"].shape == (20, 2)


def test_every_game_for_a_target_has_its_hands() -> None:
    for rules in TARGETS:
        found = hands_of(rules)
        assert (found.is_alike, found.of) == (True, rules)
        assert len(found.hands.scores) >= 100
    assert table_equity("0/0", TableSeat.WEST, TABLE_RULEBOOKS["corners"]).dealer is TableSeat.WEST
