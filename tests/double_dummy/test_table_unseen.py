"""Deals of unseen cards: those that explain what was played, and every one equally likely."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from helpers.soak import some
from helpers.table_worlds import (
    every_deal,
    explains,
    is_open_which_was_turned,
    late_position,
    named,
)
from pinochle_solver.double_dummy.absent import absent_cards
from pinochle_solver.double_dummy.unseen import BURIED, WIDOW, Place, Unseen
from pinochle_solver.double_dummy.worlds import Worlds
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.holdings import holds, joined, less
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

GAMES = ("auction", "auction-score", "partnership", "partnership-auction", "corners")


@pytest.mark.parametrize("topall", [False, True], ids=["", "topall"])
@pytest.mark.parametrize("name", some(GAMES, 4))
def test_deals_are_just_those_that_explain_the_play_each_as_likely(name: str, topall: bool) -> None:
    tried = 0
    for seed in range(40):
        hand = late_position(name, seed, 2, topall=topall)
        assert hand.turn is not None
        position = position_of(hand, hand.turn)
        places: dict[Place, int] = {
            seat: cards.hidden for seat, cards in position.hands.items() if cards.hidden
        }
        if position.buried is not None and position.buried.hidden:
            places[BURIED] = position.buried.hidden
        if not 3 <= sum(places.values()) <= 8:
            continue
        tried += 1
        unseen = Unseen(position)
        pool = list((Counter(hand.rules.deck) - Counter(named(hand, position))).elements())
        expected: Counter[tuple[tuple[Place, str], ...]] = Counter()
        for deal in every_deal(position, places, list(range(len(pool)))):
            dealt = {place: Hand.of(pool[i] for i in which) for place, which in deal.items()}
            hands = {
                seat: joined(cards.known, dealt.get(seat, Hand.of(())))
                for seat, cards in position.hands.items()
            }
            buried = dealt.get(BURIED, hand.buried.known)
            if explains(hand, hands, buried):
                expected[tuple((place, cards.text()) for place, cards in dealt.items())] += 1
        rng, drawn = Random(seed), Counter[tuple[tuple[Place, str], ...]]()
        for _time in range(300):
            one = unseen.deal(rng)
            drawn[tuple((place, one[place].text()) for place in places)] += 1
        assert set(drawn) <= set(expected)
        if is_open_which_was_turned(hand, position, pool):
            continue
        assert unseen.number == expected.total()
        for deal_text, ways in expected.items():
            share = ways / expected.total()
            spread = (300 * share * (1 - share)) ** 0.5
            assert abs(drawn[deal_text] - 300 * share) <= 5 * spread + 1e-9
        if tried == 3:
            break
    assert tried >= 2


BID = "rules=auction dealer=north act=bid bids=250 turn=west west=TK.AATK9.TQ9.AKQJ9"


def test_before_the_widow_is_turned_it_is_dealt_as_well() -> None:
    unseen = Unseen(TablePosition.parse(f"{BID} south=+15 north=+15 widow=+3"))
    assert unseen.number == comb(33, 15) * comb(18, 15)
    deal = unseen.deal(Random(1))
    assert {place: len(cards) for place, cards in deal.items()} == {
        Seat.SOUTH: 15,
        Seat.NORTH: 15,
        WIDOW: 3,
    }


def test_what_was_turned_is_with_the_bidder_or_buried() -> None:
    position = TablePosition.parse(
        "rules=auction dealer=north bidder=south contract=450 trump=D turn=west led=AD "
        "south=KQ.KQ.TKQJ.K+5 west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=-.J.-.T9 buried=+3 "
        "melds.south=run:AD.TD.KD.QD.JD+kings:KS.KH.KD.KC+marriage:KS.QS+marriage:KH.QH"
        "+pinochle:QS.JD"
    )
    unseen, rng = Unseen(position), Random(1)
    for _time in range(50):
        deal = unseen.deal(rng)
        assert holds(joined(deal[Seat.SOUTH], deal[BURIED]), Hand.parse("-.J.-.T9"))


def test_what_was_turned_may_be_among_the_cards_that_are_gone() -> None:
    # Who has played those is not told.
    apart = Hand.parse("AA.AJ.AKQ.TK")
    gone = less(TABLE_RULEBOOKS["auction"].deck, apart)
    line = (
        "rules=auction bidder=south trump=S turn=north south=+2 west=+2 north=AA.-.-.- "
        f"buried=-.-.AKQ.- gone={gone.text()} widow="
    )
    assert Unseen(TablePosition.parse(line + "-.J.-.T9")).number == comb(4, 2)
    # One king is gone, and the other one is south's.
    assert Unseen(TablePosition.parse(line + "-.-.-.KK9")).number == 3


def test_what_was_turned_may_have_been_played_before_an_ending() -> None:
    line = "rules=auction bidder=south trump=S turn={} {} north=+1 widow=-.9.9.9"
    unseen = Unseen(TablePosition.parse(line.format("south", "south=A.-.-.- west=+1")))
    assert unseen.number == 44 * 43
    unseen = Unseen(TablePosition.parse(line.format("west", "south=+1 west=A.-.-.-")))
    assert unseen.number == 3 * 44 + 44 * 43


def test_an_ending_does_not_tell_which_cards_were_played() -> None:
    line = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=+3 north=+3"
    unseen = Unseen(TablePosition.parse(line))
    assert unseen.number == comb(45, 3) * comb(42, 3)


def test_who_did_not_follow_has_none_of_the_suit_and_who_did_not_trump_no_trump() -> None:
    position = TablePosition.parse(
        "rules=auction bidder=south trump=S turn=north led=AH,9C south=+2 west=+2 north=AAT.-.-.-"
    )
    hearts_and_spades = {card for card in position.rules.deck if card.suit.letter in ("H", "S")}
    assert absent_cards(hand_of(position)) == {
        Seat.SOUTH: frozenset(),
        Seat.WEST: hearts_and_spades,
        Seat.NORTH: frozenset(),
    }


def has_marriage(hand: Hand) -> bool:
    return any(Card(Rank.KING, suit) in hand and Card(Rank.QUEEN, suit) in hand for suit in Suit)


def test_who_bid_where_a_bid_needs_a_marriage_was_dealt_one() -> None:
    # Two kings are left, so that there is none for west, who passed.
    line = (
        "rules=check dealer=east act=bid bids=200,p,210 turn=east south=+12 west=+12 north=+12 "
        "east=AAKJ.KJJ.KKA.KK"
    )
    worlds = Worlds(TablePosition.parse(line), 1, Limits())
    for number in range(20):
        hands = worlds.number(number).hands
        who = {seat for seat, hand in hands.items() if has_marriage(hand)}
        assert who - {Seat.EAST} == {Seat.SOUTH, Seat.NORTH}


def test_the_dealers_bid_proves_no_marriage_unless_he_needs_one() -> None:
    # The king and the queen of spades are left, and no other king.
    line = (
        "rules=check options={} dealer=north act=bid bids=200,p,p,210 turn=east "
        "south=+12 west=+12 north=+12 east=AAKQ.KKJ.KKA.KK"
    )
    for option, expected in (("topall", {False, True}), ("dealermarriage", {True})):
        worlds = Worlds(TablePosition.parse(line.format(option)), 1, Limits())
        hands = (worlds.number(number).hands[Seat.NORTH] for number in range(40))
        assert {has_marriage(hand) for hand in hands} == expected


def test_a_marriage_that_was_played_was_held() -> None:
    line = (
        "rules=check dealer=east bids=200,p,p,p bidder=south contract=200 trump=S turn=west "
        "led=KS tricks=QS-9S-9S-JS south=+10 west=-.TKKQ.KKQQ.KKQ north=+11 east=+11 won=1/0/0/0"
    )
    worlds = Worlds(TablePosition.parse(line), 1, Limits())
    still = {has_marriage(worlds.number(number).hands[Seat.SOUTH]) for number in range(30)}
    assert still == {False, True}


def test_an_ending_does_not_tell_what_was_bid_on() -> None:
    line = (
        "rules=check dealer=south bids=200,p,p,p trump=S turn=north "
        "south=+2 west=+2 north=AJ.-.-.- east=+2"
    )
    worlds = Worlds(TablePosition.parse(line), 1, Limits())
    assert not all(has_marriage(worlds.number(number).hands[Seat.WEST]) for number in range(5))


def test_bids_that_no_deal_explains_are_refused() -> None:
    # All kings but one are west's, and its queens have no place with it.
    line = (
        "rules=check dealer=east act=bid bids=200,p,210 turn=east south=+12 west=+12 north=+12 "
        "east=KK.KKQQ.KK.KKTT"
    )
    with pytest.raises(IllegalPositionError) as error:
        Worlds(TablePosition.parse(line), 1, Limits()).number(0)
    assert str(error.value) == "bids: no deal was found that gives who bid a marriage"


def test_without_a_deal_that_explains_the_cards_the_position_is_refused() -> None:
    # West has not followed to a heart, and hearts are all that is left for south and west.
    apart = Hand.parse("AA.AKQ.AKQ.9")
    gone = less(TABLE_RULEBOOKS["auction"].deck, apart)
    line = (
        f"rules=auction bidder=south trump=S turn=north led=AH,9C south=+1 west=+1 "
        f"north=AA.-.-.- buried=-.-.AKQ.- gone={gone.text()}"
    )
    with pytest.raises(IllegalPositionError) as error:
        Unseen(TablePosition.parse(line))
    assert str(error.value) == "tricks: no deal of the unseen cards explains the cards played"
