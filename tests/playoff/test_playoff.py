"""The solver against the oracle: values, every legal card, order, lines, whole deals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.oracle_playoffs import oracle_state
from helpers.soak import some
from helpers.strategies import playoff_positions
from oracle import playoff as oracle
from oracle.retrograde import WholeDeal
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    CardCount,
    Deck,
    Hand,
    PlayoffPosition,
    Points,
    Rank,
    Rulebook,
    Seat,
    Solution,
    Suit,
    solve,
    solve_many,
)
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

EXAMPLE = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")


def move_values(solution: Solution) -> dict[str, tuple[int, int]]:
    return {move.card.text(): (move.value.south, move.value.north) for move in solution.moves}


def assert_agrees(position: PlayoffPosition, evaluate: oracle.Evaluate | None = None) -> None:
    rules, state = oracle_state(position)
    expected = evaluate(state) if evaluate else oracle.values(rules, state)
    solution = solve(position)
    assert move_values(solution) == expected, position
    assert [move.card.text() for move in solution.moves] == oracle.best_moves_in_order(
        rules, state, evaluate
    )
    assert [card.text() for card in solution.line] == oracle.best_line(rules, state, evaluate)
    assert solution.value == solution.moves[0].value
    assert solve(position, moves=False).value == solution.value


@given(playoff_positions(most_cards=6))
def test_values_moves_and_line_agree_with_the_oracle(position: PlayoffPosition) -> None:
    assert_agrees(position)


def made_up_rulebooks() -> st.SearchStrategy[Rulebook]:
    """Decks of other shapes, points that do not rise with rank, and all sets of obligations."""
    points = st.integers(0, 40)
    ranks = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven", "last_trick")
    counts = st.fixed_dictionaries(dict.fromkeys(ranks, points)).map(
        lambda by_name: CardCount("house", **by_name)
    )
    decks = st.sampled_from(
        [
            Deck("mini", (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN), 1, 4, 0),
            Deck("eight ranks", tuple(reversed(Rank)), 2, 16, 0),
            Deck("four copies", tuple(reversed(Rank))[:6], 4, 18, 0),
            Deck("three of three", (Rank.ACE, Rank.KING, Rank.NINE), 3, 6, 0),
        ]
    )
    return st.builds(
        Rulebook,
        name=st.just("house"),
        title=st.just(""),
        count=counts,
        must_head_plain=st.booleans(),
        must_head_trumps=st.booleans(),
        must_trump=st.booleans(),
        deck=decks,
    )


@given(playoff_positions(most_cards=5, rulebooks=made_up_rulebooks()))
def test_made_up_decks_and_counts_agree_with_the_oracle(position: PlayoffPosition) -> None:
    assert_agrees(position)


FREE = replace(RULEBOOKS["scarne"], name="free", must_head_trumps=False, must_trump=False)
HEAD_PLAIN_ONLY = replace(FREE, name="head-plain-only", must_head_plain=True)


@pytest.mark.parametrize(
    "rules",
    some([*PINOCHLE_BOOKS.values(), FREE, HEAD_PLAIN_ONLY], 3, 1),
    ids=lambda rules: rules.name,
)
def test_whole_deals_agree_with_retrograde_analysis(rules: Rulebook) -> None:
    # The counts differ in what a card scores and in nothing else: one rulebook has them all. Of its
    # own it plays the largest deal, all else smaller ones, in less than a tenth of the time;
    # test_verify.py has large ones of two other rulebooks.
    for count in COUNTS.values() if rules.name == "scarne" else [rules.count]:
        cards = 12 if rules.name == "scarne" and count == rules.count else 9
        (position,) = random_playoffs(cards, 1, 2026, rules, count)
        oracle_rules, state = oracle_state(position)
        deal = WholeDeal(oracle_rules, state.south, state.north, state.trump)
        assert_agrees(position, deal.values)
        for later in positions_within(position, 20, random.Random(rules.name + count.name)):
            _, later_state = oracle_state(later)
            assert move_values(solve(later)) == deal.values(later_state), later


def positions_within(
    position: PlayoffPosition, number: int, rng: random.Random
) -> list[PlayoffPosition]:
    """Random positions of the deal, on lead or with a card led, reachable or not."""
    found = []
    for _ in range(number):
        turn = rng.choice(list(Seat))
        size = rng.randint(1, len(position.hand(turn)) - 1)
        mover = rng.sample(list(position.hand(turn)), size)
        other = rng.sample(list(position.hand(turn.other)), size)
        led = other.pop() if rng.random() < 0.4 else None
        hands = {turn: Hand.of(mover), turn.other: Hand.of(other)}
        found.append(
            replace(position, south=hands[Seat.SOUTH], north=hands[Seat.NORTH], turn=turn, led=led)
        )
    return found


# The most there can be: 64 cards of 255 points each, 999 for the last trick.
LARGEST = Rulebook(
    "largest",
    "",
    CardCount("most", 255, 255, 255, 255, 255, 255, 255, 255, last_trick=999),
    deck=Deck("largest", tuple(reversed(Rank)), copies=4, hand=32, stock=0),
)
MOST_POINTS = 64 * 255 + 999


def with_a_lead(position: PlayoffPosition) -> PlayoffPosition:
    """The position after the first of the leader's cards is led."""
    leader, card = position.turn, next(iter(position.hand(position.turn)))
    hands = {leader: position.hand(leader).without(card), leader.other: position.hand(leader.other)}
    return replace(
        position,
        south=hands[Seat.SOUTH],
        north=hands[Seat.NORTH],
        turn=leader.other,
        led=card,
    )


@pytest.mark.parametrize("change", [lambda position: position, with_a_lead])
def test_bounds_of_the_largest_positions_stay_within_their_points(
    change: Callable[[PlayoffPosition], PlayoffPosition],
) -> None:
    for position in map(change, random_playoffs(32, 4, 1, LARGEST)):
        assert position.outstanding == MOST_POINTS
        solution = solve(position, nodes=20_000)
        legal = oracle.legal_cards(*oracle_state(position))
        assert {move.card.text() for move in solution.moves} == set(legal)
        for south, north in (solution.bounds, *(move.bounds for move in solution.moves)):
            assert 0 <= south[0] <= south[1] <= MOST_POINTS
            assert (north[0], north[1]) == (MOST_POINTS - south[1], MOST_POINTS - south[0])


@pytest.mark.parametrize(
    ("south", "north", "value"),
    [
        # South has every trump.
        (
            "AAAATTTTKKKKQQQQJJJJ999988887777.-.-.-",
            "-.AAAATTTTKKKKQQQQJJJJ999988887777.-.-",
            (MOST_POINTS, 0),
        ),
        # South's one heart is taken, but not last; north's one trump falls to a higher one.
        (
            "AAAATTTTKKKKQQQQJJJJ99998888777.7.-.-",
            "7.AAAATTTTKKKKQQQQJJJJ99998888777.-.-",
            (MOST_POINTS - 2 * 255, 2 * 255),
        ),
    ],
)
@pytest.mark.parametrize("turn", Seat)
def test_values_of_the_largest_positions(
    south: str, north: str, value: tuple[int, int], turn: Seat
) -> None:
    position = PlayoffPosition(
        rules=LARGEST,
        trump=Suit.SPADES,
        south=Hand.parse(south),
        north=Hand.parse(north),
        turn=turn,
    )
    assert solve(position).value == value
    assert solve(with_a_lead(position)).value == value


def test_the_documented_example() -> None:
    solution = solve(EXAMPLE)
    assert solution.exact
    assert solution.value == Points(55, 15)
    assert [(str(move.card), move.value, move.loss) for move in solution.moves] == [
        ("KD", (55, 15), 0),
        ("TH", (40, 30), 15),
        ("QD", (0, 70), 55),
        ("TS", (0, 70), 55),
    ]
    assert " ".join(map(str, solution.line)) == "KD KD QD AS KC TS TH TC"
    assert [(trick.winner, trick.points) for trick in solution.tricks] == [
        (Seat.SOUTH, 10),
        (Seat.NORTH, 15),
        (Seat.SOUTH, 15),
        (Seat.SOUTH, 30),
    ]
    assert solution.final is None


@given(playoff_positions(most_cards=7))
def test_the_tricks_of_the_line_add_up_to_the_value(position: PlayoffPosition) -> None:
    solution = solve(position)
    for seat in Seat:
        won = sum(trick.points for trick in solution.tricks if trick.winner is seat)
        assert won == solution.value[seat]
    assert sum(solution.value) == position.outstanding


def test_final_adds_what_is_held_already() -> None:
    position = PlayoffPosition.parse(EXAMPLE.text() + " points=40+90/20+90")
    assert solve(position).final == Points(40 + 90 + 55, 20 + 90 + 15)


@given(playoff_positions(most_cards=8))
@example(EXAMPLE)
def test_seats_are_symmetric(position: PlayoffPosition) -> None:
    mirrored = replace(
        position, south=position.north, north=position.south, turn=position.turn.other
    )
    assert solve(mirrored).value == tuple(reversed(solve(position).value))


def test_the_same_position_takes_the_same_nodes() -> None:
    positions = list(random_playoffs(9, 8, 3, RULEBOOKS["scarne"]))
    alone = [replace_seconds(solve(position)) for position in positions]
    assert [replace_seconds(found) for found in solve_many(positions * 2)] == alone * 2


def replace_seconds(solution: Solution) -> Solution:
    return replace(solution, seconds=0.0)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    positions = [
        position
        for rules in PINOCHLE_BOOKS.values()
        for position in random_playoffs(7, 60, 4, rules)
    ]
    expected = [replace_seconds(solution) for solution in solve_many(positions)]
    found = [replace_seconds(solution) for solution in solve_many(positions, threads=threads)]
    assert found == expected
    assert [solution.position for solution in found] == positions


@pytest.mark.parametrize("table_mb", [1e-6, 0.001, 100.0])
def test_the_size_of_the_table_changes_no_answer(table_mb: float) -> None:
    for rules in PINOCHLE_BOOKS.values():
        for position in random_playoffs(8, 5, 5, rules):
            small, usual = solve(position, table_mb=table_mb), solve(position)
            assert (small.value, small.moves, small.line) == (
                usual.value,
                usual.moves,
                usual.line,
            )


def test_values_only() -> None:
    solution = solve(EXAMPLE, moves=False)
    assert (solution.value, solution.moves, solution.line) == (Points(55, 15), (), ())


def test_many_positions_are_read_lazily() -> None:
    taken = 0

    def endless() -> Iterator[PlayoffPosition]:
        nonlocal taken
        while True:
            taken += 1
            yield EXAMPLE

    solutions = list(islice(solve_many(endless(), threads=2), 10))
    assert len(solutions) == 10
    assert taken < 1000


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_error_in_the_input_comes_after_the_answers_before_it(threads: int) -> None:
    positions = list(random_playoffs(5, 40, 6, RULEBOOKS["hayes"]))

    def broken() -> Iterator[PlayoffPosition]:
        yield from positions
        raise RuntimeError("no more")

    solutions = solve_many(broken(), threads=threads)
    assert [next(solutions).position for _ in positions] == positions
    with pytest.raises(RuntimeError, match="no more"):
        next(solutions)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_what_is_no_position_is_refused_in_its_place(threads: int) -> None:
    positions: list[Any] = list(random_playoffs(5, 60, 6, RULEBOOKS["hayes"]))
    positions[37] = 37
    solutions = solve_many(positions, threads=threads)
    assert [next(solutions).position for _ in range(37)] == positions[:37]
    with pytest.raises(TypeError, match="expected PlayoffPosition, not int"):
        next(solutions)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="threads is 0"):
        solve_many([EXAMPLE], threads=0)
    assert list(solve_many([])) == []


def named(line: str, best: str) -> object:
    return pytest.param(line, best.split(), id=line)


@pytest.mark.parametrize(
    ("line", "best"),
    [
        # An equal card does not beat the one led: south's ace stands.
        named("trump=S south=-.A.-.9 north=-.A.-.J turn=south", "AH"),
        # North must follow the king, but may trump the nine and keep his nine for nothing.
        named("trump=S south=-.K.-.9 north=A.9.-.- turn=south", "9C"),
        # North must head the king in hayes: the ace falls, and south's ten takes the last trick.
        named("rules=hayes trump=S south=-.KT.-.- north=-.AQ.-.- turn=south", "KH"),
    ],
)
def test_cases_small_enough_to_see(line: str, best: list[str]) -> None:
    solution = solve(PlayoffPosition.parse(line))
    assert [move.card.text() for move in solution.moves if move.loss == 0] == best


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ("trump=S south=-.AJ.-.- north=-.-.-.A turn=south led=KH", "AH JH"),
        ("rules=hayes trump=S south=-.AJ.-.- north=-.-.-.A turn=south led=KH", "AH"),
        ("rules=hayes trump=S south=-.KJ.-.- north=-.-.-.A turn=south led=KH", "KH JH"),
        ("trump=H south=-.AJ.-.- north=-.-.-.A turn=south led=KH", "AH"),
        ("trump=H south=-.QJ.-.- north=-.-.-.A turn=south led=KH", "QH JH"),
        ("trump=S south=J.-.A.- north=-.-.-.A turn=south led=KH", "JS"),
        ("trump=S south=-.-.A9.- north=-.-.-.A turn=south led=KH", "AD 9D"),
        ("trump=S south=AA.-.-.- north=-.-.-.A turn=south led=KH", "AS"),
    ],
)
def test_obligations_are_those_of_the_rulebook(line: str, legal: str) -> None:
    solution = solve(PlayoffPosition.parse(line))
    assert {move.card.text() for move in solution.moves} == set(legal.split())


def test_a_rulebook_may_leave_every_obligation_out() -> None:
    line = "rules=free trump=S south=J.-.A.- north=-.-.-.A turn=south led=KH"
    solution = solve(PlayoffPosition.parse(line, rulebooks=[FREE]))
    assert {move.card.text() for move in solution.moves} == {"JS", "AD"}
    line = "rules=free trump=S south=AJ.-.-.- north=-.-.-.A turn=south led=KS"
    solution = solve(PlayoffPosition.parse(line, rulebooks=[FREE]))
    assert {move.card.text() for move in solution.moves} == {"AS", "JS"}
