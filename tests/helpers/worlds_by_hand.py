"""All worlds that look the same to a seat, found by playing every one of them, for small decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial, perm, prod

from pinochle_solver.openspiel.sequential import SequentialHand
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat

World = tuple[tuple[Card, ...], tuple[Card, ...]]
"""The cards that the other seat was dealt, in order of their index, and those that it drew."""


def world_of(hand: SequentialHand, seat: Seat) -> World:
    """The cards of a seat in a hand."""
    dealt = sorted(hand.dealt_to(seat), key=lambda card: card.index)
    return tuple(dealt), tuple(hand.drawn_by(seat))


def chances_of_worlds(hand: SequentialHand, viewer: Seat) -> dict[World, float]:
    """Every world that looks the same to a seat, and how likely chance alone makes it."""
    other = viewer.other
    unseen = Counter(hand.rules.deck.cards())
    unseen.subtract([*hand.dealt_to(viewer), *hand.drawn_by(viewer), hand.upcard])
    weights = {
        world: _orders(world[0]) * _ways(unseen, world)
        for world in _all_worlds(unseen, hand.rules.deck.hand, len(hand.drawn_by(other)))
        if _looks_the_same(hand, viewer, world)
    }
    total = sum(weights.values())
    return {world: weight / total for world, weight in weights.items()}


def _all_worlds(unseen: Counter[Card], dealt: int, drawn: int) -> Iterator[World]:
    cards = sorted(unseen.elements(), key=lambda card: card.index)
    for first in dict.fromkeys(combinations(cards, dealt)):
        left = unseen.copy()
        left.subtract(first)
        for later in _rows(left, drawn):
            yield first, later


def _rows(cards: Counter[Card], length: int) -> Iterator[tuple[Card, ...]]:
    if length == 0:
        yield ()
        return
    for card in [card for card, copies in cards.items() if copies > 0]:
        cards[card] -= 1
        for rest in _rows(cards, length - 1):
            yield card, *rest
        cards[card] += 1


def _orders(dealt: tuple[Card, ...]) -> int:
    """In how many orders these cards can have been dealt, equal ones alike."""
    return factorial(len(dealt)) // prod(map(factorial, Counter(dealt).values()))


def _ways(unseen: Counter[Card], world: World) -> int:
    """In how many ways the copies of a deck can be these cards."""
    used = Counter([*world[0], *world[1]])
    return prod(perm(unseen[card], times) for card, times in used.items())


def _looks_the_same(hand: SequentialHand, viewer: Seat, world: World) -> bool:
    begun = SequentialHand(hand.rules, hand.count, hand.dealer)
    dealt = {viewer: (*hand.dealt_to(viewer),), viewer.other: world[0]}
    for card in (*dealt[hand.dealer.other], *dealt[hand.dealer], hand.upcard):
        begun.apply(card.index)
    return _goes_on(begun, hand, viewer, world)


def _goes_on(begun: SequentialHand, hand: SequentialHand, viewer: Seat, world: World) -> bool:
    """Whether some way to go on from a hand begun looks like the hand, and stands where it does."""
    wanted = hand.information(viewer)
    if (begun.turn, begun.due, len(begun.drawn)) == (hand.turn, hand.due, len(hand.drawn)) and (
        begun.information(viewer) == wanted
    ):
        return True
    if begun.is_over:
        return False
    if begun.is_chance:
        drawer = begun.drawer
        assert drawer is not None
        drawn = {viewer: hand.drawn_by(viewer), viewer.other: list(world[1])}[drawer]
        place = len(begun.drawn_by(drawer))
        actions = [drawn[place].index] if place < len(drawn) else []
    else:
        actions = begun.legal()
    for action in actions:
        again = begun.copy()
        again.apply(action)
        # What is due is told at the end, and only there.
        seen = again.information(viewer).split(" ")
        if seen[-1].endswith("?"):
            seen.pop()
        if wanted.split(" ")[: len(seen)] == seen and _goes_on(again, hand, viewer, world):
            return True
    return False
