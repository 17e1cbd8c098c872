"""Whole hands drawn and played at random, node by node, as OpenSpiel goes through them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pinochle_solver import Rulebook
from pinochle_solver.openspiel.sequential import SequentialHand


def nodes_of_a_hand(rules: Rulebook, seed: int) -> Iterator[SequentialHand]:
    """A hand at each of its nodes from the first card dealt on; keen on melds."""
    hand, random = SequentialHand(rules), Random(seed)
    while not hand.is_over:
        if hand.is_chance:
            cards, copies = zip(*hand.outcomes(), strict=True)
            hand.apply(random.choices(cards, copies)[0])
        else:
            legal = hand.legal()
            keen = legal[-1] > hand.numbers.plays and random.random() < 0.8
            hand.apply(legal[-1] if keen else random.choice(legal))
        yield hand
