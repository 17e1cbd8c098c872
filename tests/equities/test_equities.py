"""The chance to win a game from a score: worked out exactly in small, and what is said of it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.calibration import check_equity
from benchmarks.calibration.check_equity import PlayedGame, bins_of
from benchmarks.learning import learn_equity
from benchmarks.learning.equity_hands import PlayedHand
from benchmarks.learning.equity_statistics import Moments, weights_for
from helpers.commandline import Pinochle
from helpers.paths import ROOT, TESTS
from pinochle_solver import (
    RULEBOOKS,
    Equity,
    GameError,
    NotationError,
    Points,
    PositionError,
    Seat,
    __version__,
    equity,
    parse_rulebook,
)
from pinochle_solver.equities import tables
from pinochle_solver.equities.equity import GameSettings, souths_chance
from pinochle_solver.equities.hands import HandScores, hand_scores
from pinochle_solver.equities.tables import Course, table_of_ahead, table_of_target

Chances = dict[tuple[int, int], Fraction]
BOOKS = pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=RULEBOOKS)
# Pairs of scores in steps, the dealer's first, and their weights; some points in every hand.
small_hands = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: sum(pair) >= 1),
    st.integers(1, 9),
    min_size=1,
    max_size=6,
)


def scores_of(weights: dict[tuple[int, int], int], ties: float = 1.0) -> HandScores:
    chances = np.zeros((5, 5))
    for pair, weight in weights.items():
        chances[pair] = weight
    return HandScores(10, chances / chances.sum(), ties)


def shares_of(weights: dict[tuple[int, int], int]) -> Chances:
    total = sum(weights.values())
    return {pair: Fraction(weight, total) for pair, weight in weights.items()}


def broken(shares: Chances) -> Fraction | None:
    """The dealer's chance where the next hand that is no tie decides."""
    ahead = sum((share for (own, other), share in shares.items() if own > other), Fraction(0))
    equal = sum((share for (own, other), share in shares.items() if own == other), Fraction(0))
    # chance = ahead + equal * (1 - chance)
    return (ahead + equal) / (1 + equal)


def exactly(shares: Chances, need: int, other: int) -> Fraction:
    """The dealer's chance where he needs so many steps and the other seat so many, by recursion."""
    tied = broken(shares)

    @cache
    def chance(own: int, others: int) -> Fraction:
        total = Fraction(0)
        for (gain, lost), share in shares.items():
            left, right = own - gain, others - lost
            if min(left, right) > 0:
                total += share * (1 - chance(right, left))
            elif left == right:
                assert tied is not None
                total += share * (1 - tied)
            else:
                total += share * (left < right)
        return total

    return chance(need, other)


@given(small_hands, st.integers(1, 9), st.integers(1, 9))
def test_a_small_game_is_worked_out_exactly(
    weights: dict[tuple[int, int], int], need: int, other: int
) -> None:
    table = table_of_target(scores_of(weights), 100)
    found = table.chance(np.array([10 * need]), np.array([10 * other]))[0]
    assert found == pytest.approx(float(exactly(shares_of(weights), need, other)), abs=1e-12)


@given(small_hands, st.integers(1, 9))
def test_where_a_hand_may_leave_both_where_they_were_the_deal_passes(
    weights: dict[tuple[int, int], int], still: int
) -> None:
    scores = scores_of({**weights, (0, 0): still})
    shares = {pair: float(share) for pair, share in shares_of({**weights, (0, 0): still}).items()}
    table, most = table_of_target(scores, 60), 6
    needs = [(own, other) for own in range(1, most + 1) for other in range(1, most + 1)]
    found = {pair: float(table.chances[pair]) for pair in needs}
    for own, other in needs:
        total = 0.0
        for (gain, lost), share in shares.items():
            left, right = own - gain, other - lost
            if min(left, right) > 0:
                total += share * (1 - found[right, left])
            else:
                total += share * (1 - table.broken if left == right else left < right)
        assert found[own, other] == pytest.approx(total, abs=1e-12)


@given(small_hands)
def test_a_tie_that_raises_the_target_goes_on_from_there(
    weights: dict[tuple[int, int], int],
) -> None:
    """To 20, 50 more by each tie: a tie at 20 to 60 is a game to 70, one above it to 120."""
    shares = shares_of(weights)

    # Twice over the target in a row is rare; that is told by the pass before.
    def chance(own: int, others: int, depth: int) -> float:
        if depth == 0:
            return 0.5
        total = 0.0
        for (gain, lost), share in shares.items():
            left, right = own - gain, others - lost
            if min(left, right) > 0:
                total += float(share) * (1 - chance(right, left, depth))
            elif left == right:
                total += float(share) * (1 - chance(5 + left % -5, 5 + left % -5, depth - 1))
            else:
                total += float(share) * (left < right)
        return total

    table = table_of_target(scores_of(weights), 20, raised_by=50)
    likely = sum(share for (own, other), share in shares.items() if own == other)
    found = table.chance(np.array([20]), np.array([20]))[0]
    assert found == pytest.approx(chance(2, 2, 3), abs=1e-9 + 2 * float(likely) ** 2)


@given(small_hands, st.integers(-4, 4))
def test_a_lead_that_wins_is_worked_out_exactly(
    weights: dict[tuple[int, int], int], lead: int
) -> None:
    """The chances satisfy what they are defined by, and no other numbers do."""
    shares = {pair: float(share) for pair, share in shares_of(weights).items()}
    assume(len({own - other for own, other in shares}) > 1)  # else it may never end
    table = table_of_ahead(scores_of(weights), 50)

    def chance(steps: int) -> float:
        return float(table.chance(np.array([10.0 * steps]))[0])

    expected = 0.0
    for (own, other), share in shares.items():
        after = lead + own - other
        if abs(after) >= 5:
            expected += share * (after > 0)
        else:
            expected += share * (1 - chance(-after))
    assert chance(lead) == pytest.approx(expected, abs=1e-9)
    assert (chance(5), chance(-5)) == (1, 0)


@pytest.mark.parametrize(("lines", "less"), [(3, 1), (7, 5), (12, 9)])
def test_a_target_or_a_lead_between_two_lines_of_the_grid_is_reached_at_the_next(
    lines: int, less: int
) -> None:
    """What is still needed decides, however long the game was meant to be."""
    weights = {(0, 1): 3, (2, 1): 4, (1, 3): 5, (4, 0): 1, (2, 2): 2}
    scores, target = scores_of(weights), 10 * lines - less
    needs = np.arange(1, target + 1)
    own, others = needs[:, None].repeat(target, 1), needs[None, :].repeat(target, 0)
    found, longer = (table_of_target(scores, to).chance(own, others) for to in (target, 400))
    assert found == pytest.approx(longer, abs=1e-9)
    leads = np.arange(-target, target + 1)
    found, on_the_line = (table_of_ahead(scores, by).chance(leads) for by in (target, 10 * lines))
    assert found == pytest.approx(on_the_line, abs=1e-9)


@BOOKS
def test_chances_of_both_seats_make_one_and_points_are_worth_something(
    rules: object,
) -> None:
    book = RULEBOOKS[getattr(rules, "name", "")]
    ahead = book.game.ahead or None
    settings = GameSettings(book, book.count, book.target, ahead)
    south = np.repeat(np.arange(0, 1000, 110), 10)
    north = np.tile(np.arange(0, 1000, 110), 10)
    for dealer in (*Seat, None):
        other = None if dealer is None else dealer.other
        chances = souths_chance(settings, south, north, dealer)
        assert np.allclose(chances + souths_chance(settings, north, south, other), 1)
        assert ((chances >= 0) & (chances <= 1)).all()
        table = chances.reshape(10, 10)
        assert (np.diff(table, axis=0) >= -1e-6).all()
        assert (np.diff(table, axis=1) <= 1e-6).all()


@BOOKS
def test_hands_were_played_of_every_rulebook(rules: object) -> None:
    book = RULEBOOKS[getattr(rules, "name", "")]
    scores = hand_scores(book, book.count)
    assert not scores.is_modelled
    assert scores.chances.sum() == pytest.approx(1)
    total = sum(moments.mean for moments in scores.moments())
    assert total > book.count.of_hand(book.deck)
    assert scores.least * scores.step >= book.count.of_hand(book.deck) - scores.step


def test_all_tables_are_small() -> None:
    folder = Path(equity("0/0").__class__.__module__.replace(".", "/")).parent
    files = [*(ROOT / "solver" / folder / "hands").glob("*.npz")]
    assert {file.stem for file in files} == set(RULEBOOKS)
    assert sum(file.stat().st_size for file in files) < 300_000


def test_a_rulebook_that_scores_alike_has_the_same_chances() -> None:
    scarne = RULEBOOKS["scarne"]
    own = replace(scarne, name="house", target=1200)
    assert equity("620/840", "north", own, target=1000).chance(Seat.SOUTH) == pytest.approx(
        equity("620/840", "north").chance(Seat.SOUTH)
    )
    other = replace(scarne, name="house", melds=scarne.melds[:3])
    assert equity("0/0", rules=other).is_modelled


def test_a_notebook_shows_both_chances() -> None:
    assert repr(equity("0/0")) == "<Equity scarne 0/0: 50.0% to 50.0%>"


@pytest.mark.parametrize("target", [1, 90, 1000, 25_000, 999_999])
def test_any_target(target: int) -> None:
    half = equity((0, 0), target=target)
    assert half.chance(Seat.SOUTH) == pytest.approx(0.5)
    ahead = equity((target // 2, 0), target=target)
    assert target < 90 or ahead.chance(Seat.SOUTH) > 0.6
    rows, columns, chances = half.grid()
    assert len(chances) == len(rows)
    assert {len(row) for row in chances} == {len(columns)}


@pytest.mark.parametrize("score", [(-300, 0), (0, -300), (300, -100), (100, -900), (-2500, -2400)])
def test_a_score_below_nothing_is_that_of_a_longer_game(score: tuple[int, int]) -> None:
    south, north = score
    for dealer in Seat:
        longer = equity((south + 1000, north + 1000), dealer, target=2000)
        found = equity(score, dealer).chance(Seat.SOUTH)
        assert found == pytest.approx(longer.chance(Seat.SOUTH), abs=1e-9)
    assert equity((-300, 0)).chance(Seat.SOUTH) < 0.2


def test_a_lead_is_worth_as_much_in_a_long_game_as_its_hands_say() -> None:
    """What remains after 90,000 points each is a game to 10,000, in which 520 win 72 in 100."""
    long = equity((90_520, 90_000), "south", target=100_000)
    assert long.chance(Seat.SOUTH) == pytest.approx(0.724, abs=0.01)
    # In ten times as many hands the lead has to be the root of that as large.
    long = equity((round(520 * 10**0.5), 0), "south", target=100_000)
    assert long.chance(Seat.SOUTH) == pytest.approx(0.724, abs=0.01)


def test_a_tie_may_raise_the_target_far() -> None:
    chances = np.zeros((62, 62))
    chances[60, 61] = chances[61, 60] = 0.5
    table = table_of_target(HandScores(10, chances, 1.0), 20, raised_by=900_000)
    assert len(table.chances) < 300
    assert table.chance(np.array([500_000]), np.array([500_000]))[0] == pytest.approx(0.5)


def test_the_scores_of_a_small_lead_are_each_there_once_and_none_is_over() -> None:
    south, north, chances = equity((0, 0), rules="glup", ahead=3).grid()
    assert (south, north) == ((-2, -1, 0, 1, 2), (0,))
    assert len(chances) == len(south)
    assert equity((0, 0), rules="glup", ahead=1).grid()[0] == (0,)


def test_points_are_worth_most_near_the_end() -> None:
    near, far = equity("900/900", "south"), equity("0/0", "south")
    assert near.worth(Seat.SOUTH, 10) > far.worth(Seat.SOUTH, 10) > 0


@pytest.mark.parametrize(
    ("game", "points"),
    [(equity("900/900", "south"), 100), (equity("0/0", rules="glup", ahead=3), 3)],
)
def test_points_that_win_are_worth_all_that_was_not_yet_won(game: Equity, points: int) -> None:
    for seat in Seat:
        assert game.worth(seat, points) == pytest.approx(1 - game.chance(seat), abs=1e-12)


def test_chips_round_what_hands_bring() -> None:
    plain, chips = (
        hand_scores(RULEBOOKS["macdougall"], RULEBOOKS["macdougall"].count, chips=each)
        for each in (False, True)
    )
    # 146-104 is 140-100 in chips.
    assert chips.least < plain.least
    with pytest.raises(ValueError, match="not played with chips"):
        hand_scores(RULEBOOKS["scarne"], RULEBOOKS["scarne"].count, chips=True)


@pytest.mark.parametrize("name", ["scarne", "macdougall"])
def test_points_are_not_rounded_for_other_chips_than_those_hands_were_played_with(
    name: str,
) -> None:
    rules = RULEBOOKS[name]
    own = replace(rules, name="house", game=replace(rules.game, chips_up_from=5))
    found = hand_scores(own, own.count, chips=True)
    assert np.array_equal(found.chances, hand_scores(rules, rules.count).chances)
    assert not equity("0/0", rules=own, chips=True).is_modelled


def test_games_that_are_won_by_a_lead_are_put_together_to_their_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hands_of_policy(_rules: object, seed: int, number: int, **_: object) -> SimpleNamespace:
        points = np.random.default_rng(seed).normal(150, 92, (number, 2)).clip(0)
        return SimpleNamespace(points=points.astype(np.int64))

    monkeypatch.setattr(check_equity, "hands_of_policy", hands_of_policy)
    asked = ["glup", "--games", "10", "--hands", "100", "--json"]
    result = CliRunner().invoke(check_equity.main, asked)
    assert result.exit_code == 0, result.output
    assert sum(each["hands"] for each in json.loads(result.stdout)["bins"]) > 12 * 10
    told = CliRunner().invoke(check_equity.main, [*asked[:-1], "--estimate"])
    assert f" version={__version__} " in told.stdout
    assert " playoffs=estimated: " in told.stdout


def test_the_error_of_a_bin_is_that_of_the_mean_of_its_games() -> None:
    games = [PlayedGame([(0, 0)], [1000], [won]) for won in (True, False, False)]
    (found,) = bins_of(games, [0.51, 0.52, 0.53])
    assert found.se == pytest.approx(np.std([-0.49, 0.52, 0.53], ddof=1) / 3**0.5)
    # Of one game there is no telling.
    (alone,) = bins_of(games[:1], [0.51])
    assert alone.se == float("inf")
    assert alone.deviation == 0


def test_moments_that_no_weights_give_are_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = np.array([[0, 0], [10, 10], [30, 30]])
    with pytest.raises(ValueError, match="no weights give the hands these moments"):
        weights_for(points, Moments((10.0, 10.0), (9.0, 9.0), 0.0))
    played = [PlayedHand(number, (number, 5), (40, number)) for number in range(20)]
    monkeypatch.setattr(learn_equity, "gathered", lambda *_: played)
    monkeypatch.setattr(
        learn_equity, "hands_of_policy", lambda *_, **__: SimpleNamespace(points=points)
    )
    for number, status, said in (("2", 2, "expected 0 or 10 at least"), ("20", 1, "no weights")):
        result = CliRunner().invoke(learn_equity.main, ["scarne", "--engine-hands", number])
        assert result.exit_code == status
        assert said in result.stderr


def test_a_tie_that_is_being_broken() -> None:
    scarne = RULEBOOKS["scarne"]
    scores = hand_scores(scarne, scarne.count)
    ahead = float(np.tril(scores.chances, -1).sum())
    # Half of what looks tied on the grid and is not, and what is: then the other seat deals.
    equal = float(np.trace(scores.chances))
    decided = ahead + equal * (1 - scores.ties) / 2
    tied = equity("1010/1010", "south").chance(Seat.SOUTH)
    assert tied == pytest.approx(decided + equal * scores.ties * (1 - tied), abs=1e-12)
    assert tied > 0.51


@pytest.mark.parametrize(
    ("played_to", "tied", "raised_to"),
    [
        (1000, 1000, 1250),
        (1000, 1040, 1250),
        (1000, 1260, 1500),
        # Raised from the target it is played to, whether or not that is so many times 250.
        (1100, 1100, 1350),
        (1100, 1240, 1350),
        (930, 960, 1180),
        (930, 1190, 1430),
        (180, 430, 680),
    ],
)
def test_a_tie_over_the_target_is_a_game_to_the_raised_one(
    played_to: int, tied: int, raised_to: int
) -> None:
    raised, longer = (
        equity((tied, tied), "south", "hayes", target=to) for to in (played_to, raised_to)
    )
    assert raised.chance(Seat.SOUTH) == pytest.approx(longer.chance(Seat.SOUTH), abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "error", "fact"),
    [
        # What does not read
        ({"score": "ten"}, NotationError, "score: 'ten' is not south/north in whole points"),
        ({"score": "1/2/3"}, NotationError, "score: '1/2/3' is not south/north in whole points"),
        (
            {"score": "0/0", "dealer": "west"},
            NotationError,
            "seat: unknown seat 'west' (south or north)",
        ),
        # What does not fit
        ({"score": "1000/900"}, GameError, "score: the game is over: south has reached 1000"),
        ({"score": "0/0", "ahead": 100}, GameError, "ahead: scarne is played for a target"),
        (
            {"score": "0/0", "rules": "glup", "ahead": 100, "target": 100},
            GameError,
            "ahead: a game is won by points ahead or by a target, not both",
        ),
        (
            {"score": "100/0", "rules": "glup", "ahead": 100},
            GameError,
            "score: the game is over: south is 100 ahead",
        ),
        ({"score": "0/0", "target": 0}, GameError, "target: 0 is not within 1 to 999999"),
        (
            {"score": (10**7, 0)},
            GameError,
            "score: south has 10000000, more than 999999 either way",
        ),
        ({"score": "0/0", "chips": True}, GameError, "chips: scarne is not played with chips"),
    ],
)
def test_what_does_not_read_or_fit_is_refused(
    arguments: dict[str, Any], error: type[PositionError], fact: str
) -> None:
    with pytest.raises(error) as caught:
        equity(**arguments)
    assert str(caught.value) == fact
    assert caught.value.token == fact.partition(":")[0]


# ------------------------------------------------------------------------------ the command line


def test_the_command_says_what_the_package_does(pinochle: Pinochle) -> None:
    line = json.loads(pinochle("equity", "620/840", "--dealer", "north", "--json").out)
    found = equity("620/840", "north")
    assert line["south"]["win"] == pytest.approx(found.chance(Seat.SOUTH), abs=1e-6)
    assert line["north"]["worth_of_100"] == pytest.approx(found.worth(Seat.NORTH, 100), abs=1e-6)
    assert line["south"]["win"] + line["north"]["win"] == pytest.approx(1, abs=2e-6)
    assert line["table"]["south_wins"][5][5] == pytest.approx(
        equity(Points(500, 500), "north").chance(Seat.SOUTH), abs=1e-6
    )
    text = pinochle("equity", "620/840", "--dealer", "north").out
    rows = {name: cells for name, *cells in map(str.split, filter(str.strip, text.splitlines()))}
    for seat, points in zip(Seat, ("620", "840"), strict=True):
        worth = [f"{100 * found.worth(seat, more):+.1f}%" for more in (10, 100)]
        assert rows[seat.text()] == [points, f"{100 * found.chance(seat):.1f}%", *worth]
    assert "scarne · old count · to 1000 · north deals the next hand" in text
    assert max(map(len, text.splitlines())) <= 80


def test_every_figure_of_json_is_that_of_the_package(pinochle: Pinochle) -> None:
    """At scores where south and north, ten and a hundred, rows and columns differ."""
    by_a_lead: dict[str, Any] = {"rules": "glup", "ahead": 1000}
    for asked, options in (
        (("620/840", "--dealer", "north"), {}),
        (("120/300", "--rules", "glup", "--ahead", "1000"), by_a_lead),
    ):
        line = json.loads(pinochle("equity", "--json", *asked).out)
        dealer = line["dealer"]
        found = equity(asked[0], dealer, **options)
        assert (line["score"]["south"], line["score"]["north"]) == tuple(found.score)
        for seat in Seat:
            of = line[seat.text()]
            own, other = found.score if seat is Seat.SOUTH else reversed(found.score)
            for points in (10, 100):
                more = Points.of(seat, own + points, other)
                gained = equity(more, dealer, **options).chance(seat) - found.chance(seat)
                assert of[f"worth_of_{points}"] == pytest.approx(gained, abs=1e-6)
                assert gained > 0
            assert of["win"] == pytest.approx(found.chance(seat), abs=1e-6)
        rows, columns = line["table"]["south_scores"], line["table"]["north_scores"]
        assert len(rows) in (10, 19)
        for south, row in zip(rows, line["table"]["south_wins"], strict=True):
            for north, wins in zip(columns, row, strict=True):
                at = equity((south, north), dealer, **options).chance(Seat.SOUTH)
                assert wins == pytest.approx(at, abs=1e-6)
    assert (line["target"], line["ahead"], line["rules"]) == (None, 1000, "glup")


def test_the_moments_of_hands_are_the_dealers_and_the_other_seats() -> None:
    """Of three hands: the dealer scores 0, 20 and 40, the other seat 10, 10 and 40."""
    chances = np.zeros((5, 5))
    chances[0, 1], chances[2, 1], chances[4, 4] = 0.25, 0.5, 0.25
    dealer, other = HandScores(10, chances, 1.0).moments()
    assert dealer == pytest.approx((20, 200**0.5))
    assert other == pytest.approx((17.5, 168.75**0.5))


def test_the_dealer_has_the_edge_of_the_next_hand_in_a_long_game_too() -> None:
    chances = np.zeros((12, 12))
    chances[11, 9], chances[9, 9] = 0.5, 0.5  # 20 more in every second hand: 10 a hand
    course = Course.of(HandScores(10, chances, 1.0))
    assert (course.pace, course.edge) == pytest.approx((95, 10))
    assert course.sway == pytest.approx(10)
    needs, others = np.array([9_500.0, 9_505.0, 9_500.0]), np.array([9_500.0, 9_500.0, 9_700.0])
    # Of 100 hands the sum varies by 100; the deal is worth half a hand's edge.
    expected = [NormalDist().cdf(each) for each in (0.05, 0.0, 2.04)]
    assert course.chance(needs, others) == pytest.approx(expected, abs=2e-3)


def test_on_a_coarser_grid_hands_keep_their_means_and_fewer_look_tied() -> None:
    """A game of so many points that every fifth line is kept: of what looks tied one in five is."""
    chances = np.zeros((60, 60))
    chances[33, 41], chances[47, 28] = 0.25, 0.75
    scores = HandScores(10, chances, 1.0)
    table = table_of_ahead(scores, 12_000)
    assert table.step == 50
    coarse = tables._coarser(scores, 12_000)
    assert coarse.ties == pytest.approx(0.2)
    for one, other in zip(scores.moments(), coarse.moments(), strict=True):
        assert other.mean == pytest.approx(one.mean)
    assert coarse.chances.sum() == pytest.approx(1)


def test_a_chance_that_is_not_certain_never_looks_so(pinochle: Pinochle) -> None:
    lines = pinochle("equity", "990/300", "--dealer", "south").out.splitlines()
    rows = {name: cells for name, *cells in map(str.split, filter(str.strip, lines))}
    assert rows["south"][:2] == ["990", ">99.9%"]
    assert rows["north"][:2] == ["300", "<0.1%"]


def test_letters_are_all_that_is_written_where_they_are_asked_for(pinochle: Pinochle) -> None:
    text = pinochle("equity", "--rules", "macdougall", "--chips", "--ascii").out
    assert text.startswith("macdougall, old count, to 1000, in chips, whoever deals\n")
    assert text.isascii()


def test_the_picture_has_a_cell_for_every_score(pinochle: Pinochle, tmp_path: Path) -> None:
    for name, options in (("a", ()), ("b", ("--rules", "glup", "--ahead", "1000"))):
        file = tmp_path / f"{name}.svg"
        assert pinochle("equity", "620/840", *options, "--svg", str(file)).status == 0
        picture = ElementTree.fromstring(file.read_text(encoding="utf-8"))
        cells = picture.findall("{http://www.w3.org/2000/svg}rect")
        assert len(cells) == (19 if options else 100)
        (head,) = (each for each in picture if each.text == "south has")
        assert float(head.attrib["x"]) >= len("south has") * 8.5 / 2  # its middle: none is cut off


@pytest.mark.parametrize(
    ("score", "options", "across", "down"),
    [
        ("6/13", ("--target", "15"), 9, 4),
        ("620/840", (), 8.4, 6.2),
        ("7/0", ("--rules", "glup", "--ahead", "15"), 0, 14),
    ],
)
def test_the_ring_in_the_picture_lies_at_the_score(
    score: str,
    options: tuple[str, ...],
    across: float,
    down: float,
    pinochle: Pinochle,
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.svg"
    assert pinochle("equity", score, *options, "--svg", str(file)).status == 0
    picture = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    (ring,) = picture.findall("{http://www.w3.org/2000/svg}circle")
    cells = picture.findall("{http://www.w3.org/2000/svg}rect")
    for name, place in (("x", across), ("y", down)):
        begin, size = (float(cells[0].attrib[key]) for key in (name, "width"))
        assert float(ring.attrib[f"c{name}"]) == pytest.approx(begin + size * (place + 0.5))


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (("1000/900",), "score: the game is over: south has reached 1000"),
        (("10",), "score: '10' is not south/north in whole points"),
        (("0/0", "--dealer", "me"), "--dealer: unknown seat 'me'"),
        (("0/0", "--target", "0"), "--target"),
        (("0/0", "--ahead", "5"), "ahead: scarne is played for a target"),
        (("0/0", "--chips"), "chips: scarne is not played with chips"),
        (("0/0", "--svg", "/no/such/folder/a.svg"), "/no/such/folder/a.svg"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: tuple[str, ...], fact: str) -> None:
    run = pinochle("equity", *arguments)
    assert (run.status, run.out) == (2, "")
    assert fact in run.err
    assert run.err.count("\n") == 1


def test_what_was_never_played_is_said_to_be_a_guess(pinochle: Pinochle) -> None:
    file = TESTS / "rulebooks" / "two-suits.toml"
    rules = parse_rulebook(file.read_text())
    run = pinochle("equity", "5/5", "--target", "20", "--rulebook", str(file))
    assert run.status == 0
    told = f"rules: no hands of {rules.name} were played for this; what they bring is a guess\n"
    assert run.err.endswith(told)
