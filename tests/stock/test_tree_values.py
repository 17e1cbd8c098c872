"""What iterations of tree searches come to (``stock/tree_values.py``), counted one by one."""

from __future__ import annotations

from math import hypot, inf, sqrt

import numpy as np
import pytest

from helpers.trees import grow, small_view, tree_of
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock import observed_trees
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, MoveEstimate
from pinochle_solver.stock.beliefs import UNIFORM, Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.observed_trees import ObservedTrees
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.stock.tree_values import FEW_CORRECTIONS, Iterations, Sums, Values, estimate_of

WON = StockPosition.parse(
    "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)


def plain(numbers: list[float]) -> Estimate:
    """The mean and its error as a textbook has it."""
    if len(numbers) < 2:
        return Estimate(sum(numbers), inf)
    return Estimate(float(np.mean(numbers)), float(np.std(numbers, ddof=1)) / sqrt(len(numbers)))


def assert_same(found: Estimate, expected: Estimate) -> None:
    assert found.mean == pytest.approx(expected.mean)
    assert found.se == pytest.approx(expected.se)


def test_sums_are_taken_move_by_move_and_can_be_added() -> None:
    random = np.random.default_rng(1)
    places, values = random.integers(0, 4, 60), random.normal(30, 9, 60)
    whole, first = Sums.of(places, values, 6), Sums.of(places[:25], values[:25], 6)
    first.add(Sums.of(places[25:], values[25:], 6))
    for place in range(6):
        own = values[places == place].tolist()
        for sums in (whole, first):
            assert sums.count[place] == len(own)
            assert_same(sums.estimate(place), plain(own))
    assert_same(
        estimate_of(len(values), values.sum(), (values * values).sum()), plain(values.tolist())
    )


@pytest.mark.parametrize("number", [0, 1, FEW_CORRECTIONS - 1, FEW_CORRECTIONS])
def test_a_move_of_few_corrections_has_those_of_all_moves(number: int) -> None:
    values = np.arange(number + 20, dtype=np.float64)
    sums = Sums.of(np.array([0] * number + [1] * 20), values, 2)
    its = number >= FEW_CORRECTIONS
    expected = plain(values[:number].tolist() if its else values.tolist())
    assert_same(sums.correction(0, 100), expected)
    # Where it has no more values than corrections, these are its own.
    assert_same(sums.correction(0, number), plain(values[:number].tolist()))


def test_several_trees_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    belief = Belief(WON, UNIFORM)
    grown: list[Iterations] = []

    class Recorded(Iterations):
        @classmethod
        def grow(cls, *arguments: object) -> Iterations | None:
            found = Iterations.grow(*arguments)  # type: ignore[arg-type]
            assert found is not None
            grown.append(found)
            return found

    monkeypatch.setattr(observed_trees, "Iterations", Recorded)
    trees = ObservedTrees(belief, SearchSettings(), StopFlag(), 3)
    trees.advance(trees.chunk)
    for _ in range(2):
        trees.advance(100)
    moves = trees.moves()
    numbers = belief.playouts().legal()
    place_of = {belief.problem.moves[number]: number for number in numbers}
    total = 0
    for move in moves:
        values, added, all_added = list[float](), list[float](), list[float]()
        for each in grown:
            estimated, exact = each.estimated.astype(float), each.exact.astype(float)
            for chosen, of, right, is_solved in zip(
                each.chosen, estimated, exact, each.solved, strict=True
            ):
                more = (right[0] - right[1]) - (of[0] - of[1])
                if is_solved:
                    all_added.append(more)
                if chosen == place_of[move.move]:
                    values.append(of[0] - of[1])
                    if is_solved:
                        added.append(more)
        total += len(values)
        assert move.visits == len(values)
        few = len(added) < min(FEW_CORRECTIONS, len(values))
        value, correction = plain(values), plain(all_added if few else added)
        assert move.mean == pytest.approx(value.mean + correction.mean)
        assert move.mean_se >= hypot(value.se, correction.se) * (1 - 1e-9)
    assert total == trees.worlds == 3 * (len(numbers) + 200)
    assert_only_the_best_is_not_behind(moves)


def assert_only_the_best_is_not_behind(moves: tuple[MoveEstimate, ...]) -> None:
    best, *others = moves
    assert best.points_behind == best.win_behind == Estimate(0.0, 0.0)
    for move in others:
        assert move.points_behind.mean == pytest.approx(best.mean - move.mean)
        assert move.points_behind.se == pytest.approx(hypot(best.mean_se, move.mean_se))


def test_values_are_differences_and_chances_of_the_seat_to_decide() -> None:
    numbers = Belief(WON, UNIFORM).playouts().legal()
    iterations = Iterations(
        np.frombuffer(numbers[1:2] * 3 + numbers[:1], np.uint8),
        np.array([[500, 100], [100, 500], [300, 300], [10, 20]], np.int32),
        np.array([[510, 90], [0, 0], [300, 301], [0, 0]], np.int32),
        np.array([1, 0, 1, 0], np.uint8),
    )
    found = dict(zip(OBJECTIVES, Values(WinChance.of(WON), numbers).sums(iterations), strict=True))
    values, added = found[POINTS]
    assert_same(values.estimate(1), plain([400.0, -400.0, 0.0]))
    assert_same(added.estimate(1), plain([20.0, -1.0]))
    assert_same(values.estimate(0), plain([-10.0]))
    (wins, more) = found[next(name for name in OBJECTIVES if name != POINTS)]
    assert_same(wins.estimate(1), plain([1.0, 0.0, 0.5]))
    assert_same(more.estimate(1), plain([0.0, -0.5]))


def test_each_iteration_adds_an_edge_to_a_tree_of_open_cards_at_most() -> None:
    """Both seats are in the same tree: who has gone beyond it takes the other along."""
    view = small_view()
    belief, tree = Belief(view), tree_of(view, is_open=True)
    for iterations in range(1, 60):
        grow(tree, belief, 1)
        assert tree.edges <= iterations
    assert tree.edges > 10
