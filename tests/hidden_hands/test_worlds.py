"""Worlds of three and four: drawn in proportion to what was seen, beside every deal counted."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.table_worlds import (
    every_deal,
    explains,
    is_open_which_was_turned,
    late_position,
    named,
)
from oracle.table import melds as oracle
from pinochle_solver.double_dummy.unseen import BURIED, Place
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.seats import Seat

NUMBER = 4_000
GAMES = ("auction", "auction-score", "partnership", "partnership-auction", "corners", "check")


def kept_back(hand: TableHand, hands: dict[Seat, Hand], looker: Seat) -> int:
    """How many melds the other seats had in these hands and did not lay, by the oracle."""
    assert hand.trump is not None
    melders = [hand.bidder] if hand.rules.only_bidder_melds else list(hand.players)
    kept = 0
    for seat in melders:
        if seat is None or seat == looker:
            continue
        cards = [card.text() for card in joined(hands[seat], hand.played_by(seat))]
        most = Counter(oracle.most(cards, hand.trump.letter))
        laid = Counter(meld.text() for meld in hand.laid[seat] or ())
        got_nine = hand.exchanger is not None and seat == hand.dealer
        most[f"dix:9{hand.trump.letter}"] -= got_nine
        laid.pop("dix", None)
        run = f"run:A{0}.T{0}.K{0}.Q{0}.J{0}".format(hand.trump.letter)
        # A run left out leaves its king and queen for a royal marriage.
        assert laid[run] <= most[run]
        kept += sum((most - laid).values())
    return kept


@pytest.mark.parametrize("name", GAMES)
def test_worlds_come_as_often_as_the_cards_and_the_melds_make_them_likely(name: str) -> None:
    tried, weighed = 0, 0
    for seed in range(60):
        hand = late_position(name, seed, 2)
        assert hand.turn is not None
        position = position_of(hand, hand.turn)
        places: dict[Place, int] = {
            seat: cards.hidden for seat, cards in position.hands.items() if cards.hidden
        }
        if position.buried is not None and position.buried.hidden:
            places[BURIED] = position.buried.hidden
        pool = list((Counter(hand.rules.deck) - Counter(named(hand, position))).elements())
        if not 3 <= sum(places.values()) <= 8 or is_open_which_was_turned(hand, position, pool):
            continue
        tried += 1
        expected: Counter[tuple[str, ...]] = Counter()
        weights = dict[tuple[str, ...], float]()
        for deal in every_deal(position, places, list(range(len(pool)))):
            dealt = {place: Hand.of(pool[i] for i in which) for place, which in deal.items()}
            hands = {
                seat: joined(cards.known, dealt.get(seat, Hand.of(())))
                for seat, cards in position.hands.items()
            }
            if explains(hand, hands, dealt.get(BURIED, hand.buried.known)):
                key = tuple(cards.text() for cards in hands.values())
                expected[key] += 1
                weights[key] = 0.3 ** kept_back(hand, hands, hand.turn)
        total = sum(expected[key] * weights[key] for key in expected)
        weighed += len(set(weights.values())) > 1
        batch = Beliefs(position, kept_back=0.3).worlds(NUMBER, seed=seed)
        drawn = Counter(
            tuple(cards.text() for cards in batch.world(i).hands.values()) for i in range(NUMBER)
        )
        assert set(drawn) <= set(expected)
        for key, ways in expected.items():
            share = ways * weights[key] / total
            assert abs(drawn[key] / NUMBER - share) <= 5 * sqrt(share * (1 - share) / NUMBER) + 1e-9
        if tried == 6:
            break
    assert tried == 6
    assert weighed or name == "auction-score"


BID = (
    "rules=check dealer=east act=bid bids=200,p,210 turn=east south=+12 west=+12 north=+12 "
    "east=AAKJ.KJJ.KKA.KK"
)


def test_who_needed_a_marriage_to_bid_was_dealt_one() -> None:
    hands = Beliefs(TablePosition.parse(BID)).worlds(500).hands().reshape(500, 4, 4, 8)
    married: NDArray[np.bool_] = np.any((hands[..., 5] > 0) & (hands[..., 4] > 0), axis=2)
    assert married[:, [0, 2]].all()
    # Two kings are left for three seats: none for west, who passed.
    assert not married[:, 1].any()


def test_bids_that_no_deal_explains_are_refused() -> None:
    line = BID.replace("east=AAKJ.KJJ.KKA.KK", "east=KK.KKQQ.KK.KKTT")
    with pytest.raises(IllegalPositionError, match="gives who bid a marriage"):
        Beliefs(TablePosition.parse(line)).worlds(1)


def test_a_world_depends_only_on_the_seed_and_its_number() -> None:
    position = TablePosition.parse(BID)
    all_of_them = Beliefs(position).worlds(50, seed=3).counts
    later = Beliefs(position).worlds(20, seed=3, first=30).counts
    assert (all_of_them[30:] == later).all()
    assert (Beliefs(position).worlds(50, seed=4).counts != all_of_them).any()


def test_every_card_lies_somewhere_and_every_place_is_full() -> None:
    position = TablePosition.parse(
        "rules=auction dealer=north act=bid bids=250 turn=west west=TK.AATK9.TQ9.AKQJ9 "
        "south=+15 north=+15 widow=+3"
    )
    batch = Beliefs(position).worlds(200)
    assert (batch.counts.sum(axis=1) == list(position.rules.deck.counts)).all()
    assert (batch.counts.sum(axis=2) == [15, 15, 15, 3, 0, 0]).all()
    assert batch.world(7).hands[Seat.WEST] == position.hands[Seat.WEST].known
