"""Results for three and four as rows of plain values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from helpers.burials import CHECK
from helpers.table_positions import BID, ENDING, HIDDEN
from pinochle_solver import (
    BurialSolution,
    ChanceAnalysis,
    TablePosition,
    TableSolution,
    solve_burial,
    solve_open,
)
from pinochle_solver.double_dummy.searching import analyze_with_open_cards

Result = TableSolution | BurialSolution | ChanceAnalysis


@cache
def solved() -> TableSolution:
    return solve_open(TablePosition.parse(ENDING))


@cache
def buried() -> BurialSolution:
    return solve_burial(TablePosition.parse(f"{CHECK} id=four-suits"))


@cache
def hand() -> ChanceAnalysis:
    return analyze_with_open_cards(TablePosition.parse(HIDDEN), worlds=40, seed=1)


@cache
def auction() -> ChanceAnalysis:
    return analyze_with_open_cards(TablePosition.parse(BID), worlds=2, seed=1)


RESULTS: tuple[Callable[[], Result], ...] = (solved, buried, hand, auction)


def rows_of(result: Result) -> list[dict[str, Any]]:
    return list(result.to_rows())


def picked(row: dict[str, Any], *keys: str) -> list[Any]:
    return [row[key] for key in keys]


@pytest.mark.parametrize("made", RESULTS)
def test_rows_are_plain_have_the_same_keys_and_describe_each(made: Callable[[], Result]) -> None:
    result = made()
    rows = rows_of(result)
    assert [row["order"] for row in rows] == [*range(1, len(result.moves) + 1)]
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert {type(value) for row in rows for value in row.values()} <= {
        str,
        int,
        float,
        bool,
        type(None),
    }
    assert [key for key in rows[0] if f"``{key}``" not in (result.to_rows.__doc__ or "")] == []
    assert {row["position"] for row in rows} == {result.position.text()}


@pytest.mark.parametrize("made", RESULTS)
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_take_them(library: str, made: Callable[[], Result]) -> None:
    result = made()
    table = pytest.importorskip(library).DataFrame(result.to_rows())
    assert list(table["move"]) == [row["move"] for row in result.to_rows()]


def test_a_solution_has_the_points_of_both_sides() -> None:
    keys = ("move", "points", "other_points", "loss", "exact")
    assert [picked(row, *keys) for row in rows_of(solved())] == [
        ["JS", 40, 15, 0, True],
        ["QS", 35, 20, 5, True],
        ["AS", 35, 20, 5, True],
    ]
    assert picked(rows_of(solved())[0], "mover", "side", "other_side", "id") == [
        "south",
        "south",
        "west+north",
        None,
    ]


def test_of_a_stopped_search_it_has_bounds() -> None:
    rows = rows_of(solve_open(TablePosition.parse(ENDING), nodes=1))
    keys = ("move", "points", "loss", "points_low", "points_high", "other_low", "other_high")
    assert [picked(row, *keys) for row in rows] == [
        ["JS", 40, 0, 40, 40, 15, 15],
        ["AS", None, None, 20, 35, 20, 35],
        ["QS", None, None, 15, 35, 20, 40],
    ]
    assert [row["exact"] for row in rows] == [True, False, False]


def test_a_burial_has_its_parts() -> None:
    keys = ("id", "side", "move", "melds", "buried", "cards", "total", "loss", "exact")
    assert picked(rows_of(buried())[0], *keys) == [
        "four-suits",
        "south+north",
        "S",
        *(buried().best.melds, buried().best.buried, buried().best.cards[0]),
        350,
        0,
        True,
    ]
    assert [row["loss"] for row in rows_of(buried())] == [
        350 - move.total[0] for move in buried().moves
    ]


def test_an_analysis_has_means_and_intervals() -> None:
    best = rows_of(hand())[0]
    assert picked(best, "objective", "worlds", "visits", "seed", "guess") == [
        hand().objective,
        40,
        40,
        1,
        False,
    ]
    first = hand().moves[0]
    assert first.mean is not None
    assert first.win is not None
    assert picked(best, "mean", "mean_se") == [*first.mean]
    assert picked(best, "win_low", "win_high") == [*hand().interval_of(first, first.win)]
    assert picked(best, "behind", "level", "chance", "chance_low") == [0.0, True, None, None]


def test_in_the_auction_bids_have_chances_and_a_pass_no_mean() -> None:
    rows = rows_of(auction())
    assert rows[-1]["move"] == "p"
    assert picked(rows[-1], "mean", "mean_se", "chance") == [None, None, None]
    assert all(
        0 <= row["chance_low"] <= row["chance"] <= row["chance_high"] <= 1 for row in rows[:-1]
    )
    assert all(row["guess"] for row in rows)


def test_a_single_deal_of_many_has_no_errors() -> None:
    rows = rows_of(analyze_with_open_cards(TablePosition.parse(HIDDEN), worlds=1))
    assert {row["mean_se"] for row in rows} == {None}
    assert {type(row["mean"]) for row in rows} == {float}
