"""A standard error is as large as what is told varies from seed to seed.

Each figure is found many times, each time in other worlds. How far these lie apart is compared with
the errors that are told. An error may be a little too wide, because few worlds may not have shown
everything yet; an error of half the size, or of the square root of it, is found here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest

from helpers.both_seats import WINDOWS
from helpers.doubled import changed
from helpers.oracle_decks import views
from helpers.table_open_solver import SumSolver
from pinochle_solver import RULEBOOKS, StockPosition, TablePosition, analyze
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.limits import Limits
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.reviews.true_values import TrueHand
from pinochle_solver.rules.moves import Show
from pinochle_solver.stock.analysis import Analysis, MoveEstimate
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.settings import SearchSettings

# The spread of 40 figures is itself known to 11%.
SEEDS = range(1, 33)


def ratio(found: Iterable[tuple[float, float]]) -> float:
    """How many times the spread of some estimates their errors are, root mean square."""
    means, errors = np.array([*found]).T
    return float(np.sqrt((errors**2).mean()) / means.std(ddof=1))


@cache
def decision(tricks: int, act: Act) -> tuple[StockPosition, StockPosition]:
    """The first decision of this kind after so many tricks: all its cards, what is seen of it."""
    for referee, view in views(RULEBOOKS["scarne"], 9, seed=3):
        if view.completed_tricks == tricks and view.act is act and len(view.legal_moves()) > 2:
            whole = referee.position()
            assert isinstance(whole, StockPosition)
            return whole, view
    raise AssertionError


@cache
def analyses(tricks: int, act: Act) -> list[Analysis]:
    """Two moves of it compared in 64 worlds, by each seed."""
    _, view = decision(tricks, act)
    moves = [move for move in view.legal_moves() if move != Show()]
    two = [moves[0], Show() if act.shows else moves[1]]
    return [analyze(view, worlds=64, seed=seed, moves=two) for seed in SEEDS]


DECISIONS = pytest.mark.parametrize(
    ("tricks", "act"), [(1, Act.PLAY), (8, Act.PLAY), (6, Act.MELD)]
)


def of_first(found: Analysis) -> tuple[MoveEstimate, MoveEstimate]:
    """The two moves, in the same order whichever is the best."""
    first, second = sorted(found.moves, key=lambda move: move.move.text())
    return first, second


@DECISIONS
def test_of_means(tricks: int, act: Act) -> None:
    for place in (0, 1):
        moves = [of_first(found)[place] for found in analyses(tricks, act)]
        assert 0.75 < ratio((move.mean, move.mean_se) for move in moves) < 1.45


@DECISIONS
def test_of_differences(tricks: int, act: Act) -> None:
    """The moves share their worlds: so it is known better than either of the two."""
    pairs = [of_first(found) for found in analyses(tricks, act)]
    points = [
        Estimate(first.mean - second.mean, max(first.points_behind.se, second.points_behind.se))
        for first, second in pairs
    ]
    assert 0.75 < ratio(points) < 2
    apart = np.mean([first.mean_se**2 + second.mean_se**2 for first, second in pairs])
    assert np.mean([each.se**2 for each in points]) < 0.5 * apart


def test_of_chances() -> None:
    """Early on; later most chances are certain, and their errors those of what was not seen."""
    pairs = [of_first(found) for found in analyses(1, Act.PLAY)]
    for place in (0, 1):
        assert 0.75 < ratio((pair[place].win, pair[place].win_se) for pair in pairs) < 1.5
    behind = [
        (first.win - second.win, max(first.win_behind.se, second.win_behind.se))
        for first, second in pairs
    ]
    assert 0.75 < ratio(behind) < 1.5


def test_of_prices() -> None:
    """What a show brings later, against passing."""
    prices = [move.price for found in analyses(6, Act.MELD) for move in found.moves if move.price]
    assert len(prices) == len(SEEDS)
    assert 0.75 < ratio((price.later, price.later_se) for price in prices) < 2
    # At once it scores its points, whatever is later.
    (points,) = {price.points for price in prices}
    for found, price in zip(analyses(6, Act.MELD), prices, strict=True):
        means = {move.move == Show(): move.mean for move in found.moves}
        assert price.later == pytest.approx(means[False] - means[True] - points)


def test_of_two_moves_compared_by_a_review() -> None:
    _, view = decision(1, Act.PLAY)
    first, second, *_ = view.legal_moves()
    limits = Limits(worlds=64)
    found = [
        compare(view, first, second, SearchSettings(limits=limits, seed=seed)) for seed in SEEDS
    ]
    assert 0.75 < ratio(each.points for each in found) < 2
    assert 0.75 < ratio(each.win for each in found) < 1.75


def test_of_moves_in_the_true_hand() -> None:
    """As the account of a review values them, in some orders of the stock."""
    whole, view = decision(5, Act.PLAY)
    first, second, *_ = view.legal_moves()
    worths = [
        (true.worth(whole, first), true.worth(whole, second))
        for true in (TrueHand(whole.face_down, 32, seed, StopFlag()) for seed in SEEDS)
    ]
    assert 0.75 < ratio(one.estimate() for one, _ in worths) < 1.35
    assert 0.75 < ratio(one.less(other).estimate() for one, other in worths) < 1.35


@pytest.mark.parametrize("act", ["double", "answer-redouble"])
def test_of_payments(act: str) -> None:
    position = StockPosition.parse(changed(WINDOWS[act], f"act={act}"))
    found = [analyze(position, worlds=16, seed=seed) for seed in SEEDS[:16]]
    for choice in {move.move for move in found[0].moves}:
        moves = [next(move for move in each.moves if move.move == choice) for each in found]
        if any(move.mean_se for move in moves):
            assert 0.65 < ratio((move.mean, move.mean_se) for move in moves) < 1.8
            assert 0.6 < ratio((move.win, move.win_se) for move in moves) < 1.8
        if any(move.behind_se for move in moves):
            assert 0.65 < ratio((move.behind, move.behind_se) for move in moves) < 2
    assert 0.65 < ratio(each.doubling.chance for each in found if each.doubling) < 1.8


def test_of_games_for_three() -> None:
    position = TablePosition.parse(
        "rules=auction bidder=south trump=S turn=south south=AKQJ.AT.KQ.- west=+8 north=+8"
    )
    found = [analyze_chances(position, SumSolver(), Limits(worlds=50), seed) for seed in SEEDS]
    # What so few deals have not shown: one and a half times how far a deal of 8 cards may be off.
    allowance = 1.5 * 6 * 8 / 50
    means = [each.moves[0].mean for each in found]
    from_deals = [(each.mean, (each.se**2 - allowance**2) ** 0.5) for each in means if each]
    assert 0.75 < ratio(from_deals) < 1.35


def test_of_matches() -> None:
    """Of pairs with a deviation of 50: the interval of 95% holds the truth in 95 of 100."""
    random = np.random.default_rng(5)
    for pairs in (2, 3, 5, 20):
        means = [Mean.of(random.normal(3, 50, pairs)) for _ in range(2000)]
        held = np.mean([low <= 3 <= high for low, high in (mean.interval for mean in means)])
        assert held == pytest.approx(0.95, abs=0.015)
        assert ratio(mean.estimate for mean in means) == pytest.approx(1, abs=0.05)
    # Of parts of different numbers: the mean of all parts, the error that of whole pairs.
    ratios = []
    for _ in range(2000):
        numbers = random.integers(1, 7, 30)
        totals = [float(random.normal(30 * number, 20)) for number in numbers]
        ratios.append(Mean.of_ratio(totals, [*map(int, numbers)]))
    assert np.mean([each.mean for each in ratios]) == pytest.approx(30, abs=0.1)
    assert ratio(each.estimate for each in ratios) == pytest.approx(1, abs=0.05)
