"""Which copies a meld takes when it is laid once more (RULES.md, section 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pinochle_solver import RULEBOOKS, Deck, Hand, Rank, Suit
from pinochle_solver.rules.meld_kinds import MeldKind
from pinochle_solver.rules.meld_table import hand_options
from pinochle_solver.rules.melds import LaidMeld, melds_of

LOW = replace(
    RULEBOOKS["scarne"],
    name="low",
    deck=Deck("low", (Rank.ACE, Rank.KING, Rank.SEVEN), copies=2, hand=6, stock=11, upcard=True),
    melds=(MeldKind("sevens", 40, "7*"), MeldKind("aces", 100, "A*")),
)
"""The seven of spades is the first card of all, and here it is part of a meld."""


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("kind", ["sevens", "aces"])
def test_a_meld_is_laid_again_with_whichever_card_is_held_twice(suit: Suit, kind: str) -> None:
    meld = next(meld for meld in melds_of(LOW, Suit.HEARTS) if meld.kind.name == kind)
    twice = next(card for card in meld.cards if card.suit is suit)
    laid = LaidMeld.parse(f"{kind}:{'.'.join(card.text() for card in meld.cards)}")
    hand = Hand.of([*meld.cards, twice])
    (option,) = hand_options(LOW, Suit.HEARTS, hand, [laid])
    assert option.from_hand == (twice,)
    assert Counter(copy.card for copy in option.from_table) == Counter(meld.cards) - Counter(
        [twice]
    )
    assert option.points == meld.kind.points
