"""Melds of the games with a stock: copies on the table, and what they may serve in (T8, R4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import FROM_HAND, LaidMelds
from pinochle_solver.table.stock_past import laid_melds


@pytest.mark.parametrize("name", ["hayes-3", "macdougall-3"])
@given(st.integers(0, 2**32))
def test_with_two_copies_melds_are_those_of_the_two_handed_games(name: str, seed: int) -> None:
    # Cards come and go at random; both tables are asked the same at every step.
    rng = random.Random(seed)
    trump = rng.choice(list(Suit))
    book = MeldBook.of(TABLE_RULEBOOKS[name], trump)
    pool = list(book.rules.deck.cards())
    rng.shuffle(pool)
    hand, pool = Hand.of(pool[:14]), pool[14:]
    ours, theirs = LaidMelds(book), MeldTable(book.rules, trump)
    while pool:
        expected = {
            option.show.meld: (option.points, set(option.from_table), Hand.of(option.from_hand))
            for option in theirs.options(hand)
        }
        found = ours.options(hand)
        assert expected == {
            laying.meld: (
                laying.points,
                {copy for copy in laying.copies if copy.number != FROM_HAND},
                Hand.of(laying.from_hand),
            )
            for laying in found
        }
        if found:
            laying = rng.choice(found)
            ours = ours.after(laying, None)
            theirs.lay(ours.melds[-1])
            for card in laying.from_hand:
                hand = hand.without(card)
        past = ours.past()
        assert past == {copy: theirs.services(copy) for copy in past}
        if past and rng.random() < 0.3:
            copy = rng.choice(list(past))
            ours = ours.after_playing(copy)
            theirs = theirs.copy(played=[copy._replace(played=True)])
        elif len(hand):
            hand = hand.without(rng.choice(list(hand)))
        hand = hand.with_card(pool.pop())
    assert laid_melds(book, map(LaidMeld.parse, filter(None, ours.text().split("+")))) == (
        ours,
        theirs.credits,
    )
