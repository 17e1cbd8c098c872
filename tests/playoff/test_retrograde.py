"""Retrograde analysis against the oracle's: every state of small deals, samples of whole ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from helpers.oracle_playoffs import oracle_state
from helpers.retrograde_deals import retrograde_deal
from oracle.retrograde import WholeDeal
from pinochle_solver import RULEBOOKS, Card, PlayoffPosition, Seat
from pinochle_solver._core.playoff.retrograde import RetrogradeDeal
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.playoff.packing import pack
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules_table import rules_table

State = tuple[tuple[int, ...], tuple[int, ...], Seat]


def deal_of(position: PlayoffPosition) -> RetrogradeDeal:
    record, rules = pack([position])
    return retrograde_deal(record, rules_table(rules))


def layout_order(cards: list[Card]) -> list[str]:
    return [card.text() for card in sorted(cards, key=lambda card: card.index)]


def all_states(cards: int) -> Iterator[State]:
    for size in range(1, cards + 1):
        for south in combinations(range(cards), size):
            for north in combinations(range(cards), size):
                for leader in Seat:
                    yield south, north, leader


def some_states(cards: int, number: int, rng: random.Random) -> Iterator[State]:
    for _ in range(number):
        size = rng.randint(1, cards)
        south, north = (tuple(sorted(rng.sample(range(cards), size))) for _ in Seat)
        yield south, north, rng.choice(list(Seat))


def assert_agree(position: PlayoffPosition, states: Iterator[State]) -> None:
    deal = deal_of(position)
    rules, state = oracle_state(position)
    oracle = WholeDeal(rules, state.south, state.north, state.trump)
    south_order = layout_order(list(position.south))
    north_order = layout_order(list(position.north))
    for south, north, leader in states:
        expected = oracle.value(
            indices(oracle.south, [south_order[i] for i in south]),
            indices(oracle.north, [north_order[i] for i in north]),
            "south" if leader is Seat.SOUTH else "north",
        )
        assert deal.leader_points(bits(south), bits(north), leader) == expected


def bits(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def indices(order: tuple[str, ...], cards: list[str]) -> list[int]:
    """Where the cards stand in `order`, of identical ones the first places."""
    left = list(order)
    found = []
    for card in cards:
        found.append(left.index(card))
        left[found[-1]] = ""
    return found


@pytest.mark.parametrize("rulebook", PINOCHLE_BOOKS)
def test_every_state_of_small_deals(rulebook: str) -> None:
    for position in random_playoffs(6, 3, 11, RULEBOOKS[rulebook]):
        assert_agree(position, all_states(6))


def test_states_of_a_whole_deal() -> None:
    # The other rulebooks: test_verify.py.
    (position,) = random_playoffs(12, 1, 5, RULEBOOKS["scarne"])
    assert_agree(position, some_states(12, 600, random.Random("scarne")))


def test_what_cannot_be_analysed_is_refused() -> None:
    (position,) = random_playoffs(3, 1, 1, RULEBOOKS["scarne"])
    record, rules = pack([position])
    for bad_record, bad_rules in [(record[:-1], rules_table(rules)), (record, b"")]:
        with pytest.raises(ValueError, match="expected one position record"):
            RetrogradeDeal(bad_record, bad_rules)
    deal = deal_of(position)
    for south, north, leader in [(8, 1, 0), (1, 8, 0), (1, 1, 2), (-1, 1, 0), (3, 1, 0)]:
        with pytest.raises((ValueError, OverflowError)):
            deal.leader_points(south, north, leader)
