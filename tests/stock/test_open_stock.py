"""Stock phases of which every card is known, against minimax and the playoff solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import pytest

from helpers.analysis_checks import check_order
from helpers.small_decks import best_of_moves, minimax, small_position, small_rules, values_of_moves
from helpers.soak import some
from helpers.strategies import play_on
from pinochle_solver import (
    RULEBOOKS,
    Hand,
    MeldKind,
    Referee,
    Rulebook,
    Seat,
    random_deals,
    solve,
)
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.open_stock import OpenStock
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import MoveEstimate
from pinochle_solver.stock.models import OPEN_ESTIMATED
from pinochle_solver.stock.open_estimates import ITERATIONS, Effort, estimate_open
from pinochle_solver.stock.open_stock import (
    analyze_open,
    is_open,
    opened,
    solve_open,
)
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.search import analyze
from pinochle_solver.stock.settings import SearchSettings

# South leads to the last trick of the stock; the one face-down card is the queen of spades.
LAST = (
    "upcard=JS stock=QS turn=south south=A.Q99.AATTKKJ.9 north=K.TJ.-.AATTKKQJ9"
    " gone=ATTKQJ99.AATKKQJ.QQJ99.QJ"
)


def minimax_values(
    position: StockPosition, value_of: Callable[[Referee], int] = minimax
) -> dict[str, int]:
    """By move text, the final difference for the seat to decide."""
    sign = 1 if position.turn is Seat.SOUTH else -1
    values = values_of_moves(Referee.of_position(position), value_of)
    return {move: sign * value for move, value in values.items()}


def open_values(position: StockPosition) -> dict[str, int]:
    values = solve_open(position)
    assert values is not None
    return {value.move.text(): value.difference for value in values}


@pytest.mark.parametrize(
    ("rules", "seeds"),
    [
        (small_rules("ATKQ", copies=1, hand=2), 5),
        (small_rules("ATKQ", copies=1, hand=2, draws_first=True), 5),
        (small_rules("ATKQ", copies=1, hand=3), 5),
        (small_rules("ATKQ", copies=1, hand=2, upcard=True), 5),
        (small_rules("AKQ", copies=2, hand=2), 2),
        (small_rules("AKQ", copies=2, hand=2, draws_first=True, upcard=True), 1),
        (small_rules("TKQ", copies=2, hand=4), 1),
        (small_rules("TKQ", copies=2, hand=4, upcard=True), 1),
    ],
    ids=lambda value: value.name if isinstance(value, Rulebook) else None,
)
def test_small_decks_against_minimax(rules: Rulebook, seeds: int) -> None:
    for seed in range(seeds):
        position = small_position(rules, seed)
        assert open_values(position) == minimax_values(position)


@pytest.mark.parametrize("hand", [2, 3])
def test_positions_within_a_hand_against_minimax(hand: int) -> None:
    rules = small_rules("ATKQ", copies=2, hand=hand)
    for seed in range(8):
        random = Random(seed)
        referee = Referee.of_position(small_position(rules, seed))
        while referee.completed_tricks < rules.deck.stock_tricks - 2:
            play_on(referee, 1, random)
        play_on(referee, random.randrange(2), random)
        position = referee.position()
        assert isinstance(position, StockPosition)
        assert open_values(position) == minimax_values(position)


@pytest.mark.parametrize("rules", some(PINOCHLE_BOOKS, 2, 1))
def test_the_reply_to_the_last_trick_against_the_solver(rules: str) -> None:
    for seed, deal in enumerate(random_deals(2, 5, RULEBOOKS[rules])):
        referee = Referee.of_deal(deal)
        random = Random(seed)
        while referee.completed_tricks < deal.rules.deck.stock_tricks - 1:
            play_on(referee, 1, random)
        play_on(referee, 1, random)
        position = referee.position()
        assert isinstance(position, StockPosition)
        assert open_values(position) == minimax_values(position, after_the_shows)


def after_the_shows(referee: Referee) -> int:
    """South's final difference: the best shows, the playoff by the solver."""
    position = referee.position()
    if isinstance(position, PlayoffPosition):
        value, points = solve(position, moves=False).value, referee.points
        assert value is not None
        return sum(points.south) + value.south - sum(points.north) - value.north
    return best_of_moves(referee, after_the_shows)


def test_what_is_proven_is_kept_as_the_memory_grows() -> None:
    position = small_position(small_rules("ATKQJ", copies=2, hand=4), 1)
    search = OpenStock(*Problem(position).record, False, 64.0)
    first = search.solve(0, 0.0, StopFlag())
    visited = search.nodes
    assert visited > 20_000
    assert search.solve(0, 0.0, StopFlag()) == first
    assert search.nodes - visited < visited / 100


@pytest.mark.parametrize("nodes", [1, 10, 100, 1000])
def test_no_more_is_visited_than_the_limit_allows(nodes: int) -> None:
    search = OpenStock(*Problem(StockPosition.parse(LAST)).record, True, 64.0)
    for already in range(0, 3 * nodes + 1, nodes + 1):
        assert not all(line for *_, line in search.solve(nodes, 0.0, StopFlag()))
        # The one at which the limit is met counts, too.
        assert search.nodes == already + nodes + 1


@pytest.mark.parametrize(
    ("rules", "tricks", "part", "calls"),
    [("goulash", 0, 8, 1), ("hayes", 8, 2, 2), ("hayes", 9, 1, 1)],
)
def test_solving_is_given_up_where_no_question_is_answered_soon(
    monkeypatch: pytest.MonkeyPatch, rules: str, tricks: int, part: int, calls: int
) -> None:
    limits: list[int] = []

    class Watched(OpenStock):
        def solve(
            self, nodes: int, seconds: float, stop: StopFlag
        ) -> list[tuple[int, int, int, bytes]]:
            limits.append(nodes)
            return super().solve(nodes, seconds, stop)

    monkeypatch.setattr("pinochle_solver.stock.open_stock.OpenStock", Watched)
    monkeypatch.setattr("pinochle_solver.stock.open_stock.estimate_open", estimate_by_few)
    (deal,) = random_deals(1, 1, RULEBOOKS[rules])
    referee = Referee.of_deal(deal)
    while referee.completed_tricks < tricks:
        play_on(referee, 1, Random(3))
    position = referee.position()
    assert isinstance(position, StockPosition)
    nodes = 1 << 17
    assert not analyze_open(position, SearchSettings(limits=Limits(nodes=nodes))).exact
    assert limits == [nodes // part, nodes - nodes // part][:calls]


def estimate_by_few(
    position: StockPosition, effort: Effort, *arguments: Any, **more: Any
) -> tuple[MoveEstimate, ...]:
    return estimate_open(position, replace(effort, iterations=1), *arguments, **more)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_a_tree_grows_by_estimates_where_a_playoff_takes_long(
    monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    asked: list[Effort] = []

    def asks(
        position: StockPosition, effort: Effort, *arguments: Any, **more: Any
    ) -> tuple[MoveEstimate, ...]:
        asked.append(effort)
        return estimate_by_few(position, effort, *arguments, **more)

    monkeypatch.setattr("pinochle_solver.stock.open_stock.estimate_open", asks)
    (deal,) = random_deals(1, 1, RULEBOOKS[rules])
    position = Referee.of_deal(deal).position()
    assert isinstance(position, StockPosition)
    analyze_open(position, SearchSettings(limits=Limits(nodes=8)))
    (effort,) = asked
    assert effort.iterations >= ITERATIONS
    assert (effort.solve_every > 1) == (rules in {"goulash", "glup"})


def test_playoffs_are_solved_up_to_a_number_of_positions() -> None:
    (deal,) = random_deals(1, 1, RULEBOOKS["scarne"])
    position = Referee.of_deal(deal).position()
    assert isinstance(position, StockPosition)

    def found(nodes: int | None) -> list[float]:
        moves = estimate_open(position, Effort(64, solve_every=2, nodes=nodes))
        return [move.mean for move in moves]

    assert found(1) != found(None) == found(1 << 40)


def test_the_points_are_those_of_the_best_play() -> None:
    position = StockPosition.parse(LAST)
    values = solve_open(position)
    assert values is not None
    for value in values:
        assert value.points.south - value.points.north == value.difference
    referee = Referee.of_position(position)
    assert {value.move for value in values} == set(referee.moves())
    differences = [value.difference for value in values]
    assert differences == sorted(differences, reverse=True)


@pytest.mark.parametrize(
    "line",
    [
        LAST.replace("stock=QS", "stock=1"),
        LAST.replace("north=K.TJ.-.AATTKKQJ9", "north=+12"),
        LAST.replace("south=A.Q99.AATTKKJ.9", "south=A.-.-.-+11"),
    ],
)
def test_what_can_be_deduced_is_known(line: str) -> None:
    position = StockPosition.parse(line)
    assert is_open(position)
    assert opened(position) == StockPosition.parse(LAST)
    assert open_values(position) == open_values(StockPosition.parse(LAST))


def test_what_is_not_open_is_refused() -> None:
    position = StockPosition.parse(
        LAST.replace("stock=QS", "stock=1").replace("north=K.TJ.-.AATTKKQJ9", "north=+12")
    )
    assert not is_open(position)
    with pytest.raises(IllegalPositionError, match="stock: the order of its cards is not known"):
        analyze_open(position)


def test_an_analysis_is_exact_or_says_that_it_is_not() -> None:
    position = StockPosition.parse(LAST)
    exact = analyze_open(position)
    assert exact.exact
    assert exact.model.endswith("exact")
    assert {move.move.text(): move.mean for move in exact.moves} == open_values(position)
    assert all(move.mean_se == move.behind_se == 0 for move in exact.moves)
    estimated = analyze_open(position, SearchSettings(limits=Limits(nodes=100)))
    assert not any(move.exact for move in estimated.moves)
    assert "estimated" in estimated.model
    assert estimated.best.move == exact.best.move
    again = analyze_open(position, SearchSettings(limits=Limits(nodes=100)))
    assert replace(again, seconds=0) == replace(estimated, seconds=0)


def test_some_moves_of_an_estimate_are_measured_against_the_best_of_them() -> None:
    stop = StopFlag()
    stop.set()
    position = StockPosition.parse(LAST)
    whole = analyze(position, stop=stop)
    assert not whole.exact
    wanted = [move.move for move in whole.moves[2:5]]
    some = analyze(position, stop=stop, moves=wanted)
    check_order(some)
    assert {move.move for move in some.moves} == set(wanted)
    for move in some.moves[1:]:
        assert move.behind_se == pytest.approx(hypot(some.best.mean_se, move.mean_se))


def test_a_stop_ends_it() -> None:
    stop = StopFlag()
    stop.set()
    assert solve_open(StockPosition.parse(LAST), stop=stop) is None
    analysis = analyze_open(StockPosition.parse(LAST), stop=stop)
    assert not analysis.finished
    assert len(analysis.moves) == 8


def test_an_estimate_ends_with_the_time_asked_for() -> None:
    (deal,) = random_deals(1, 1, RULEBOOKS["scarne"])
    position = Referee.of_deal(deal).position()
    assert isinstance(position, StockPosition)
    found = analyze_open(position, SearchSettings(limits=Limits(seconds=0.05)))
    assert found.model == OPEN_ESTIMATED
    assert sum(move.visits for move in found.moves) < ITERATIONS


def test_every_move_of_many_has_a_value_when_it_is_stopped() -> None:
    held = combinations(("AS", "TS", "KH", "QH", "AD", "TD", "KC", "QC", "JC"), 2)
    kinds = tuple(
        MeldKind(f"pair-{each[0]}-{each[1]}".lower(), 10, " ".join(each)) for each in held
    )
    pairs = replace(RULEBOOKS["scarne"], name="pairs", melds=kinds)
    position = StockPosition.parse(
        "rules=pairs upcard=9S act=meld turn=south south=AT9.KQ.AT.KQJ9 north=ATK.AT.KQ.ATK9"
        " stock=AH,AD,AC,TH,TD,KS,KH,KD,QS,QS,QH,QD,QC,JS,JS,JH,JH,JD,JD,JC,9H,9D,9D gone=-.9.-.T",
        [pairs],
    )
    stop = StopFlag()
    stop.set()
    found = analyze_open(position, stop=stop)
    assert len(found.moves) == 1 + len(kinds)
    assert all(move.visits for move in found.moves)


def test_by_the_chance_to_win() -> None:
    position = StockPosition.parse(LAST)
    moves = analyze_open(position, SearchSettings(objective="win")).moves
    assert [move.win for move in moves] == sorted((move.win for move in moves), reverse=True)
    assert moves[0].behind == 0


@pytest.mark.parametrize("is_solved", [True, False])
def test_in_a_race_who_is_first_to_the_target_wins(is_solved: bool) -> None:
    """After every card north is first, though after one of them south has more in the end.

    An estimate cannot be sure of that, but the race is worth less to south.
    """
    stop = StopFlag()
    if not is_solved:
        stop.set()
    position = StockPosition.parse(LAST + " points=0+60/0+38 score=900/930 dealer=north")
    ends = analyze(position, objective="win", stop=stop)
    race = analyze(position, objective="win", stop=stop, call_out=True)
    assert ends.exact is race.exact is is_solved
    if is_solved:
        assert (ends.best.win, race.best.win) == (1, 0)
    else:
        assert 1 > ends.best.win > race.best.win + race.best.win_se


def test_worlds_end_it_where_they_would_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    position = StockPosition.parse(LAST)
    monkeypatch.setattr("pinochle_solver.stock.open_stock.DEFAULT_SECONDS", 1e-9)
    assert analyze(position, worlds=16).exact
    monkeypatch.setattr("pinochle_solver.stock.search.DEFAULT_NODES", 10)
    assert not analyze(position, worlds=16, stop=StopFlag()).exact


def test_moves_that_are_none_are_refused_before_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pinochle_solver.stock.search.analyze_open", None)
    with pytest.raises(ValueError, match="moves is empty"):
        analyze(StockPosition.parse(LAST), moves=[])
    with pytest.raises(IllegalMoveError, match="TS: south does not hold it"):
        analyze(StockPosition.parse(LAST), moves=["TS"])


def test_two_tricks_of_a_full_deck() -> None:
    (deal,) = random_deals(1, 2, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    random = Random(2)
    while referee.completed_tricks < 10:
        play_on(referee, 1, random)
    position = referee.position()
    assert isinstance(position, StockPosition)
    values = open_values(position)
    best = max(values, key=values.__getitem__)
    # The value of a position is that of the best move's, as the other sees it.
    referee.push(best)
    following = referee.position()
    assert isinstance(following, StockPosition)
    assert following.turn is not position.turn
    assert -max(open_values(following).values()) == values[best]


def test_the_hands_known_are_left_as_they_are() -> None:
    position = StockPosition.parse(LAST)
    assert opened(position) == position
    assert position.north == PartialHand(Hand.parse("K.TJ.-.AATTKKQJ9"))
