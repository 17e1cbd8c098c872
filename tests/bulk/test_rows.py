"""Solutions and analyses as rows of plain values."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings

from helpers.strategies import playoff_positions, stock_positions
from pinochle_solver import (
    Analysis,
    PlayoffPosition,
    Solution,
    StockPosition,
    analyze,
    analyze_with,
    solve,
)
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.limits import Limits
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.stock.tree_search import open_average

PLAYOFF = PlayoffPosition.parse(
    "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south id=four-cards"
)
STOCK = StockPosition.parse(
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)
SOLUTION_KEYS = [
    "id",
    "position",
    "mover",
    "order",
    "move",
    "south",
    "north",
    "loss",
    "south_low",
    "south_high",
    "north_low",
    "north_high",
    "exact",
    "nodes",
    "seconds",
]
ANALYSIS_KEYS = [
    "id",
    "position",
    "mover",
    "order",
    "move",
    "mean",
    "mean_se",
    "win",
    "win_se",
    "win_low",
    "win_high",
    "behind",
    "behind_se",
    "points_behind",
    "points_behind_se",
    "win_behind",
    "win_behind_se",
    "win_behind_low",
    "win_behind_high",
    "close",
    "choice",
    "visits",
    "exact",
    "mover_melds",
    "mover_tricks",
    "other_melds",
    "other_tricks",
    "price_points",
    "price_laid",
    "price_later",
    "price_later_se",
    "open_average",
    "objective",
    "engine",
    "belief",
    "worlds",
    "seed",
    "seconds",
    "finished",
    "guess",
]


def check_plain(found: Solution | Analysis) -> list[dict[str, Any]]:
    """The rows, of which nothing is anything but a plain value that equals itself."""
    rows: list[dict[str, Any]] = list(found.to_rows())
    for order, row in enumerate(rows, start=1):
        assert list(row) == (SOLUTION_KEYS if isinstance(found, Solution) else ANALYSIS_KEYS)
        assert row["order"] == order
        assert row["position"] == found.position.text()
        assert row["mover"] == found.position.turn.text()
        for value in row.values():
            assert value is None or type(value) in (str, int, float, bool)
            assert value == value
    return rows


@given(playoff_positions(most_cards=5))
def test_a_row_is_a_move_of_the_solution(position: PlayoffPosition) -> None:
    solution = solve(position)
    rows = check_plain(solution)
    assert len(rows) == len(solution.moves)
    for row, move in zip(rows, solution.moves, strict=True):
        assert (row["move"], row["loss"]) == (move.card.text(), move.loss)
        assert (row["south"], row["north"]) == move.value
        assert (row["south_low"], row["south_high"]) == move.bounds.south
        assert (row["north_low"], row["north_high"]) == move.bounds.north
        assert row["exact"]


def test_of_a_stopped_search_the_rows_have_bounds() -> None:
    rows = check_plain(solve(PLAYOFF, nodes=2))
    # Of the ten of spades and the queen it is known without a search that they win nothing.
    assert [(row["south"], row["north"], row["loss"], row["exact"]) for row in rows] == [
        (None, None, None, False),
        (None, None, None, False),
        (0, 70, None, True),
        (0, 70, None, True),
    ]
    bounds = [(row["move"], row["south_low"], row["south_high"]) for row in rows]
    assert bounds == [("TH", 10, 40), ("KD", 10, 60), ("QD", 0, 0), ("TS", 0, 0)]
    assert all(row["id"] == "four-cards" for row in rows)


def test_what_was_not_asked_for_has_no_rows() -> None:
    (solution,) = [solve(PLAYOFF, moves=False)]
    assert solution.value.south == 55
    assert solution.to_rows() == []


@settings(max_examples=8)
@given(stock_positions())
def test_a_row_is_a_move_of_the_analysis(position: StockPosition) -> None:
    # Late ones are gone through in all worlds, and open hands are searched, which takes its time.
    if position.hand(position.turn).hidden or position.completed_tricks > 7:
        return
    position = as_mover_sees(position)
    analysis = analyze(position, worlds=12)
    rows = check_plain(analysis)
    assert len(rows) == len(analysis.moves)
    for row, move in zip(rows, analysis.moves, strict=True):
        assert row["move"] == move.move.text()
        assert (row["mean"], row["win"], row["visits"]) == (move.mean, move.win, move.visits)
        assert (row["behind"], row["points_behind"]) == (move.behind, move.points_behind.mean)
        assert row["mean_se"] == (None if move.mean_se != move.mean_se else move.mean_se)
        assert move.mover is None or row["mover_melds"] == move.mover.melds
        assert move.other is None or row["other_tricks"] == move.other.tricks
    chosen = [row["move"] for row in rows if row["choice"]]
    assert chosen == [analysis.choice.text()]
    close = {move.move.text() for move in (analysis.best, *analysis.close)}
    assert {row["move"] for row in rows if row["close"]} == close


def test_prices_and_open_averages_are_in_the_rows() -> None:
    averages = open_average(STOCK, SearchSettings(limits=Limits(worlds=2)))
    analysis = replace(analyze(STOCK, worlds=16), open_average=averages)
    for row, move in zip(check_plain(analysis), analysis.moves, strict=True):
        price = move.price
        assert row["price_points"] == (price and price.points)
        assert row["price_laid"] == (price and price.laid)
        assert row["open_average"] == averages[move.move.text()]
    assert any(move.price for move in analysis.moves)


def test_ordered_by_chances_what_is_behind_is_a_chance() -> None:
    rows = check_plain(analyze(STOCK, worlds=16, objective="win"))
    assert {row["objective"] for row in rows} == {"win"}
    assert [row["behind"] for row in rows] == [row["win_behind"] for row in rows]


@pytest.mark.parametrize("engine", ["pimc", "ismcts", "advice", "greedy", "random"])
def test_every_engine_has_the_same_columns(engine: str) -> None:
    rows = check_plain(analyze_with(engine, STOCK, worlds=8))
    assert {row["engine"] for row in rows} == {engine}
    if engine in ("advice", "greedy", "random"):
        assert [(row["mean"], row["win"], row["behind_se"]) for row in rows] == [(None,) * 3]


@pytest.mark.parametrize(
    ("method", "keys"), [(Solution.to_rows, SOLUTION_KEYS), (Analysis.to_rows, ANALYSIS_KEYS)]
)
def test_every_column_is_described(method: Any, keys: list[str]) -> None:
    assert [key for key in keys if f"``{key}``" not in method.__doc__] == []


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_take_the_rows(library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    module = __import__(library)
    for found in (solve(PLAYOFF), analyze(STOCK, worlds=8), analyze_with("greedy", STOCK)):
        table = module.DataFrame(found.to_rows())
        assert table.shape == (len(found.moves), len(found.to_rows()[0]))
        assert list(table["move"]) == [row["move"] for row in found.to_rows()]
