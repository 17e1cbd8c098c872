"""Worlds of three and four: drawn in proportion to what was seen, beside every deal counted."""

from __future__ import annotations

from collections import Counter
from math import inf, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.table_worlds import (
    every_deal,
    explains,
    is_open_which_was_turned,
    late_position,
    named,
    policy_hand,
)
from oracle.table import melds as oracle
from oracle.table.play import legal_cards
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.likelihood import choose
from pinochle_solver._core.hidden_hands.policy import SIDES, WEIGHTS
from pinochle_solver.double_dummy.unseen import BURIED, Place
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.beliefs import TRUST, Beliefs
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.seats import Seat

NUMBER = 2_000
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
        batch = Beliefs(position, kept_back=0.3, trust=0, hears_auction=False).worlds(
            NUMBER, seed=seed
        )
        drawn = Counter(
            tuple(cards.text() for cards in batch.world(i).hands.values()) for i in range(NUMBER)
        )
        assert set(drawn) <= set(expected)
        for key, ways in expected.items():
            share = ways * weights[key] / total
            assert abs(drawn[key] / NUMBER - share) <= 5 * sqrt(share * (1 - share) / NUMBER) + 1e-9
        if tried == 3:
            break
    assert tried == 3
    assert weighed or name == "auction-score"


def true_line(hand: TableHand) -> tuple[list[list[str]], list[tuple[int, list[str], str]]]:
    """The hands at the first lead; of every card played the seat, the trick before it, the card."""
    dealt = [
        [card.text() for card in joined(hand.hands[seat], hand.played_by(seat))]
        for seat in hand.players
    ]
    plays = [
        (hand.players.index(seat), [card.text() for card in before], card.text())
        for seat, before, card in hand.plays()
    ]
    return dealt, plays


@pytest.mark.parametrize("name", ["auction", "check", "partnership"])
def test_a_policy_that_likes_all_cards_alike_plays_each_legal_card_as_often(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = np.zeros(SIDES * WEIGHTS, np.int16)
    monkeypatch.setattr("pinochle_solver.hidden_hands.beliefs.learnt", lambda _: none)
    for seed in range(12):
        hand = late_position(name, seed, 3)
        assert hand.turn is not None
        assert hand.trump is not None
        likelihood = Beliefs(position_of(hand, hand.turn))._play
        assert likelihood is not None
        dealt, plays = true_line(hand)
        expected, own = 0.0, hand.players.index(hand.turn)
        for seat, before, card in plays:
            legal = legal_cards(dealt[seat], before, hand.trump.letter, hand.rules.obligation.value)
            expected -= log(len(set(legal))) if seat != own else 0.0
            dealt[seat].remove(card)
        world = np.array([[list(hand.hands[seat].counts) for seat in hand.players]], np.uint8)
        found = np.empty(1)
        assert likelihood.of(world, found, StopFlag()) == 1
        assert found[0] == pytest.approx(expected)


def test_worlds_are_chosen_in_proportion_to_their_likelihoods() -> None:
    logarithms = np.array([[0.0, log(4), -inf, log(16)]]).repeat(20_000, axis=0)
    chosen = np.empty(20_000, np.int64)
    choose(logarithms, 3, 0, chosen)
    shares = [1 / 21, 4 / 21, 0, 16 / 21]
    assert np.bincount(chosen, minlength=4) / 20_000 == pytest.approx(shares, abs=0.015)
    later = np.empty(5_000, np.int64)
    choose(logarithms[:5_000], 3, 15_000, later)
    assert (later == chosen[15_000:]).all()


def test_what_was_played_tells_where_the_cards_are() -> None:
    # The card that each seat really holds is likelier with the play than without it.
    without, within = list[float](), list[float]()
    for seed in range(20):
        hand = policy_hand("check", seed, 20)
        assert hand.turn is not None
        position = position_of(hand, hand.turn)
        truth = np.array([list(hand.hands[seat].counts) for seat in hand.players]) > 0
        for found, trust in ((without, 0.0), (within, TRUST)):
            held = (Beliefs(position, trust=trust).worlds(300).hands() > 0).mean(axis=0)
            found.append(float(((held - truth) ** 2).sum()))
    assert np.mean(within) < 0.9 * np.mean(without)


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
