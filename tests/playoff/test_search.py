"""What the search promises beside values: limits, repeatable nodes, tables of any size."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from pinochle_solver import RULEBOOKS, CardCount, Deck, PlayoffPosition, Rank, Rulebook, StopFlag
from pinochle_solver._core.playoff.ordering import tuned_weights
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.playoff.packing import pack
from pinochle_solver.rules.rules_table import rules_table

WIDE = Deck("eight ranks", tuple(reversed(Rank)), 4, 18, 0)
ODD_POINTS = CardCount(
    "odd", ace=3, ten=9, king=0, queen=250, jack=7, nine=7, eight=40, seven=1, last_trick=5
)
HOUSE = Rulebook("house", "", ODD_POINTS, must_head_plain=True, deck=WIDE)


def packed(positions: list[PlayoffPosition]) -> tuple[bytes, bytes]:
    records, rows = pack(positions)
    return records, rules_table(rows)


def bounds(
    solver: PlayoffSolver, positions: list[PlayoffPosition], limit: int = 0
) -> list[tuple[int, int, int]]:
    """Low, high and nodes of each."""
    answers = solver.solve(*packed(positions), False, limit, 0.0, StopFlag())
    return [(answer[0], answer[1], answer[6]) for answer in answers]


def values(solver: PlayoffSolver, positions: list[PlayoffPosition]) -> list[int]:
    return [low for low, _, _ in bounds(solver, positions)]


@pytest.mark.parametrize("rulebook", ["scarne", "hayes"])
def test_a_node_limit_leaves_proven_bounds(rulebook: str) -> None:
    positions = list(random_playoffs(9, 20, 7, RULEBOOKS[rulebook]))
    solver = PlayoffSolver(4)
    exact = values(solver, positions)
    for limit in (1, 2, 10, 100, 300, 1 << 40):
        found = bounds(solver, positions, limit)
        for value, (low, high, nodes) in zip(exact, found, strict=True):
            assert low <= value <= high
            assert nodes <= limit + 1
            assert low == high or nodes == limit + 1
    assert all(low == high for low, high, _ in found)


def test_a_stopped_search_leaves_nothing_false_behind() -> None:
    positions = list(random_playoffs(8, 40, 8, RULEBOOKS["macdougall"]))
    exact = values(PlayoffSolver(4), positions)
    solver = PlayoffSolver(0.001)
    for limit in range(1, 200, 7):
        bounds(solver, positions, limit)
    assert values(solver, positions) == exact


def test_nodes_depend_on_the_position_only() -> None:
    positions = list(random_playoffs(8, 12, 9, HOUSE))
    together = [nodes for _, _, nodes in bounds(PlayoffSolver(4), positions)]
    solver = PlayoffSolver(4)
    apart = [bounds(solver, [position])[0][2] for position in reversed(positions)]
    assert together == apart[::-1]


def test_nodes_do_not_depend_on_longer_hands_before() -> None:
    """Though these are given more of the table, where its size goes by the hand."""
    short = list(random_playoffs(12, 6, 9, RULEBOOKS["scarne"]))
    long = list(random_playoffs(15, 3, 9, RULEBOOKS["goulash"]))
    solver = PlayoffSolver()
    alone = bounds(solver, short)
    assert bounds(PlayoffSolver(2), short) == alone
    assert bounds(PlayoffSolver(16), long) == bounds(solver, long)
    assert bounds(solver, short) == alone


@pytest.mark.parametrize("table_mb", [1e-9, 0.0001, 0.0002, 0.01, 32])
def test_a_table_of_any_size_gives_the_same_values(table_mb: float) -> None:
    positions = [
        *random_playoffs(8, 10, 10, RULEBOOKS["hayes"]),
        *random_playoffs(7, 10, 10, HOUSE),
    ]
    assert values(PlayoffSolver(table_mb), positions) == values(PlayoffSolver(4), positions)


def test_suits_longer_than_the_cache_has_places_for() -> None:
    # Hands of one suit and a few trumps: descriptions push each other out while they are in use.
    random = Random(11)
    records = b""
    for _ in range(20):
        cards = [card for card in range(16) for _ in range(4)]
        random.shuffle(cards)
        spades = [card for card in cards if card < 8][:16]
        hearts = [card for card in cards if card >= 8][:4]
        hands = (spades[:8] + hearts[:2], spades[8:] + hearts[2:])
        counts = b"".join(bytes(hand.count(card) for card in range(32)) for hand in hands)
        records += counts + bytes((1, 0, 255, 0))
    table = rules_table([(HOUSE, ODD_POINTS)])
    found = [
        [
            answer[:2]
            for answer in PlayoffSolver(mb).solve(records, table, False, 0, 0.0, StopFlag())
        ]
        for mb in (0.001, 8)
    ]
    assert found[0] == found[1]


def test_other_orderings_give_the_same_values() -> None:
    positions = list(random_playoffs(8, 30, 12, RULEBOOKS["scarne"]))
    solver = PlayoffSolver(4)
    exact = values(solver, positions)
    random = Random(12)
    size = len(tuned_weights()) // 2
    solver.order_by(array("h", [random.randrange(-100, 100) for _ in range(size)]))
    assert values(solver, positions) == exact


def test_weights_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        PlayoffSolver(4).order_by(array("h", [1, 2, 3]))
