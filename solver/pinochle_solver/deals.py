"""Seeded random deals: the same seed gives the same cards, on every machine and version."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pinochle_solver.cards import Card, Hand
from pinochle_solver.position import PlayoffPosition
from pinochle_solver.rules import CardCount, Rulebook, Seat


def random_playoffs(
    cards: int, number: int, seed: int, rules: Rulebook, count: CardCount | None = None
) -> Iterator[PlayoffPosition]:
    """Deal `number` playoff positions of `cards` cards a hand, every one equally likely.

    Trump and the seat on lead are random, too. Position k depends on the seed and on k only, so
    a larger number repeats the smaller one's positions first.
    """
    for index in range(number):
        yield _random_playoff(cards, Random(f"playoff/{seed}/{index}"), rules, count or rules.count)


def _random_playoff(
    cards: int, random: Random, rules: Rulebook, count: CardCount
) -> PlayoffPosition:
    drawn = _draw(list(rules.deck.cards()), 2 * cards, random)
    return PlayoffPosition(
        rules=rules,
        count=count,
        trump=rules.deck.suits[_below(len(rules.deck.suits), random)],
        south=Hand.of(drawn[:cards]),
        north=Hand.of(drawn[cards:]),
        turn=Seat(_below(2, random)),
    )


def _draw(deck: list[Card], number: int, random: Random) -> list[Card]:
    for i in range(number):
        j = i + _below(len(deck) - i, random)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[:number]


def _below(bound: int, random: Random) -> int:
    # Python promises the sequence of random() for a seed, but not that of its other methods.
    return int(random.random() * bound)
