"""A search that nobody waits for."""

from __future__ import annotations

from pinochle_solver import (
    RULEBOOKS,
    Deck,
    Rank,
    Rulebook,
)
from pinochle_solver.hand.deals import random_playoffs

# Hands of 32 cards take longer than anyone waits.
ENDLESS_RULES = Rulebook(
    "endless",
    "",
    RULEBOOKS["hayes"].count,
    deck=Deck("endless", tuple(reversed(Rank))[:6], copies=4, hand=32, stock=0),
)


(ENDLESS,) = random_playoffs(32, 1, 1, ENDLESS_RULES)
