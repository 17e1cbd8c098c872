"""Positions as arrays: the same answers as one by one, and every check."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from helpers.strategies import playoff_positions
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Card,
    Hand,
    PackedPositions,
    PlayoffPosition,
    PositionError,
    Seat,
    playoff_dtype,
    solve_many,
)
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.rules.rules_table import RulesRow

SCARNE: list[RulesRow] = [(RULEBOOKS["scarne"], COUNTS["old"])]

NO_RECORDS = "records: expected a one-dimensional array of playoff_dtype()"


@given(st.lists(playoff_positions(most_cards=6), max_size=40), st.integers(1, 3))
def test_arrays_give_what_objects_give(positions: list[PlayoffPosition], threads: int) -> None:
    packed = PackedPositions.of(positions)
    found = solve_many(packed, threads=threads)
    solutions = list(solve_many(positions))
    assert len(packed) == len(found.nodes) == len(positions)
    assert found.exact.all()
    assert found.values.tolist() == [list(solution.value) for solution in solutions]
    for row, solution in enumerate(solutions):
        turn = solution.position.turn
        legal = np.flatnonzero(found.legal[row])
        assert {
            Card.from_index(int(index)): found.moves[row, index].tolist() for index in legal
        } == {move.card: [move.value[turn]] * 2 for move in solution.moves}
        assert not found.moves[row][~found.legal[row]].any()
        assert found.nodes[row] == solution.nodes


def test_values_alone_leave_the_moves_empty() -> None:
    packed = PackedPositions.of(random_playoffs(5, 40, 1, RULEBOOKS["hayes"]))
    found = solve_many(packed, moves=False, threads=2)
    assert not found.legal.any()
    assert found.exact.all()
    assert (found.values.sum(axis=1) > 0).all()
    assert found.values.dtype == np.int16


def test_no_positions_are_no_rows() -> None:
    found = solve_many(PackedPositions.of([]))
    assert found.values.shape == (0, 2)
    assert found.moves.shape == (0, 32, 2)


def test_arrays_can_be_made_without_objects() -> None:
    records = np.zeros(2, playoff_dtype())
    ace, king = Card.parse("AS").index, Card.parse("KS").index
    records["south"][:, ace] = 1
    records["north"][:, king] = 1
    records["trump"] = 1
    records["turn"] = [0, 1]
    records["led"] = 255
    found = solve_many(PackedPositions(records, SCARNE))
    assert found.values.tolist() == [[25, 0], [25, 0]]


def records_with(**fields: object) -> NDArray[np.void]:
    """Two good records, the second with these fields changed."""
    good = PlayoffPosition(
        trump=RULEBOOKS["scarne"].deck.suits[0],
        south=Hand.parse("AK.-.-.-"),
        north=Hand.parse("T.-.-.Q"),
        turn=Seat.SOUTH,
    )
    records: NDArray[np.void] = PackedPositions.of([good, good]).records.copy()
    for field, value in fields.items():
        records[field][1] = value
    return records


def counts(text: str) -> list[int]:
    return list(Hand.parse(text).counts)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"rules": 1}, "rules: no such rules in row 1"),
        ({"trump": 4}, "trump: no such suit in row 1"),
        ({"turn": 2}, "turn: no such seat in row 1"),
        ({"led": 32}, "led: no such card in row 1"),
        ({"north": counts("T.-.-.-")}, "north: hands of sizes that do not go together in row 1"),
        ({"led": 5}, "north: hands of sizes that do not go together in row 1"),
        ({"south": counts("..."), "north": counts("...")}, "turn: the player to move holds no"),
        ({"south": counts("AA.-.-.-"), "north": counts("AA.-.-.-")}, "south: more copies than"),
        ({"south": counts("87.-.-.-")}, "south: more copies than"),
        (
            {"south": counts("A.AA.AA.AA"), "north": counts("AATT.-.-.-"), "led": 7},
            "north: hands of sizes",
        ),
        (
            {"south": counts("AATTKKQQJJ99.A.-.-"), "north": counts("-.A.-.AATTKKQQJJ99")},
            "south: more cards than a playoff hand has in row 1",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_row(fields: dict[str, object], error: str) -> None:
    with pytest.raises(PositionError) as caught:
        PackedPositions(records_with(**fields), SCARNE)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("records", "rules", "error", "fact"),
    [
        (np.zeros((2, 68), np.uint8), SCARNE, TypeError, NO_RECORDS),
        (np.zeros((2, 2), playoff_dtype()), SCARNE, TypeError, NO_RECORDS),
        (records_with(), [], PositionError, "rules: 0 rows, expected 1 to 256"),
    ],
    ids=["dtype", "dimensions", "rules"],
)
def test_other_arrays_are_refused(
    records: NDArray[Any], rules: list[RulesRow], error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as caught:
        PackedPositions(records, rules)
    assert str(caught.value) == fact


def test_an_array_has_so_many_rulebooks_and_no_more() -> None:
    (good,) = random_playoffs(1, 1, 1, RULEBOOKS["scarne"])
    own = [
        replace(good, rules=replace(good.rules, name=f"house-{number}")) for number in range(257)
    ]
    packed = PackedPositions.of(own[:256])
    assert (len(packed.rules), packed.records["rules"].tolist()) == (256, [*range(256)])
    with pytest.raises(ValueError, match=r"^more than 256 different rulebooks and counts at once$"):
        PackedPositions.of(own)


def test_what_was_checked_stays_as_it_was() -> None:
    records = records_with()
    packed = PackedPositions(records, list(SCARNE))
    records["south"][:] = 9
    assert packed.records["south"].max() == 1
    assert not packed.records.flags.writeable
    with pytest.raises(TypeError, match="rules: expected pairs"):
        PackedPositions(packed.records, ["scarne"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="rules: expected pairs"):
        PackedPositions(records_with(), [("scarne", "old")])  # type: ignore[list-item]
