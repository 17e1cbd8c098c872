"""A deck may deal hands of one card: the stock is played for, and then one trick more."""

from __future__ import annotations

from random import Random

import pytest

from helpers.oracle_decks import small_rules
from helpers.strategies import play_on
from pinochle_solver import Deck, Rank, Seat
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee


@pytest.mark.parametrize("copies", [1, 2])
def test_hands_of_one_card_are_played_to_the_end(copies: int) -> None:
    deck = Deck("one", (Rank.ACE, Rank.KING), copies, hand=1, stock=8 * copies - 3, upcard=True)
    rules = small_rules("scarne", deck)
    for number, deal in enumerate(random_deals(5, 1, rules)):
        referee = Referee.of_deal(deal)
        while referee.turn is not None:
            play_on(referee, 1, Random(number))
        assert referee.completed_tricks == deck.stock_tricks + 1
        taken = sum(referee.points[seat].tricks for seat in Seat)
        assert taken == sum(map(rules.count.of, [deck.cards()])) + rules.count.last_trick
