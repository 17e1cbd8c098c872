"""A search that is cut short plays a card that secures what is proven, or the best by estimate."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle
from helpers.strategies import playoff_positions
from pinochle_solver import RULEBOOKS, PlayoffPosition, Solution, StopFlag, solve
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.engines.engine import best_card
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

ENDING = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
KD, TH = map(Card.parse, ("KD", "TH"))


def mover_bounds(solution: Solution) -> list[tuple[Card, tuple[int, int]]]:
    """Of each card, in order, the bounds of its player's points."""
    turn = solution.position.turn
    return [(move.card, move.bounds[turn]) for move in solution.moves]


def exact_values(position: PlayoffPosition) -> dict[Card, int]:
    """The mover's points after each card."""
    return {card: low for card, (low, _) in mover_bounds(solve(position))}


def assert_secured(stopped: Solution, values: dict[Card, int]) -> None:
    low, high = stopped.bounds[stopped.position.turn]
    assert low <= max(values.values()) <= high
    cards = mover_bounds(stopped)
    for card, (least, most) in cards:
        assert least <= values[card] <= most
        assert most <= high
    assert low == max(least for _, (least, _) in cards)
    assert high == max(most for _, (_, most) in cards)
    secure = [least >= low for _, (least, _) in cards]
    assert secure == sorted(secure, reverse=True)
    assert values[cards[0][0]] >= low


def test_the_card_that_proved_a_bound_is_told() -> None:
    # With 10 nodes the search proves 55 points, which only KD brings.
    stopped = solve(ENDING, nodes=10)
    assert stopped.bounds == ((55, 60), (10, 15))
    assert mover_bounds(stopped)[0] == (KD, (55, 60))
    assert dict(mover_bounds(stopped))[TH] == (10, 40)
    assert best_card(ENDING, Limits(nodes=10), None).move == Play(KD)


@pytest.mark.parametrize("nodes", range(1, 26))
def test_every_cut_of_one_search_is_secure(nodes: int) -> None:
    assert_secured(solve(ENDING, nodes=nodes), {KD: 55, TH: 40} | exact_values(ENDING))


@given(playoff_positions(most_cards=7), st.integers(1, 300))
def test_the_first_card_secures_what_is_proven(position: PlayoffPosition, nodes: int) -> None:
    stopped = solve(position, nodes=nodes)
    assert_secured(stopped, exact_values(position))
    chosen = best_card(position, Limits(nodes=nodes), None)
    assert chosen.move == Play(stopped.moves[0].card)
    assert (chosen.mean is not None) == all(move.bounds.exact for move in stopped.moves)


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_stopped_search_loses_little(rules: str) -> None:
    most = {10: 4.0, 1000: 1.0}
    losses: dict[int, list[int]] = {nodes: [] for nodes in most}
    for position in random_playoffs(10, 40, 57, RULEBOOKS[rules]):
        values = exact_values(position)
        for nodes in most:
            stopped = solve(position, nodes=nodes)
            assert_secured(stopped, values)
            losses[nodes].append(max(values.values()) - values[stopped.moves[0].card])
    for nodes, loss in most.items():
        assert mean(losses[nodes]) < loss


def test_before_anything_is_searched_the_estimate_decides() -> None:
    stop = StopFlag()
    stop.set()
    by_estimate, lowest = [], []
    for position in random_playoffs(10, 60, 58, RULEBOOKS["scarne"]):
        values = exact_values(position)
        best = max(values.values())
        stopped = solve(position, stop=stop)
        assert stopped.nodes == 0
        assert_secured(stopped, values)
        by_estimate.append(best - values[stopped.moves[0].card])
        first = min(values, key=lambda card: (position.count.of((card,)), card.rank, card.suit))
        lowest.append(best - values[first])
    assert mean(by_estimate) < 2.5
    assert mean(lowest) > 6


def test_values_that_were_all_found_are_not_called_bounds(pinochle: Pinochle) -> None:
    line = "rules=scarne trump=C south=AAJJ.-.Q9.KQ north=T.T.A.ATQJ9 turn=south"
    told = pinochle("solve", "--nodes", "30", line).out
    found = (
        "still to come: south 21, north 82 (the search was stopped before it found the best line)"
    )
    assert found in told
    assert "order: " not in told
    stopped = pinochle("solve", "--nodes", "1", line).out
    assert "(bounds: the search was stopped)" in stopped
    assert "\norder: cards that secure the least that is proven, then by an estimate\n" in stopped


def test_of_a_stopped_race_all_that_is_proven_is_told(pinochle: Pinochle) -> None:
    held = "points=40+100/20+84 score=830/870"
    line = f"{ENDING.text().replace('hayes', 'scarne')} {held}"
    told = pinochle("solve", "--call-out", "--nodes", "1", line).out.splitlines()
    assert told[-4:-1] == [
        "call-out: 970 of 1000, so it loses the game",
        "does not win the game in this hand: T♠",
        "call-outs: the search was stopped before it found who wins in this hand",
    ]


# Three and four


def endings(name: str, cards: int, number: int, seed: int) -> Iterator[TablePosition]:
    return random_endings(cards, number, seed, TABLE_RULEBOOKS[name])


def side_bounds(solution: TableSolution) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """The bounds of the mover's side, and those after each card in order."""
    side = 0 if solution.position.turn in solution.sides[0] else 1
    return solution.bounds[side], [move.bounds[side] for move in solution.moves]


@pytest.mark.parametrize("name", ["auction", "check", "partnership", "macdougall-3"])
@pytest.mark.parametrize("nodes", [1, 10, 60, 300])
def test_the_first_card_of_open_hands_secures_what_is_proven(name: str, nodes: int) -> None:
    for position in endings(name, 6, 15, 59):
        exact, stopped = solve_open(position), solve_open(position, nodes=nodes)
        (value, _), cards = side_bounds(exact)
        values = dict(zip((move.card for move in exact.moves), cards, strict=True))
        (low, high), bounds = side_bounds(stopped)
        assert low <= value <= high
        for move, (least, most) in zip(stopped.moves, bounds, strict=True):
            assert least <= values[move.card][0] <= most
        assert low == max(least for least, _ in bounds)
        assert high == max(most for _, most in bounds)
        secure = [least >= low for least, _ in bounds]
        assert secure == sorted(secure, reverse=True)
        assert values[stopped.moves[0].card][0] >= low


def test_open_hands_that_are_stopped_lose_little() -> None:
    losses: dict[int, list[int]] = {1: [], 300: []}
    for position in endings("auction", 7, 40, 60):
        exact = solve_open(position)
        (value, _), cards = side_bounds(exact)
        values = dict(zip((move.card for move in exact.moves), cards, strict=True))
        for nodes in losses:
            first = solve_open(position, nodes=nodes).moves[0].card
            losses[nodes].append(value - values[first][0])
    assert mean(losses[1]) < 4
    assert mean(losses[300]) < 2


def test_all_is_exact_only_with_the_whole_line() -> None:
    # What the cards come to is known without a search; the line is not.
    [position] = endings("check", 2, 1, 5)
    stop = StopFlag()
    stop.set()
    stopped = solve_open(position, stop=stop)
    assert all(move.bounds.exact for move in stopped.moves)
    assert stopped.line == ()
    assert not stopped.exact
    assert solve_open(position).exact
