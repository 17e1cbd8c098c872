"""Where the cards of three and four are: the chances, beside every deal counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt

import pytest

from helpers.table_positions import BID, BURY, ENDING, HIDDEN
from helpers.table_worlds import every_deal, explains, late_position, named, policy_hand
from pinochle_solver import IllegalPositionError, StockPosition, analyze_table, table_card_chances
from pinochle_solver.double_dummy.unseen import BURIED, Place, Unseen
from pinochle_solver.hidden_hands.card_chances import WORLDS, numbers_by_counting
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.card_chances import CardChances
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.table.seats import Seat

DEFENDER = (
    "rules=auction dealer=south bids=p,p,250 bidder=south contract=250 trump=S turn=north led=AD "
    "south=KQ.K.KJ.K+6 west=+11 north=TJ9.AAQJ9.Q99.9 widow=9.T.J.- buried=+3 melds.south="
    "royal-marriage:KS.QS+marriage:KC.QC+kings:KS.KH.KD.KC+pinochle:QS.JD+dix:9S "
    "tricks=9S-AS-TS,AC-AC-9C,TC-QC-QC won=0/3/0 points=190+0/0+60/0+0"
)


def by_holder(line: str, worlds: int = WORLDS) -> dict[str, CardChances]:
    found = table_card_chances(TablePosition.parse(line), worlds=worlds)
    return {each.holder: each for each in found}


@pytest.mark.parametrize("name", ["auction", "partnership-auction", "corners"])
def test_counting_is_the_share_of_all_deals(name: str) -> None:
    told = 0
    for seed in range(40):
        hand = late_position(name, seed, 2)
        assert hand.turn is not None
        position = position_of(hand, hand.turn)
        places: dict[Place, int] = {
            seat: cards.hidden for seat, cards in position.hands.items() if cards.hidden
        }
        if position.buried is not None and position.buried.hidden:
            places[BURIED] = position.buried.hidden
        pool = list((Counter(hand.rules.deck) - Counter(named(hand, position))).elements())
        if not 3 <= sum(places.values()) <= 7:
            continue
        counts, deals = Counter[tuple[Place, int, int]](), 0
        for deal in every_deal(position, places, list(range(len(pool)))):
            dealt = {place: Hand.of(pool[i] for i in which) for place, which in deal.items()}
            hands = {
                seat: Hand.of([*cards.known, *dealt.get(seat, ())])
                for seat, cards in position.hands.items()
            }
            if not explains(hand, hands, dealt.get(BURIED, hand.buried.known)):
                continue
            deals += 1
            for place, cards in dealt.items():
                for index, copies in enumerate(cards.counts):
                    counts[place, index, copies] += 1
                for suit in Suit:
                    counts[place, CARDS + suit, sum(c.suit is suit for c in cards)] += 1
        graph = Unseen(position).graph()
        for place in places:
            for row, chances in enumerate(numbers_by_counting(graph, place)):
                shares = [counts[place, row, number] / deals for number in range(len(chances))]
                assert chances.tolist() == pytest.approx(shares)
        told += 1
        if told == 3:
            break
    assert told == 3


def test_before_anything_is_seen_all_is_counted() -> None:
    found = table_card_chances(TablePosition.parse(HIDDEN))
    assert [each.holder for each in found] == ["west", "north"]
    # Three of the six cards that south has not seen.
    for each in found:
        assert (each.worlds, each.belief) == (0, "uniform")
        assert all(card.at_least == (0.5,) == card.by_counting for card in each.cards)
        assert all(card.at_least_se == (0.0,) for card in each.cards)
        spades = each.suits[Suit.SPADES]
        assert spades.lengths == pytest.approx((0.2, 0.6, 0.2))
        assert (spades.average, spades.void) == pytest.approx((1, 0.2))
        assert each.of(Card.parse("AS")) is None


def test_the_widow_and_the_burial_have_their_chances() -> None:
    assert list(by_holder(BID)) == ["north", "south", "widow"]
    assert list(by_holder(BURY)) == ["west", "north"]
    defender = by_holder(DEFENDER, worlds=400)
    assert list(defender) == ["south", "west", "buried"]
    assert sum(each.number for each in defender["buried"].cards) == pytest.approx(3)


def test_with_all_cards_seen_nothing_is_told() -> None:
    assert table_card_chances(TablePosition.parse(ENDING)) == ()


def test_chances_are_the_shares_of_worlds_and_add_up() -> None:
    hand = policy_hand("check", 3, 20)
    assert hand.turn is not None
    position = position_of(hand, hand.turn)
    found = table_card_chances(position, seed=5, worlds=1_000)
    assert len(found) == 3
    for each in found:
        assert (each.worlds, each.belief, each.seed) == (1_000, "inferred", 5)
        held = position.hands[Seat.parse(each.holder)]
        assert sum(card.number for card in each.cards) == pytest.approx(len(held))
        assert sum(suit.average for suit in each.suits) == pytest.approx(len(held))
        for card in each.cards:
            assert list(card.at_least) == sorted(card.at_least, reverse=True)
            assert card.known == held.known.count(card.card)
            for chance, error in zip(card.at_least, card.at_least_se, strict=True):
                assert error == pytest.approx(sqrt(chance * (1 - chance) / 1_000))
        for suit in each.suits:
            assert sum(suit.lengths) == pytest.approx(1)
            assert len(suit.lengths) == len(suit.by_counting)
    assert found == table_card_chances(position, seed=5, worlds=1_000)
    assert found != table_card_chances(position, seed=6, worlds=1_000)


def test_what_is_not_proven_is_never_certain() -> None:
    south = by_holder(DEFENDER, worlds=200)["south"]
    queen = south.of(Card.parse("QH"))
    assert queen is not None
    # With the king shown and no marriage laid, hardly ever; melds prove nothing.
    assert 0 < queen.at_least[0] < 0.1 < queen.by_counting[0]
    king = south.of(Card.parse("KS"))
    assert king is not None
    assert (king.known, king.copies, king.at_least[0], king.at_least_se[0]) == (1, 2, 1.0, 0.0)


def test_the_analysis_has_them_on_request() -> None:
    position = TablePosition.parse(DEFENDER)
    assert analyze_table(position, worlds=32).cards is None
    found = analyze_table(position, worlds=32, seed=2, cards=True)
    assert found.cards == table_card_chances(position, seed=2)
    assert found.cards is not None
    assert found.cards[0].worlds == WORLDS
    assert replace(found, cards=None, seconds=0) == replace(
        analyze_table(position, worlds=32, seed=2), seconds=0
    )


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(TypeError):
        table_card_chances(StockPosition.parse(STOCK))  # type: ignore[arg-type]
    position = TablePosition.parse(HIDDEN)
    with pytest.raises(ValueError, match="worlds is 0, expected at least 1"):
        table_card_chances(position, worlds=0)
    with pytest.raises(ValueError, match="seed"):
        table_card_chances(position, seed=-1)
    with pytest.raises(IllegalPositionError, match="west"):
        table_card_chances(TablePosition.parse(HIDDEN.replace("turn=south", "turn=west")))
    stock = "rules=macdougall-3 dealer=north upcard=QC turn=south south=AJJ9.AAQ9.KQ.KK"
    with pytest.raises(IllegalPositionError, match="upcard"):
        table_card_chances(TablePosition.parse(f"{stock} west=+12 north=+12"))


STOCK = "rules=scarne upcard=9S stock=23 turn=south south=AATKQ.AT.AK.TKQ north=+12"
