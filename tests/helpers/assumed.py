"""Conditions on hidden cards, and the chances that they leave, found world by world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import SupportsFloat

from oracle.beliefs import World
from pinochle_solver.notation.stock_position import StockPosition

Holds = Callable[[Counter[str], Counter[str]], bool]
"""Whether a condition holds, told the cards of the other hand and those of the stock."""


def conditions(view: StockPosition) -> Iterator[tuple[str, Holds]]:
    """Conditions on the hidden cards, and the same in other words."""
    other, trump = view.turn.other.text(), view.trump.letter
    plain = next(suit.letter for suit in view.rules.deck.suits if suit.letter != trump)
    top = max(view.rules.deck.ranks).letter
    yield f"{other} holds {top}{trump}", lambda hand, _: hand[top + trump] >= 1
    yield f"{other} holds no K{trump}", lambda hand, _: hand["K" + trump] == 0
    yield (
        f"{other} holds at least 2 trumps",
        lambda hand, _: sum(number for card, number in hand.items() if card[1] == trump) >= 2,
    )
    yield (
        f"the stock holds exactly one K{plain}",
        lambda _, stock: stock["K" + plain] == 1,
    )
    yield (
        f"{other} holds a marriage",
        lambda hand, _: any(hand["K" + s] and hand["Q" + s] for s in "SHDC" if s != trump),
    )
    yield (
        f"{other} holds at most 1 king",
        lambda hand, _: sum(hand["K" + suit] for suit in "SHDC") <= 1,
    )


def holding(view: StockPosition, holds: Holds, world: World) -> bool:
    hand = Counter(card.text() for card in view.hand(view.turn.other).known)
    hand.update(world.hidden)
    return holds(hand, Counter(world.stock))


def restricted(
    worlds: Mapping[World, SupportsFloat], asked: list[tuple[float, set[World]]]
) -> dict[World, float]:
    """The chances under conditions, each of a weight and the worlds in which it holds."""
    chances = {world: float(chance) for world, chance in worlds.items()}
    for _ in range(60 if len(asked) > 1 else 1):
        for weight, met in asked:
            among = sum(chance for world, chance in chances.items() if world in met)
            whole = sum(chances.values())
            for world in chances:
                is_met = world in met
                share = weight if is_met else 1 - weight
                chances[world] *= share and share / (among if is_met else whole - among)
    return {world: chance for world, chance in chances.items() if chance}
