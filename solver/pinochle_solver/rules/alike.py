"""Rulebooks by which hands are played and scored alike: what one has learned serves the other."""

from __future__ import annotations

from functools import lru_cache

from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook


@lru_cache(maxsize=64)
def published_alike(rules: Rulebook, count: CardCount) -> str | None:
    """The name of the published rulebook by which a hand is played and scored alike; None if none.

    The rulebook's name, its target and what ends a game make no difference.
    """
    trump = rules.deck.suits[0]
    wanted = hand_rules_record(rules, count, trump)
    for name, book in RULEBOOKS.items():
        if trump in book.deck.suits and hand_rules_record(book, book.count, trump) == wanted:
            return name
    return None
